"""Scots of a territory: which can move or be paid, and where each can go. The games decide when they may move."""

from __future__ import annotations

from collections.abc import Collection
from itertools import chain

from companion.engine.caching import memoize_last
from companion.state.territory.grid import Cell, Spot, Territory, neighbours


def distance(one: Cell, other: Cell) -> int:
    """Return the number of steps between two cells; a step to a corner counts as one."""
    return max(abs(one.x - other.x), abs(one.y - other.y))


def nearest_scots(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """Return the spots with a Scot, nearest to the cell first."""
    holding = (spot for spot in territory.spots if spot.scots)
    return tuple(sorted(holding, key=lambda spot: distance(spot.cell, cell)))


def spots_one_step_away(territory: Territory, cell: Cell) -> tuple[Spot, ...]:
    """Return the spots that a Scot at a cell can reach with one movement point, by edge or corner."""
    near = neighbours(cell)
    return tuple(spot for spot in territory.spots if spot.cell in near)


def payable_scots(
    territory: Territory,
    cell: Cell,
    near: Collection[Cell],
    held: Collection[Cell] = (),
    keep_one: bool = True,
) -> tuple[Spot, ...]:
    """Return the spots whose Scot can be paid for a tile at a cell, farthest from the cell first.

    near: cells on which a Scot makes the cell legal. held: cells that count as if a Scot were on them. keep_one:
    a Scot must stay on one of these cells.

        [S]  .  [ ]        .  the cell; [S] alone touches it and stays, [T] can be paid
        [ ] [ ] [ ] [T]
    """
    holding = [spot for spot in territory.spots if spot.scots]
    there = sum(each in near for each in held) + sum(spot.scots for spot in holding if spot.cell in near)
    fine = [spot for spot in holding if not keep_one or there - (spot.cell in near) > 0]
    return tuple(sorted(fine, key=lambda spot: -distance(spot.cell, cell)))


def count_opened_cells(territory: Territory, scot: Cell, cell: Cell) -> int:
    """Return how many cells beside `cell` a Scot there opens: free cells beside none of the other Scots."""
    closed = _closed_without(territory, scot)
    return sum(each not in closed for each in neighbours(cell))


@memoize_last
def _closed_without(territory: Territory, scot: Cell) -> frozenset[Cell]:
    """Cells with a tile or beside another Scot than this one.

    Cached, since it is equal for all steps of that Scot.
    """
    lie = (spot.cell for spot in territory.spots)
    others = (neighbours(spot.cell) for spot in territory.spots if spot.scots > (spot.cell == scot))
    return frozenset(chain(lie, *others))
