"""Files that commands read and write: whole or not at all, and one sentence when that fails."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from companion.commands.errors import BadInput, Failed
from companion.engine.message import Message, tr
from companion.storage.atomic_write import SHARED, write_whole
from companion.storage.in_use import is_held

STANDARD = "-"
LARGEST = 256 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """What is in a file, in standard input for "-"; BadInput where it can't be read."""
    try:
        raw = _read_standard() if name == STANDARD else _read(Path(name))
    except (OSError, ValueError) as error:
        text = tr(
            "{file} can't be read ({why}); check that it is a file you may read.",
            file=shown(name),
            why=reason(error),
        )
        raise BadInput(text) from None
    if len(raw) > LARGEST:
        raise BadInput(tr("{file} is too large to be one of the companion's files.", file=shown(name)))
    return raw


def read_text(name: str) -> str:
    """The text of a file, of standard input for "-"; BadInput where it isn't a readable text."""
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(tr("{file} is not UTF-8 text; save it as UTF-8 and try again.", file=shown(name))) from None


def _read_standard() -> bytes:
    if sys.stdin is None:  # it was closed before we began
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer.read(LARGEST + 1)


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(LARGEST + 1)


def write(name: str, content: bytes) -> None:
    """Put `content` in the place of the file, on standard output for "-"; Failed where that can't be done."""
    if name == STANDARD:
        sys.stdout.flush()
        sys.stdout.buffer.write(content)
        sys.stdout.flush()
        return
    try:
        _put(Path(name), content)
    except (OSError, ValueError) as error:
        raise not_written(shown(name), error) from None


def not_in_use(data: Path) -> None:
    """A companion that plays there holds its stickers in memory: it would write over what is changed beside it."""
    if is_held(data):
        raise Failed(tr("A companion plays here now; stop it and try again."))


def not_written(file: str | Message, error: Exception) -> Failed:
    """Why a file is still what it was."""
    return Failed(tr("{file} can't be written ({why}); nothing was changed there.", file=file, why=reason(error)))


def _put(path: Path, content: bytes) -> None:
    if path.exists() and not path.is_file():  # a pipe, a terminal, /dev/null; a folder says so itself
        path.write_bytes(content)
    else:
        write_whole(path, content, SHARED)


def folder(name: str) -> Path:
    """A folder to write into, made where it is missing; Failed where that can't be done."""
    path = Path(name)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        text = tr("The folder {file} can't be made ({why}); name another one.", file=name, why=reason(error))
        raise Failed(text) from None
    return path


def shown(name: str) -> str | Message:
    """What people call the file."""
    return tr("Standard input") if name == STANDARD else name


def reason(error: Exception) -> str:
    """Why the system would not, in its own few words."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
