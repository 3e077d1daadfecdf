"""How people call things: tiles, players, goods, counts. Words only; decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more.facts import Cost, Facts, Tile
from companion.state.glen_more.model import DIE, FINAL, State

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
"""Where points come from."""


def figure(state: State, who: str) -> Message:
    """A player by name, else by the place at the table; the die."""
    if who == DIE:
        return tr("the die")
    return next((player(p.id, p.name) for p in state.players if p.id == who), literal(who))


def player(id: str, name: str) -> Message:
    return literal(name) if name else tr("player {n}", n=id.removeprefix("p"))


def piece(facts: Facts, id: str, deck: str = "") -> Message:
    """A tile; one nobody told about goes by its deck."""
    if known := facts.tiles.get(id):
        return tile_words(known)
    return tr("a tile of deck {deck}", deck=deck)


@lru_cache(maxsize=256)
def tile_words(tile: Tile) -> Message:
    """By its name, else by what it is, what runs over it and what it costs: that tells it from others."""
    if tile.name:
        return literal(tile.name)
    if not tile.deck:
        return tr("start village {n}", n=tile.id[-1])
    more = [tr("river")] * tile.river + [tr("road")] * tile.road
    if costs := [*map(cost_words, tile.cost)]:
        more.append(tr("for {cost}", cost=listed(costs)))
    kind = KIND_WORDS[tile.kind]
    what = [GOODS_WORDS[good] for effect in tile.activation if effect.op != "produce" for good in effect.what]
    if tile.kind == "butcher":
        kind = tr("{kind} ({goods})", kind=kind, goods=listed(what))
    return listed([kind, *more])


def costs(paid: Sequence[Cost]) -> Message:
    """All that a tile costs."""
    return listed(map(cost_words, paid))


def cost_words(cost: Cost) -> Message:
    match cost.what:
        case "whisky":
            return trn("{n} barrel", "{n} barrels", cost.n)
        case "different_goods":
            return trn("{n} good", "{n} different goods", cost.n)
        case "clan_member_or_chieftain":
            return tr("a Scot or a chieftain")
    return tr("{n} {good}", n=cost.n, good=GOODS_WORDS[cost.what])


def card(facts: Facts, id: str) -> Message:
    return literal(facts.cards[id].name)


def cause(facts: Facts, why: str) -> Message | None:
    """Where a count came from; None where that goes without saying."""
    if why in facts.cards:
        return card(facts, why)
    return tr("the cost") if why == "cost" else None


def source(name: str) -> Message:
    return SOURCE_WORDS.get(name, literal(name))


def change(count: str, by: int) -> Message:
    """What a count gained or lost, in two words."""
    sign = "+" if by > 0 else "-"
    match count:
        case "coins":
            return trn("{sign}{n} coin", "{sign}{n} coins", abs(by), sign=sign)
        case "barrels":
            return trn("{sign}{n} barrel", "{sign}{n} barrels", abs(by), sign=sign)
        case "scots":
            return trn("{sign}{n} Scot", "{sign}{n} Scots", abs(by), sign=sign)
    return trn("{sign}{n} chieftain", "{sign}{n} chieftains", abs(by), sign=sign)


def round_title(due: str) -> Message:
    return tr("Final scoring") if due == FINAL else tr("Scoring round {deck}", deck=due)


def round_words(due: str) -> Message:
    return tr("final scoring") if due == FINAL else tr("scoring round {deck}", deck=due)
