"""A ring of spaces as a line, back to front: figures and tiles. Of the games whose figures go round one.

    [red] [1-04] [  ] [yellow] [1-07] [1-12]      red is last and on turn; three tiles lie ahead of it

The line begins at the last figure's space, or at a tile behind it. What lies ahead is counted in tiles, never in
spaces. Frozen values and pure functions on tuples of `Space`; never knows the game.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.caching import memoize_last


class Space(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One space of the line: figures on it and the tile that lies there. An empty one has neither."""

    figures: tuple[str, ...] = ()
    """Players' ids, the die, neutral figures; several only where a game lets them share a space."""
    piece: str = ""
    """The id of what lies there; a tile that nobody told about has a deck and no piece."""
    deck: str = ""
    """The tile's letter."""
    fixed: bool = False
    """It belongs to something that never leaves it, and takes no tile; its first space carries the name."""

    @property
    def has_tile(self) -> bool:
        return bool(self.piece or self.deck)

    @property
    def is_free(self) -> bool:
        """Nothing is on it, and a tile may come there."""
        return not (self.figures or self.piece or self.deck or self.fixed)

    @property
    def unidentified(self) -> bool:
        return bool(self.deck) and not self.piece


Line = tuple[Space, ...]
"""The closed ring, cut open behind the last figure: from its back to its front."""


def trimmed(line: Line) -> Line:
    """The line from the last figure or tile to the foremost: spaces outside it are free for new tiles."""
    first, after = 0, len(line)
    while first < after and line[first].is_free:
        first += 1
    while after > first and line[after - 1].is_free:
        after -= 1
    return line[first:after]


def foremost(line: Line) -> int:
    """The place of the foremost figure or tile, what is fixed left out; -1 on an empty line."""
    places = range(len(line) - 1, -1, -1)
    return next((i for i in places if (s := line[i]).figures or (s.has_tile and not s.fixed)), -1)


def laid(line: Line, space: Space) -> tuple[Line, int]:
    """The line with a tile on the first free space ahead of the foremost figure or tile, and its place."""
    place = next((i for i in range(foremost(line) + 1, len(line)) if not line[i].fixed), len(line))
    return (with_space(line, place, space) if place < len(line) else (*line, space)), place


def last_figure(line: Line) -> str:
    """The figure that is last; "" on an empty line."""
    return next((s.figures[0] for s in line if s.figures), "")


def place_of(line: Line, figure: str) -> int:
    """The place of a figure in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if figure in s.figures), -1)


def place_of_piece(line: Line, piece: str) -> int:
    """The place of a known tile in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if s.piece == piece), -1)


@memoize_last
def tiles_ahead(line: Line) -> tuple[int, ...]:
    """Places of the tiles ahead of the last figure, nearest first."""
    back = next((i for i, s in enumerate(line) if s.figures), -1)
    return tuple(i for i, s in enumerate(line[back + 1 :], back + 1) if s.piece or s.deck)


def ahead_of(line: Line, place: int) -> int:
    """Which tile ahead of the last figure lies at this place (from 1), 0 when none does."""
    places = tiles_ahead(line)
    return places.index(place) + 1 if place in places else 0


def moved(line: Line, figure: str, place: int) -> Line:
    """The line with the figure on that space instead of its own."""
    spaces = [
        replace(s, figures=tuple(f for f in s.figures if f != figure)) if figure in s.figures else s for s in line
    ]
    spaces[place] = replace(spaces[place], figures=(*spaces[place].figures, figure))
    return trimmed(tuple(spaces))


def without_tile(line: Line, place: int) -> Line:
    """The line with nothing lying at that place; figures stay."""
    return trimmed(with_space(line, place, Space(line[place].figures, fixed=line[place].fixed)))


def with_space(line: Line, place: int, space: Space) -> Line:
    return (*line[:place], space, *line[place + 1 :])


def room(line: Line, spaces: int) -> int:
    """How many tiles can be laid until only the space behind the last figure is free."""
    line = trimmed(line)
    ahead = sum(not s.fixed for s in line[foremost(line) + 1 :])
    return max(0, spaces - 1 - len(line) + ahead)
