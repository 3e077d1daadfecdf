"""A territory: which tiles are where, and the goods and Scots on them.

        y
        2          [r]             x goes east, y goes north; the home tile, or its left half, is at 0,0.
        1     [ ]  [r]  [ ]        [ ] a tile, [r] one with a river that runs from south to north.
        0     [ ]  [h]  [ ]        Only the top tile of a stack counts.

             -1    0    1    x

Values are frozen, and each function returns a new territory. The module does not know the game, the kinds of
tiles or the placement rules (`companion.state.territory.placement`). Work grows linearly with the number of
tiles.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

MAX_GOODS_PER_TILE = 3
"""Most goods on one tile, all kinds together."""


class Cell(NamedTuple):
    """A position, with or without a tile."""

    x: int
    """Tiles east of the home tile."""
    y: int
    """Tiles north of the home tile."""


_cell = lru_cache(maxsize=4096)(Cell)
"""Cached constructor: the tiles of every state need their cells, and there are few different ones."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A cell with a tile or a stack of tiles."""

    x: int
    """See `Cell.x`."""
    y: int
    """See `Cell.y`."""
    pieces: tuple[str, ...]
    """Ids of the tiles from bottom to top; at least one."""
    goods: dict[str, int] = {}
    """Number of goods by kind, without zeros."""
    scots: int = 0
    """Number of Scots on the tile."""

    @property
    def cell(self) -> Cell:
        return _cell(self.x, self.y)

    @property
    def top(self) -> str:
        """Id of the top tile, the only one that counts."""
        return self.pieces[-1]

    @property
    def room(self) -> int:
        """Number of goods that it can still hold."""
        return max(0, MAX_GOODS_PER_TILE - sum(self.goods.values()))


class Territory(msgspec.Struct, frozen=True, gc=False):
    """The territory of one player."""

    spots: tuple[Spot, ...] = ()
    """Spots in the order in which their first tiles were placed."""

    def by_cell(self) -> dict[Cell, Spot]:
        """Return all spots by cell, for several look-ups."""
        return {spot.cell: spot for spot in self.spots}

    def at(self, cell: Cell) -> Spot:
        """Return the spot at a cell. Raises LookupError if no tile is there."""
        for spot in self.spots:
            if spot.cell == cell:
                return spot
        raise LookupError(f"no tile at {cell.x},{cell.y}")


@lru_cache(maxsize=4096)
def edge_neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four cells that share an edge.

         [ ]
    [ ]   .   [ ]
         [ ]
    """
    x, y = cell
    return Cell(x - 1, y), Cell(x, y + 1), Cell(x + 1, y), Cell(x, y - 1)


@lru_cache(maxsize=4096)
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the eight cells that share an edge or a corner.

    [ ]  [ ]  [ ]
    [ ]   .   [ ]
    [ ]  [ ]  [ ]
    """
    x, y = cell
    steps = ((dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1))
    return tuple(Cell(x + dx, y + dy) for dx, dy in steps if dx or dy)


def touching_spots(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """Return the spot at a cell and all that touch it by edge or corner: what a tile placed there may activate."""
    near = {cell, *neighbours(cell)}
    return tuple(spot for spot in territory.spots if spot.cell in near)


def with_tile(territory: Territory, piece: str, cell: Cell) -> Territory:
    """Return the territory with a tile on top at this cell; goods and Scots stay there."""
    if all(spot.cell != cell for spot in territory.spots):
        return Territory((*territory.spots, Spot(cell.x, cell.y, (piece,))))
    return _changed(territory, cell, lambda spot: replace(spot, pieces=(*spot.pieces, piece)))


def without_stack(territory: Territory, cell: Cell) -> Territory:
    """Return the territory without the stack at a cell and all on it. Raises LookupError if no tile is there."""
    gone = territory.at(cell)
    return Territory(tuple(spot for spot in territory.spots if spot is not gone))


def without_top(territory: Territory, cell: Cell) -> Territory:
    """Return the territory without the top tile at a cell. All on it stays, or goes too if no tile is left there.

    Raises LookupError if no tile is there.
    """
    spot = territory.at(cell)
    if len(spot.pieces) == 1:
        return without_stack(territory, cell)
    lower = replace(spot, pieces=spot.pieces[:-1])
    return Territory(tuple(lower if each is spot else each for each in territory.spots))


def with_renamed_tile(territory: Territory, was: str, piece: str) -> Territory:
    """Return the territory with tile id `was` replaced by `piece`."""
    stacks = (tuple(piece if each == was else each for each in spot.pieces) for spot in territory.spots)
    return Territory(
        tuple(replace(spot, pieces=stack) for spot, stack in zip(territory.spots, stacks, strict=True))
    )


def with_goods(territory: Territory, cell: Cell, good: str, n: int = 1) -> Territory:
    """Return the territory with up to `n` more of a good, as many as the tile can hold."""
    return _changed(territory, cell, lambda spot: _more(spot, good, min(n, spot.room)))


def without_goods(territory: Territory, cell: Cell, good: str, n: int = 1) -> Territory:
    """Return the territory with `n` fewer of a good. Raises ValueError if there are too few."""
    return _changed(territory, cell, lambda spot: _more(spot, good, -n))


def _more(spot: Spot, good: str, by: int) -> Spot:
    n = spot.goods.get(good, 0) + by
    if n < 0:
        raise ValueError(f"not so much {good} at {spot.x},{spot.y}")
    goods = {**spot.goods, good: n}
    return replace(spot, goods={kind: number for kind, number in goods.items() if number})


def with_scots(territory: Territory, cell: Cell, n: int = 1) -> Territory:
    """Return the territory with `n` more Scots (fewer if negative). Raises ValueError if there are too few."""
    if territory.at(cell).scots + n < 0:
        raise ValueError(f"not so many Scots at {cell.x},{cell.y}")
    return _changed(territory, cell, lambda spot: replace(spot, scots=spot.scots + n))


def with_moved_scot(territory: Territory, start: Cell, end: Cell) -> Territory:
    """Return the territory with one Scot moved one step. Raises ValueError if the cells do not touch."""
    if end not in neighbours(start):
        raise ValueError(f"no step from {start.x},{start.y} to {end.x},{end.y}")
    return with_scots(with_scots(territory, start, -1), end, 1)


def with_corrected_spot(territory: Territory, cell: Cell, **fields: Any) -> Territory:
    """Return the territory with goods or Scots at a cell set to what players entered, without any check."""
    return _changed(territory, cell, lambda spot: replace(spot, **fields))


def _changed(territory: Territory, cell: Cell, change: Callable[[Spot], Spot]) -> Territory:
    spots, at = territory.spots, territory.spots.index(territory.at(cell))
    return Territory((*spots[:at], change(spots[at]), *spots[at + 1 :]))
