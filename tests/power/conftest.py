"""Rooms for pictures of disks: in memory where there is one, for thousands of them are opened."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def room() -> Iterator[Path]:
    """An empty folder."""
    inside = MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="companion-power-", dir=inside))
    yield folder
    shutil.rmtree(folder)
