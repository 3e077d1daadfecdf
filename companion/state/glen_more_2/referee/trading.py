"""What the player on turn may enter of trade and of how to pay, at referee depth (section 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from companion.engine.lazy import LazyItems
from companion.engine.message import Message, tr, trn
from companion.engine.offers import Answer, Choice, Pick, Reason
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.market import sell_price
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import came_with_tile, cost_is_owed
from companion.state.glen_more_2.referee import activating, paying
from companion.state.glen_more_2.referee import events as rev
from companion.state.glen_more_2.referee.changes import SCOT
from companion.state.glen_more_2.referee.words import spot_words
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import Form
from companion.state.territory import trading as trade
from companion.state.territory.grid import Cell, Spot

BROUGHT = Reason("GM-TAK-01", tr("The tile itself brought it."))
"""Why a good that lies there pays nothing."""


def holding(state: State, player_id: str, good: str) -> list[Spot]:
    """Tiles of the player with that good, the fullest first."""
    return trade.holding(state.player(player_id).territory, good)


def sell_form(state: State, player_id: str) -> Form:
    """An empty row buys nothing (GM-MKT-07)."""
    stock = paying.purse_of(state, player_id).stock
    able = [good for good in GOODS if stock.get(good) and sell_price(state.market[good])]
    none = None if able else Reason("GM-MKT-07", tr("No good can be sold now."))
    return Form(tr("Sell a good"), LazyItems(lambda: (_which_sale(state, player_id, able),)), none)


def _which_sale(state: State, player_id: str, able: Sequence[str]) -> Pick:
    rows = tuple(_sale(state, player_id, good) for good in GOODS)
    best = max(able, key=lambda good: state.market[good], default="")
    return Pick("good", tr("Sell which good?"), rows, best, in_order=True)


def _sale(state: State, player_id: str, good: str) -> Choice:
    words, price = labels.GOODS_WORDS[good], sell_price(state.market[good])
    spots = holding(state, player_id, good)
    which = Pick("from", tr("From which tile?"), _from(state, spots), assumed=True)
    label = (
        trn("{good}, {sign}{n} coin", "{good}, {sign}{n} coins", price, good=words, sign="+") if price else words
    )
    then = (which,) if len(spots) > 1 else ()
    return Choice(good, label, _why_not_sold(state, player_id, good, price, spots), then=then, brief=words)


def _why_not_sold(state: State, player_id: str, good: str, price: int | None, spots: list[Spot]) -> Reason | None:
    words = labels.GOODS_WORDS[good]
    return trade.why_not_sold("GM-MKT-07", words, labels.figure(state, player_id), price, spots)


def _from(state: State, spots: Iterable[Spot]) -> tuple[Choice, ...]:
    return trade.from_each(spots, lambda spot: spot_words(state, spot))


def book_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    sell(resolution, question.player, answer)


def sell(resolution: Resolution, player_id: str, answer: Answer) -> None:
    good = str(answer.values[0])
    paying.sell(resolution, player_id, good, _cell(answer, holding(resolution.state, player_id, good)))


def _cell(answer: Answer, spots: Sequence[Spot]) -> Cell:
    """From where the good comes; unsaid, from the first of these."""
    if len(answer.values) > 1:
        x, y = map(int, str(answer.values[1]).split(","))
        return Cell(x, y)
    return spots[0].cell


# ---- own goods for a cost that nobody has told


def pay_form(state: State, player_id: str, late: bool) -> Form:
    """One good after the other, each with its tile (GM-TAK-02). late: for an earlier tile."""
    rows = tuple(_own(state, player_id, good, late) for good in GOODS)
    held = next((row.value for row in rows if not row.closed), "")
    pick = Pick("good", tr("Which of your own goods?"), rows, held, in_order=True)
    none = Reason("GM-TAK-02", tr("No good lies in this territory."))
    if any(row.closed and row.closed.rule == BROUGHT.rule for row in rows):
        none = BROUGHT
    return Form(tr("Paid with a good from a tile"), (pick,), None if held else none)


def _own(state: State, player_id: str, good: str, late: bool) -> Choice:
    words, spots = labels.GOODS_WORDS[good], _paying(state, player_id, good, late)
    which = Pick("from", tr("From which tile?"), _from(state, spots), assumed=True)
    closed = None if spots else _why_none(state, player_id, good)
    return Choice(good, words, closed, then=(which,) if len(spots) > 1 else (), brief=words)


def _paying(state: State, player_id: str, good: str, late: bool) -> list[Spot]:
    """Tiles with such a good that lay there when this turn's tile was taken, the fullest first."""
    spots = holding(state, player_id, good)
    return spots if late else [s for s in spots if s.goods[good] > came_with_tile(state, s)[good]]


def _why_none(state: State, player_id: str, good: str) -> Reason:
    if holding(state, player_id, good):
        return BROUGHT
    name = labels.figure(state, player_id)
    return Reason("GM-TAK-02", tr("{Player} has no {good}.", Player=name, good=labels.GOODS_WORDS[good]))


def give(resolution: Resolution, player_id: str, answer: Answer, late: bool) -> None:
    """late: as in `pay_form`."""
    good = str(answer.values[0])
    cell = _cell(answer, _paying(resolution.state, player_id, good, late))
    resolution.do(rev.GoodsGiven(player_id, cell.x, cell.y, good, 1, "entered"))


# ---- with which goods somebody pays


def rather_form(state: State, player_id: str, scot: bool = False) -> Form | None:
    """From where what is paid next comes; the cheapest way otherwise. scot: one is paid too."""
    usual = bool(state.turn.work.rather)
    if not (scot or usual or any(_sources(state, player_id, good) for good in GOODS)):
        return None
    return Form(
        tr("Pay with something else"), LazyItems(lambda: (_paid_otherwise(state, player_id, scot, usual),))
    )


def _paid_otherwise(state: State, player_id: str, scot: bool, usual: bool) -> Pick:
    rows = [row for good in GOODS if (row := _sources(state, player_id, good))]
    if scot:
        rows.append(_payers(state, player_id))
    if usual:
        rows.append(Choice(trade.USUAL, tr("as usual again")))
    return Pick("good", tr("What is paid otherwise?"), tuple(rows))


def _sources(state: State, player_id: str, good: str) -> Choice | None:
    lies = _from(state, holding(state, player_id, good))
    return trade.paid_otherwise(good, labels.GOODS_WORDS[good], lies, state.market[good])


def _payers(state: State, player_id: str) -> Choice:
    scots = _from(state, (spot for spot in state.player(player_id).territory.spots if spot.scots))
    return Choice(SCOT, _scot_words(), then=(Pick("source", tr("Who is paid?"), scots),))


def _scot_words() -> Message:
    return tr("a Scot")


def wish(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    for event in trade.wished(question.player, resolution.state.turn.work.rather, answer):
        resolution.do(event)


# ---- what people enter where nobody follows it


Shown = Form | Callable[[State, OpenQuestion], Form | None]


def seldom_entered(form: Shown) -> Callable[[State, OpenQuestion], Form | None]:
    """Where territories are followed it is mostly booked, and people enter what nobody has told."""

    def now(state: State, question: OpenQuestion) -> Form | None:
        shown = form if isinstance(form, Form) else form(state, question)
        asked_for = not state.follows or cost_is_owed(state) or activating.told_by_people(state)
        return shown if asked_for or not shown else replace(shown, seldom=True)

    return now


def by_people(form: Callable[[State, OpenQuestion], Form]) -> Callable[[State, OpenQuestion], Form | None]:
    """Where territories are followed it is never entered."""
    return lambda state, question: None if state.follows else form(state, question)
