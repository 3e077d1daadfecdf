"""Movement: Scots go from tile to tile or become chieftains (G1-CLN-03 to G1-CLN-07, G1-TRN-06)."""

from __future__ import annotations

from companion.state.glen_more.model import State
from companion.state.territory import scots as steps
from companion.state.territory.grid import Cell, Spot, around


def may_move(state: State) -> tuple[Spot, ...]:
    """Tiles with a Scot that a movement point can still be spent on."""
    if state.turn.work.moves <= 0 or state.turn.cleared:
        return ()
    return tuple(spot for spot in state.player(state.turn.figure).territory.spots if spot.scots)


def likeliest_to_go(state: State) -> list[Spot]:
    """Those who open more places by a step, the nearest to the new tile first; then the others."""
    new = state.turn.work.cell or Cell(0, 0)

    def merit(spot: Spot) -> tuple[bool, int]:
        gain = max((opened(state, spot, to.cell) for to in steps_from(state, spot.cell)), default=0)
        return gain <= opened(state, spot, spot.cell), steps.distance(spot.cell, new)

    return sorted(may_move(state), key=merit)


def likeliest_to_leave(state: State) -> list[Spot]:
    """Whose going closes fewest places first."""
    return sorted(may_move(state), key=lambda spot: opened(state, spot, spot.cell))


def opened(state: State, scot: Spot, cell: Cell) -> int:
    """How many places beside a cell one Scot opens from there: beside them stands none of the others."""
    return steps.opened(state.player(state.turn.figure).territory, scot.cell, cell)


def steps_from(state: State, cell: Cell) -> tuple[Spot, ...]:
    """Where a Scot there can go with one point: to any tile that touches its own.

    First where it opens most places.
    """
    land, near = state.player(state.turn.figure).territory, around(cell)
    here = land.at(cell)
    near_ones = (spot for spot in land.spots if spot.cell in near)
    return tuple(sorted(near_ones, key=lambda spot: -opened(state, here, spot.cell)))
