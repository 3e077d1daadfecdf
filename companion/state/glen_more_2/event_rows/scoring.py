"""Scorings: rounds that are due and done, goods, the end of the game.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import count_words
from companion.state.glen_more_2.event_rows.corrections import count_set
from companion.state.glen_more_2.labels import figure, round_title, round_words
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.glen_more_2.scorings_apart import APART, ASKED, result_apart
from companion.state.glen_more_2.standings import count_value
from companion.state.glen_more_2.story import with_checked, with_counted, with_points, without_counted
from companion.state.territory.changes import goods_counted


def _round_due(state: State, e: ev.RoundDue) -> State:
    return without_counted(replace(state, due=(*state.due, e.round)))


def _counted(state: State, e: ev.Counted) -> State:
    return count_set(with_counted(state, e.player, e.count, e.value), e.player, e.count, e.value)


def _words_of_counted(state: State, e: ev.Counted) -> Message | None:
    """Only a count that was believed to be another."""
    return count_words(state, e) if count_value(state.player(e.player), e.count) != e.value else None


def _words_of_goods_counted(state: State, e: ev.GoodsCounted) -> Message:
    player = figure(state, e.player)
    return trn("{player}: {n} good", "{player}: {n} goods", e.goods, player=player)


def _round_scored(state: State, e: ev.RoundScored) -> State:
    state = replace(
        with_checked(state, e.round),
        due=tuple(r for r in state.due if r != e.round),
        scored=(*state.scored, e.round),
        scored_in=state.turn.number,
        result={**e.result, ASKED: state.asked},
    )
    return with_points(state, e.round)


def _words_of_round_scored(_state: State, e: ev.RoundScored) -> Message:
    return tr("{round} done", round=round_words(e.round))


def _booked_round_scored(state: State, e: ev.RoundScored) -> Booking:
    """Everybody's points of it in one line."""
    totals = {p["name"]: sum(gain["points"] for gain in p["gains"]) for p in e.result["players"]}
    words = [tr("{player} {points}", player=figure(state, p), points=literal(f"{n:+}")) for p, n in totals.items()]
    return Booking(deed=round_title(e.round), change=listed(words))


def _expansion_scored(state: State, e: ev.ExpansionScored) -> State:
    """A sheet of its own, kept beside that of the round it came after."""
    earlier = state.result or {}
    told = {"said": e.said, "at_once": state.asked == earlier.get(ASKED)}
    sheet = {"expansion": e.expansion, **told, **msgspec.to_builtins(result_apart(state, e))}
    return replace(state, result={**earlier, APART: [*earlier.get(APART, ()), sheet]})


def _game_ended(state: State, e: ev.GameEnded) -> State:
    return with_points(replace(state, winners=e.winners, open=()), "final")


def _words_of_game_ended(state: State, e: ev.GameEnded) -> Message:
    return tr("the game is won by {players}", players=listed(figure(state, w) for w in e.winners))


ROWS = (
    EventRow(ev.RoundDue, _round_due),
    EventRow(ev.Counted, _counted, history=_words_of_counted),
    EventRow(ev.GoodsCounted, goods_counted, history=_words_of_goods_counted),
    EventRow(ev.RoundScored, _round_scored, history=_words_of_round_scored, booked=_booked_round_scored),
    EventRow(ev.ExpansionScored, _expansion_scored),
    EventRow(ev.GameEnded, _game_ended, history=_words_of_game_ended),
)
