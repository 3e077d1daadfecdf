"""The track of Glen More (2010) as it lies on the table: pawns, die, tiles and stacks.

Written from the rules of movement alone and shares no code with the companion, so that the two can be compared.
The track is unrolled: a place is a number that only grows. Knows nothing of territories.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from random import Random

DIE = "die"
STACKS = "0123"
SPACES = 14


class Track:
    """What everybody can see, and the faces of the tiles in the stacks."""

    def __init__(self, stacks: dict[str, list[str]]) -> None:
        self.stacks = stacks
        self.stack_of = {piece: stack for stack, pieces in stacks.items() for piece in pieces}
        self.figures: dict[str, int] = {}
        self.tiles: dict[int, str] = {}
        self.moved, self.behind = "", set[int]()

    def copy(self) -> Track:
        """For those who may take something back."""
        return copy.deepcopy(self)

    def set_up(self, pawns: Sequence[str]) -> None:
        """In their order, the first one hindmost; with 2 or 3 the die in front of them (G1-DIE-03)."""
        figures = [*pawns, *([DIE] if len(pawns) < 4 else [])]
        self.figures = {figure: place for place, figure in enumerate(figures)}

    @property
    def last(self) -> str:
        """Whose figure is on turn."""
        return min(self.figures, key=lambda figure: self.figures[figure])

    def ahead(self) -> list[str]:
        """The tiles ahead of the figure on turn, the nearest first."""
        return [self.tiles[place] for place in sorted(self.tiles) if place > self.figures[self.last]]

    def take(self, piece: str) -> None:
        """The figure on turn goes to that tile, which leaves the track: taken, or thrown out."""
        place = next(place for place, lying in self.tiles.items() if lying == piece)
        self.moved = self.last
        self.behind = {lying for lying in self.tiles if lying < self.figures[self.moved]}
        self.figures[self.moved] = place
        del self.tiles[place]

    def roll(self, face: int) -> str:
        """What the die throws out: so many tiles ahead, where fewer lie the last one (G1-DIE-04)."""
        ahead = self.ahead()
        hit = ahead[min(face, len(ahead)) - 1]
        self.take(hit)
        return hit

    def sweep(self) -> None:
        """Phase 4 begins: what the figure had behind it leaves, and what it passed if it still is the last."""
        first = self.figures[self.last]
        gone = {place for place in self.tiles if place < first} if self.last == self.moved else self.behind
        self.tiles = {place: piece for place, piece in self.tiles.items() if place not in gone}

    def lay(self) -> str:
        """Lay one tile; "" when one space alone is free, or no tile is left."""
        stack = next((pieces for pieces in self.stacks.values() if pieces), None)
        taken = [*self.figures.values(), *self.tiles]
        place = max(taken) + 1
        if stack is None or place > min(taken) + SPACES - 2:
            return ""
        self.tiles[place] = stack.pop()
        return self.tiles[place]

    def lying(self) -> list[str]:
        """The tiles on the track from the back."""
        return [self.tiles[place] for place in sorted(self.tiles)]


def shuffled(pieces: Iterable[tuple[str, str]], random: Random) -> dict[str, list[str]]:
    """Shuffled stacks of (piece, stack); the end of a list is the top."""
    stacks: dict[str, list[str]] = {stack: [] for stack in STACKS}
    for piece, stack in pieces:
        stacks[stack].append(piece)
    for each in stacks.values():
        random.shuffle(each)
    return stacks
