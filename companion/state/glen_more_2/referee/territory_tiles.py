"""Tiles as the referee needs them: printed facts, placement rules, labels and map (sections 9 to 11)."""

from __future__ import annotations

from functools import lru_cache

from companion.engine.caching import memoize_few, memoize_last
from companion.engine.message import Message, tr
from companion.engine.offers import Choice, MapTile, Pick
from companion.state.glen_more_2.facts import Effect, Facts, Piece
from companion.state.glen_more_2.model import CASTLE_CELL as CASTLE_CELL
from companion.state.glen_more_2.model import MAX_SCOTS, HouseRules, Player, State
from companion.state.glen_more_2.model import VILLAGE_CELL as VILLAGE_CELL
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.glen_more_2.text import labels
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.placement import Mark, PlacementRules, TileGround
from companion.state.territory.words import TerritoryWords, direction_text

RIVER = "river"


@memoize_last
def placement_rules(rules: HouseRules) -> PlacementRules:
    """Return the placement rules under these house rules."""
    return PlacementRules(
        home_cells=(Cell(0, 0), Cell(1, 0)),
        edge_rule="GM-PLC-01",
        scot_rule="GM-PLC-02",
        paid_scot="GM-EDG-03",
        marks={RIVER: Mark("east_west", "GM-RIV-02")},
        matching_edges_rule="GM-RIV-03",
        rebuild_rule="GM-RBD-01",
        rebuild_kind_rule="GM-RBD-02",
        rebuild_marks_rule="GM-RBD-05",
        rebuild_scot_rule="GM-RBD-03",
        covered_scot_counts=not rules.rebuild_needs_scot_on_neighbour,
        removal_rule="GM-EDG-04",
    )


def ground_of(piece: Piece) -> TileGround:
    """Return what decides placement; unknown river and rebuild facts are asked before."""
    return TileGround((RIVER,) if piece.river else (), piece.kind, bool(piece.rebuild))


VILLAGE, CASTLE = labels.HOME_TILE_HALVES
"""Prefixes of the ids of the halves of home tiles; each half counts as a tile of its own (GM-CMP-12)."""
_HALVES = {
    VILLAGE: Piece("", kind="village", river=True, rebuild=False, activation=()),
    CASTLE: Piece("", kind="castle", river=True, rebuild=False, activation=(Effect("move", n=1),)),
}
"""Halves of the home tile: two tiles in every respect (GM-CMP-12), with the river through both (GM-RIV-01)."""


def home_half_id(colour: str, which: str) -> str:
    """Return the id of half a home tile."""
    return f"{which}{colour}"


def printed_piece(state: State, id: str) -> Piece:
    """Return the known facts of a tile in a territory."""
    return printed_piece_from_facts(state.facts, id)


def printed_piece_from_facts(facts: Facts, id: str) -> Piece:
    """Return the known facts of a tile in a territory, from the facts alone."""
    known = facts.pieces.get(id)
    return known or next((piece for start, piece in _HALVES.items() if id.startswith(start)), Piece(id))


def tile_ground(state: State, id: str) -> TileGround:
    """Return what decides the placement of a tile."""
    return ground_of(printed_piece(state, id))


def tile_grounds(state: State, player: Player) -> dict[str, TileGround]:
    """Return what decides placement, for all top tiles of a territory."""
    return _grounds(state.facts, player.territory)


@memoize_few
def _grounds(facts: Facts, territory: Territory) -> dict[str, TileGround]:
    return {spot.top: ground_of(printed_piece_from_facts(facts, spot.top)) for spot in territory.spots}


def find_spot(player: Player, piece: str) -> Spot | None:
    """Return the spot of a tile, on top or covered; None if it is not in the territory."""
    return next((spot for spot in player.territory.spots if piece in spot.pieces), None)


def scots_in_supply(state: State, player_id: str) -> int:
    """Return the Scots in the player's supply (GM-CMP-03)."""
    return max(0, MAX_SCOTS - scots_outside_supply(state, player_id))


def scots_outside_supply(state: State, player_id: str) -> int:
    """Return the player's Scots outside the supply, without the pawn."""
    counts = (
        each.referee.scots_outside_territory
        for each in expansions_of(state)
        if each.referee and each.referee.scots_outside_territory
    )
    scots_outside_territory = sum(count(state, player_id) for count in counts)
    return scots_outside_territory + sum(spot.scots for spot in state.player(player_id).territory.spots)


_HOME = dict(zip((VILLAGE_CELL, CASTLE_CELL), labels.HOME_TILE_HALF_LABELS.values(), strict=True))


@lru_cache(maxsize=1024)
def cell_label(cell: Cell) -> Message:
    """Return the way from the start village to a cell; players see no coordinates."""
    return _HOME.get(cell) or direction_text(cell)


def short_tile_label(state: State, piece: str) -> Message:
    """Return the short label of a tile."""
    return labels.tile_in_sentence(state.facts, piece)


def spot_label(state: State, spot: Spot) -> Message:
    """Return the label of a tile with its place, which distinguishes it from others of its kind."""
    if spot.cell in _HOME and len(spot.pieces) == 1:
        return _HOME[spot.cell]
    return tr("{tile} ({where})", tile=short_tile_label(state, spot.top), where=cell_label(spot.cell))


def standing_label(state: State, spot: Spot) -> Message:
    """Return where a Scot stands, in a word or two: the tile's name, otherwise its place."""
    named = spot.cell not in _HOME and state.facts.pieces[spot.top].name
    return short_tile_label(state, spot.top) if named else cell_label(spot.cell)


@memoize_few
def _map_tile(facts: Facts, spot: Spot) -> MapTile:
    """Return a tile for a map: the halves of the home tile with their symbol, all others with a label."""
    known, home = (
        printed_piece_from_facts(facts, spot.top),
        _HOME.get(spot.cell) if len(spot.pieces) == 1 else None,
    )
    lines = ((RIVER, "east_west"),) if known.river else ()
    goods = tuple(spot.goods.items())
    return MapTile(
        spot.x,
        spot.y,
        home or labels.map_label(facts, spot.top),
        (known.kind or "") if home else "",
        lines,
        goods,
        spot.scots,
        len(spot.pieces),
    )


def territory_map(state: State, player_id: str) -> tuple[MapTile, ...]:
    """Return a player's territory for a map."""
    return _map_tiles(state.facts, state.player(player_id).territory)


@memoize_few
def _map_tiles(facts: Facts, territory: Territory) -> tuple[MapTile, ...]:
    return tuple(_map_tile(facts, spot) for spot in territory.spots)


def good_pick(title: Message) -> Pick:
    """Return the choice of one of the five goods."""
    goods = tuple(Choice(good, words, brief=words) for good, words in labels.GOODS_LABELS.items())
    return Pick("good", title, goods, in_order=True)


WORDS = TerritoryWords(
    figure=labels.figure_label,
    piece=short_tile_label,
    spot=spot_label,
    standing=standing_label,
    cell=cell_label,
    map_tiles=territory_map,
    cause=labels.cause_label,
    goods=labels.GOODS_LABELS,
)
tile_at_label, spot_choice = WORDS.tile_at, WORDS.choice
