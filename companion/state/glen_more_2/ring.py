"""The rondel as a line of spaces (`territory.track`), and what only this game knows of one: World's End, fixtures,
the die. Asks nothing and knows no player's counts.
"""

from __future__ import annotations

from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import is_neutral
from companion.state.territory.track import Line as Ring
from companion.state.territory.track import (
    Space,
    ahead_of,
    foremost,
    laid,
    last_figure,
    moved,
    place_of,
    place_of_piece,
    room,
    tiles_ahead,
    trimmed,
    with_space,
    without_tile,
)

__all__ = [
    "Ring", "ahead_of", "all_at_worlds_end", "die_target", "fixture_put", "foremost", "laid", "last_figure",
    "last_pawn", "moved", "passed_by_all", "place_of", "place_of_piece", "room", "rotated", "still_moving",
    "tiles_ahead", "trimmed", "with_space", "without_tile",
]  # fmt: skip


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


def still_moving(line: Ring) -> list[str]:
    """The figures from behind; who stands on World's End or past it has no turn any more (GM-END-03)."""
    end = place_of_piece(line, WORLDS_END)
    return [figure for space in (line if end < 0 else line[:end]) for figure in space.figures]


def last_pawn(line: Ring) -> int:
    """The place of the last player pawn; the die is no player (GM-DIE-09)."""
    return next((i for i, s in enumerate(line) if not all(map(is_neutral, s.figures))), len(line))


def passed_by_all(line: Ring) -> list[int]:
    """Places of the tiles that every player pawn has passed (GM-RND-05); a fixture is never discarded."""
    return [
        i for i, s in enumerate(line[: last_pawn(line)]) if s.has_tile and not s.fixed and s.piece != WORLDS_END
    ]


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
