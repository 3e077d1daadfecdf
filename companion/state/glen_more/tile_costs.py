"""Costs of tiles, and what a tile gives at once (G1-TRN-02, G1-TRN-03, G1-TRN-04, G1-WHS-04).

At scorekeeper depth barrels, Scots, cards and coins are counted; players enter goods and activations themselves.
At referee depth the companion pays with goods, barrels, Scots or chieftains.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from companion.engine.message import Message, tr
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import text
from companion.state.glen_more.model import GOODS, Effect, Player, State, Tile, cards_of_tile
from companion.state.glen_more.resolution import Resolution
from companion.state.glen_more.text import TERRITORY_WORDS
from companion.state.territory import payment_options
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import TradeForms, can_pay_any, current_purse, pay_goods

WHISKY, SCOT_OR_CHIEFTAIN = "whisky", "clan_member_or_chieftain"
TRADE_FORMS = TradeForms(TERRITORY_WORDS, "G1-WHS-05", asks_source=False)
COUNT_OF_EFFECT = {"clan_member": "scots", "barrel": "barrels", "coins": "coins"}
"""Count that an effect changes, by the effect's `op`."""


def cost_amount(tile: Tile, what: str) -> int:
    """Return how many of this the tile costs; see `Cost.what`."""
    return sum(cost.n for cost in tile.cost if cost.what == what)


def payment_caution(state: State, player_id: str, piece: str) -> Reason | None:
    """Return a caution if the known counts cannot pay the tile (G1-TRN-02); goods are unknown at this depth."""
    tile, player = state.facts.tiles[piece], state.player(player_id)
    name = text.figure_label(state, player_id)
    if cost_amount(tile, WHISKY) > player.barrels:
        words = tr("It costs 1 barrel; the companion has {player} on none.", player=name)
        return Reason("G1-TRN-02", words)
    if cost_amount(tile, SCOT_OR_CHIEFTAIN) > player.scots + player.chieftains:
        words = tr("It costs a Scot or a chieftain; the companion has {player} on none.", player=name)
        return Reason("G1-LOC-04", words)
    return None


def last_scot_caution(state: State, player: Player) -> Reason | None:
    """Return a caution: without a Scot in the territory no tile can be added any more (G1-CLN-07)."""
    if player.scots > 1:
        return None
    words = tr("{Player} keeps no Scot in the territory then.", Player=text.figure_label(state, player.id))
    return Reason("G1-CLN-07", words, tr("We know"))


def record_tile_effects(resolution: Resolution, player_id: str, piece: str) -> None:
    """Record the cost in barrels, then what the tile and its card give once (G1-TRN-04, G1-LOC-02)."""
    tile = resolution.state.facts.tiles[piece]
    if barrels := cost_amount(tile, WHISKY):
        resolution.do(ev.CountChanged(player_id, "barrels", -barrels, "cost"))
    _gain(resolution, player_id, tile.placing, "tile")
    for card in cards_of_tile(tile):
        if all(card not in p.cards for p in resolution.state.players):
            resolution.do(ev.LandmarkGained(player_id, card))
        if resolution.state.facts.cards[card].timing == "at_once":
            _gain(resolution, player_id, resolution.state.facts.cards[card].effects, card)
    if cost_amount(tile, SCOT_OR_CHIEFTAIN):
        pay_scot_or_chieftain(resolution, player_id)


def _gain(resolution: Resolution, player_id: str, effects: Iterable[Effect], why: str) -> None:
    for effect in effects:
        if count := COUNT_OF_EFFECT.get(effect.op):
            resolution.do(ev.CountChanged(player_id, count, effect.n, why))


def pay_scot_or_chieftain(resolution: Resolution, player_id: str) -> None:
    """Record the payment for Loch Ness (G1-LOC-04); ask which is paid if there is a choice."""
    player = resolution.state.player(player_id)
    if player.chieftains > 0:
        resolution.ask("pay", player_id)
    else:
        resolution.do(ev.CountChanged(player_id, "scots", -1, "cost"))


def tile_instructions(state: State, piece: str) -> Iterator[Message]:
    """Yield what players must do with the taken tile and may enter for it."""
    tile = state.facts.tiles.get(piece)
    if tile is None:
        return
    goods = [cost for cost in tile.cost if cost.what not in (WHISKY, SCOT_OR_CHIEFTAIN)]
    for cost in goods:
        yield tr("Pay {cost}", cost=text.cost_text(cost))
    for card in cards_of_tile(tile):
        for effect in state.facts.cards[card].effects:
            if words := CARD_INSTRUCTIONS.get(effect.op):
                yield words


CARD_INSTRUCTIONS = {
    "choose_goods": tr("Put 2 goods of your choice onto Loch Lochy"),
    "fill_empty": tr("Put 1 good onto each of your empty tiles that make goods"),
    "activate_all": tr("Activate all your tiles, not only its neighbours"),
    "activate_one": tr("Once a turn activate any one tile more"),
}


DIFFERENT_GOODS = "different_goods"


def goods_needs(tile: Tile) -> list[dict[str, int]]:
    """Return the goods that a tile costs; several needs if the kinds can be chosen (G1-LOC-05)."""
    fixed = {cost.what: cost.n for cost in tile.cost if cost.what in GOODS}
    if different := cost_amount(tile, DIFFERENT_GOODS):
        return [fixed | dict.fromkeys(kinds, 1) for kinds in combinations(GOODS, different)]
    return [fixed]


def why_too_expensive(state: State, player_id: str, tile: Tile, purse: Purse) -> Reason | None:
    """Return why the tile cannot be paid in full from stock, trade and all possible sales (G1-TRN-02), or None."""
    player = state.player(player_id)
    name = text.figure_label(state, player_id)
    if cost_amount(tile, WHISKY) > player.barrels:
        return Reason("G1-TRN-02", tr("It costs 1 barrel, and {player} has none.", player=name))
    if cost_amount(tile, SCOT_OR_CHIEFTAIN) > player.scots + player.chieftains:
        return Reason("G1-LOC-04", tr("It costs a Scot or a chieftain, and {player} has none.", player=name))
    needs = goods_needs(tile)
    if can_pay_any(purse, needs):
        return None
    return TRADE_FORMS.unaffordable_reason(state, player_id, needs, "G1-TRN-02", text.costs_text(tile.cost))


def best_need(state: State, player_id: str, tile: Tile) -> dict[str, int]:
    """Return the goods to pay: preferred kinds, otherwise those with the fewest coins for purchases."""
    return payment_options.best_need(
        current_purse(state, player_id), goods_needs(tile), state.turn.work.preferred_sources
    )


def pay_tile(resolution: Resolution, player_id: str, tile: Tile) -> None:
    """Record the payment of all that the tile costs except the Scot."""
    why = f"cost:{tile.id}"
    if barrels := cost_amount(tile, WHISKY):
        resolution.do(ev.BarrelsPaid(player_id, barrels, why))
    pay_goods(resolution, player_id, best_need(resolution.state, player_id, tile), why)
