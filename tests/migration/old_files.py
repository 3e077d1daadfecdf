"""The files of earlier versions that are kept here: journals, what they said of their ends, a data folder.

files_0_1_0: what version 0.1.0 wrote, by version 1 of the rules. files_rules_2: games by version 2.
files_rules_3: games by version 3, as it was before what is version 4 now was first called 3.
"""

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
FILES_RULES_2 = Path(__file__).parent / "files_rules_2"
FILES_RULES_3 = Path(__file__).parent / "files_rules_3"


def journals_in(folder: Path) -> tuple[str, ...]:
    """The names of the journals kept in a folder."""
    return tuple(sorted(path.name.removesuffix(".jsonl.gz") for path in folder.glob("*.jsonl.gz")))


JOURNALS = journals_in(FILES)
JOURNALS_RULES_2 = journals_in(FILES_RULES_2)
JOURNALS_RULES_3 = journals_in(FILES_RULES_3)


def lines(name: str, folder: Path = FILES) -> list[bytes]:
    """The lines of a journal."""
    return gzip.decompress((folder / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)


@cache
def old_game(name: str, folder: Path = FILES) -> History:
    """The game of a journal. Never add to it: it is shared."""
    (history,) = read_journals(lines(name, folder), lambda _id: GAME.rules)
    return history


@cache
def ends(folder: Path = FILES) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((folder / "ends.json").read_bytes())
    return found


def unpack_data_folder(into: Path) -> Path:
    """An owner's data folder, unpacked."""
    with tarfile.open(FILES / "data_folder.tar.gz") as packed:
        packed.extractall(into, filter="data")
    return into
