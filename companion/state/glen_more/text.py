"""Names of tiles, players, goods, counts and cells of Glen More. Texts only; no rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.engine.message import Message, can_be_drawn, join_list, literal, tr, trn
from companion.engine.offers import MapTile
from companion.state.glen_more.model import (
    DIE,
    FINAL_SCORING,
    PLACEMENT_RULES,
    Cost,
    Facts,
    State,
    Tile,
    tile_ground,
)
from companion.state.territory.grid import Cell, Spot
from companion.state.territory.words import TerritoryWords, direction_text

GOODS_WORDS = {
    "wood": tr("wood"),
    "stone": tr("stone"),
    "sheep": tr("sheep"),
    "cattle": tr("cattle"),
    "grain": tr("grain"),
}
COUNT_WORDS = {
    "points": tr("points"),
    "coins": tr("coins"),
    "barrels": tr("barrels"),
    "scots": tr("Scots in the territory"),
    "chieftains": tr("chieftains"),
    "tiles": tr("territory tiles"),
    "green_tiles": tr("green tiles"),
    "yellow_tiles": tr("yellow tiles"),
    "villages": tr("villages"),
}
BORDER_WORDS = {
    "green": tr("green"),
    "yellow": tr("yellow"),
    "grey": tr("grey"),
    "brown": tr("brown"),
    "blue": tr("blue"),
}
KIND_WORDS = {
    "forest": tr("forest"),
    "quarry": tr("quarry"),
    "meadow": tr("meadow"),
    "pasture": tr("pasture"),
    "grain_field": tr("grain field"),
    "distillery": tr("distillery"),
    "village": tr("village"),
    "butcher": tr("butcher"),
    "fair": tr("fair"),
    "grocer": tr("grocer"),
    "bridge": tr("bridge"),
    "tavern": tr("tavern"),
}
SOURCE_WORDS = {
    "tile": tr("a tile"),
    "card": tr("command card"),
    "correction": tr("correction"),
    "whisky": tr("barrels"),
    "chieftains": tr("chieftains and bonnets"),
    "special_locations": tr("cards of special locations"),
    "coins": tr("coins"),
    "territory": tr("size of the territory"),
    "loch_morar": literal("Loch Morar"),
    "iona_abbey": literal("Iona Abbey"),
    "duart_castle": literal("Duart Castle"),
}
"""Names of the sources of points."""


def figure_label(state: State, figure: str) -> Message:
    """Return the name of a player, otherwise the seat; or the name of the die."""
    if figure == DIE:
        return tr("the die")
    return next((player_label(p.id, p.name) for p in state.players if p.id == figure), literal(figure))


def player_label(id: str, name: str) -> Message:
    """Return the name of a player, or the seat if there is none that the panel can draw."""
    return literal(name) if name and can_be_drawn(name) else tr("player {n}", n=id.removeprefix("p"))


def piece_label(facts: Facts, id: str, deck: str = "") -> Message:
    """Return the name of a tile; an unidentified tile is named by its deck."""
    if known := facts.tiles.get(id):
        return tile_label(known)
    return tr("a tile of deck {deck}", deck=deck)


@lru_cache(maxsize=256)
def tile_label(tile: Tile) -> Message:
    """Return the printed name, otherwise kind, marks and cost, which distinguish the tile from others."""
    if tile.name:
        return literal(tile.name)
    if not tile.deck:
        return tr("start village {n}", n=tile.id[-1])
    more = [tr("river")] * tile.river + [tr("road")] * tile.road
    if costs := [*map(cost_text, tile.cost)]:
        more.append(tr("for {cost}", cost=join_list(costs)))
    kind = KIND_WORDS[tile.kind]
    what = [GOODS_WORDS[good] for effect in tile.activation if effect.op != "produce" for good in effect.what]
    if tile.kind == "butcher":
        kind = tr("{kind} ({goods})", kind=kind, goods=join_list(what))
    return join_list([kind, *more])


def costs_text(paid: Sequence[Cost]) -> Message:
    """Return the text of all parts of a cost."""
    return join_list(map(cost_text, paid))


def cost_text(cost: Cost) -> Message:
    """Return one part of a cost, such as "2 wood"."""
    match cost.what:
        case "whisky":
            return trn("{n} barrel", "{n} barrels", cost.n)
        case "different_goods":
            return trn("{n} good", "{n} different goods", cost.n)
        case "clan_member_or_chieftain":
            return tr("a Scot or a chieftain")
    return tr("{n} {good}", n=cost.n, good=GOODS_WORDS[cost.what])


def card_label(facts: Facts, id: str) -> Message:
    """Return the printed name of a card."""
    return literal(facts.cards[id].name)


def cause_text(facts: Facts, why: str) -> Message | None:
    """Return the cause of a changed count, or None if it is obvious."""
    if why in facts.cards:
        return card_label(facts, why)
    return tr("the cost") if why == "cost" else None


def source_label(name: str) -> Message:
    """Return the name of a source of points."""
    return SOURCE_WORDS.get(name, literal(name))


def change_text(count: str, by: int) -> Message:
    """Return a signed change of a count, such as "+2 coins"."""
    sign = "+" if by > 0 else "-"
    match count:
        case "coins":
            return trn("{sign}{n} coin", "{sign}{n} coins", abs(by), sign=sign)
        case "barrels":
            return trn("{sign}{n} barrel", "{sign}{n} barrels", abs(by), sign=sign)
        case "scots":
            return trn("{sign}{n} Scot", "{sign}{n} Scots", abs(by), sign=sign)
    return trn("{sign}{n} chieftain", "{sign}{n} chieftains", abs(by), sign=sign)


def round_title(scoring: str) -> Message:
    """Return the name of a scoring as a title."""
    return tr("Final scoring") if scoring == FINAL_SCORING else tr("Scoring round {deck}", deck=scoring)


def round_label(scoring: str) -> Message:
    """Return the name of a scoring in a sentence."""
    return tr("final scoring") if scoring == FINAL_SCORING else tr("scoring round {deck}", deck=scoring)


@lru_cache(maxsize=1024)
def cell_label(cell: Cell) -> Message:
    """Return the direction from the start village to a cell."""
    return direction_text(cell) if any(cell) else tr("start village")


def short_tile_label(tile: Tile) -> Message:
    """Return the printed name or the kind of a tile."""
    return literal(tile.name) if tile.name else KIND_WORDS[tile.kind]


def spot_label(state: State, spot: Spot) -> Message:
    """Return the name of a placed tile with its direction from the start village."""
    if not any(spot.cell):
        return tr("start village")
    return tr("{tile} ({where})", tile=short_tile_label(state.facts.tiles[spot.top]), where=cell_label(spot.cell))


def map_icon(tile: Tile) -> str:
    """Return the icon of a tile on a map: the only good that it produces, otherwise its kind."""
    brought = [good for effect in tile.activation if effect.op == "produce" for good in effect.what]
    return brought[0] if len(brought) == 1 else tile.kind


def map_tile(state: State, spot: Spot) -> MapTile:
    """Return a spot as a map tile."""
    tile = state.facts.tiles[spot.top]
    lines = tuple((mark, PLACEMENT_RULES.marks[mark].axis) for mark in tile_ground(tile).marks)
    goods = tuple(spot.goods.items())
    return MapTile(
        spot.x, spot.y, short_tile_label(tile), map_icon(tile), lines, goods, spot.scots, len(spot.pieces)
    )


def map_tiles(state: State, player_id: str) -> tuple[MapTile, ...]:
    """Return a player's territory as map tiles."""
    return tuple(map_tile(state, spot) for spot in state.player(player_id).territory.spots)


TERRITORY_WORDS = TerritoryWords(
    figure=figure_label,
    piece=lambda state, piece: piece_label(state.facts, piece),
    spot=spot_label,
    standing=lambda _state, spot: cell_label(spot.cell),
    cell=cell_label,
    map_tiles=map_tiles,
    cause=lambda state, why: cause_text(state.facts, why.partition(":")[2] or why),
    goods=GOODS_WORDS,
)
tile_label_at = TERRITORY_WORDS.tile_at
