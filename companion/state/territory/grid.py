"""A territory: which tiles lie where, what lies and stands on them. Of the games whose players lay tiles.

        y
        2          [r]             x goes east, y goes north; the home tile, or its left half, lies at 0,0.
        1     [ ]  [r]  [ ]        [ ] a tile, [r] one that a line of tiles runs through from south to north.
        0     [ ]  [h]  [ ]        Only the top tile of a stack counts.
             -1    0    1    x

Frozen values and pure functions: each gives a new territory. Never knows the game, what a tile is, or whether it
may lie there (`companion.state.territory.placement`). Work grows with the number of tiles, no faster.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

GOODS_ON_A_TILE = 3
"""At most, of all kinds together."""


class Cell(NamedTuple):
    """A place, taken or not."""

    x: int
    """East of the home tile."""
    y: int
    """North of it."""


_cell = lru_cache(maxsize=4096)(Cell)
"""All tiles of a moment are looked at by their cells, and there are few of these."""


class Spot(msgspec.Struct, frozen=True, gc=False):
    """A cell with a tile, or a stack of them."""

    x: int
    """As in `Cell`."""
    y: int
    """As in `Cell`."""
    pieces: tuple[str, ...]
    """Ids of tiles, from below to the top; at least one."""
    goods: dict[str, int] = {}
    """How many of each good; a good that is not there has no entry."""
    scots: int = 0
    """How many stand on it."""

    @property
    def cell(self) -> Cell:
        return _cell(self.x, self.y)

    @property
    def top(self) -> str:
        """The tile that counts."""
        return self.pieces[-1]

    @property
    def room(self) -> int:
        """How many goods it can still take."""
        return max(0, GOODS_ON_A_TILE - sum(self.goods.values()))


class Territory(msgspec.Struct, frozen=True, gc=False):
    """One player's."""

    spots: tuple[Spot, ...] = ()
    """In the order in which they were first laid."""

    def by_cell(self) -> dict[Cell, Spot]:
        """Every spot by its place: for whoever looks at several."""
        return {spot.cell: spot for spot in self.spots}

    def at(self, cell: Cell) -> Spot:
        """What lies there; LookupError where nothing does."""
        for spot in self.spots:
            if spot.cell == cell:
                return spot
        raise LookupError(f"no tile at {cell.x},{cell.y}")


@lru_cache(maxsize=4096)
def beside(cell: Cell) -> tuple[Cell, ...]:
    """The four that share an edge.

         [ ]
    [ ]   .   [ ]
         [ ]
    """
    x, y = cell
    return Cell(x - 1, y), Cell(x, y + 1), Cell(x + 1, y), Cell(x, y - 1)


@lru_cache(maxsize=4096)
def around(cell: Cell) -> tuple[Cell, ...]:
    """The eight that share an edge or a corner.

    [ ]  [ ]  [ ]
    [ ]   .   [ ]
    [ ]  [ ]  [ ]
    """
    x, y = cell
    steps = ((dx, dy) for dy in (1, 0, -1) for dx in (-1, 0, 1))
    return tuple(Cell(x + dx, y + dy) for dx, dy in steps if dx or dy)


def touching(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """What lies there and all that touches it by edge or corner: what a tile laid there may activate."""
    near = {cell, *around(cell)}
    return tuple(spot for spot in territory.spots if spot.cell in near)


def laid(territory: Territory, piece: str, cell: Cell) -> Territory:
    """With this tile there, on top of what lies there; goods and Scots then stand on it."""
    if all(spot.cell != cell for spot in territory.spots):
        return Territory((*territory.spots, Spot(cell.x, cell.y, (piece,))))
    return _changed(territory, cell, lambda spot: replace(spot, pieces=(*spot.pieces, piece)))


def removed(territory: Territory, cell: Cell) -> Territory:
    """Without that stack and all that is on it; LookupError where nothing lies."""
    gone = territory.at(cell)
    return Territory(tuple(spot for spot in territory.spots if spot is not gone))


def named(territory: Territory, was: str, piece: str) -> Territory:
    """The same where that tile goes by another name."""
    stacks = (tuple(piece if each == was else each for each in spot.pieces) for spot in territory.spots)
    return Territory(
        tuple(replace(spot, pieces=stack) for spot, stack in zip(territory.spots, stacks, strict=True))
    )


def with_goods(territory: Territory, cell: Cell, good: str, n: int = 1) -> Territory:
    """With so many more of a good, as far as there is room; what is too much is not taken."""
    return _changed(territory, cell, lambda spot: _more(spot, good, min(n, spot.room)))


def without_goods(territory: Territory, cell: Cell, good: str, n: int = 1) -> Territory:
    """With so many fewer of a good; ValueError where there are not so many."""
    return _changed(territory, cell, lambda spot: _more(spot, good, -n))


def _more(spot: Spot, good: str, by: int) -> Spot:
    n = spot.goods.get(good, 0) + by
    if n < 0:
        raise ValueError(f"not so much {good} at {spot.x},{spot.y}")
    goods = {**spot.goods, good: n}
    return replace(spot, goods={kind: number for kind, number in goods.items() if number})


def with_scots(territory: Territory, cell: Cell, n: int = 1) -> Territory:
    """With so many more Scots there, fewer for n below zero; ValueError where there are not so many."""
    if territory.at(cell).scots + n < 0:
        raise ValueError(f"not so many Scots at {cell.x},{cell.y}")
    return _changed(territory, cell, lambda spot: replace(spot, scots=spot.scots + n))


def scot_moved(territory: Territory, start: Cell, end: Cell) -> Territory:
    """One Scot a step further, by edge or corner; ValueError where that is no step."""
    if end not in around(start):
        raise ValueError(f"no step from {start.x},{start.y} to {end.x},{end.y}")
    return with_scots(with_scots(territory, start, -1), end, 1)


def reconcile_table(territory: Territory, cell: Cell, **fields: Any) -> Territory:
    """With goods or Scots there as people say that they are; nobody checks them."""
    return _changed(territory, cell, lambda spot: replace(spot, **fields))


def _changed(territory: Territory, cell: Cell, change: Callable[[Spot], Spot]) -> Territory:
    spots, at = territory.spots, territory.spots.index(territory.at(cell))
    return Territory((*spots[:at], change(spots[at]), *spots[at + 1 :]))
