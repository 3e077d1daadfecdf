"""Where a tile that was taken may lie (section 5 of the ledger), and who is paid for Loch Ness (G1-LOC-04).

Laying the tile that was taken: it is paid, placed, and gives what it gives once (G1-TRN-01, G1-TRN-04).
"""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import tile_costs
from companion.state.glen_more.activation import gain_once
from companion.state.glen_more.changes import CHIEFTAIN
from companion.state.glen_more.model import PLACEMENT_RULES, State, Tile, ground_of, grounds_of
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.tile_costs import SCOT_OR_CHIEFTAIN, price_of
from companion.state.territory import scots as steps
from companion.state.territory import trading
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.payment_options import Purse, source_of
from companion.state.territory.placement import Ground, Place, legal, places
from companion.state.territory.trading import purse_of

CLOSED_WORDS: dict[str, Message] = {
    "G1-PLC-01": tr("No tile lies beside it edge to edge."),
    "G1-PLC-02": tr("None of your Scots stands next to it."),
    "G1-PLC-03": tr("The river goes on only at its upper or its lower end."),
    "G1-PLC-04": tr("The road goes on only at its left or its right end."),
    "G1-PLC-05": tr("The edges there don't match: river to river, road to road, nothing to nothing."),
    "G1-LOC-04": tr("The only Scot next to it is the one you pay."),
}


def closed_reason(rule: str) -> Reason | None:
    """Why nothing may lie there, in a sentence; None for a cell that is legal."""
    return Reason(rule, CLOSED_WORDS[rule]) if rule else None


def cells_for(state: State, player_id: str, tile: Tile) -> tuple[Place, ...]:
    """Every cell that touches the territory, legal under some payment or closed."""
    territory = state.player(player_id).territory
    found = _lying(state, territory, ground_of(tile))
    if not price_of(tile, SCOT_OR_CHIEFTAIN) or state.house.loch_ness_place_before_paying:
        return found
    return tuple(
        place if place.rule or possible_payers(state, player_id, place.cell) else place._replace(rule="G1-LOC-04")
        for place in found
    )


def _lying(state: State, territory: Territory, ground: Ground) -> tuple[Place, ...]:
    return places(territory, ground, _grounds(state, territory), PLACEMENT_RULES)


def _grounds(state: State, territory: Territory) -> dict[str, Ground]:
    return grounds_of(state.facts.tiles[spot.top] for spot in territory.spots)


def possible_payers(state: State, player_id: str, cell: Cell) -> list[str]:
    """Who may be paid for Loch Ness so that the cell stays legal, likeliest first: Scots by cells, a chieftain.

    A Scot far away is missed least; the last one in the territory is kept as long as there is another way.
    """
    player = state.player(player_id)
    fine = steps.scots_to_spare(player.territory, cell, keep_one=not state.house.loch_ness_place_before_paying)
    scots = [source_of(spot.cell) for spot in fine]
    chieftain = [CHIEFTAIN] * (player.chieftains > 0)
    return [*scots, *chieftain] if player.scots > 1 else [*chieftain, *scots]


def chosen_payer(state: State, player_id: str, cell: Cell) -> str:
    """Who is paid: as the player wishes, else the likeliest."""
    may = possible_payers(state, player_id, cell)
    wished = (source for good, source in state.turn.work.rather if good == SCOT)
    return next((source for source in wished if source in may), may[0])


class Takeable:
    """Which tiles one player can take now; what several tiles have in common is worked out once."""

    def __init__(self, state: State, player_id: str) -> None:
        self._state, self._player_id = state, player_id
        self._purse: Purse = purse_of(state, player_id)
        self._land = state.player(player_id).territory
        self._grounds = _grounds(state, self._land)
        self._room: dict[tuple[object, ...], str] = {}

    def why_not(self, piece: str) -> Reason | None:
        """It can't be paid in full, or it has no place (G1-TRN-02); None where it can be taken."""
        tile = self._state.facts.tiles[piece]
        if reason := tile_costs.why_too_expensive(self._state, self._player_id, tile, self._purse):
            return reason
        kind = (tile.river, tile.road, price_of(tile, SCOT_OR_CHIEFTAIN))
        if kind not in self._room:
            self._room[kind] = self._no_room(tile)
        return _without_room(self._room[kind])

    def _no_room(self, tile: Tile) -> str:
        """The rule that speaks against the most nearly legal cell; "" where one is legal."""
        plain = not price_of(tile, SCOT_OR_CHIEFTAIN)
        if plain and any(True for _ in legal(self._land, ground_of(tile), self._grounds, PLACEMENT_RULES)):
            return ""
        rules = {place.rule for place in cells_for(self._state, self._player_id, tile)}
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
    """Paying comes before placing, for it may take away the Scot that makes a cell legal (G1-LOC-04)."""
    state, player_id = resolution.state, resolution.state.turn.figure
    tile = state.facts.tiles[state.turn.tile]
    tile_costs.pay_tile(resolution, player_id, tile)
    for _ in range(price_of(tile, SCOT_OR_CHIEFTAIN)):
        _pay_scot(resolution, player_id, tile, chosen_payer(resolution.state, player_id, cell))
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
    if has_payment_choice(state) or tile_costs.why_too_expensive(
        state, player.id, tile, purse_of(state, player.id)
    ):
        return None
    cells = [place.cell for place in cells_for(state, player.id, tile) if not place.rule]
    return cells[0] if len(cells) == 1 else None


def has_payment_choice(state: State) -> bool:
    """A Scot or a chieftain, goods of several kinds, or goods that are sold for it."""
    tile = state.facts.tiles[state.turn.tile]
    return (
        bool(price_of(tile, SCOT_OR_CHIEFTAIN)) or len(tile_costs.goods_needs(tile)) > 1 or needs_sale_first(state)
    )


def needs_sale_first(state: State) -> bool:
    """True if goods have to be sold for the tile."""
    needs = tile_costs.goods_needs(state.facts.tiles[state.turn.tile])
    return trading.is_short(trading.purse_of(state, state.turn.figure), needs)
