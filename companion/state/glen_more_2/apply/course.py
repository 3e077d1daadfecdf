"""Questions that open and close, and the course of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply.table import change
from companion.state.glen_more_2.model import OpenQuestion, State


@change(ev.WaitingSet)
def _(state: State, e: ev.WaitingSet) -> State:
    return replace(state, hooks=e.hooks, follow_ups=e.follow_ups)


@change(ev.FollowUpQueued)
def _(state: State, _e: ev.FollowUpQueued) -> State:
    return state


@change(ev.ManualStepDue)
def _(state: State, e: ev.ManualStepDue) -> State:
    return replace(state, turn=replace(state.turn, todo=(*state.turn.todo, e.cause)))


@change(ev.BookedLate)
def _(state: State, _e: ev.BookedLate) -> State:
    return state


@change(ev.Overruled)
def _(state: State, _e: ev.Overruled) -> State:
    return state


@change(ev.Noted)
def _(state: State, _e: ev.Noted) -> State:
    return state


@change(ev.QuestionAsked)
def _(state: State, e: ev.QuestionAsked) -> State:
    number = state.asked + 1
    return replace(state, asked=number, open=(*state.open, OpenQuestion(number, e.kind, e.player, e.args)))


@change(ev.QuestionClosed)
def _(state: State, e: ev.QuestionClosed) -> State:
    settled = next((o for o in state.open if o.number == e.number), None)
    turn = state.turn
    if settled and settled.kind == "take":
        turn = replace(turn, question=settled.number, took=True)
    elif settled and settled.kind == "movement":
        turn = replace(turn, movement_told=True)
    elif settled and turn.took:
        turn = replace(turn, touched=True)
    return replace(state, turn=turn, open=tuple(o for o in state.open if o.number != e.number))


@change(ev.EntryMade)
def _(state: State, e: ev.EntryMade) -> State:
    turn = replace(state.turn, entries=state.turn.entries + (e.player == state.turn.player), touched=True)
    return replace(state, turn=turn)


@change(ev.TurnEnding)
def _(state: State, e: ev.TurnEnding) -> State:
    return replace(state, finishing=e.to_lay)


@change(ev.TurnEnded)
def _(state: State, _e: ev.TurnEnded) -> State:
    return replace(state, finishing=-1)


@change(ev.StageEntered)
def _(state: State, e: ev.StageEntered) -> State:
    return replace(state, stage=e.stage)
