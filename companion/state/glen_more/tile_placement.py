"""Placement of a taken tile at referee depth: legal cells, payment, and what the tile gives once.

Placement rules are G1-PLC-01 to G1-PLC-05. Loch Ness costs a Scot or a chieftain (G1-LOC-04), which is paid
before placing (G1-TRN-01, G1-TRN-04).
"""

from __future__ import annotations

from companion.engine.caching import memoize_per_state
from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import tile_costs
from companion.state.glen_more.activation import apply_placing_effects
from companion.state.glen_more.changes import CHIEFTAIN
from companion.state.glen_more.model import PLACEMENT_RULES, Cost, State, Tile, tile_ground, tile_grounds
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.tile_costs import SCOT_OR_CHIEFTAIN, cost_amount
from companion.state.territory import trading
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, neighbours
from companion.state.territory.payment_options import cell_source
from companion.state.territory.placement import TileGround
from companion.state.territory.scots import payable_scots
from companion.state.territory.takeable_tiles import TakeableTiles, preferred_source
from companion.state.territory.trading import current_purse

CELL_REASONS: dict[str, Message] = {
    "G1-PLC-01": tr("No tile touches it edge to edge."),
    "G1-PLC-02": tr("None of your Scots stands next to it."),
    "G1-PLC-03": tr("The river goes on only at its upper or its lower end."),
    "G1-PLC-04": tr("The road goes on only at its left or its right end."),
    "G1-PLC-05": tr("The edges there don't match: river to river, road to road, nothing to nothing."),
    "G1-LOC-04": tr("The only Scot next to it is the one you pay."),
}


def scot_payment_sources(state: State, player_id: str, cell: Cell) -> list[str]:
    """Return the sources that can pay for Loch Ness so that the cell stays legal, suggestions first.

    Sources are cells with a Scot and CHIEFTAIN. A Scot far away is suggested first, the last Scot of the
    territory last.
    """
    player, keep_one = state.player(player_id), not state.house.loch_ness_place_before_paying
    found = payable_scots(player.territory, cell, neighbours(cell), keep_one=keep_one)
    scots = [cell_source(spot.cell) for spot in found]
    chieftain = [CHIEFTAIN] * (player.chieftains > 0)
    return [*scots, *chieftain] if player.scots > 1 else [*chieftain, *scots]


class GlenMoreTakeableTiles(TakeableTiles[Tile]):
    """Tiles that a player can take now (G1-TRN-02)."""

    def __init__(self, state: State, player_id: str) -> None:
        self._state, self._player_id = state, player_id
        self._purse = current_purse(state, player_id)
        land = state.player(player_id).territory
        super().__init__(land, tile_grounds(state.facts.tiles[spot.top] for spot in land.spots), PLACEMENT_RULES)

    def ground(self, tile: Tile) -> TileGround:
        return tile_ground(tile)

    def price(self, tile: Tile) -> tuple[Cost, ...]:
        return tile.cost

    def unaffordable_reason(self, tile: Tile) -> Reason | None:
        return tile_costs.why_too_expensive(self._state, self._player_id, tile, self._purse)

    def scots(self, tile: Tile) -> int:
        return cost_amount(tile, SCOT_OR_CHIEFTAIN)

    def is_legal_after_payment(self, _tile: Tile, cell: Cell) -> bool:
        """True if Loch Ness can be paid so that the cell stays legal, or by the house rule (G1-LOC-04)."""
        before = self._state.house.loch_ness_place_before_paying
        return before or bool(scot_payment_sources(self._state, self._player_id, cell))


@memoize_per_state
def takeable_tiles(state: State, player_id: str) -> GlenMoreTakeableTiles:
    """Return the tiles that this player can take in this state."""
    return GlenMoreTakeableTiles(state, player_id)


def place_taken_tile(resolution: Resolution, cell: Cell) -> None:
    """Record payment, placement and effects. Payment comes first, as it may remove a Scot nearby (G1-LOC-04)."""
    state, player_id = resolution.state, resolution.state.turn.figure
    tile = state.facts.tiles[state.turn.tile]
    tile_costs.pay_tile(resolution, player_id, tile)
    for _ in range(cost_amount(tile, SCOT_OR_CHIEFTAIN)):
        sources = scot_payment_sources(resolution.state, player_id, cell)
        wishes = resolution.state.turn.work.preferred_sources
        _pay_scot(resolution, player_id, tile, preferred_source(sources, wishes, SCOT))
    resolution.do(ev.TilePlaced(player_id, tile.id, cell.x, cell.y))
    apply_placing_effects(resolution, tile.id, cell)


def _pay_scot(resolution: Resolution, player_id: str, tile: Tile, source: str) -> None:
    why = f"cost:{tile.id}"
    if source == CHIEFTAIN:
        resolution.do(ev.ChieftainPaid(player_id, why))
        return
    x, y = map(int, source.split(","))
    resolution.do(ev.ScotRemoved(player_id, x, y, 1, why))


def only_legal_cell(state: State) -> Cell | None:
    """Return the only legal cell if the payment leaves no choice either, otherwise None."""
    player_id, tile = state.turn.figure, state.facts.tiles[state.turn.tile]
    takeable = takeable_tiles(state, player_id)
    if has_payment_choice(state) or takeable.unaffordable_reason(tile):
        return None
    cells = [place.cell for place in takeable.cells(tile) if not place.rule]
    return cells[0] if len(cells) == 1 else None


def has_payment_choice(state: State) -> bool:
    """True if the cost can be paid in several ways: Scot or chieftain, kinds of goods, or goods to sell."""
    tile = state.facts.tiles[state.turn.tile]
    return (
        bool(cost_amount(tile, SCOT_OR_CHIEFTAIN))
        or len(tile_costs.goods_needs(tile)) > 1
        or needs_sale_first(state)
    )


def needs_sale_first(state: State) -> bool:
    """True if goods have to be sold for the tile."""
    needs = tile_costs.goods_needs(state.facts.tiles[state.turn.tile])
    return trading.is_sale_needed(trading.current_purse(state, state.turn.figure), needs)
