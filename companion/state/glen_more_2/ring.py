"""The rondel as a line of spaces, back to front: pure functions on tuples of `Space`.

The line begins at the last figure's space. What lies ahead is counted in tiles, never in spaces. Asks nothing and
knows no player's counts.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import Space, is_neutral

Ring = tuple[Space, ...]
"""The closed ring, cut open behind the last figure: a line of spaces from its back to its front."""


def trimmed(line: Ring) -> Ring:
    """The line from the last figure or tile to the foremost: spaces outside it are free for the refill."""
    first, after = 0, len(line)
    while first < after and line[first].is_free:
        first += 1
    while after > first and line[after - 1].is_free:
        after -= 1
    return line[first:after]


def rotated(line: Ring, spaces: int) -> Ring:
    """The line trimmed; a fixture that all figures have left behind stands at the far end again.

    The ring is closed: what is behind the last figure lies ahead of the foremost. The free spaces before such a
    fixture stand in the line, so that a refill lays there first; it never counts as a space to be filled.
    """
    line = trimmed(line)
    if not any(space.fixed for space in line):
        return line
    back = next((i for i, s in enumerate(line) if s.figures or (s.has_tile and not s.fixed)), len(line))
    fixture = [i for i, s in enumerate(line[:back]) if s.fixed]
    if not fixture or back == len(line):
        return line
    free = max(0, spaces - len(line)) + fixture[0]
    return (*line[back:], *(Space() for _ in range(free)), *line[fixture[0] : fixture[-1] + 1])


def fixture_put(line: Ring, spaces: int, fixture: Ring) -> Ring:
    """The line with a fixture directly before the one space that stays empty; what is free lies before it."""
    free = max(0, spaces - 1 - len(line) - len(fixture))
    return (*line, *(Space() for _ in range(free)), *fixture)


def foremost(line: Ring) -> int:
    """The place of the foremost figure or tile, fixtures left out; -1 on an empty line."""
    places = range(len(line) - 1, -1, -1)
    return next((i for i in places if (s := line[i]).figures or (s.has_tile and not s.fixed)), -1)


def laid(line: Ring, space: Space) -> tuple[Ring, int]:
    """The line with a tile on the first free space ahead of the foremost figure or tile, and its place."""
    place = next((i for i in range(foremost(line) + 1, len(line)) if not line[i].fixed), len(line))
    return (with_space(line, place, space) if place < len(line) else (*line, space)), place


def last_figure(line: Ring) -> str:
    """The figure that is last on the rondel (GM-RND-01, GM-DIE-10); "" on an empty line."""
    return next((s.figures[0] for s in line if s.figures), "")


def still_moving(line: Ring) -> list[str]:
    """The figures from behind; who stands on World's End or past it has no turn any more (GM-END-03)."""
    end = place_of_piece(line, WORLDS_END)
    return [figure for space in (line if end < 0 else line[:end]) for figure in space.figures]


def place_of(line: Ring, figure: str) -> int:
    """The place of a figure in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if figure in s.figures), -1)


def place_of_piece(line: Ring, piece: str) -> int:
    """The place of a known tile in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if s.piece == piece), -1)


def tiles_ahead(line: Ring) -> list[int]:
    """Places of the tiles ahead of the last figure, nearest first; World's End is one of them."""
    back = next((i for i, s in enumerate(line) if s.figures), -1)
    return [i for i, s in enumerate(line[back + 1 :], back + 1) if s.has_tile]


def ahead_of(line: Ring, place: int) -> int:
    """Which tile ahead of the last figure lies at this place (from 1), 0 when none does."""
    places = tiles_ahead(line)
    return places.index(place) + 1 if place in places else 0


def moved(line: Ring, figure: str, place: int) -> Ring:
    """The line with the figure on that space instead of its own."""
    spaces = [
        replace(s, figures=tuple(f for f in s.figures if f != figure)) if figure in s.figures else s for s in line
    ]
    spaces[place] = replace(spaces[place], figures=(*spaces[place].figures, figure))
    return trimmed(tuple(spaces))


def without_tile(line: Ring, place: int) -> Ring:
    """The line with nothing lying at that place; figures stay."""
    return trimmed(with_space(line, place, Space(line[place].figures, fixed=line[place].fixed)))


def with_space(line: Ring, place: int, space: Space) -> Ring:
    return (*line[:place], space, *line[place + 1 :])


def last_pawn(line: Ring) -> int:
    """The place of the last player pawn; the die is no player (GM-DIE-09)."""
    return next((i for i, s in enumerate(line) if not all(map(is_neutral, s.figures))), len(line))


def passed_by_all(line: Ring) -> list[int]:
    """Places of the tiles that every player pawn has passed (GM-RND-05); a fixture is never discarded."""
    return [
        i for i, s in enumerate(line[: last_pawn(line)]) if s.has_tile and not s.fixed and s.piece != WORLDS_END
    ]


def room(line: Ring, spaces: int) -> int:
    """How many tiles a refill lays until only the space behind the last figure is free (GM-RND-06)."""
    line = trimmed(line)
    ahead = sum(not s.fixed for s in line[foremost(line) + 1 :])
    return max(0, spaces - 1 - len(line) + ahead)


def all_at_worlds_end(line: Ring) -> bool:
    """Every player pawn stands on World's End or beyond it (GM-END-01)."""
    end = place_of_piece(line, WORLDS_END)
    return end >= 0 and last_pawn(line) >= end


def die_target(
    line: Ring,
    face: int,
    with_symbol: frozenset[str],
    beyond: bool = False,
    uncounted: frozenset[str] = frozenset(),
) -> tuple[int, bool]:
    """Where the die ends: (place, leaves). Place -1: no tile ahead suits it (GM-DIE-07).

    It counts tiles and goes on past a chronicle symbol at the end (GM-DIE-03, GM-DIE-04); reaching or crossing
    World's End it leaves the game (GM-DIE-06), with `beyond` only after throwing out the tile it would hit.
    uncounted: what is no step for it.
    """
    places = [place for place in tiles_ahead(line) if line[place].piece not in uncounted]
    end = place_of_piece(line, WORLDS_END)
    for place in places[face - 1 :]:
        if line[place].piece in with_symbol:
            continue
        if 0 <= end <= place:
            return (place, True) if beyond and place != end else (end, True)
        return place, False
    return (end, True) if end in places else (-1, False)
