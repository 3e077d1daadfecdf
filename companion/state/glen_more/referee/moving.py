"""Movement: Scots go from tile to tile or become chieftains (G1-CLN-03 to G1-CLN-07, G1-TRN-06)."""

from __future__ import annotations

from companion.state.glen_more.model import State
from companion.state.referee import steps
from companion.state.territory import Cell, Spot


def may_move(state: State) -> tuple[Spot, ...]:
    """Tiles with a Scot that a movement point can still be spent on, the nearest to the new tile first."""
    work = state.turn.work
    if work.moves <= 0 or state.turn.cleared:
        return ()
    return steps.nearest_scots(state.player(state.turn.figure).territory, work.cell or Cell(0, 0))


def steps_from(state: State, cell: Cell) -> tuple[Spot, ...]:
    """Where a Scot there can go with one point: to any tile that touches its own."""
    return steps.steps_from(state.player(state.turn.figure).territory, cell)
