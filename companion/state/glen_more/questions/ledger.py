"""The ledger question: trade and gains that the player on turn enters (G1-WHS-02, G1-CLN-05, G1-BRN-01)."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Choice, Pick, Preset, Reason
from companion.state.glen_more import activation, text
from companion.state.glen_more import events as ev
from companion.state.glen_more.activation import ACTIVATION_FORMS
from companion.state.glen_more.model import GOODS, State
from companion.state.glen_more.resolution import (
    GAINS,
    MARKET,
    POINTS,
    Action,
    CommandCard,
    Form,
    QuestionKind,
    Resolution,
    chieftain_card,
)
from companion.state.glen_more.standings import are_points_hidden
from companion.state.glen_more.tile_costs import last_scot_caution
from companion.state.territory.market import buy_price, sell_price
from companion.state.territory.model import OpenQuestion
from companion.state.territory.trading import enter_payment_source

MAX_POINTS, MAX_BARRELS = 40, 9
QUICK_POINTS = (2, 3, 5, 1, 4, 7, 8, 12)
"""Points that brown tiles give, as quick choices."""
POINT_CARD_NUMBERS = range(1, 13)
# Whole phrases, because in other languages the form of the noun depends on the verb.
SELL_WORDS = {
    "wood": tr("Sell wood"),
    "stone": tr("Sell stone"),
    "sheep": tr("Sell sheep"),
    "cattle": tr("Sell cattle"),
    "grain": tr("Sell grain"),
}
BUY_WORDS = {
    "wood": tr("Buy wood"),
    "stone": tr("Buy stone"),
    "sheep": tr("Buy sheep"),
    "cattle": tr("Buy cattle"),
    "grain": tr("Buy grain"),
}


def _text(state: State, question: OpenQuestion) -> Message:
    return text.figure_label(state, question.player)


def _sell(state: State, question: OpenQuestion) -> Form:
    """Return the form for selling a good; empty rows are closed (G1-WHS-05)."""
    if state.tracks_territories:
        return activation.sell_form(state, question)
    rows = []
    for good in GOODS:
        price, words = sell_price(state.market[good]), text.GOODS_WORDS[good]
        closed = Reason("G1-WHS-05", tr("The {good} row holds no coins.", good=words)) if price is None else None
        rows.append(Choice(good, _priced(words, price, "+"), closed, brief=words))
    best = max(GOODS, key=lambda good: state.market[good])
    pick = Pick("good", tr("Sell which good?"), tuple(rows), best, in_order=True)
    return _unless_closed(tr("Sell a good"), pick, Reason("G1-WHS-05", tr("No row holds coins.")))


def _buy(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for buying a good; full rows are closed (G1-WHS-03)."""
    if state.tracks_territories:  # At referee depth a bought good is spent at once on a cost (G1-WHS-04).
        return None
    rows = []
    for good in GOODS:
        price, words = buy_price(state.market[good]), text.GOODS_WORDS[good]
        closed = Reason("G1-WHS-03", tr("The {good} row is full.", good=words)) if price is None else None
        unaffordable_reason = None if price is None else _too_dear(state, question.player, good, price)
        rows.append(Choice(good, _priced(words, price, "-"), closed, unaffordable_reason, brief=words))
    pick = Pick("good", tr("Buy which good?"), tuple(rows), in_order=True)
    return _unless_closed(tr("Buy a good"), pick, Reason("G1-WHS-03", tr("All rows are full.")))


def _priced(good: Message, price: int | None, sign: str) -> Message:
    if price is None:
        return good
    return trn("{good}, {sign}{n} coin", "{good}, {sign}{n} coins", price, good=good, sign=sign)


def _too_dear(state: State, player_id: str, good: str, price: int) -> Reason | None:
    """Return a caution if the known coins do not suffice; perhaps only a sale has not been entered."""
    player = state.player(player_id)
    if price <= player.coins:
        return None
    words = tr(
        "The market wants {n} for {good}; the companion has {player} on {coins}.",
        good=text.GOODS_WORDS[good],
        n=price,
        player=text.figure_label(state, player_id),
        coins=trn("{n} coin", "{n} coins", player.coins),
    )
    return Reason("G1-WHS-03", words)


def _unless_closed(label: Message, pick: Pick, reason: Reason) -> Form:
    is_open = any(not choice.closed for choice in pick.choices)
    return Form(label, (pick,), None if is_open else reason)


def _book_sale(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    if resolution.state.tracks_territories:
        activation.enter_sale(resolution, question, answer)
        return
    good = str(answer.values[0])
    resolution.do(ev.GoodSold(question.player, good, sell_price(resolution.state.market[good]) or 0))


def _book_purchase(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    good = str(answer.values[0])
    resolution.do(ev.GoodBought(question.player, good, buy_price(resolution.state.market[good]) or 0))


def _points(state: State, _question: OpenQuestion) -> Form | None:
    if state.tracks_territories:
        return None
    how_many = tr("How many points?")
    points = Amount(
        "points",
        how_many,
        1,
        MAX_POINTS,
        3,
        starts_at_default=True,
        suggestions=QUICK_POINTS,
        is_secret=are_points_hidden(state),
    )
    return Form(tr("Points"), (points,))


def _book_points(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.PointsScored(question.player, int(answer.values[0]), "tile"))


def _barrels(state: State, _question: OpenQuestion) -> Form | None:
    """Return the form for barrels of activated distilleries (G1-DST-02)."""
    if state.tracks_territories:
        return None
    one = Preset(tr("+1 barrel"), (1,))
    return Form(tr("Barrels"), (Amount("barrels", tr("How many barrels?"), 1, MAX_BARRELS, 1),), presets=(one,))


def _book_barrels(resolution: Resolution, question: OpenQuestion, answer: Answer) -> None:
    resolution.do(ev.CountChanged(question.player, "barrels", int(answer.values[0]), "entered"))


def _chieftain(state: State, question: OpenQuestion) -> Form | None:
    """Return the form for a Scot that becomes chieftain (G1-CLN-05, G1-CLN-06)."""
    if state.tracks_territories:
        return None
    player, label = state.player(question.player), tr("A Scot becomes chieftain")
    if player.scots < 1:
        none = tr("{Player} has no Scot in the territory.", Player=text.figure_label(state, player.id))
        return Form(label, caution=Reason("G1-CLN-05", none))
    return Form(label, caution=last_scot_caution(state, player))


def _make_chieftain(resolution: Resolution, question: OpenQuestion, _answer: Answer) -> None:
    resolution.do(ev.CountChanged(question.player, "scots", -1, "entered"))
    resolution.do(ev.CountChanged(question.player, "chieftains", 1, "entered"))


def _trade_cards(prefix: str, words: dict[str, Message]) -> Callable[[object], tuple[CommandCard, ...]]:
    cards = tuple(
        CommandCard(f"{prefix}_{good}", each, (good,), prefix, good, place=MARKET) for good, each in words.items()
    )
    return lambda _facts: cards


def _rather(state: State, question: OpenQuestion) -> Form | None:
    return activation.payment_source_form(state, question) if state.tracks_territories else None


REFEREE_ENTERS_IT = tr("The companion follows the territories and books that itself.")
"""Shown when a command card is tapped whose entry the referee makes automatically."""


def _point_cards(_facts: object) -> tuple[CommandCard, ...]:
    words = {n: trn("{n} point", "{n} points", n) for n in POINT_CARD_NUMBERS}
    return tuple(
        CommandCard(f"points_{n}", each, (n,), "points", number=n, place=POINTS, fallback=REFEREE_ENTERS_IT)
        for n, each in words.items()
    )


def _barrel_card(_facts: object) -> tuple[CommandCard, ...]:
    return (
        CommandCard(
            "barrel", tr("Take 1 barrel"), (1,), "barrel", number=1, place=GAINS, fallback=REFEREE_ENTERS_IT
        ),
    )


LEDGER_KINDS = (
    QuestionKind(
        "ledger",
        _text,
        (
            Action("points", _points, _book_points, "DOWN+", tr("points"), cards=_point_cards),
            Action("chieftain", _chieftain, _make_chieftain, "DOWN", tr("chief"), cards=chieftain_card),
            Action("barrels", _barrels, _book_barrels, cards=_barrel_card),
            Action("sell", _sell, _book_sale, "UP", tr("sell"), cards=_trade_cards("sell", SELL_WORDS)),
            Action("buy", _buy, _book_purchase, "UP+", tr("buy"), cards=_trade_cards("buy", BUY_WORDS)),
            Action("sell_from", activation.sell_from_form, activation.enter_sale, is_rare=True),
            Action("rather", _rather, enter_payment_source, is_rare=True),
            Action(
                "by_hand",
                activation.manual_activation_form,
                ACTIVATION_FORMS.enter_by_hand,
                is_rare=True,
            ),
        ),
        rule="G1-WHS-02",
        non_blocking=True,
        stays_open=True,
    ),
)
