"""Scots that go on: who can, and where to, a tile at a time. Knows a territory, no rule of when they may."""

from __future__ import annotations

from itertools import chain

from companion.engine.caching import memoize_last
from companion.state.territory.grid import Cell, Spot, Territory, around


def distance(one: Cell, other: Cell) -> int:
    """Steps between two cells, corners included."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def nearest_scots(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """Tiles with a Scot, those nearest to the cell first."""
    holding = (spot for spot in territory.spots if spot.scots)
    return tuple(sorted(holding, key=lambda spot: distance(spot.cell, cell)))


def steps_from(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """Where a Scot there can go with one point: to any tile that touches its own."""
    near = around(cell)
    return tuple(spot for spot in territory.spots if spot.cell in near)


def scots_to_spare(territory: Territory, cell: Cell, keep_one: bool = True) -> tuple[Spot, ...]:
    """Tiles whose Scot can be paid, the farthest first: it is missed least.

    keep_one: another one still touches the cell.

    [S]  .  [ ]        .  the cell; [S] alone touches it and is kept, [T] is to spare
    [ ] [ ] [ ] [T]
    """
    holding = [spot for spot in territory.spots if spot.scots]
    near = sum(spot.scots for spot in holding if spot.cell in around(cell))
    fine = [spot for spot in holding if not keep_one or near - (spot.cell in around(cell)) > 0]
    return tuple(sorted(fine, key=lambda spot: -distance(spot.cell, cell)))


def opened(territory: Territory, scot: Cell, cell: Cell) -> int:
    """How many places beside a cell one Scot opens from there: beside them stands none of the others."""
    closed = _closed_without(territory, scot)
    return sum(each not in closed for each in around(cell))


@memoize_last
def _closed_without(territory: Territory, scot: Cell) -> frozenset[Cell]:
    """Where a tile lies, or one of the other Scots stands beside it: the same for all steps of that Scot."""
    lie = (spot.cell for spot in territory.spots)
    others = (around(spot.cell) for spot in territory.spots if spot.scots > (spot.cell == scot))
    return frozenset(chain(lie, *others))
