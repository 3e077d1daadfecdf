"""Trade and payments of the player on turn at referee depth: forms to offer and their events.

A game passes its words and the rule id of selling. It decides its costs and when trade is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.engine.caching import LazyItems, memoize_per_state
from companion.engine.message import Message, join_list, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.engine.question_kinds import ActionForm
from companion.state.territory import events as ev
from companion.state.territory import payment_options
from companion.state.territory.changes import SCOT
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.market import SPACES_PER_ROW, buy_price, sell_price
from companion.state.territory.model import AnyState
from companion.state.territory.payment_options import (
    MARKET_SOURCE,
    Purse,
    cell_source,
    goods_stock,
    missing_goods,
    purchase_price,
)
from companion.state.territory.words import TerritoryWords

NO_PREFERENCE = "usual"
"""Answer value that withdraws all payment preferences."""
SALE_CAUSE = "sale"
"""Value of `why` for a good that is sold."""


class Resolution(Protocol):
    """Collects the events of one answer."""

    @property
    def state(self) -> AnyState: ...

    def do(self, event: ev.Event) -> None: ...


@memoize_per_state
def current_purse(state: AnyState, player_id: str) -> Purse:
    """Return what a player can pay with now."""
    player = state.player(player_id)
    return Purse(max(0, player.coins), goods_stock(player.territory), state.market)


def purse_without_coins(purse: Purse, coins: int) -> Purse:
    """Return the purse after the coins of a cost are paid."""
    return purse._replace(coins=purse.coins - coins) if coins else purse


def can_pay_any(purse: Purse, needs: Iterable[Mapping[str, int]]) -> bool:
    """True if one of the needs can be paid, every possible sale counted."""
    return any(payment_options.can_pay(purse, need) for need in needs)


def is_sale_needed(purse: Purse, needs: Iterable[Mapping[str, int]]) -> bool:
    """True if goods must be sold: in every case the missing goods cost more than the player's coins."""
    return all((price := purchase_price(purse, need)) is None or price > purse.coins for need in needs)


def spots_with_good(territory: Territory, good: str) -> list[Spot]:
    """Return the spots with this good, fullest first."""
    return sorted((spot for spot in territory.spots if spot.goods.get(good)), key=lambda spot: spot.room)


def source_cell(answer: Answer, spots: Sequence[Spot]) -> Cell:
    """Return the cell of the good that the answer names; the first spot if it names none."""
    if len(answer.values) > 1:
        x, y = map(int, str(answer.values[1]).split(","))
        return Cell(x, y)
    return spots[0].cell


def sell(resolution: Resolution, player_id: str, good: str, cell: Cell) -> None:
    """Record the sale of one good from a cell."""
    price = sell_price(resolution.state.market[good])
    assert price is not None, "only what can be sold is offered"
    resolution.do(ev.GoodsGiven(player_id, cell.x, cell.y, good, 1, SALE_CAUSE))
    resolution.do(ev.GoodSold(player_id, good, price))


def record_answered_sale(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Record the sale of a good from the cell in the answer, or from the fullest tile."""
    good = str(answer.values[0])
    spots = spots_with_good(resolution.state.player(player_id).territory, good)
    sell(resolution, player_id, good, source_cell(answer, spots))


def pay_goods(resolution: Resolution, player_id: str, need: Mapping[str, int], why: str, coins: int = 0) -> None:
    """Record a payment: sales first, then goods bought and spent at once, then own goods.

    coins: to be paid in addition; sales cover them too.
    """
    state = resolution.state
    player = state.player(player_id)
    wishes, purse = state.turn.work.preferred_sources, max(0, player.coins) - coins
    payment = payment_options.preferred_payment(player.territory, purse, state.market, need, wishes)
    assert payment is not None, "only what can be paid is offered"
    for good, cell in payment.sales:
        sell(resolution, player_id, good, cell)
    for good in payment.bought:
        price = buy_price(resolution.state.market[good])
        assert price is not None
        resolution.do(ev.GoodBought(player_id, good, price, why))
    for (good, cell), n in payment_options.count_goods_by_cell(payment.spent).items():
        resolution.do(ev.GoodsGiven(player_id, cell.x, cell.y, good, n, why))


def enter_payment_source(resolution: Resolution, question: Any, answer: Answer) -> None:
    """Record a preferred source of payment, or withdraw all preferences."""
    good = str(answer.values[0])
    if good != NO_PREFERENCE:
        resolution.do(ev.SourceChosen(question.player, good, str(answer.values[1])))
        return
    for each in dict.fromkeys(good for good, _ in resolution.state.turn.work.preferred_sources):
        resolution.do(ev.SourceChosen(question.player, each, ""))


class TradeForms:
    """Forms of trade in the words of one game."""

    def __init__(self, words: TerritoryWords, selling_rule: str, asks_source: bool = True) -> None:
        """asks_source: a sale asks for one of several tiles; otherwise it takes the good from the fullest one."""
        self._words, self._rule, self._asks_source = words, selling_rule, asks_source

    def from_each(self, state: AnyState, spots: Iterable[Spot]) -> tuple[Choice, ...]:
        """Return one choice for each of these tiles."""
        return tuple(Choice(cell_source(spot.cell), self._words.spot(state, spot)) for spot in spots)

    def sell(self, state: AnyState, player_id: str) -> ActionForm:
        """Return the form for selling a good. Empty rows are closed; one of several tiles may be chosen."""
        stock = current_purse(state, player_id).stock
        able = [good for good in self._words.goods if stock.get(good) and sell_price(state.market[good])]
        none = None if able else Reason(self._rule, tr("No good can be sold now."))
        return ActionForm(tr("Sell a good"), LazyItems(lambda: (self._which_sale(state, player_id, able),)), none)

    def _which_sale(self, state: AnyState, player_id: str, able: Sequence[str]) -> Pick:
        rows = tuple(self._sale(state, player_id, good) for good in self._words.goods)
        best = max(able, key=lambda good: state.market[good], default="")
        return Pick("good", tr("Sell which good?"), rows, best, in_order=True)

    def _sale(self, state: AnyState, player_id: str, good: str) -> Choice:
        words, price = self._words.goods[good], sell_price(state.market[good])
        spots = spots_with_good(state.player(player_id).territory, good)
        label = words
        if price:
            label = trn("{good}, {sign}{n} coin", "{good}, {sign}{n} coins", price, good=words, sign="+")
        closed = self._why_not_sold(state, player_id, good, price, spots)
        if self._asks_source:
            return Choice(good, label, closed, then=self.which_tile(state, spots), brief=words)
        where = tr("from {tile}", tile=self._words.spot(state, spots[0])) if len(spots) > 1 else None
        return Choice(good, label, closed, brief=words, note=where)

    def which_tile(self, state: AnyState, spots: Sequence[Spot]) -> tuple[Pick, ...]:
        """Return the question for one of several tiles with a good; the first one is the default."""
        if len(spots) < 2:
            return ()
        return (Pick("from", tr("From which tile?"), self.from_each(state, spots), is_assumed=True),)

    def _why_not_sold(
        self, state: AnyState, player_id: str, good: str, price: int | None, spots: Sequence[Spot]
    ) -> Reason | None:
        words = self._words.goods[good]
        if price is None:
            return Reason(self._rule, tr("The {good} row holds no coins.", good=words))
        name = self._words.figure(state, player_id)
        return None if spots else Reason(self._rule, tr("{Player} has no {good}.", Player=name, good=words))

    def pay_otherwise(self, state: AnyState, player_id: str, *other_choices: Choice) -> ActionForm | None:
        """Return the form for the source of the next payment, or None without alternatives.

        other_choices: choices of payment besides goods.
        """
        is_usual = not state.turn.work.preferred_sources
        if (
            is_usual
            and not other_choices
            and not any(self._sources(state, player_id, good) for good in self._words.goods)
        ):
            return None
        parts = LazyItems(lambda: (self._paid_otherwise(state, player_id, other_choices, is_usual),))
        return ActionForm(tr("Pay with something else"), parts)

    def _paid_otherwise(
        self, state: AnyState, player_id: str, other_choices: Sequence[Choice], is_usual: bool
    ) -> Pick:
        rows = [row for good in self._words.goods if (row := self._sources(state, player_id, good))]
        rows += other_choices
        if not is_usual:
            rows.append(Choice(NO_PREFERENCE, tr("as usual again")))
        return Pick("good", tr("What is paid otherwise?"), tuple(rows))

    def _sources(self, state: AnyState, player_id: str, good: str) -> Choice | None:
        """Return the choice of sources for the next good of this kind, or None without alternatives."""
        lies = self.from_each(state, spots_with_good(state.player(player_id).territory, good))
        bought = (Choice(MARKET_SOURCE, tr("buy it")),) if state.market[good] < SPACES_PER_ROW else ()
        choices = (*lies, *bought)
        if not lies or len(choices) < 2:
            return None
        return Choice(good, self._words.goods[good], then=(Pick("source", tr("From where?"), choices),))

    def scot_payers(self, state: AnyState, player_id: str, label: Message, *others: Choice) -> Choice:
        """Return the choice of the Scot that pays the next cost. others: what can pay instead of a Scot."""
        spots = (spot for spot in state.player(player_id).territory.spots if spot.scots)
        choices = (*self.from_each(state, spots), *others)
        return Choice(SCOT, label, then=(Pick("source", tr("Who is paid?"), choices),))

    def unaffordable_reason(
        self, state: AnyState, player_id: str, needs: Sequence[Mapping[str, int]], rule: str, cost: Message
    ) -> Reason:
        """Return why a cost with goods cannot be paid: a row has too few goods, or coins are short."""
        purse, player = current_purse(state, player_id), state.player(player_id)
        name = self._words.figure(state, player_id)
        for good, n in missing_goods(purse, needs[0]).items() if len(needs) == 1 else ():
            left = SPACES_PER_ROW - purse.market[good]
            if n > left:
                word, held = self._words.goods[good], purse.stock.get(good, 0)
                if not held and not left:
                    words = tr("{Player} has no {good}, and the market has none left.", Player=name, good=word)
                    return Reason(rule, words)
                words = tr(
                    "It takes {n} {good}; {player} has {held}, and the market has {left} left.",
                    n=needs[0][good],
                    good=word,
                    player=name,
                    held=held,
                    left=left,
                )
                return Reason(rule, words)
        coins = trn("{n} coin", "{n} coins", player.coins)
        words = tr("It costs {cost}: too dear with {coins} and all that can be sold.", cost=cost, coins=coins)
        return Reason(rule, words)

    def bought(self, state: AnyState, player_id: str, need: Mapping[str, int]) -> Message | None:
        """Return what must be bought for a need and its price, or None if nothing must."""
        purse = current_purse(state, player_id)
        missing, price = missing_goods(purse, need), purchase_price(purse, need)
        goods = [tr("{n} {good}", n=n, good=self._words.goods[good]) for good, n in missing.items()]
        if not goods or price is None:
            return None
        if len(goods) > 1 and sum(missing.values()) == sum(need.values()):
            return trn("buys all for {n} coin", "buys all for {n} coins", price)
        return trn("buys {goods} for {n} coin", "buys {goods} for {n} coins", price, goods=join_list(goods))
