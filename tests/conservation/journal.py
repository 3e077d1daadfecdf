"""Rows of an exported journal: entries that stand, and what one turn has moved."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

Event = dict[str, Any]
Cell = tuple[int, int]


@dataclass(frozen=True)
class Fault:
    """One place where the accounts do not balance: number of the entry, kind of fault, sentence."""

    entry: int
    kind: str
    text: str


def standing(entries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the entries that no later entry takes back, in their order."""
    left, at = [], len(entries)
    while at:
        at -= 1
        answer = entries[at]["answer"]
        if answer.get("type") == "take_back":
            at = answer["first"] - 1
        else:
            left.append(entries[at])
    return left[::-1]


class Turn:
    """What one turn has moved so far."""

    def __init__(self, is_ended: bool = False) -> None:
        self.is_ended = is_ended
        """True if another turn may begin; a die's turn ends without an event of its own in II."""
        self.is_moved = False
        self.face = 0
        self.by: dict[str, str] = {}
        self.is_settled = False
        self.may_activate_all = False
        self.is_swapped = False
        self.place = -1
        self.taken: str | None = None
        self.placed: str | None = None
        self.cell: Cell | None = None
        self.movement = 0
        self.activated: set[str] = set()
        self.steps: set[str] = set()
        self.gains: dict[str, Counter[str]] = defaultdict(Counter)
        self.pays: dict[str, Counter[str]] = defaultdict(Counter)
        self.points: Counter[str] = Counter()
        self.free: set[str] = set()
