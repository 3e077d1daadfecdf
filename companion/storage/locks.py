"""Locks of a data folder: one for changes of its files, one for the companion that uses it.

The instance lock ends with its process. Its file tells whether the previous companion ended properly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the exclusive lock of an existing folder; waits for its turn. Raises OSError.

    The lock ends with its process, even if that is killed.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl

    # The folder itself is locked, because a lock file would remain.
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


LOCK_FILE = ".in-use"
"""Name of the locked file."""
PLAYING = b"playing"
"""Content of that file while a companion runs."""


def acquire_instance_lock(folder: Path) -> int | None:
    """Return the handle of the instance lock; None if another companion holds it or it is not available."""
    with suppress(OSError):
        handle = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
        if _try_lock(handle):
            return handle
        os.close(handle)
    return None


def release_instance_lock(handle: int | None) -> None:
    """Release the instance lock."""
    if handle is not None:
        os.close(handle)


def was_interrupted(handle: int | None) -> bool:
    """True if the previous companion in this folder did not end properly. False if that is unknown."""
    if handle is not None:
        with suppress(OSError):
            os.lseek(handle, 0, os.SEEK_SET)
            return os.read(handle, len(PLAYING)) == PLAYING
    return False


def mark_playing(handle: int | None) -> None:
    """Record durably that the companion runs."""
    if handle is not None:
        with suppress(OSError):
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, PLAYING)
            os.fsync(handle)


def mark_ended(handle: int | None) -> None:
    """Record that the companion ended properly, and release the lock."""
    if handle is not None:
        with suppress(OSError):
            os.ftruncate(handle, 0)
    release_instance_lock(handle)


def is_locked(folder: Path) -> bool:
    """True if another companion uses this folder. False if that is unknown."""
    if not (folder / LOCK_FILE).exists():
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
