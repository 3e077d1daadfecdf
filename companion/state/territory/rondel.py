"""Moves on the rondel, tiles that leave it, and the refill. The games decide which tiles leave and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.engine.message import Message, tr
from companion.state.territory import events as ev
from companion.state.territory.track import (
    Track,
    count_layable_tiles,
    figure_index,
    number_ahead,
    tile_index,
    tile_indexes_ahead,
)
from companion.state.territory.trading import Resolution

AHEAD_PREFIX = "ahead:"
"""Prefix of an answer for an unidentified tile; its number ahead follows."""


def ahead_value(line: Track, n: int) -> str:
    """Return the value of the `n`-th tile ahead in answers: its id, or its number if it is unidentified."""
    return line[tile_indexes_ahead(line)[n - 1]].piece or f"{AHEAD_PREFIX}{n}"


def target_index(line: Track, value: object) -> int:
    """Return the index of the tile with this value in an answer, -1 if it is not there."""
    text = str(value)
    if text.startswith(AHEAD_PREFIX):
        return tile_indexes_ahead(line)[int(text.removeprefix(AHEAD_PREFIX)) - 1]
    return tile_index(line, text)


def ahead_label(n: int, tile: Message) -> Message:
    """Return the label of the `n`-th tile ahead."""
    return tr("tile {n} ahead, {tile}", n=n, tile=tile)


def move_figure(resolution: Resolution, figure: str, place: int) -> None:
    """Record a figure's move onto the tile at an index, with the tiles that it passes."""
    line: Track = resolution.state.track
    passed = tuple(s.piece or s.deck for s in line[figure_index(line, figure) + 1 : place] if s.has_tile)
    resolution.do(ev.PawnMoved(figure, number_ahead(line, place), passed))


def discard_tile(resolution: Resolution, place: int, rule: str, pile: str = "") -> None:
    """Record that the tile at an index leaves the rondel. pile: as in `TileDiscarded.pile`."""
    tile = resolution.state.track[place]
    resolution.do(ev.TileDiscarded(tile.piece, tile.deck, place, rule, pile))


def discard_tile_under(resolution: Resolution, figure: str, rule: str, pile: str = "") -> None:
    """Record that the tile on which a figure stands leaves the rondel."""
    discard_tile(resolution, figure_index(resolution.state.track, figure), rule, pile)


def discard_tiles(
    resolution: Resolution,
    leaving: Callable[[Any], Sequence[int]],
    rule: str,
    pile: Callable[[Any], str] = lambda _state: "",
) -> None:
    """Record that tiles leave the rondel. leaving: returns their indexes in a state; pile: the pile they go to."""
    # A tile that leaves moves the indexes of the others, so they are searched for again.
    for _ in leaving(resolution.state):
        discard_tile(resolution, leaving(resolution.state)[0], rule, pile(resolution.state))


def count_refill(line: Track, spaces: int, left: Iterable[int]) -> int:
    """Return how many tiles a refill lays: until one space is free, or until no deck has a tile.

    left: number of tiles of each deck that can be laid.
    """
    return min(count_layable_tiles(line, spaces), sum(left))
