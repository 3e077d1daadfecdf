"""Programs of ours that change a file of one data folder do so one after the other. Knows no file's content.

Whether a companion plays in a data folder now, and whether the one before was cut off. Waits for nothing.

Its lock ends with its process; what it wrote into the locked file stays there unless it came to its end.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """While it lasts no other one is in here with that folder, which is there; waits its turn. Raises OSError.

    What ends in the middle, killed or without power, keeps nobody out.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    # The folder itself is locked: a file of its own would stay behind.
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


LOCK = ".in-use"
"""The file that is locked."""
PLAYING = b"playing"
"""What is in it from the start of a companion to its end."""


def acquire_instance_lock(folder: Path) -> int | None:
    """Say that a companion plays here, until the handle is let go; None where that can't be said."""
    with suppress(OSError):
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        if _try_lock(handle):
            return handle
        os.close(handle)
    return None


def release_instance_lock(handle: int | None) -> None:
    """Nobody plays here by this handle."""
    if handle is not None:
        os.close(handle)


def was_cut_off(handle: int | None) -> bool:
    """Whether the companion that played here last never came to its end. Where nobody can tell, it did."""
    if handle is not None:
        with suppress(OSError):
            os.lseek(handle, 0, os.SEEK_SET)
            return os.read(handle, len(PLAYING)) == PLAYING
    return False


def mark_playing(handle: int | None) -> None:
    """The companion that holds the folder plays from now on, which a power cut must not take away."""
    if handle is not None:
        with suppress(OSError):
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, PLAYING)
            os.fsync(handle)


def mark_ended(handle: int | None) -> None:
    """It came to its end, and lets the folder go."""
    if handle is not None:
        with suppress(OSError):
            os.ftruncate(handle, 0)
    release_instance_lock(handle)


def is_locked(folder: Path) -> bool:
    """Whether another companion plays here. Where nobody can tell, none does."""
    if not (folder / LOCK).exists():
        return False
    handle = acquire_instance_lock(folder)
    release_instance_lock(handle)
    return handle is None


def _try_lock(handle: int) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
