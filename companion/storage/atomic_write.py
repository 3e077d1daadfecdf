"""Files written whole or not at all, and safe from a power cut. Knows nothing of what is in them."""

from __future__ import annotations

import os
from pathlib import Path

PRIVATE, SHARED = 0o600, 0o666
"""Rights of a new file: for its owner only, or for everybody as far as the user's umask allows."""


def write_whole(path: Path, content: bytes, rights: int = PRIVATE) -> None:
    """Replace a file: after a power cut it is the old one or the new one, never a half. Its folder must be there.

    Raises OSError; then nothing was changed.
    """
    new = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    # Without it the new name may be lost with the power although the content is on the disk.
    sync(path.parent)


def sync(path: Path) -> None:
    """Put a file, or the names in a folder, safely on the disk."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return  # a system on which folders can't be opened
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """The folder with all it lies in. A new one's name is synced too, else a power cut takes it and its files."""
    above = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    folder.mkdir(parents=True, exist_ok=True)
    for made in folder.relative_to(above).parts:
        sync(above)
        above /= made
