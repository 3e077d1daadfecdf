"""Questions that open and close, and the course of a turn.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import unchanged
from companion.state.glen_more_2.labels import FREE, LATE_FREE, LATE_GOODS, LATE_NEVER, OWN_GOODS, figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.story import with_points
from companion.state.territory.changes import question_asked


def _waiting_set(state: State, e: ev.WaitingSet) -> State:
    return replace(state, hooks=e.hooks, follow_ups=e.follow_ups)


def _manual_step_due(state: State, e: ev.ManualStepDue) -> State:
    return replace(state, turn=replace(state.turn, todo=(*state.turn.todo, e.cause)))


def _words_of_booked_late(state: State, e: ev.BookedLate) -> Message:
    return tr("Entered late for {player}", player=figure(state, e.player))


def _words_of_overruled(_state: State, overruled: Sequence[ev.Overruled]) -> Message:
    """After the act: what was done is what people look for, in the history and when it is taken back."""
    against_rule = any(each.rule for each in overruled)
    return tr("done anyway, against a rule") if against_rule else tr("done anyway")


def _words_of_noted(_state: State, e: ev.NoteMade) -> Message:
    return tr("note: {text}", text=e.words)


def _question_closed(state: State, e: ev.QuestionClosed) -> State:
    settled = next((o for o in state.open if o.number == e.number), None)
    turn = state.turn
    if settled and settled.kind == "take":
        turn = replace(turn, question=settled.number, took=True)
    elif settled and settled.kind == "movement":
        turn = replace(turn, movement_told=True)
    elif settled and turn.took:
        turn = replace(turn, touched=True)
    return replace(state, turn=turn, open=tuple(o for o in state.open if o.number != e.number))


def _entry_made(state: State, e: ev.EntryMade) -> State:
    turn = replace(state.turn, entries=state.turn.entries + (e.player == state.turn.player), touched=True)
    return replace(state, turn=turn)


def _booked_entry(_state: State, e: ev.EntryMade) -> Booking | None:
    """Most entries are told by what they changed; how a tile was paid without coins changes nothing."""
    deed = _DEEDS.get(e.entry)
    return Booking(deed=deed, player=e.player) if deed else None


_DEEDS = {
    FREE: tr("paid nothing"),
    OWN_GOODS: tr("paid with own goods"),
    LATE_FREE: tr("an earlier tile was free"),
    LATE_GOODS: tr("an earlier tile: own goods"),
    LATE_NEVER: tr("an earlier tile's cost stays open"),
}


def _words_of_entry(state: State, e: ev.EntryMade) -> Message | None:
    """Others are told by the offer that they came of; a correction says but that something was corrected."""
    if e.entry not in (LATE_FREE, LATE_GOODS, LATE_NEVER):
        return None
    return tr("{player}: {what}", player=figure(state, e.player), what=_DEEDS[e.entry])


def _words_of_turn_ending(state: State, _e: ev.TurnEnding) -> Message | None:
    player_id = state.turn.player
    return tr("end of {player}'s turn", player=figure(state, player_id)) if player_id else None


def _turn_ending(state: State, e: ev.TurnEnding) -> State:
    # From here on the way to the next turn is told, with what was laid just before and what else ends a turn.
    rows = rules_of(state).events
    still = tuple(event for event in state.happened if rows[type(event)].ends_turn)
    return replace(state, finishing=e.to_lay, happened=still)


def _turn_ended(state: State, _e: ev.TurnEnded) -> State:
    return with_points(replace(state, finishing=-1))


def _stage_entered(state: State, e: ev.StageEntered) -> State:
    return replace(state, stage=e.stage, happened=_of_this_turn(state) if e.stage == "turn" else state.happened)


def _of_this_turn(state: State) -> tuple[ev.Event, ...]:
    """Who has taken a tile has seen what happened on the way to this turn."""
    began = [at for at, event in enumerate(state.happened) if isinstance(event, ev.TurnBegan)]
    return state.happened[began[-1] :] if began else state.happened


ROWS = (
    EventRow(ev.WaitingSet, _waiting_set),
    EventRow(ev.FollowUpQueued, unchanged),
    EventRow(ev.ManualStepDue, _manual_step_due),
    EventRow(ev.BookedLate, unchanged, history=_words_of_booked_late),
    EventRow(ev.Overruled, unchanged, history_of_all=_words_of_overruled),
    EventRow(ev.NoteMade, unchanged, history=_words_of_noted),
    EventRow(ev.QuestionAsked, question_asked),
    EventRow(ev.QuestionClosed, _question_closed),
    EventRow(ev.EntryMade, _entry_made, history=_words_of_entry, booked=_booked_entry),
    EventRow(ev.TurnEnding, _turn_ending, history=_words_of_turn_ending),
    EventRow(ev.TurnEnded, _turn_ended),
    EventRow(ev.StageEntered, _stage_entered),
)
