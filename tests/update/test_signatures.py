"""Signatures of bundles, as minisign makes them, and every way in which one may be wrong."""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import minisign
import pytest

from companion.update.bundle import (
    KEY_SUFFIX,
    SIGNATURE_SUFFIX,
    UpdateRefused,
    key_name,
    read_bundle,
    read_keys,
    verify_bundle,
)
from tools.bundle import public_key_text, read_or_make_key, sign
from tools.wheels import WheelsUnavailable

COMMENT = "companion 0.3.0 python 3.11 machine aarch64"
THEIR_KEY = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
"""The public key of minisign's own releases, from its documentation."""
LENGTH = 9000 * 256


@pytest.fixture
def key() -> minisign.KeyPair:
    return minisign.KeyPair.generate()


@pytest.fixture
def file(tmp_path: Path, key: minisign.KeyPair) -> Path:
    path = tmp_path / "bundle"
    path.write_bytes(bytes(range(256)) * 9000)
    signature_of(path).write_text(sign(path, key, COMMENT))
    return path


def signature_of(file: Path) -> Path:
    return file.with_name(file.name + SIGNATURE_SUFFIX)


def refusal(file: Path, *keys: minisign.PublicKey) -> str:
    with pytest.raises(UpdateRefused) as refused:
        verify_bundle(read_bundle(file), keys)
    return str(refused.value)


def test_what_was_signed_is_accepted_with_its_comment(file: Path, key: minisign.KeyPair) -> None:
    (file.parent / f"own{KEY_SUFFIX}").write_text(public_key_text(key.public_key))
    assert read_keys(file.parent / f"own{KEY_SUFFIX}") == [key.public_key]
    bundle = read_bundle(file)
    assert verify_bundle(bundle, [minisign.KeyPair.generate().public_key, key.public_key]) == key.public_key
    assert (bundle.version, bundle.python, bundle.machine) == ("0.3.0", "3.11", "aarch64")


def test_a_key_is_called_as_minisign_calls_it(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text(f"untrusted comment: theirs\n{THEIR_KEY}\n\nRWQ no key\nä\n")
    (key,) = read_keys(tmp_path / "keys")
    assert key_name(key) == "E7620F1842B4E81F"
    assert public_key_text(key) == f"untrusted comment: minisign public key E7620F1842B4E81F\n{THEIR_KEY}\n"


NO_SIGNATURE = "bundle.minisig is not a signature; copy it once more, whole."
NOT_SIGNED = "bundle is not what was signed; copy it once more, whole."
CHANGES: dict[str, tuple[Callable[[str], str], str]] = {
    "comment": (lambda text: text.replace("0.3.0", "0.9.0"), NOT_SIGNED),
    "first line": (lambda text: text.replace("untrusted", "trusted"), NO_SIGNATURE),
    "short": (lambda text: "\n".join(text.splitlines()[:3]), NO_SIGNATURE),
    "empty": (lambda _text: "", NO_SIGNATURE),
    "letters": (lambda text: text.replace(text.splitlines()[1], "RUQ no base64 ä"), NO_SIGNATURE),
    "unhashed": (lambda text: text.replace(text.splitlines()[1], "RWQ" + text.splitlines()[1][3:]), NO_SIGNATURE),
}


@pytest.mark.parametrize(("change", "sentence"), CHANGES.values(), ids=CHANGES)
def test_a_changed_signature_is_none(
    file: Path, key: minisign.KeyPair, change: Callable[[str], str], sentence: str
) -> None:
    signature_of(file).write_text(change(signature_of(file).read_text()))
    assert refusal(file, key.public_key) == sentence


def test_a_signature_of_the_whole_file_in_memory_is_none(file: Path, key: minisign.KeyPair) -> None:
    signed = key.secret_key.sign(file.read_bytes(), prehash=False, trusted_comment=COMMENT)
    signature_of(file).write_bytes(bytes(signed))
    assert refusal(file, key.public_key) == NO_SIGNATURE


@pytest.mark.parametrize("end", [0, 1, 5000, LENGTH - 1])
def test_a_file_that_came_by_halves_is_refused(file: Path, key: minisign.KeyPair, end: int) -> None:
    file.write_bytes(file.read_bytes()[:end])
    assert refusal(file, key.public_key) == NOT_SIGNED


def test_another_key_is_refused_also_under_the_same_name(file: Path, key: minisign.KeyPair) -> None:
    other = minisign.KeyPair.generate().public_key
    assert refusal(file, other).startswith("bundle is signed with a key that this case doesn't trust")
    raw, name = (base64.b64decode(each.to_base64()) for each in (other, key.public_key))
    renamed = minisign.PublicKey.from_base64(base64.b64encode(name[:10] + raw[10:]))
    assert refusal(file, renamed) == NOT_SIGNED


def test_a_damaged_secret_key_or_one_with_a_password_signs_nothing(tmp_path: Path) -> None:
    own = tmp_path / "own.key"
    made = read_or_make_key(own)
    comment, line = own.read_text().splitlines()
    own.write_text(f"{comment}\n{line[:200]}AAAA{line[204:]}\n")
    with pytest.raises(WheelsUnavailable, match=r"own\.key is no secret key \(a damaged key\)"):
        read_or_make_key(own)
    made.secret_key.encrypt("secret", opslimit=32768, memlimit=1 << 20)
    own.write_bytes(bytes(made.secret_key))
    with pytest.raises(WheelsUnavailable, match="a key with a password"):
        read_or_make_key(own)


def test_who_looks_at_no_bundle_loads_no_maker_of_signatures() -> None:
    code = "import sys, companion.update.bundle, companion.update.installation; print('minisign' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.skipif(not shutil.which("minisign"), reason="minisign itself is not installed")
def test_minisign_itself_understands_ours_and_we_its(file: Path, tmp_path: Path) -> None:
    key = read_or_make_key(tmp_path / "sec")
    signature_of(file).write_text(sign(file, key, COMMENT))
    theirs = ["minisign", "-V", "-p", "sec.pub", "-m", "bundle"]
    done = subprocess.run(theirs, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, COMMENT in done.stdout) == (0, True), done.stderr
    made = ["minisign", "-S", "-W", "-s", "sec", "-m", "bundle", "-t", COMMENT]
    assert subprocess.run(made, cwd=tmp_path, capture_output=True, check=False).returncode == 0
    assert verify_bundle(read_bundle(file), [key.public_key]) == key.public_key
