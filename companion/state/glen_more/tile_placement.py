"""Placement of a taken tile at referee depth: legal cells, payment, and what the tile gives once.

Placement rules are G1-PLC-01 to G1-PLC-05. Loch Ness costs a Scot or a chieftain (G1-LOC-04), which is paid
before placing (G1-TRN-01, G1-TRN-04).
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import tile_costs
from companion.state.glen_more.activation import apply_placing_effects
from companion.state.glen_more.changes import CHIEFTAIN
from companion.state.glen_more.model import PLACEMENT_RULES, State, Tile, tile_ground, tile_grounds
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.tile_costs import SCOT_OR_CHIEFTAIN, cost_amount
from companion.state.territory import scots as steps
from companion.state.territory import trading
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.payment_options import Purse, cell_source
from companion.state.territory.placement import CandidateCell, TileGround, candidate_cells, legal_cells
from companion.state.territory.trading import current_purse

CELL_REASONS: dict[str, Message] = {
    "G1-PLC-01": tr("No tile lies beside it edge to edge."),
    "G1-PLC-02": tr("None of your Scots stands next to it."),
    "G1-PLC-03": tr("The river goes on only at its upper or its lower end."),
    "G1-PLC-04": tr("The road goes on only at its left or its right end."),
    "G1-PLC-05": tr("The edges there don't match: river to river, road to road, nothing to nothing."),
    "G1-LOC-04": tr("The only Scot next to it is the one you pay."),
}


def closed_reason(rule: str) -> Reason | None:
    """Return the reason against a cell, or None if it is legal."""
    return Reason(rule, CELL_REASONS[rule]) if rule else None


def cells_for_tile(state: State, player_id: str, tile: Tile) -> tuple[CandidateCell, ...]:
    """Return every cell that touches the territory, legal under some payment or with the rule that forbids it."""
    territory = state.player(player_id).territory
    found = _lying(state, territory, tile_ground(tile))
    if not cost_amount(tile, SCOT_OR_CHIEFTAIN) or state.house.loch_ness_place_before_paying:
        return found
    return tuple(
        place
        if place.rule or scot_payment_sources(state, player_id, place.cell)
        else place._replace(rule="G1-LOC-04")
        for place in found
    )


def _lying(state: State, territory: Territory, ground: TileGround) -> tuple[CandidateCell, ...]:
    return candidate_cells(territory, ground, _grounds(state, territory), PLACEMENT_RULES)


def _grounds(state: State, territory: Territory) -> dict[str, TileGround]:
    return tile_grounds(state.facts.tiles[spot.top] for spot in territory.spots)


def scot_payment_sources(state: State, player_id: str, cell: Cell) -> list[str]:
    """Return the sources that can pay for Loch Ness so that the cell stays legal, suggestions first.

    Sources are cells with a Scot and CHIEFTAIN. A Scot far away is suggested first, the last Scot of the
    territory last.
    """
    player = state.player(player_id)
    fine = steps.payable_scots(player.territory, cell, keep_one=not state.house.loch_ness_place_before_paying)
    scots = [cell_source(spot.cell) for spot in fine]
    chieftain = [CHIEFTAIN] * (player.chieftains > 0)
    return [*scots, *chieftain] if player.scots > 1 else [*chieftain, *scots]


def chosen_scot_payment_source(state: State, player_id: str, cell: Cell) -> str:
    """Return the player's preferred source for Loch Ness, otherwise the first suggestion."""
    may = scot_payment_sources(state, player_id, cell)
    wished = (source for good, source in state.turn.work.rather if good == SCOT)
    return next((source for source in wished if source in may), may[0])


class TakeableTiles:
    """Checks which tiles a player can take now; computes shared parts once."""

    def __init__(self, state: State, player_id: str) -> None:
        self._state, self._player_id = state, player_id
        self._purse: Purse = current_purse(state, player_id)
        self._land = state.player(player_id).territory
        self._grounds = _grounds(state, self._land)
        self._room: dict[tuple[object, ...], str] = {}

    def why_not(self, piece: str) -> Reason | None:
        """Return why a tile cannot be taken: too expensive or no legal cell (G1-TRN-02); None if it can."""
        tile = self._state.facts.tiles[piece]
        if reason := tile_costs.why_too_expensive(self._state, self._player_id, tile, self._purse):
            return reason
        kind = (tile.river, tile.road, cost_amount(tile, SCOT_OR_CHIEFTAIN))
        if kind not in self._room:
            self._room[kind] = self._no_room(tile)
        return _without_room(self._room[kind])

    def _no_room(self, tile: Tile) -> str:
        """Return "" if a cell is legal, otherwise the rule that forbids the most nearly legal cell."""
        plain = not cost_amount(tile, SCOT_OR_CHIEFTAIN)
        if plain and any(True for _ in legal_cells(self._land, tile_ground(tile), self._grounds, PLACEMENT_RULES)):
            return ""
        rules = {place.rule for place in cells_for_tile(self._state, self._player_id, tile)}
        if "" in rules:
            return ""
        return next(rule for rule in ("G1-LOC-04", "G1-PLC-02", "G1-PLC-05", "G1-PLC-01", *rules) if rule in rules)


def _without_room(rule: str) -> Reason | None:
    if not rule:
        return None
    words = {
        "G1-LOC-04": tr("The Scot you pay is the only one next to a place for it."),
        "G1-PLC-02": tr("None of your Scots stands next to a place for it."),
    }
    return Reason(rule, words.get(rule, tr("It fits nowhere in the territory.")))


def place_taken_tile(resolution: Resolution, cell: Cell) -> None:
    """Record payment, placement and effects. Payment comes first, as it may remove a Scot nearby (G1-LOC-04)."""
    state, player_id = resolution.state, resolution.state.turn.figure
    tile = state.facts.tiles[state.turn.tile]
    tile_costs.pay_tile(resolution, player_id, tile)
    for _ in range(cost_amount(tile, SCOT_OR_CHIEFTAIN)):
        _pay_scot(resolution, player_id, tile, chosen_scot_payment_source(resolution.state, player_id, cell))
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
    player, tile = state.player(state.turn.figure), state.facts.tiles[state.turn.tile]
    if has_payment_choice(state) or tile_costs.why_too_expensive(
        state, player.id, tile, current_purse(state, player.id)
    ):
        return None
    cells = [place.cell for place in cells_for_tile(state, player.id, tile) if not place.rule]
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
