"""Scorings: rounds that are due and done, goods, the end of the game."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.corrections import count_set
from companion.state.glen_more_2.apply.table import change
from companion.state.glen_more_2.model import State


@change(ev.RoundDue)
def _(state: State, e: ev.RoundDue) -> State:
    return replace(state, due=(*state.due, e.round))


@change(ev.Counted)
def _(state: State, e: ev.Counted) -> State:
    return count_set(state, e.player, e.count, e.value)


@change(ev.GoodsCounted)
def _(state: State, e: ev.GoodsCounted) -> State:
    return replace(state, goods={**state.goods, e.player: e.goods})


@change(ev.RoundScored)
def _(state: State, e: ev.RoundScored) -> State:
    return replace(
        state,
        due=tuple(r for r in state.due if r != e.round),
        scored=(*state.scored, e.round),
        scored_in=state.turn.number,
        result=e.result,
    )


@change(ev.GameEnded)
def _(state: State, e: ev.GameEnded) -> State:
    return replace(state, winners=e.winners, open=())
