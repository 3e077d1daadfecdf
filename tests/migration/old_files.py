"""The files of earlier versions that are kept here: journals, what they said of their ends, a data folder."""

from __future__ import annotations

import gzip
import tarfile
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.history import History
from companion.games.glen_more_2 import GAME
from companion.storage.transfer import read_journals

FILES = Path(__file__).parent / "files_0_1_0"
JOURNALS = tuple(sorted(path.name.removesuffix(".jsonl.gz") for path in FILES.glob("*.jsonl.gz")))


def lines(name: str) -> list[bytes]:
    """The lines of a journal."""
    return gzip.decompress((FILES / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)


@cache
def old_game(name: str) -> History:
    """The game of a journal. Never add to it: it is shared."""
    (history,) = read_journals(lines(name), lambda _id: GAME.rules)
    return history


@cache
def ends() -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((FILES / "ends.json").read_bytes())
    return found


def unpack_data_folder(into: Path) -> Path:
    """An owner's data folder, unpacked."""
    with tarfile.open(FILES / "data_folder.tar.gz") as packed:
        packed.extractall(into, filter="data")
    return into
