"""Whether a companion plays in a data folder now: its lock ends with its process. Waits for nothing."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

LOCK = ".in-use"
"""The file that is locked; what is in it means nothing."""


def hold(folder: Path) -> int | None:
    """Say that a companion plays here, until the handle is let go; None where that can't be said."""
    with suppress(OSError):
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        if _locked(handle):
            return handle
        os.close(handle)
    return None


def let_go(handle: int | None) -> None:
    """The companion is off."""
    if handle is not None:
        os.close(handle)


def is_held(folder: Path) -> bool:
    """Whether another companion plays here. Where nobody can tell, none does."""
    if not (folder / LOCK).exists():
        return False
    handle = hold(folder)
    let_go(handle)
    return handle is None


def _locked(handle: int) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
