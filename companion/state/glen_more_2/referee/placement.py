"""Placement of tiles in a territory (sections 9 to 11): legal cells, Scots as payment, tiles to take or remove."""

from __future__ import annotations

from collections.abc import Iterable

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
from companion.state.territory import scots as steps
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Spot, neighbours
from companion.state.territory.payment_options import cell_source
from companion.state.territory.placement import (
    CandidateCell,
    TileGround,
    candidate_cells,
    legal_cells,
    nearly_legal_cells,
    rule_against_removing,
)
from companion.state.territory.trading import current_purse

CLOSED_CELL_TEXTS: dict[str, Message] = {
    "GM-PLC-01": tr("No tile lies beside it edge to edge."),
    "GM-PLC-02": tr("None of your Scots stands next to it."),
    "GM-RIV-02": tr("The river goes on only at its left or its right end."),
    "GM-RIV-03": tr("Left and right of a river tile lies the river alone."),
    "GM-RBD-01": tr("A rebuild tile covers another tile."),
    "GM-RBD-02": tr("It covers a tile of its own kind."),
    "GM-RBD-03": tr("None of your Scots stands on it or next to it."),
    "GM-RBD-05": tr("With a river it covers a river tile, without one a tile without."),
    "GM-EDG-03": tr("The only Scot next to it is the one you pay."),
}


def closed_cell_reason(rule: str) -> Reason | None:
    """Return why a cell is closed; None for a legal cell."""
    return Reason(rule, CLOSED_CELL_TEXTS[rule]) if rule else None


@memoize_per_state
def cells_held_by_mackintosh(state: State, player_id: str) -> frozenset[Cell]:
    """Return the castle cells that Mackintosh counts as holding a Scot for placement (GM-CRS-10, GM-PLC-07)."""
    player = state.player(player_id)
    if not state.has_lasting_crest(player_id, "mackintosh"):
        return frozenset()
    castles = (spot for spot in player.territory.spots if printed_piece(state, spot.top).kind == "castle")
    return frozenset(spot.cell for spot in castles)


def placement_cells(state: State, player_id: str, piece: Piece, free: bool = False) -> tuple[CandidateCell, ...]:
    """Return the cells in or beside the territory, each with the rule that closes it; "" if a payment makes it
    legal."""
    player, rules = state.player(player_id), placement_rules(state.house)
    lie, held = tile_grounds(state, player), cells_held_by_mackintosh(state, player_id)
    found = candidate_cells(player.territory, ground_of(piece), lie, rules, held)
    return found if free else tuple(_places_after_payment(state, player_id, piece, found))


def _places_after_payment(
    state: State, player_id: str, piece: Piece, found: Iterable[CandidateCell]
) -> Iterable[CandidateCell]:
    """Return the cells as they are after the Scots of the cost were paid."""
    if not payment.cost_amount(piece, "scot"):
        return found
    return (
        place
        if place.rule or is_cell_legal_after_payment(state, player_id, piece, place.cell)
        else place._replace(rule="GM-EDG-03")
        for place in found
    )


def is_cell_legal_after_payment(state: State, player_id: str, piece: Piece, cell: Cell) -> bool:
    """True if a Scot (or Mackintosh) still makes the cell legal after the Scots of the cost were paid."""
    standing = sum(spot.scots for spot in state.player(player_id).territory.spots)
    enough = standing > payment.cost_amount(piece, "scot") or bool(
        cells_held_by_mackintosh(state, player_id) & _cells_beside(piece, cell)
    )
    return enough and bool(paying_scot_spots(state, player_id, piece, cell))


def _cells_beside(piece: Piece, cell: Cell) -> set[Cell]:
    """Return the cells in which a Scot makes the place legal."""
    return {cell, *neighbours(cell)} if piece.rebuild else {*neighbours(cell)}


def paying_scot_spots(state: State, player_id: str, piece: Piece, cell: Cell) -> tuple[Spot, ...]:
    """Return the tiles whose Scot may be paid first so that the cell stays legal, the best first (GM-EDG-03)."""
    territory, held = state.player(player_id).territory, cells_held_by_mackintosh(state, player_id)
    near = _cells_beside(piece, cell)
    every = steps.payable_scots(territory, cell, keep_one=False)
    there = len(held & near) + sum(spot.scots for spot in territory.spots if spot.cell in near)
    return tuple(spot for spot in every if there - (spot.cell in near) > 0)


def paying_scot_spot(state: State, player_id: str, piece: Piece, cell: Cell) -> Spot:
    """Return the tile whose Scot is paid: the player's preference, otherwise the best."""
    may = paying_scot_spots(state, player_id, piece, cell)
    wished = (source for good, source in state.turn.work.rather if good == SCOT)
    by_source = {cell_source(spot.cell): spot for spot in may}
    return next((by_source[source] for source in wished if source in by_source), may[0])


class TakeableTiles:
    """Tiles that one player can take now. What tiles with equal facts have in common is computed once."""

    def __init__(self, state: State, player_id: str) -> None:
        self._state, self._player_id = state, player_id
        self._purse = current_purse(state, player_id)
        self._alike: dict[tuple[object, ...], Reason | None] = {}
        self._room: dict[tuple[TileGround, int], bool] = {}
        self._no_room: dict[tuple[TileGround, int], str] = {}
        self._dear: dict[tuple[Cost, ...], Reason | None] = {}

    def why_not(self, piece: Piece) -> Reason | None:
        """Return why a tile cannot be paid in full or placed (GM-TAK-01, GM-TAK-06); None if it can be taken."""
        if piece.stays:
            return None  # The tile stays on the rondel and is never placed.
        kind = piece.kind if piece.rebuild else ""
        alike = (piece.cost, piece.category, piece.river, piece.rebuild, kind)
        if alike not in self._alike:
            self._alike[alike] = self._too_dear(piece) or self.no_place_reason(piece)
        return self._alike[alike] or self._too_dear_besides(piece)

    def can_be_taken(self, piece: Piece) -> bool:
        """True if the tile can be taken; faster than `why_not`, which computes the reason."""
        if piece.stays:
            return True
        return not self._too_dear(piece) and self._has_room(piece) and not self._too_dear_besides(piece)

    def no_place_reason(self, piece: Piece) -> Reason | None:
        """Return why the tile has no legal cell, whatever it costs; unknown facts are no objection."""
        if self._has_room(piece):
            return None
        key = self._as_laid(piece)
        if key not in self._no_room:
            self._no_room[key] = self._rule_against(piece)
        return _without_room(self._no_room[key])

    def _has_room(self, piece: Piece) -> bool:
        """True if the tile has a legal cell; most tiles have one, and then no reason must be computed."""
        if piece.category not in ("land", "landmark") or None in (piece.river, piece.rebuild):
            return True
        key = self._as_laid(piece)
        if key not in self._room:
            self._room[key] = self._fits(piece, key[0])
        return self._room[key]

    @staticmethod
    def _as_laid(piece: Piece) -> tuple[TileGround, int]:
        """Return everything about a tile that decides where it may be placed."""
        ground = ground_of(piece)
        return ground if ground.rebuild else TileGround(ground.marks), payment.cost_amount(piece, "scot")

    def _fits(self, piece: Piece, ground: TileGround) -> bool:
        state, player = self._state, self._state.player(self._player_id)
        held, rules = cells_held_by_mackintosh(state, player.id), placement_rules(state.house)
        found = legal_cells(player.territory, ground, tile_grounds(state, player), rules, held)
        if not payment.cost_amount(piece, "scot"):
            return any(True for _ in found)
        return any(is_cell_legal_after_payment(state, player.id, piece, cell) for cell in found)

    def _too_dear(self, piece: Piece) -> Reason | None:
        if not piece.cost:
            return None
        if piece.cost not in self._dear:
            reason = payment.unaffordable_tile_reason(self._state, self._player_id, piece, self._purse)
            self._dear[piece.cost] = reason
        return self._dear[piece.cost]

    def _too_dear_besides(self, piece: Piece) -> Reason | None:
        """Return why the additional cost of a chronicle cannot be paid, or None."""
        asks = (each.referee.unaffordable_reason for each in expansions_of(self._state) if each.referee)
        reasons = (ask(self._state, self._player_id, piece) for ask in asks if ask)
        return next(filter(None, reasons), None)

    def _rule_against(self, piece: Piece) -> str:
        """Return the rule that closes the most nearly legal cell; "" if a cell is legal."""
        state, player = self._state, self._state.player(self._player_id)
        held, laying = cells_held_by_mackintosh(state, player.id), placement_rules(state.house)
        found = nearly_legal_cells(player.territory, ground_of(piece), tile_grounds(state, player), laying, held)
        rules = {place.rule for place in _places_after_payment(state, player.id, piece, found)}
        order = ("", "GM-EDG-03", "GM-RBD-03", "GM-PLC-02", "GM-RBD-02", "GM-RBD-05", "GM-RIV-03", "GM-RIV-02")
        return next(rule for rule in order if rule in rules)


@memoize_per_state
def takeable_tiles(state: State, player_id: str) -> TakeableTiles:
    """Return the tiles that this player can take in this state."""
    return TakeableTiles(state, player_id)


def _without_room(rule: str) -> Reason | None:
    if not rule:
        return None
    words = {
        "GM-EDG-03": tr("The Scot you pay is the only one next to a place for it."),
        "GM-PLC-02": tr("None of your Scots stands next to a place for it."),
    }
    return Reason(rule, words.get(rule, tr("It fits nowhere in the territory.")))


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
    return Reason(rule, tr("Without it the rest would not lie by the rules.")) if rule else None


def _of_expansions(state: State, player_id: str, spot: Spot) -> Reason | None:
    asked = (
        x.referee.stays(state, player_id, spot) for x in expansions_of(state) if x.referee and x.referee.stays
    )
    return next(filter(None, asked), None)
