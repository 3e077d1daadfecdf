"""What moves coins and barrels, the market's among them.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.event_rows.common import sign, unchanged
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.territory import changes
from companion.state.territory.event_rows import is_cost
from companion.state.territory.model import with_player

ENTERED = "entered"
"""The cause of what people enter by hand."""
PAID = tr("paid")


def _words_of_coins_gained(state: State, e: ev.CoinsGained) -> Message:
    return _moved(state, e.player, labels.coins_told(e.coins), e.why)


def _moved(state: State, player: str, change: Message, why: str) -> Message:
    """In the history, where every line was entered: only another cause is said."""
    whose = figure(state, player)
    if why == ENTERED:
        return tr("{player} {change}", player=whose, change=change)
    return tr("{player} {change} ({why})", player=whose, change=change, why=labels.cause(state, why))


def _moved_more(state: State, change: Message, why: str) -> Message:
    """The same behind words about the same player."""
    return change if why == ENTERED else tr("{change} ({why})", change=change, why=labels.cause(state, why))


def _booked_coins_gained(state: State, e: ev.CoinsGained) -> Booking:
    return Booking(
        change=labels.coins_told(e.coins), money=e.coins, cause=labels.cause(state, e.why), player=e.player
    )


def _barrels(barrels: int) -> Message:
    return trn("{sign}{n} barrel", "{sign}{n} barrels", abs(barrels), sign=sign(barrels))


def _put_back_coins_gained(state: State, e: ev.CoinsGained) -> PutBack:
    player = figure(state, e.player)
    return PutBack(trn("{player} gives back {n} coin", "{player} gives back {n} coins", e.coins, player=player))


def _coins_paid(state: State, e: ev.CoinsPaid) -> State:
    player = state.player(e.player)
    return with_player(state, e.player, coins=player.coins - e.coins)


def _words_of_coins_paid(state: State, e: ev.CoinsPaid) -> Message:
    return _moved(state, e.player, labels.coins_told(-e.coins), e.why)


def _booked_coins_paid(state: State, e: ev.CoinsPaid) -> Booking:
    cause = labels.cause(state, e.why)
    return Booking(
        deed=PAID if e.why == ENTERED else None,
        change=labels.coins_told(-e.coins),
        money=-e.coins,
        cause=cause,
        player=e.player,
        joins=is_cost(e.why),
    )


def _put_back_coins_paid(state: State, e: ev.CoinsPaid) -> PutBack:
    player = figure(state, e.player)
    return PutBack(trn("{player} takes back {n} coin", "{player} takes back {n} coins", e.coins, player=player))


def _words_of_good_bought(state: State, e: ev.GoodBought) -> Message:
    good = labels.row(state, e.good)
    if e.good not in labels.GOODS_WORDS:
        return tr("{player} pays {n} into the {row} row", player=figure(state, e.player), row=good, n=e.coins)
    return tr("{player} buys {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


def _booked_good_bought(state: State, e: ev.GoodBought) -> Booking:
    row = labels.row(state, e.good)
    deed = (
        tr("bought {good}", good=row) if e.good in labels.GOODS_WORDS else tr("paid into the {row} row", row=row)
    )
    return Booking(deed=deed, change=labels.coins_told(-e.coins), money=-e.coins, player=e.player)


def _put_back_good_bought(state: State, e: ev.GoodBought) -> PutBack:
    good, player = labels.row(state, e.good), figure(state, e.player)
    return PutBack(
        trn(
            "{player} takes back {n} coin from the {good} row",
            "{player} takes back {n} coins from the {good} row",
            e.coins,
            player=player,
            good=good,
        )
    )


def _words_of_bought_given(state: State, e: ev.BoughtGoodGiven) -> Message:
    return tr("{player} gives the bought {good}", player=figure(state, e.player), good=labels.row(state, e.good))


def _booked_bought_given(state: State, e: ev.BoughtGoodGiven) -> Booking:
    return Booking(deed=tr("Gave the bought {good}", good=labels.row(state, e.good)), player=e.player)


def _words_of_good_sold(state: State, e: ev.GoodSold) -> Message:
    good = labels.row(state, e.good)
    if e.good not in labels.GOODS_WORDS:
        return tr("{player} takes {n} from the {row} row", player=figure(state, e.player), row=good, n=e.coins)
    return tr("{player} sells {good} for {n}", player=figure(state, e.player), good=good, n=e.coins)


def _booked_good_sold(state: State, e: ev.GoodSold) -> Booking:
    row = labels.row(state, e.good)
    deed = tr("sold {good}", good=row) if e.good in labels.GOODS_WORDS else tr("{row} row", row=row)
    return Booking(deed=deed, change=labels.coins_told(e.coins), money=e.coins, player=e.player)


def _put_back_good_sold(state: State, e: ev.GoodSold) -> PutBack:
    good, player = labels.row(state, e.good), figure(state, e.player)
    if e.good not in labels.GOODS_WORDS:
        return PutBack(
            trn(
                "{n} coin of {player} back to the {row} row",
                "{n} coins of {player} back to the {row} row",
                e.coins,
                player=player,
                row=good,
            )
        )
    return PutBack(
        trn(
            "{n} coin of {player} back to the {good} row, the {good} back to the territory",
            "{n} coins of {player} back to the {good} row, the {good} back to the territory",
            e.coins,
            player=player,
            good=good,
        )
    )


def _words_of_barrels_gained(state: State, e: ev.BarrelsGained) -> Message:
    return _moved(state, e.player, _barrels(e.barrels), e.why)


def _booked_barrels_gained(state: State, e: ev.BarrelsGained) -> Booking:
    return Booking(change=_barrels(e.barrels), cause=labels.cause(state, e.why), player=e.player)


def _put_back_barrels_gained(state: State, e: ev.BarrelsGained) -> PutBack:
    player = figure(state, e.player)
    return PutBack(
        trn("{player} gives back {n} barrel", "{player} gives back {n} barrels", e.barrels, player=player)
    )


def _words_of_barrels_paid(state: State, e: ev.BarrelsPaid) -> Message:
    return _moved(state, e.player, _barrels(-e.barrels), e.why)


def _booked_barrels_paid(state: State, e: ev.BarrelsPaid) -> Booking:
    deed, cause = PAID if e.why == ENTERED else None, labels.cause(state, e.why)
    return Booking(deed=deed, change=_barrels(-e.barrels), cause=cause, player=e.player, joins=is_cost(e.why))


def _put_back_barrels_paid(state: State, e: ev.BarrelsPaid) -> PutBack:
    player = figure(state, e.player)
    return PutBack(
        trn("{player} takes back {n} barrel", "{player} takes back {n} barrels", e.barrels, player=player)
    )


ROWS = (
    EventRow(
        ev.CoinsGained,
        changes.coins_gained,
        history=_words_of_coins_gained,
        history_more=lambda state, e: _moved_more(state, labels.coins_told(e.coins), e.why),
        booked=_booked_coins_gained,
        put_back=_put_back_coins_gained,
    ),
    EventRow(
        ev.CoinsPaid,
        _coins_paid,
        history=_words_of_coins_paid,
        history_more=lambda state, e: _moved_more(state, labels.coins_told(-e.coins), e.why),
        booked=_booked_coins_paid,
        put_back=_put_back_coins_paid,
    ),
    EventRow(
        ev.GoodBought,
        changes.good_bought,
        history=_words_of_good_bought,
        booked=_booked_good_bought,
        put_back=_put_back_good_bought,
    ),
    EventRow(
        ev.BoughtGoodGiven,
        unchanged,
        history=_words_of_bought_given,
        booked=_booked_bought_given,
    ),
    EventRow(
        ev.GoodSold,
        changes.good_sold,
        history=_words_of_good_sold,
        booked=_booked_good_sold,
        put_back=_put_back_good_sold,
    ),
    EventRow(
        ev.BarrelsGained,
        changes.barrels_gained,
        history=_words_of_barrels_gained,
        history_more=lambda state, e: _moved_more(state, _barrels(e.barrels), e.why),
        booked=_booked_barrels_gained,
        put_back=_put_back_barrels_gained,
    ),
    EventRow(
        ev.BarrelsPaid,
        changes.barrels_paid,
        history=_words_of_barrels_paid,
        history_more=lambda state, e: _moved_more(state, _barrels(-e.barrels), e.why),
        booked=_booked_barrels_paid,
        put_back=_put_back_barrels_paid,
    ),
)
