"""A file is replaced whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.storage.data_folder import PRIVATE_MODE, SHARED_MODE, make_folder, write_atomically


def test_a_failure_while_writing_leaves_the_old_file_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.toml"
    write_atomically(path, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_content_is_on_the_disk_before_it_takes_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.toml"
    write_atomically(path, b"old")
    seen = []
    real = os.fsync

    def watching(handle: int) -> None:
        seen.append(path.read_bytes())
        real(handle)

    monkeypatch.setattr(os, "fsync", watching)
    write_atomically(path, b"new")
    assert seen == [b"old", b"new"], "once for the content, before it replaces the old one, once for the folder"


@pytest.mark.parametrize(("rights", "mode"), [(PRIVATE_MODE, 0o600), (SHARED_MODE, 0o640)])
def test_a_new_file_has_the_rights_it_is_meant_to_have(tmp_path: Path, rights: int, mode: int) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "x", b"", rights)
    finally:
        os.umask(before)
    assert (tmp_path / "x").stat().st_mode & 0o777 == mode


def test_a_folder_that_is_not_there_is_not_made_by_itself(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        write_atomically(tmp_path / "none" / "x", b"")
    make_folder(tmp_path / "none" / "deeper")
    write_atomically(tmp_path / "none" / "deeper" / "x", b"1")
    assert (tmp_path / "none" / "deeper" / "x").read_bytes() == b"1"
