"""Laying the tile that was taken: it is paid, placed, and gives what it gives once (G1-TRN-01, G1-TRN-04)."""

from __future__ import annotations

from companion.state.glen_more import events as ev
from companion.state.glen_more.facts import Tile
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, price_of
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import paying, placing
from companion.state.glen_more.referee.activating import gain_once
from companion.state.glen_more.referee.changes import CHIEFTAIN
from companion.state.glen_more.resolution import Resolution
from companion.state.territory import trading
from companion.state.territory.grid import Cell
from companion.state.territory.trading import purse_of


def lay(resolution: Resolution, cell: Cell) -> None:
    """Paying comes before placing, for it may take away the Scot that makes a cell legal (G1-LOC-04)."""
    state, player_id = resolution.state, resolution.state.turn.figure
    tile = state.facts.tiles[state.turn.tile]
    paying.pay_tile(resolution, player_id, tile)
    for _ in range(price_of(tile, SCOT_OR_CHIEFTAIN)):
        _pay_scot(resolution, player_id, tile, placing.payer(resolution.state, player_id, cell))
    resolution.do(ev.TilePlaced(player_id, tile.id, cell.x, cell.y))
    gain_once(resolution, tile.id, cell)


def _pay_scot(resolution: Resolution, player_id: str, tile: Tile, source: str) -> None:
    why = f"cost:{tile.id}"
    if source == CHIEFTAIN:
        resolution.do(ev.ChieftainPaid(player_id, why))
        return
    x, y = map(int, source.split(","))
    resolution.do(ev.ScotRemoved(player_id, x, y, 1, why))


def only_cell(state: State) -> Cell | None:
    """The one legal cell, where nothing about the payment is chosen: nobody need be asked."""
    player, tile = state.player(state.turn.figure), state.facts.tiles[state.turn.tile]
    if pays_by_choice(state) or paying.why_too_dear(state, player.id, tile, purse_of(state, player.id)):
        return None
    cells = [place.cell for place in placing.cells_for(state, player.id, tile) if not place.rule]
    return cells[0] if len(cells) == 1 else None


def pays_by_choice(state: State) -> bool:
    """A Scot or a chieftain, goods of several kinds, or goods that are sold for it."""
    tile = state.facts.tiles[state.turn.tile]
    return bool(price_of(tile, SCOT_OR_CHIEFTAIN)) or len(paying.needs(tile)) > 1 or is_short(state)


def is_short(state: State) -> bool:
    """True if goods have to be sold for the tile."""
    needs = paying.needs(state.facts.tiles[state.turn.tile])
    return trading.is_short(trading.purse_of(state, state.turn.figure), needs)
