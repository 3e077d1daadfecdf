"""The rondel of Glen More II on the table: figures, tiles and decks.

It is written from the rules of movement and shares no code with the companion, so that the two can be compared.
Places are numbers that only grow; the window of usable places moves with the last figure.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from random import Random

WORLDS_END = "worlds_end"
DIE = "die"
DECKS = "SABCD"

Decks = dict[str, list[str]]


class TableRondel:
    """Everything on the rondel, and the order of the tiles in the decks."""

    def __init__(self, spaces: int, decks: Decks) -> None:
        self.spaces = spaces
        self.decks = decks
        self.deck_of = {piece: deck for deck, pieces in decks.items() for piece in pieces}
        self.figures: dict[str, int] = {}
        self.tiles: dict[int, str] = {}
        self.discards: list[str] = []
        self.owned: dict[str, list[str]] = {}

    def copy(self) -> TableRondel:
        """Return a copy, for players who may undo something."""
        return copy.deepcopy(self)

    def set_up(self, pawns: Sequence[str], die: bool) -> None:
        """Place the pawns, the last one first, and the die in front of them."""
        self.figures = {figure: place for place, figure in enumerate([*pawns, *([DIE] if die else [])])}
        self.owned = {pawn: [] for pawn in pawns}

    @property
    def pawns(self) -> list[str]:
        return [figure for figure in self.figures if figure != DIE]

    @property
    def last(self) -> str:
        """Figure on turn."""
        return min(self.figures, key=lambda figure: self.figures[figure])

    @property
    def deck(self) -> str:
        """Letter of the deck that is laid now."""
        return next((letter for letter in DECKS if self.decks[letter]), DECKS[-1])

    @property
    def next_place(self) -> int:
        """Place of the next tile, in front of everything."""
        return max([*self.figures.values(), *self.tiles], default=-1) + 1

    def room(self) -> int:
        """Return the number of tiles of the refill, which leaves only the place behind the last figure free."""
        back = min([self.figures[self.last], *self.tiles])
        return max(0, back + self.spaces - 1 - self.next_place)

    def ahead(self) -> list[str]:
        """Return the tiles ahead of the figure on turn, nearest first."""
        back = self.figures[self.last]
        return [self.tiles[place] for place in sorted(self.tiles) if place > back]

    def lay(self) -> str | None:
        """Lay one tile and return it; None if the refill is complete or no tile is left."""
        if not self.room() or not self.decks[self.deck]:
            return None
        piece = self.decks[self.deck].pop()
        self.tiles[self.next_place] = piece
        return piece

    def take(self, piece: str) -> None:
        """Move the pawn on turn to a tile and take it; discard the tiles that all pawns have passed."""
        who = self.last
        self._go(who, piece)
        del self.tiles[self.figures[who]]
        self.owned[who].append(piece)
        self.sweep()

    def to_worlds_end(self) -> None:
        self._go(self.last, WORLDS_END)
        self.sweep()

    def throw_away(self, piece: str) -> None:
        """Move the pawn on turn to a tile and discard it, without taking one."""
        who = self.last
        self._go(who, piece)
        self.discards.append(self.tiles.pop(self.figures[who]))
        self.sweep()

    def roll(self, face: int) -> str | None:
        """Move the die and return the tile that it discards; None if it ended on World's End and left the game."""
        ahead = self.ahead()
        if len(ahead) < face or ahead[face - 1] == WORLDS_END:
            assert WORLDS_END in ahead, "the die would wait: this game is not for a recording"
            del self.figures[DIE]
            return None
        hit = ahead[face - 1]
        self._go(DIE, hit)
        self.discards.append(self.tiles.pop(self.figures[DIE]))
        # Beyond World's End the die discards its tile and leaves the game too (GM-DIE-06).
        if WORLDS_END in ahead[: face - 1]:
            del self.figures[DIE]
        return hit

    def _go(self, figure: str, piece: str) -> None:
        place = next(place for place, lying in self.tiles.items() if lying == piece)
        assert place > self.figures[figure]
        # The last figure to reach World's End is the last in the order there.
        del self.figures[figure]
        self.figures[figure] = place

    def sweep(self) -> None:
        """Discard the tiles behind all pawns; the die does not protect tiles."""
        behind = min(self.figures[pawn] for pawn in self.pawns)
        for place in sorted(self.tiles):
            if place < behind and self.tiles[place] != WORLDS_END:
                self.discards.append(self.tiles.pop(place))

    def lying(self) -> list[str]:
        """Return the tiles on the rondel from the back."""
        return [self.tiles[place] for place in sorted(self.tiles)]

    def everything(self) -> list[str]:
        """Return every tile, wherever it is."""
        owned = (piece for pieces in self.owned.values() for piece in pieces)
        return [*self.lying(), *self.discards, *owned, *(p for deck in self.decks.values() for p in deck)]


def shuffled(pieces: Iterable[tuple[str, str]], random: Random) -> Decks:
    """Return shuffled decks from pairs (piece, letter), with World's End in the middle of D.

    The end of a list is the top.
    """
    decks: Decks = {letter: [] for letter in DECKS}
    for piece, letter in pieces:
        if piece != WORLDS_END:
            decks[letter].append(piece)
    for deck in decks.values():
        random.shuffle(deck)
    decks["D"].insert(len(decks["D"]) // 2, WORLDS_END)
    return decks
