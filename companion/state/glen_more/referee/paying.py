"""What a tile costs and how it is paid: goods, barrels, a Scot or a chieftain (G1-TRN-02, G1-WHS-04)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from companion.engine.message import Message, listed, tr, trn
from companion.engine.offers import Reason
from companion.state.glen_more import events as ev
from companion.state.glen_more import labels
from companion.state.glen_more.facts import GOODS, Tile
from companion.state.glen_more.gains import SCOT_OR_CHIEFTAIN, WHISKY, price_of
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import events as rev
from companion.state.glen_more.resolution import Resolution
from companion.state.territory import payment_options as purses
from companion.state.territory.grid import Cell
from companion.state.territory.market import buy_price, sell_price
from companion.state.territory.payment_options import Payment, Purse

DIFFERENT = "different_goods"


def purse_of(state: State, player_id: str) -> Purse:
    player = state.player(player_id)
    return Purse(player.coins, purses.stock_of(player.territory), state.market)


def needs(tile: Tile) -> list[dict[str, int]]:
    """The goods it costs; several where the kinds may be chosen (G1-LOC-05)."""
    fixed = {cost.what: cost.n for cost in tile.cost if cost.what in GOODS}
    if different := price_of(tile, DIFFERENT):
        return [fixed | dict.fromkeys(kinds, 1) for kinds in combinations(GOODS, different)]
    return [fixed]


def why_too_dear(state: State, player_id: str, tile: Tile, purse: Purse) -> Reason | None:
    """It can't be paid in full from stock and by trade, every possible sale counted (G1-TRN-02)."""
    player = state.player(player_id)
    name = labels.figure(state, player_id)
    if price_of(tile, WHISKY) > player.barrels:
        return Reason("G1-TRN-02", tr("It costs 1 barrel, and {player} has none.", player=name))
    if price_of(tile, SCOT_OR_CHIEFTAIN) > player.scots + player.chieftains:
        return Reason("G1-LOC-04", tr("It costs a Scot or a chieftain, and {player} has none.", player=name))
    if any(purses.can_pay(purse, need) for need in needs(tile)):
        return None
    coins = trn("{n} coin", "{n} coins", player.coins)
    cost = labels.costs(tile.cost)
    words = tr("It costs {cost}: too dear with {coins} and all that can be sold.", cost=cost, coins=coins)
    return Reason("G1-TRN-02", words)


def payment_for(state: State, player_id: str, need: Mapping[str, int]) -> Payment | None:
    player = state.player(player_id)
    return purses.payment_for(player.territory, player.coins, state.market, need, state.turn.work.rather)


def best_need(state: State, player_id: str, tile: Tile) -> dict[str, int]:
    """Of several kinds the one that is wished, or for which least is bought."""
    return purses.best_need(purse_of(state, player_id), needs(tile), state.turn.work.rather)


def pay_goods(resolution: Resolution, player_id: str, need: Mapping[str, int], why: str) -> None:
    """Sales first, then what is bought, then own goods; what is bought is spent at once (G1-WHS-04)."""
    payment = payment_for(resolution.state, player_id, need)
    assert payment is not None, "only what can be paid is offered"
    for good, cell in payment.sales:
        sell(resolution, player_id, good, cell)
    for good in payment.bought:
        price = buy_price(resolution.state.market[good])
        assert price is not None
        resolution.do(ev.GoodBought(player_id, good, price, why))
    for (good, cell), n in purses.together(payment.given).items():
        resolution.do(rev.GoodsGiven(player_id, cell.x, cell.y, good, n, why))


def sell(resolution: Resolution, player_id: str, good: str, cell: Cell) -> None:
    """One good of that tile (G1-WHS-05)."""
    price = sell_price(resolution.state.market[good])
    assert price is not None
    resolution.do(rev.GoodsGiven(player_id, cell.x, cell.y, good, 1, "sale"))
    resolution.do(ev.GoodSold(player_id, good, price))


def pay_tile(resolution: Resolution, player_id: str, tile: Tile) -> None:
    """All that it costs but the Scot."""
    why = f"cost:{tile.id}"
    if barrels := price_of(tile, WHISKY):
        resolution.do(rev.BarrelsPaid(player_id, barrels, why))
    pay_goods(resolution, player_id, best_need(resolution.state, player_id, tile), why)


def bought_words(state: State, player_id: str, need: Mapping[str, int]) -> Message | None:
    """What has to be bought for it, and for how much; None for nothing."""
    purse = purse_of(state, player_id)
    missing = purses.missing_of(purse, need)
    goods = [tr("{n} {good}", n=n, good=labels.GOODS_WORDS[good]) for good, n in missing.items()]
    price = purses.price_of(purse, need)
    if not goods or price is None:
        return None
    if len(goods) > 1 and sum(missing.values()) == sum(need.values()):
        return trn("buys all for {n} coin", "buys all for {n} coins", price)
    return trn("buys {goods} for {n} coin", "buys {goods} for {n} coins", price, goods=listed(goods))
