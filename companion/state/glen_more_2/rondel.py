"""Movement on the rondel and what only Glen More II has there: World's End, fixtures and the die.

The rondel is an ordered list of spaces (`territory.track`). These functions ask no questions and know no player's
counts. World's End: where it is, where it may be, and when every pawn has reached it (GM-END-01 to GM-END-05).
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import State, is_neutral_figure
from companion.state.glen_more_2.ruleset import figure_turn
from companion.state.territory.track import (
    Space,
    foremost_index,
    last_figure,
    tile_index,
    tile_indexes_ahead,
    trim_track,
    with_laid_tile,
)
from companion.state.territory.track import Track as Ring


def rotate_track(line: Ring, spaces: int) -> Ring:
    """Return the trimmed track, with a fixture that all figures have passed at the far end again.

    The rondel is circular: what is behind the last figure is ahead of the first. The free spaces before such a
    fixture are part of the track, so that a refill lays there first; the fixture never counts as a space to fill.
    """
    line = trim_track(line)
    if not any(space.fixed for space in line):
        return line
    back = next((i for i, s in enumerate(line) if s.figures or (s.has_tile and not s.fixed)), len(line))
    fixture = [i for i, s in enumerate(line[:back]) if s.fixed]
    if not fixture or back == len(line):
        return line
    free = max(0, spaces - len(line)) + fixture[0]
    return (*line[back:], *(Space() for _ in range(free)), *line[fixture[0] : fixture[-1] + 1])


def insert_fixture(line: Ring, spaces: int, fixture: Ring) -> Ring:
    """Return the track with a fixture directly before the one empty space, and the free spaces before it."""
    free = max(0, spaces - 1 - len(line) - len(fixture))
    return (*line, *(Space() for _ in range(free)), *fixture)


def moving_figures(line: Ring) -> list[str]:
    """Return the figures that still have turns, last one first; World's End ends a pawn's turns (GM-END-03)."""
    end = tile_index(line, WORLDS_END)
    return [figure for space in (line if end < 0 else line[:end]) for figure in space.figures]


def last_pawn_place(line: Ring) -> int:
    """Return the place of the last player's pawn; the die is no player (GM-DIE-09)."""
    return next((i for i, s in enumerate(line) if not all(map(is_neutral_figure, s.figures))), len(line))


def places_passed_by_all(line: Ring) -> list[int]:
    """Return the places of tiles that every player's pawn has passed (GM-RND-05); fixtures are never discarded."""
    return [
        i
        for i, s in enumerate(line[: last_pawn_place(line)])
        if s.has_tile and not s.fixed and s.piece != WORLDS_END
    ]


def refill_place(line: Ring) -> int:
    """Return the place of the next tile that a refill lays (GM-RND-06).

    It is the first empty space ahead of the last pawn, for example one that the die has left (GM-DIE-06,
    GM-DIE-07), otherwise the far end.
    """
    gap = next(_refill_gaps(line), -1)
    return with_laid_tile(line, Space())[1] if gap < 0 else gap


def count_refill_gaps(line: Ring) -> int:
    """Return the number of empty spaces between the last pawn and the foremost figure or tile."""
    return sum(1 for _ in _refill_gaps(line))


def _refill_gaps(line: Ring) -> Iterator[int]:
    """Yield the empty spaces between the last pawn and the foremost figure or tile.

    Spaces behind the last pawn stay empty: all pawns would have passed a tile there (GM-DIE-10).
    """
    return (i for i in range(last_pawn_place(line) + 1, foremost_index(line)) if line[i].is_free)


def is_everyone_at_worlds_end(line: Ring) -> bool:
    """True if every player's pawn is on World's End or beyond it (GM-END-01)."""
    end = tile_index(line, WORLDS_END)
    return end >= 0 and last_pawn_place(line) >= end


def die_target(
    line: Ring,
    face: int,
    with_symbol: frozenset[str],
    beyond: bool = False,
    uncounted: frozenset[str] = frozenset(),
) -> tuple[int, bool]:
    """Return where the die ends as (place, leaves the game). Place -1: no tile ahead is allowed (GM-DIE-07).

    The die counts tiles and does not end on a chronicle symbol (GM-DIE-03, GM-DIE-04). If it reaches or crosses
    World's End it leaves the game (GM-DIE-06); with `beyond` it first discards the tile it would hit. Pieces in
    `uncounted` are no step for the die.
    """
    places = [place for place in tile_indexes_ahead(line) if line[place].piece not in uncounted]
    end = tile_index(line, WORLDS_END)
    for place in places[face - 1 :]:
        if line[place].piece in with_symbol:
            continue
        if 0 <= end <= place:
            return (place, True) if beyond and place != end else (end, True)
        return place, False
    return (end, True) if end in places else (-1, False)


def is_game_over(state: State) -> bool:
    """True if every pawn and every figure that delays the end is on World's End or beyond (GM-END-01)."""
    end = tile_index(state.track, WORLDS_END)
    waited = (f for s in state.track[: max(end, 0)] for f in s.figures)
    return is_everyone_at_worlds_end(state.track) and not any(
        (t := figure_turn(state, f)) and t.delays_game_end for f in waited
    )


def is_on_worlds_end(state: State, player_id: str) -> bool:
    """True if this player's pawn is on World's End, not beyond it."""
    end = tile_index(state.track, WORLDS_END)
    return end >= 0 and player_id in state.track[end].figures


def can_worlds_end_be_laid(state: State) -> bool:
    """True if World's End may be the next tile of deck D (GM-SET-11).

    It is not among the first third, as far as players can judge.
    """
    deck = state.deck_of("D")
    return state.short_game or deck.left * 3 <= deck.size * 2


def must_locate_worlds_end(state: State) -> bool:
    """True if deck D is empty and the place of World's End is still unknown."""
    return state.deck == "D" and not state.deck_of("D").left and bool(possible_worlds_end_places(state))


def possible_worlds_end_places(state: State) -> list[int]:
    """Return the places of the tiles that may turn out to be World's End."""
    if state.is_worlds_end_known:
        return []
    return [i for i, s in enumerate(state.track) if s.is_unidentified and s.deck == "D"]


def possible_worlds_end_places_passed(state: State, place: int) -> list[int]:
    """Return places of unidentified D tiles that a move to `place` would discard; one may be World's End."""
    figure, unidentified = last_figure(state.track), possible_worlds_end_places(state)
    if not unidentified:
        return []
    # A tile stays while another pawn is behind it (GM-RND-05); neutral figures hold none (GM-DIE-09).
    others = [
        i for i, s in enumerate(state.track) if any(f != figure and not is_neutral_figure(f) for f in s.figures)
    ]
    return [i for i in unidentified if i < min([place, *others])]
