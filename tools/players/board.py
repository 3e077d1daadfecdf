"""The rondel as it lies on the table: pawns, die, tiles and decks in the box's own plastic and cardboard.

Written from the rules of movement alone and shares no code with the companion, so that the two can be compared.
The ring is unrolled: a place is a number that only grows; the window of usable places moves with the last figure.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from random import Random

WORLDS_END = "worlds_end"
DIE = "die"
DECKS = "SABCD"

Decks = dict[str, list[str]]


class Board:
    """What everybody can see, and the faces of the tiles in the decks."""

    def __init__(self, spaces: int, decks: Decks) -> None:
        self.spaces = spaces
        self.decks = decks
        self.deck_of = {piece: deck for deck, pieces in decks.items() for piece in pieces}
        self.figures: dict[str, int] = {}
        self.tiles: dict[int, str] = {}
        self.discards: list[str] = []
        self.owned: dict[str, list[str]] = {}

    def copy(self) -> Board:
        """For those who may take something back."""
        return copy.deepcopy(self)

    def set_up(self, pawns: Sequence[str], die: bool) -> None:
        """The last pawn first, the die in front of the foremost."""
        self.figures = {figure: place for place, figure in enumerate([*pawns, *([DIE] if die else [])])}
        self.owned = {pawn: [] for pawn in pawns}

    @property
    def pawns(self) -> list[str]:
        return [figure for figure in self.figures if figure != DIE]

    @property
    def last(self) -> str:
        """Whose figure is on turn."""
        return min(self.figures, key=lambda figure: self.figures[figure])

    @property
    def deck(self) -> str:
        """The letter that is laid now."""
        return next((letter for letter in DECKS if self.decks[letter]), DECKS[-1])

    @property
    def next_place(self) -> int:
        """Where the next tile is laid: in front of everything."""
        return max([*self.figures.values(), *self.tiles], default=-1) + 1

    def room(self) -> int:
        """Tiles that the refill lays: until only the place behind the last figure is free."""
        back = min([self.figures[self.last], *self.tiles])
        return max(0, back + self.spaces - 1 - self.next_place)

    def ahead(self) -> list[str]:
        """The tiles ahead of the figure on turn, the nearest first."""
        back = self.figures[self.last]
        return [self.tiles[place] for place in sorted(self.tiles) if place > back]

    def lay(self) -> str | None:
        """Lay one tile; None when the refill is done or no tile is left."""
        if not self.room() or not self.decks[self.deck]:
            return None
        piece = self.decks[self.deck].pop()
        self.tiles[self.next_place] = piece
        return piece

    def take(self, piece: str) -> None:
        """The pawn on turn goes there and takes the tile; what all pawns have passed is thrown away."""
        who = self.last
        self._go(who, piece)
        del self.tiles[self.figures[who]]
        self.owned[who].append(piece)
        self.sweep()

    def to_worlds_end(self) -> None:
        self._go(self.last, WORLDS_END)
        self.sweep()

    def throw_away(self, piece: str) -> None:
        """The pawn on turn takes nothing and discards that tile."""
        who = self.last
        self._go(who, piece)
        self.discards.append(self.tiles.pop(self.figures[who]))
        self.sweep()

    def roll(self, face: int) -> str | None:
        """The die goes so many tiles on and throws that tile out; None: it ended on World's End and is gone."""
        ahead = self.ahead()
        if len(ahead) < face or ahead[face - 1] == WORLDS_END:
            assert WORLDS_END in ahead, "the die would wait: this game is not for a recording"
            del self.figures[DIE]
            return None
        hit = ahead[face - 1]
        self._go(DIE, hit)
        self.discards.append(self.tiles.pop(self.figures[DIE]))
        # Beyond World's End it throws out its tile and is gone all the same (GM-DIE-06).
        if WORLDS_END in ahead[: face - 1]:
            del self.figures[DIE]
        return hit

    def _go(self, figure: str, piece: str) -> None:
        place = next(place for place, lying in self.tiles.items() if lying == piece)
        assert place > self.figures[figure]
        # Whoever comes last to World's End stands last in the row there.
        del self.figures[figure]
        self.figures[figure] = place

    def sweep(self) -> None:
        """Tiles behind all pawns go to the pile; the die holds nothing back."""
        behind = min(self.figures[pawn] for pawn in self.pawns)
        for place in sorted(self.tiles):
            if place < behind and self.tiles[place] != WORLDS_END:
                self.discards.append(self.tiles.pop(place))

    def lying(self) -> list[str]:
        """The tiles on the rondel from the back."""
        return [self.tiles[place] for place in sorted(self.tiles)]

    def everything(self) -> list[str]:
        """Every tile wherever it is."""
        owned = (piece for pieces in self.owned.values() for piece in pieces)
        return [*self.lying(), *self.discards, *owned, *(p for deck in self.decks.values() for p in deck)]


def shuffled(pieces: Iterable[tuple[str, str]], random: Random) -> Decks:
    """Shuffled decks of (piece, letter), World's End about in the middle of D; the end of a list is the top."""
    decks: Decks = {letter: [] for letter in DECKS}
    for piece, letter in pieces:
        if piece != WORLDS_END:
            decks[letter].append(piece)
    for deck in decks.values():
        random.shuffle(deck)
    decks["D"].insert(len(decks["D"]) // 2, WORLDS_END)
    return decks
