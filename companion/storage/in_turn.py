"""Programs of ours that change a file of one data folder do so one after the other. Knows no file's content."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
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
