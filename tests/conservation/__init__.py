"""A conservation checker of exported journals, written from the ledgers. It imports nothing of the product."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.conservation.checker import Checker
from tests.conservation.glen_more import GlenMore
from tests.conservation.glen_more_2 import GlenMore2
from tests.conservation.journal import Fault, standing

GAMES: dict[str, type[Checker]] = {"glen_more": GlenMore, "glen_more_2": GlenMore2}


def faults_in(rows: Sequence[dict[str, Any]]) -> list[Fault]:
    """Return the faults of one exported journal: its first row and all entries, take-backs included."""
    checker = GAMES[rows[0]["game"]](rows[0]["setup"])
    for row in standing(rows[1:]):
        checker.check(row)
    checker.at_end()
    return checker.faults
