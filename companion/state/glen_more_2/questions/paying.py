"""What a player pays: coins, barrels, what settles the cost of a tile that nobody has told (GM-TIL-02).

Forms and what they book; the ledger offers them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from companion.engine.message import Message, tr, trn
from companion.engine.offers import Amount, Answer, Beyond, Ready, Reason, Together
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.payment import (
    coins_without_tile,
    cost_is_owed,
    is_unpaid,
    own_goods_named,
    own_goods_too,
    settles_late,
)
from companion.state.glen_more_2.referee import trading
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.rows import PAYMENTS, CommandCard, Form

MAX_COINS, MAX_BARRELS = 40, 25
PAID = (1, 2, 3)
"""Coins that have a row and a card of their own."""
USUAL = (2,)
"""The most of these where no cost is owed."""
COINS = Amount("coins", tr("How many coins?"), 1, MAX_COINS, 1, quick=(4, 5, 6, 8))
"""More than those have rows of."""
WAYS = (labels.FREE, "coins_out", labels.OWN_GOODS, labels.OWN_GOOD, "bought", "barrels_out")
"""To pay a tile, as people read them: that it was free comes first, for then nothing is left unpaid."""
ASKED = Together(tr("What did the tile cost?"), tr("cost"))


# ---- coins, barrels, a coin for a good


def each(numbers: Sequence[int], words: Callable[[int], Message], what: str = "coin") -> tuple[Ready, ...]:
    """A row for each of these numbers."""
    return tuple(Ready(words(n), (n,), labels.COST_WORDS[what](n)) for n in numbers)


def _paid(n: int) -> Message:
    return trn("Paid {n} coin", "Paid {n} coins", n)


_BARRELS = Amount("barrels", tr("How many barrels?"), 1, MAX_BARRELS, 1)


def coins_out(state: State, question: OpenQuestion) -> Form:
    """At the top of the list while the cost of this turn's tile is owed."""
    now = pays_now(state, question)
    ready = (replace(row, afterwards=row.values > USUAL and not now) for row in each(PAID, _paid))
    before = coins_without_tile(state, question.player) if now else None
    coins = replace(COINS, beyond=in_the_purse(state, question.player, "coins", before))
    return Form(tr("Paid more coins"), (coins,), ready=tuple(ready), together=ASKED if now else None)


def in_the_purse(state: State, player_id: str, count: str, before: int | None = None) -> Beyond | None:
    """More than the companion counts is asked about; not where its count may be behind the table (GM-TAK-01).

    before: how many there were before the tile that is paid brought others.
    """
    player = state.player(player_id)
    if count in player.doubtful:
        return None
    name, n = labels.figure(state, player_id), int(getattr(player, count))
    if before is not None and before < n:
        words = tr(
            "{Player} had {n} before the tile brought coins.", Player=name, n=labels.COST_WORDS["coin"](before)
        )
        return Beyond(before, Reason("GM-TAK-01", words))
    text = trn(
        "The companion has {player} on {n} coin.", "The companion has {player} on {n} coins.", n, player=name
    )
    if count == "barrels":
        text = trn(
            "The companion has {player} on {n} barrel.",
            "The companion has {player} on {n} barrels.",
            n,
            player=name,
        )
    return Beyond(n, Reason("GM-TAK-01", text))


def barrels_out(state: State, question: OpenQuestion) -> Form:
    """After the other ways to pay while the cost of this turn's tile is owed."""
    one = each((1,), lambda _n: tr("Paid 1 barrel"), "whisky")
    barrels = replace(_BARRELS, beyond=in_the_purse(state, question.player, "barrels"))
    together = ASKED if pays_now(state, question) else None
    return Form(tr("Paid more barrels"), (barrels,), ready=one, together=together)


def book_barrels_out(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.BarrelsPaid(player_id, int(answer.values[0]), "entered"))


def book_coins_out(resolution: Resolution, player_id: str, answer: Answer) -> None:
    resolution.do(ev.CoinsPaid(player_id, int(answer.values[0]), "entered"))


def pays_now(state: State, question: OpenQuestion) -> bool:
    """What its player enters for a cost is for the tile of this turn."""
    return question.player == state.turn.player and cost_is_owed(state)


def free(state: State, question: OpenQuestion) -> Form | None:
    """What a tile of unknown cost was taken for: nothing (GM-TIL-02)."""
    return _without_coins(state, question, tr("Paid nothing: it was free"), tr("free"))


def own_goods(state: State, question: OpenQuestion) -> Form | None:
    """Goods on tiles are not counted here: that they paid is all there is to say (GM-TAK-02)."""
    if state.follows:
        return None
    label = tr("Paid with own goods")
    if question.player == state.turn.player and own_goods_too(state):
        return Form(label, seldom=True)
    return _without_coins(state, question, label, tr("goods"))


def own_good(state: State, question: OpenQuestion) -> Form | None:
    """Where goods on tiles are followed each that paid is named, and leaves its tile (GM-TAK-02)."""
    more = question.player == state.turn.player and own_goods_too(state)
    if not state.follows or not (pays_now(state, question) or more or is_unpaid(state, question.player)):
        return None
    form = trading.pay_form(state, question.player, settles_late(state, question.player, labels.OWN_GOOD))
    together = ASKED if pays_now(state, question) else None
    return replace(form, hint=tr("goods"), seldom=more and not own_goods_named(state), together=together)


def book_own_good(resolution: Resolution, player_id: str, answer: Answer) -> None:
    """Of this turn's tile, or of an earlier one."""
    trading.give(resolution, player_id, answer, settles_late(resolution.state, player_id, labels.OWN_GOOD))


def _without_coins(state: State, question: OpenQuestion, label: Message, brief: Message) -> Form | None:
    now = pays_now(state, question)
    if not now and not is_unpaid(state, question.player):
        return None
    return Form(label, hint=brief, together=ASKED if now else None)


def nothing_counted(_resolution: Resolution, _player_id: str, _answer: Answer) -> None:
    """The entry itself says it."""


def sinclair(state: State, question: OpenQuestion) -> Form | None:
    """1 coin in place of a good, for its owner only (GM-CRS-22)."""
    owns = state.has_lasting(question.player, "sinclair")
    return Form(tr("1 coin for a good (Sinclair)")) if owns else None


def book_sinclair(resolution: Resolution, player_id: str, _answer: Answer) -> None:
    resolution.do(ev.CoinsPaid(player_id, 1, "sinclair"))


# ---- printed cards


def pay_cards(_facts: Facts) -> Iterator[CommandCard]:
    for n in PAID:
        yield CommandCard(
            f"pay_{n}", trn("Pay {n} coin", "Pay {n} coins", n), (n,), "pay", number=n, place=PAYMENTS
        )


def pay_barrel_card(_facts: Facts) -> Iterator[CommandCard]:
    yield CommandCard("pay_barrel", tr("Pay 1 barrel"), (1,), "pay_barrel", number=1, place=PAYMENTS)
