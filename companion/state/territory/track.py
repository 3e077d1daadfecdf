"""The rondel as a tuple of spaces from back to front, with the figures and tiles on them.

    [red] [1-04] [  ] [yellow] [1-07] [1-12]      red is last and on turn; three tiles are ahead

The tuple begins at the last figure's space, or at a tile behind it. Figures advance by counting tiles, not
spaces. All functions are pure; the module does not know the game.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.caching import memoize_last


class Space(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One space of the track: its figures and its tile. An empty space has neither."""

    figures: tuple[str, ...] = ()
    """Players' ids, the die, neutral figures; several only if a game lets figures share a space."""
    piece: str = ""
    """Id of the tile; an unidentified tile has a deck and no id."""
    deck: str = ""
    """Letter of the tile's deck."""
    fixed: bool = False
    """True if the space belongs to something that stays on the track and takes no tile; its first space has the
    id."""

    @property
    def has_tile(self) -> bool:
        return bool(self.piece or self.deck)

    @property
    def is_free(self) -> bool:
        """True if the space is empty and can take a tile."""
        return not (self.figures or self.piece or self.deck or self.fixed)

    @property
    def is_unidentified(self) -> bool:
        return bool(self.deck) and not self.piece


Track = tuple[Space, ...]
"""The closed ring, cut open behind the last figure, from back to front."""


def trim_track(line: Track) -> Track:
    """Return the track from its last to its foremost figure or tile: the spaces outside are free for new tiles."""
    first, after = 0, len(line)
    while first < after and line[first].is_free:
        first += 1
    while after > first and line[after - 1].is_free:
        after -= 1
    return line[first:after]


def foremost_index(line: Track) -> int:
    """Return the index of the foremost figure or tile, without fixed ones; -1 on an empty track."""
    places = range(len(line) - 1, -1, -1)
    return next((i for i in places if (s := line[i]).figures or (s.has_tile and not s.fixed)), -1)


def with_laid_tile(line: Track, space: Space) -> tuple[Track, int]:
    """Return the track with a tile on the first free space ahead of the foremost figure or tile, and its index."""
    place = next((i for i in range(foremost_index(line) + 1, len(line)) if not line[i].fixed), len(line))
    return (with_space(line, place, space) if place < len(line) else (*line, space)), place


def last_figure(line: Track) -> str:
    """Return the figure that is last, "" on an empty track."""
    return next((s.figures[0] for s in line if s.figures), "")


def figure_index(line: Track, figure: str) -> int:
    """Return the index of a figure, -1 if it is not there."""
    return next((i for i, s in enumerate(line) if figure in s.figures), -1)


def tile_index(line: Track, piece: str) -> int:
    """Return the index of an identified tile, -1 if it is not there."""
    return next((i for i, s in enumerate(line) if s.piece == piece), -1)


@memoize_last
def tile_indexes_ahead(line: Track) -> tuple[int, ...]:
    """Return the indexes of the tiles ahead of the last figure, nearest first."""
    back = next((i for i, s in enumerate(line) if s.figures), -1)
    return tuple(i for i, s in enumerate(line[back + 1 :], back + 1) if s.piece or s.deck)


def number_ahead(line: Track, place: int) -> int:
    """Return the number of the tile at an index, counted from 1 ahead of the last figure; 0 if there is none."""
    places = tile_indexes_ahead(line)
    return places.index(place) + 1 if place in places else 0


def with_moved_figure(line: Track, figure: str, place: int) -> Track:
    """Return the track with a figure moved to the space at an index."""
    spaces = [
        replace(s, figures=tuple(f for f in s.figures if f != figure)) if figure in s.figures else s for s in line
    ]
    spaces[place] = replace(spaces[place], figures=(*spaces[place].figures, figure))
    return trim_track(tuple(spaces))


def without_tile(line: Track, place: int) -> Track:
    """Return the track without the tile at an index; figures stay."""
    return trim_track(with_space(line, place, Space(line[place].figures, fixed=line[place].fixed)))


def with_space(line: Track, place: int, space: Space) -> Track:
    """Return the track with the space at an index replaced."""
    return (*line[:place], space, *line[place + 1 :])


def count_layable_tiles(line: Track, spaces: int) -> int:
    """Return how many tiles can be laid until only the space behind the last figure is free."""
    line = trim_track(line)
    ahead = sum(not s.fixed for s in line[foremost_index(line) + 1 :])
    return max(0, spaces - 1 - len(line) + ahead)
