"""What a tile or an exchange costs and how it is paid: coins, barrels, goods, Scots (section 8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations_with_replacement

from companion.engine.message import listed, tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS, Cost, Piece
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import ANY_GOOD, bought_before, paid_by
from companion.state.glen_more_2.resolution import Resolution
from companion.state.territory import payment_options
from companion.state.territory.payment_options import Purse
from companion.state.territory.trading import any_payable, pay_goods, purse_of, without_coins


def amount(piece: Piece, what: str) -> int:
    """How many of it the tile costs, as far as anybody has told."""
    return sum(cost.n for cost in piece.cost or () if cost.what == what)


def cost_of(piece: str) -> str:
    """Why it is paid, in events."""
    return f"cost:{piece}"


def why_paid(state: State, question: OpenQuestion) -> str:
    """The same of what a question asks for: a tile, or another cause by its own name."""
    paid = str(question.args[0])
    return cost_of(paid) if paid in state.facts.pieces else paid


def needs(cost: Iterable[Cost]) -> list[dict[str, int]]:
    """The goods of a cost; several where the kinds are free."""
    fixed = {part.what: part.n for part in cost if part.what in GOODS}
    free = sum(part.n for part in cost if part.what == ANY_GOOD)
    return [_with(fixed, kinds) for kinds in combinations_with_replacement(GOODS, free)]


def _with(fixed: Mapping[str, int], kinds: Iterable[str]) -> dict[str, int]:
    need = dict(fixed)
    for good in kinds:
        need[good] = need.get(good, 0) + 1
    return need


def goods_left(state: State, player_id: str, piece: Piece) -> tuple[Cost, ...]:
    """The goods of its cost, without those that were bought for it before (GM-MKT-05)."""
    goods = [cost for cost in piece.cost or () if cost.what in (*GOODS, ANY_GOOD)]
    before = bought_before(state, player_id)
    if not before:
        return tuple(goods)
    bought = paid_by(before, piece.cost or ())
    return tuple(Cost(cost.what, cost.n - bought[cost.what]) for cost in goods if cost.n > bought[cost.what])


def why_too_dear(state: State, player_id: str, piece: Piece, purse: Purse) -> Reason | None:
    """It can't be paid in full from stock and by trade, every possible sale counted (GM-TAK-01)."""
    player = state.player(player_id)
    if amount(piece, "whisky") > max(0, player.barrels):
        name = labels.figure(state, player_id)
        return Reason("GM-TAK-05", tr("It costs barrels, and {player} has {n}.", player=name, n=player.barrels))
    if (scots := amount(piece, "scot")) and scots > sum(spot.scots for spot in player.territory.spots):
        return Reason("GM-TAK-04", tr("It costs a Scot of the territory, and none stands there."))
    rest = without_coins(purse, amount(piece, "coin"))
    # Coins that a cost wants beside goods may have to come of sales too.
    if any_payable(rest, needs(goods_left(state, player_id, piece))):
        return None
    coins = labels.COST_WORDS["coin"](player.coins)
    cost = labels.costs(piece.cost or ())
    words = tr("It costs {cost}: too dear with {coins} and all that can be sold.", cost=cost, coins=coins)
    return Reason("GM-TAK-01", words)


def why_not_goods(
    state: State, player_id: str, need: Mapping[str, int], rule: str, coins: int = 0
) -> Reason | None:
    """Goods that an expansion wants, and coins, can't be paid, nor bought, every possible sale counted (C0-12)."""
    if not state.follows or payment_options.can_pay(without_coins(purse_of(state, player_id), coins), need):
        return None
    goods = listed(tr("{n} {good}", n=n, good=labels.GOODS_WORDS[good]) for good, n in need.items())
    return Reason(rule, tr("{Player} can't pay {goods}.", Player=labels.figure(state, player_id), goods=goods))


def pay_tile(resolution: Resolution, player_id: str, piece: Piece, more: int = 0) -> None:
    """All that it costs but Scots: people say which (GM-TAK-02, GM-TAK-03, GM-TAK-05).

    more: coins that are paid besides.
    """
    state, coins = resolution.state, amount(piece, "coin")
    purse = without_coins(purse_of(state, player_id), coins + more)
    found = needs(goods_left(state, player_id, piece))
    need = payment_options.best_need(purse, found, state.turn.work.rather) if any_payable(purse, found) else {}
    why = cost_of(piece.id)
    pay_goods(resolution, player_id, need, why, coins + more)
    if coins:
        resolution.do(ev.CoinsPaid(player_id, coins, why))
    if barrels := amount(piece, "whisky"):
        resolution.do(ev.BarrelsPaid(player_id, barrels, why))
