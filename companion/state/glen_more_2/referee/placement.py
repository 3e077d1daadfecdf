"""Placement of tiles in a territory (sections 9 to 11): legal cells, Scots as payment, tiles to take or remove."""

from __future__ import annotations

from companion.engine.caching import memoize_per_state
from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import payment
from companion.state.glen_more_2.facts import Cost, Piece
from companion.state.glen_more_2.model import CASTLE_CELL, VILLAGE_CELL, State
from companion.state.glen_more_2.referee.territory_tiles import (
    ground_of,
    placement_rules,
    printed_piece,
    tile_grounds,
)
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Spot, neighbours
from companion.state.territory.payment_options import cell_source
from companion.state.territory.placement import TileGround, rule_against_removing
from companion.state.territory.scots import payable_scots
from companion.state.territory.takeable_tiles import TakeableTiles, preferred_source
from companion.state.territory.trading import current_purse

CLOSED_CELL_TEXTS: dict[str, Message] = {
    "GM-PLC-01": tr("No tile touches it edge to edge."),
    "GM-PLC-02": tr("None of your Scots stands next to it."),
    "GM-RIV-02": tr("The river goes on only at its left or its right end."),
    "GM-RIV-03": tr("Left and right of a river tile there are only river tiles."),
    "GM-RBD-01": tr("A rebuild tile covers another tile."),
    "GM-RBD-02": tr("It covers a tile of its own kind."),
    "GM-RBD-03": tr("None of your Scots stands on it or next to it."),
    "GM-RBD-05": tr("With a river it covers a river tile, without one a tile without."),
    "GM-EDG-03": tr("The only Scot next to it is the one you pay."),
}


@memoize_per_state
def cells_held_by_mackintosh(state: State, player_id: str) -> frozenset[Cell]:
    """Return the castle cells that Mackintosh counts as holding a Scot for placement (GM-CRS-10, GM-PLC-07)."""
    player = state.player(player_id)
    if not state.has_lasting_crest(player_id, "mackintosh"):
        return frozenset()
    castles = (spot for spot in player.territory.spots if printed_piece(state, spot.top).kind == "castle")
    return frozenset(spot.cell for spot in castles)


def _cells_beside(piece: Piece, cell: Cell) -> set[Cell]:
    """Return the cells in which a Scot makes the place legal."""
    return {cell, *neighbours(cell)} if piece.rebuild else {*neighbours(cell)}


def paying_scot_spots(state: State, player_id: str, piece: Piece, cell: Cell) -> tuple[Spot, ...]:
    """Return the tiles whose Scot may be paid first so that the cell stays legal, the best first (GM-EDG-03)."""
    territory, held = state.player(player_id).territory, cells_held_by_mackintosh(state, player_id)
    return payable_scots(territory, cell, _cells_beside(piece, cell), held)


def paying_scot_spot(state: State, player_id: str, piece: Piece, cell: Cell) -> Spot:
    """Return the tile whose Scot is paid: the player's preference, otherwise the best."""
    by_source = {cell_source(spot.cell): spot for spot in paying_scot_spots(state, player_id, piece, cell)}
    return by_source[preferred_source([*by_source], state.turn.work.preferred_sources, SCOT)]


class GlenMore2TakeableTiles(TakeableTiles[Piece]):
    """Tiles that a player can take now (GM-TAK-01, GM-TAK-06); unknown facts are no objection."""

    def __init__(self, state: State, player_id: str) -> None:
        self._state, self._player_id = state, player_id
        self._purse, player = current_purse(state, player_id), state.player(player_id)
        super().__init__(
            player.territory,
            tile_grounds(state, player),
            placement_rules(state.house),
            cells_held_by_mackintosh(state, player_id),
        )

    def ground(self, tile: Piece) -> TileGround | None:
        placed = tile.category in ("land", "landmark") and None not in (tile.river, tile.rebuild)
        return ground_of(tile) if placed and not tile.stays else None

    def price(self, tile: Piece) -> tuple[Cost, ...]:
        return () if tile.stays else tile.cost or ()

    def unaffordable_reason(self, tile: Piece) -> Reason | None:
        return payment.unaffordable_tile_reason(self._state, self._player_id, tile, self._purse)

    def scots(self, tile: Piece) -> int:
        return payment.cost_amount(tile, "scot")

    def is_legal_after_payment(self, tile: Piece, cell: Cell) -> bool:
        """True if a Scot (or Mackintosh) still makes the cell legal after the Scots of the cost were paid."""
        standing = sum(spot.scots for spot in self._territory.spots)
        enough = standing > self.scots(tile) or not _cells_beside(tile, cell).isdisjoint(self._held)
        return enough and bool(paying_scot_spots(self._state, self._player_id, tile, cell))

    def unaffordable_besides(self, tile: Piece) -> Reason | None:
        """Return why the additional cost of a chronicle cannot be paid, or None."""
        if tile.stays:
            return None  # The tile stays on the rondel and is never placed.
        asks = (each.referee.unaffordable_reason for each in expansions_of(self._state) if each.referee)
        reasons = (ask(self._state, self._player_id, tile) for ask in asks if ask)
        return next(filter(None, reasons), None)


@memoize_per_state
def takeable_tiles(state: State, player_id: str) -> GlenMore2TakeableTiles:
    """Return the tiles that this player can take in this state."""
    return GlenMore2TakeableTiles(state, player_id)


def removal_objection(state: State, player_id: str, spot: Spot) -> Reason | None:
    """Return why a tile cannot be removed, or None.

    Territory and river must stay connected, and the home tile stays (GM-EDG-04).
    """
    player = state.player(player_id)
    if spot.cell in (VILLAGE_CELL, CASTLE_CELL):
        return Reason("GM-EDG-04", tr("The home tile can't be removed."))
    if against := _of_expansions(state, player_id, spot):
        return against
    rule = rule_against_removing(
        player.territory, spot.cell, tile_grounds(state, player), placement_rules(state.house)
    )
    return Reason(rule, tr("Without it the other tiles would break the rules.")) if rule else None


def _of_expansions(state: State, player_id: str, spot: Spot) -> Reason | None:
    asked = (
        x.referee.stays(state, player_id, spot) for x in expansions_of(state) if x.referee and x.referee.stays
    )
    return next(filter(None, asked), None)
