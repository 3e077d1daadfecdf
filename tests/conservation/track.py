"""The track of tiles and figures: where the next tile is laid and what a figure can reach."""

from __future__ import annotations

import itertools
from collections.abc import Sequence


class Track:
    """The tiles and figures. Positions only grow; those that differ by the number of spaces are one space."""

    def __init__(self) -> None:
        self.spaces: int | None = None
        self.tiles: dict[int, str] = {}
        self.decks: dict[int, str] = {}
        self.figures: dict[str, int] = {}
        self.fixture = ("", 0)

    def is_fixture(self, position: int) -> bool:
        """True if the figure that covers spaces for the whole game stands there."""
        size = self.fixture[1]
        return bool(
            size and self.spaces and position % self.spaces in range(self.spaces - 1 - size, self.spaces - 1)
        )

    @property
    def front(self) -> int:
        return max([-1, *self.tiles, *self.figures.values()])

    def next_free(self, pawns: Sequence[str]) -> int:
        """Return the position of the next tile: a gap before the foremost pawn, else the far end."""
        first = max((self.figures[each] for each in pawns if each in self.figures), default=self.front)
        taken = {*self.tiles, *self.figures.values()}
        gaps = (at for at in range(first + 1, self.front) if at not in taken and not self.is_fixture(at))
        end = next(at for at in itertools.count(self.front + 1) if not self.is_fixture(at))
        return next(gaps, end)

    def steps(self, start: int) -> list[tuple[int, str]]:
        """Return the places ahead that a figure can be moved to: position and what lies there."""
        found, at = [], start + 1
        is_on_fixture = self.is_fixture(start)
        # A fixture can be reached over empty spaces too.
        end = max(self.front, start + self.spaces - 1) if self.fixture[1] and self.spaces else self.front
        while at <= end:
            is_next_part = self.is_fixture(at - 1) and (at - 1 > start or is_on_fixture)
            if at in self.tiles:
                found.append((at, self.tiles[at] or self.decks[at]))
            elif self.is_fixture(at) and not is_next_part:
                found.append((at, self.fixture[0]))
            at += 1
        return found

    def last(self) -> str:
        return min(self.figures, key=lambda each: self.figures[each])
