"""Where a tile that was taken may lie (section 5 of the ledger), and who is paid for Loch Ness (G1-LOC-04)."""

from __future__ import annotations

from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more.facts import Tile
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, price_of
from companion.state.glen_more.laying import LAYING, ground_of, grounds_of
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import paying
from companion.state.glen_more.referee.changes import CHIEFTAIN
from companion.state.territory import scots as steps
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


def closed(rule: str) -> Reason | None:
    """Why nothing may lie there, in a sentence; None for a cell that is legal."""
    return Reason(rule, CLOSED_WORDS[rule]) if rule else None


def cells_for(state: State, player_id: str, tile: Tile) -> tuple[Place, ...]:
    """Every cell that touches the territory, legal under some payment or closed."""
    territory = state.player(player_id).territory
    found = _lying(state, territory, ground_of(tile))
    if not price_of(tile, SCOT_OR_CHIEFTAIN) or state.house.loch_ness_place_before_paying:
        return found
    return tuple(
        place if place.rule or payers(state, player_id, place.cell) else place._replace(rule="G1-LOC-04")
        for place in found
    )


def _lying(state: State, territory: Territory, ground: Ground) -> tuple[Place, ...]:
    return places(territory, ground, _grounds(state, territory), LAYING)


def _grounds(state: State, territory: Territory) -> dict[str, Ground]:
    return grounds_of(state.facts.tiles[spot.top] for spot in territory.spots)


def payers(state: State, player_id: str, cell: Cell) -> list[str]:
    """Who may be paid for Loch Ness so that the cell stays legal, likeliest first: Scots by cells, a chieftain.

    A Scot far away is missed least; the last one in the territory is kept as long as there is another way.
    """
    player = state.player(player_id)
    fine = steps.scots_to_spare(player.territory, cell, keep_one=not state.house.loch_ness_place_before_paying)
    scots = [source_of(spot.cell) for spot in fine]
    chieftain = [CHIEFTAIN] * (player.chieftains > 0)
    return [*scots, *chieftain] if player.scots > 1 else [*chieftain, *scots]


def payer(state: State, player_id: str, cell: Cell) -> str:
    """Who is paid: as the player wishes, else the likeliest."""
    may = payers(state, player_id, cell)
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
        if reason := paying.why_too_dear(self._state, self._player_id, tile, self._purse):
            return reason
        kind = (tile.river, tile.road, price_of(tile, SCOT_OR_CHIEFTAIN))
        if kind not in self._room:
            self._room[kind] = self._no_room(tile)
        return _without_room(self._room[kind])

    def _no_room(self, tile: Tile) -> str:
        """The rule that speaks against the most nearly legal cell; "" where one is legal."""
        plain = not price_of(tile, SCOT_OR_CHIEFTAIN)
        if plain and any(True for _ in legal(self._land, ground_of(tile), self._grounds, LAYING)):
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
