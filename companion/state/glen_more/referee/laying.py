"""Laying the tile that was taken: it is paid, placed, and gives what it gives once (G1-TRN-01, G1-TRN-04)."""

from __future__ import annotations

from companion.state.glen_more.facts import Tile
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, price_of
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import events as rev
from companion.state.glen_more.referee import paying, placing
from companion.state.glen_more.referee.activating import gain_once
from companion.state.glen_more.referee.changes import CHIEFTAIN
from companion.state.glen_more.referee.purse import price_of as price_of_goods
from companion.state.glen_more.resolution import Resolution
from companion.state.territory import Cell


def lay(resolution: Resolution, cell: Cell) -> None:
    """Paying comes before placing, for it may take away the Scot that makes a cell legal (G1-LOC-04)."""
    state, player_id = resolution.state, resolution.state.turn.figure
    tile = state.facts.tiles[state.turn.tile]
    paying.pay_tile(resolution, player_id, tile)
    for _ in range(price_of(tile, SCOT_OR_CHIEFTAIN)):
        _pay_scot(resolution, player_id, tile, placing.payer(resolution.state, player_id, cell))
    resolution.do(rev.TilePlaced(player_id, tile.id, cell.x, cell.y))
    gain_once(resolution, tile.id, cell)


def _pay_scot(resolution: Resolution, player_id: str, tile: Tile, source: str) -> None:
    why = f"cost:{tile.id}"
    if source == CHIEFTAIN:
        resolution.do(rev.ChieftainPaid(player_id, why))
        return
    x, y = map(int, source.split(","))
    resolution.do(rev.ScotRemoved(player_id, x, y, 1, why))


def only_cell(state: State) -> Cell | None:
    """The one legal cell, where it can be paid in one way only: nobody need be asked."""
    player, tile = state.player(state.turn.figure), state.facts.tiles[state.turn.tile]
    cells = [place.cell for place in placing.cells_for(state, player.id, tile) if not place.rule]
    return cells[0] if len(cells) == 1 and not _may_pay_otherwise(state, player.id, tile) else None


def _may_pay_otherwise(state: State, player_id: str, tile: Tile) -> bool:
    """A Scot is chosen, or own goods, which might be bought instead or come from another tile."""
    if price_of(tile, SCOT_OR_CHIEFTAIN):
        return True
    purse, needs = paying.purse_of(state, player_id), paying.needs(tile)
    if paying.why_too_dear(state, player_id, tile, purse) or len(needs) > 1:
        return True
    # With goods to be sold for it, people may want to say which.
    short = (price_of_goods(purse, needs[0]) or 0) > purse.coins
    return short or any(purse.stock.get(good) for good in needs[0])
