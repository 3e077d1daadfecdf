"""The rondel as a line of spaces, back to front: pure functions on tuples of `Space`.

The line begins at the last figure's space. What lies ahead is counted in tiles, never in spaces. Asks nothing and
knows no player's counts.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.state.facts import WORLDS_END
from companion.state.model import DIE, Space, Tile

Line = tuple[Space, ...]


def trimmed(line: Line) -> Line:
    """The line from the last figure or tile to the foremost: spaces outside it are free for the refill."""
    taken = [place for place, space in enumerate(line) if space.figures or space.has_tile]
    return line[taken[0] : taken[-1] + 1] if taken else ()


def last_figure(line: Line) -> str:
    """The figure that is last on the rondel (GM-RND-01, GM-DIE-10); "" on an empty line."""
    return next((s.figures[0] for s in line if s.figures), "")


def place_of(line: Line, figure: str) -> int:
    """The place of a figure in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if figure in s.figures), -1)


def place_of_piece(line: Line, piece: str) -> int:
    """The place of a known tile in the line, -1 when it isn't there."""
    return next((i for i, s in enumerate(line) if s.piece == piece), -1)


def tiles_ahead(line: Line) -> list[int]:
    """Places of the tiles ahead of the last figure, nearest first; World's End is one of them."""
    back = place_of(line, last_figure(line))
    return [i for i, s in enumerate(line) if i > back and s.has_tile]


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
    return trimmed((*line[:place], Space(line[place].figures), *line[place + 1 :]))


def with_space(line: Line, place: int, space: Space) -> Line:
    return (*line[:place], space, *line[place + 1 :])


def last_pawn(line: Line) -> int:
    """The place of the last player pawn; the die is no player (GM-DIE-09)."""
    return next((i for i, s in enumerate(line) if any(f != DIE for f in s.figures)), len(line))


def passed_by_all(line: Line) -> list[int]:
    """Places of the tiles that every player pawn has passed (GM-RND-05)."""
    return [i for i, s in enumerate(line[: last_pawn(line)]) if s.has_tile and s.piece != WORLDS_END]


def room(line: Line, spaces: int) -> int:
    """How many tiles a refill lays until only the space behind the last figure is free (GM-RND-06)."""
    return max(0, spaces - 1 - len(trimmed(line)))


def all_at_worlds_end(line: Line) -> bool:
    """Every player pawn stands on World's End or beyond it (GM-END-01)."""
    end = place_of_piece(line, WORLDS_END)
    return end >= 0 and last_pawn(line) >= end


def tiles_of(spaces: Iterable[Space]) -> tuple[Tile, ...]:
    return tuple(Tile(s.piece, s.deck) for s in spaces if s.has_tile)


def die_target(line: Line, face: int, with_symbol: frozenset[str], beyond: bool = False) -> tuple[int, bool]:
    """Where the die ends: (place, leaves). Place -1: no tile ahead suits it (GM-DIE-07).

    It counts tiles and goes on past a chronicle symbol at the end (GM-DIE-03, GM-DIE-04); reaching or crossing
    World's End it leaves the game (GM-DIE-06), with `beyond` only after throwing out the tile it would hit.
    """
    places = tiles_ahead(line)
    end = place_of_piece(line, WORLDS_END)
    for place in places[face - 1 :]:
        if line[place].piece in with_symbol:
            continue
        if 0 <= end <= place:
            return (place, True) if beyond and place != end else (end, True)
        return place, False
    return (end, True) if end in places else (-1, False)
