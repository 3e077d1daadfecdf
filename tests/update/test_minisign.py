"""Signatures as minisign makes them, and every way in which one may be wrong."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.update.minisign import (
    BadSignature,
    new_key,
    public_key,
    public_key_text,
    secret_key,
    secret_key_text,
    sign,
    signature,
    verify,
)

COMMENT = "companion 0.3.0 python 3.11 machine aarch64"
THEIR_KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
"""The public key of minisign's own releases, from its documentation."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "bundle"
    path.write_bytes(bytes(range(256)) * 9000)
    return path


def test_what_was_signed_is_accepted_with_its_comment(file: Path) -> None:
    key = new_key()
    signed = signature(sign(file, key, COMMENT))
    verify(file, signed, public_key(public_key_text(key.public)))
    assert signed.comment == COMMENT
    assert secret_key(secret_key_text(key)) == key


def test_a_key_is_called_as_minisign_calls_it() -> None:
    assert public_key(THEIR_KEY).name == "E7620F1842B4E81F"


CHANGES: dict[str, Callable[[str], str]] = {
    "comment": lambda text: text.replace("0.3.0", "0.9.0"),
    "first line": lambda text: text.replace("untrusted", "trusted"),
    "short": lambda text: "\n".join(text.splitlines()[:3]),
    "empty": lambda _text: "",
    "letters": lambda text: text.replace(text.splitlines()[1], "RUQ no base64 ä"),
    "unhashed": lambda text: text.replace(text.splitlines()[1], "RWQ" + text.splitlines()[1][3:]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_changed_signature_is_none(file: Path, change: Callable[[str], str]) -> None:
    key = new_key()
    text = sign(file, key, COMMENT)
    with pytest.raises(BadSignature):
        verify(file, signature(change(text)), key.public)


@pytest.mark.parametrize("end", [0, 1, 5000, 9000 * 256 - 1])
def test_a_file_that_came_by_halves_is_refused(file: Path, end: int) -> None:
    key = new_key()
    signed = signature(sign(file, key, COMMENT))
    file.write_bytes(file.read_bytes()[:end])
    with pytest.raises(BadSignature, match="not what was signed"):
        verify(file, signed, key.public)


def test_another_key_is_refused_also_under_the_same_name(file: Path) -> None:
    key, other = new_key(), new_key()
    signed = signature(sign(file, key, COMMENT))
    with pytest.raises(BadSignature, match="another key"):
        verify(file, signed, other.public)
    with pytest.raises(BadSignature, match="not what was signed"):
        verify(file, signed, other.public._replace(id=key.id))


@pytest.mark.parametrize("text", ["", "untrusted comment: nothing\nRWQ", "A" * 56])
def test_what_is_no_key_is_none(text: str) -> None:
    with pytest.raises(BadSignature):
        public_key(text)


def test_a_damaged_secret_key_or_one_with_a_password_signs_nothing() -> None:
    lines = secret_key_text(new_key()).splitlines()
    with pytest.raises(BadSignature, match="damaged"):
        secret_key(lines[1][:200] + "AAAA" + lines[1][204:])
    with pytest.raises(BadSignature, match="password"):
        secret_key(lines[1].replace("RWQAAEIy", "RWRTY0Iy"))


@pytest.mark.skipif(not shutil.which("minisign"), reason="minisign itself is not installed")
def test_minisign_itself_understands_ours_and_we_its(file: Path, tmp_path: Path) -> None:
    key = new_key()
    (tmp_path / "pub").write_text(public_key_text(key.public))
    (tmp_path / "sec").write_text(secret_key_text(key))
    (tmp_path / "bundle.minisig").write_text(sign(file, key, COMMENT))
    theirs = ["minisign", "-V", "-p", "pub", "-m", "bundle"]
    done = subprocess.run(theirs, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, COMMENT in done.stdout) == (0, True), done.stderr
    made = ["minisign", "-S", "-W", "-s", "sec", "-m", "bundle", "-t", "by minisign", "-x", "theirs"]
    assert subprocess.run(made, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    signed = signature((tmp_path / "theirs").read_text())
    verify(file, signed, key.public)
    assert signed.comment == "by minisign"
