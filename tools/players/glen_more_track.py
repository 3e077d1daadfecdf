"""The track of Glen More (2010) on the table: pawns, die, tiles and stacks.

It is written from the rules of movement and shares no code with the companion, so that the two can be compared.
Places are numbers that only grow. Territories are not known here.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from random import Random

DIE = "die"
STACKS = "0123"
SPACES = 14


class Track:
    """Everything on the track, and the order of the tiles in the stacks."""

    def __init__(self, stacks: dict[str, list[str]]) -> None:
        self.stacks = stacks
        self.stack_of = {piece: stack for stack, pieces in stacks.items() for piece in pieces}
        self.figures: dict[str, int] = {}
        self.tiles: dict[int, str] = {}
        self.moved, self.behind = "", set[int]()

    def copy(self) -> Track:
        """Return a copy, for players who may undo something."""
        return copy.deepcopy(self)

    def set_up(self, pawns: Sequence[str]) -> None:
        """Place the pawns in their order, the first one last; the die in front of 2 or 3 (G1-DIE-03)."""
        figures = [*pawns, *([DIE] if len(pawns) < 4 else [])]
        self.figures = {figure: place for place, figure in enumerate(figures)}

    @property
    def last(self) -> str:
        """Figure on turn."""
        return min(self.figures, key=lambda figure: self.figures[figure])

    def ahead(self) -> list[str]:
        """Return the tiles ahead of the figure on turn, nearest first."""
        return [self.tiles[place] for place in sorted(self.tiles) if place > self.figures[self.last]]

    def take(self, piece: str) -> None:
        """Move the figure on turn to a tile and remove the tile, whether it is taken or discarded."""
        place = next(place for place, lying in self.tiles.items() if lying == piece)
        self.moved = self.last
        self.behind = {lying for lying in self.tiles if lying < self.figures[self.moved]}
        self.figures[self.moved] = place
        del self.tiles[place]

    def roll(self, face: int) -> str:
        """Move the die and return the tile that it discards, at most the last one (G1-DIE-04)."""
        ahead = self.ahead()
        hit = ahead[min(face, len(ahead)) - 1]
        self.take(hit)
        return hit

    def sweep(self) -> None:
        """Begin phase 4: remove the tiles behind the figure, and those it passed if it is still the last."""
        first = self.figures[self.last]
        gone = {place for place in self.tiles if place < first} if self.last == self.moved else self.behind
        self.tiles = {place: piece for place, piece in self.tiles.items() if place not in gone}

    def lay(self) -> str:
        """Lay one tile and return it; "" if only one space is free or no tile is left."""
        stack = next((pieces for pieces in self.stacks.values() if pieces), None)
        taken = [*self.figures.values(), *self.tiles]
        place = max(taken) + 1
        if stack is None or place > min(taken) + SPACES - 2:
            return ""
        self.tiles[place] = stack.pop()
        return self.tiles[place]

    def lying(self) -> list[str]:
        """Return the tiles on the track from the back."""
        return [self.tiles[place] for place in sorted(self.tiles)]


def shuffled(pieces: Iterable[tuple[str, str]], random: Random) -> dict[str, list[str]]:
    """Return shuffled stacks from pairs (piece, stack). The end of a list is the top."""
    stacks: dict[str, list[str]] = {stack: [] for stack in STACKS}
    for piece, stack in pieces:
        stacks[stack].append(piece)
    for each in stacks.values():
        random.shuffle(each)
    return stacks
