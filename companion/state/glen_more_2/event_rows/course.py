"""Event rows of the course: questions, entries, turns, scorings and the end of the game."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, join_list, literal, tr, trn
from companion.engine.table_game import overruled_text
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import count_change_text, keep_state
from companion.state.glen_more_2.event_rows.corrections import with_count
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of
from companion.state.glen_more_2.scoring_rounds import (
    EXTRA_SHEETS_KEY,
    QUESTIONS_ASKED_KEY,
    count_value,
    extra_result,
    with_checked_counts,
    with_entered_count,
    with_turn_points,
    without_entered_counts,
)
from companion.state.glen_more_2.text.labels import (
    EARLIER_FREE,
    EARLIER_OWN_GOODS,
    EARLIER_UNKNOWN,
    FREE,
    OWN_GOODS,
    figure_label,
    round_label,
    round_title,
)
from companion.state.territory.changes import open_question, set_goods_count


def _waiting_set(state: State, e: ev.PendingStepsSet) -> State:
    return replace(state, hooks=e.hooks, follow_ups=e.follow_ups)


def _manual_step_due(state: State, e: ev.ManualStepRequired) -> State:
    return replace(state, turn=replace(state.turn, todo=(*state.turn.todo, e.cause)))


def _history_of_booked_late(state: State, e: ev.LateEntryMade) -> Message:
    return tr("Entered late for {player}", player=figure_label(state, e.player))


def _history_of_noted(_state: State, e: ev.NoteMade) -> Message:
    return tr("note: {text}", text=e.words)


def _question_closed(state: State, e: ev.QuestionClosed) -> State:
    settled = next((o for o in state.open if o.number == e.number), None)
    turn = state.turn
    if settled and settled.kind == "take":
        turn = replace(turn, question=settled.number, took=True)
    elif settled and settled.kind == "movement":
        turn = replace(turn, is_movement_entered=True)
    elif settled and turn.took:
        turn = replace(turn, touched=True)
    return replace(state, turn=turn, open=tuple(o for o in state.open if o.number != e.number))


def _entry_made(state: State, e: ev.EntryMade) -> State:
    turn = replace(state.turn, entries=state.turn.entries + (e.player == state.turn.player), touched=True)
    return replace(state, turn=turn)


def _log_entry(_state: State, e: ev.EntryMade) -> LogChange | None:
    """Return the log line of a payment without coins; other entries are logged by the events they cause."""
    deed = _PAYMENT_TEXTS.get(e.entry)
    return LogChange(deed=deed, player=e.player) if deed else None


_PAYMENT_TEXTS = {
    FREE: tr("paid nothing"),
    OWN_GOODS: tr("paid with own goods"),
    EARLIER_FREE: tr("an earlier tile was free"),
    EARLIER_OWN_GOODS: tr("an earlier tile: own goods"),
    EARLIER_UNKNOWN: tr("an earlier tile's cost stays open"),
}


def _history_of_entry(state: State, e: ev.EntryMade) -> Message | None:
    """Return the history text of a late payment, which the text of the correction does not name."""
    if e.entry not in (EARLIER_FREE, EARLIER_OWN_GOODS, EARLIER_UNKNOWN):
        return None
    return tr("{player}: {what}", player=figure_label(state, e.player), what=_PAYMENT_TEXTS[e.entry])


def _history_of_turn_ending(state: State, _e: ev.RefillBegan) -> Message | None:
    player_id = state.turn.player
    return tr("end of {player}'s turn", player=figure_label(state, player_id)) if player_id else None


def _turn_ending(state: State, e: ev.RefillBegan) -> State:
    # From here on the events lead to the next turn; tiles laid just before and other events that end a turn stay.
    rows = rules_of(state).events
    still = tuple(event for event in state.happened if rows[type(event)].ends_turn)
    return replace(state, tiles_left_to_lay=e.to_lay, happened=still)


def _turn_ended(state: State, _e: ev.TurnEnded) -> State:
    return with_turn_points(replace(state, tiles_left_to_lay=-1))


def _stage_entered(state: State, e: ev.StageEntered) -> State:
    return replace(state, stage=e.stage, happened=_events_of_turn(state) if e.stage == "turn" else state.happened)


def _events_of_turn(state: State) -> tuple[ev.Event, ...]:
    """Return the events since the turn began; the player who has taken a tile has seen the earlier ones."""
    began = [at for at, event in enumerate(state.happened) if isinstance(event, ev.TurnBegan)]
    return state.happened[began[-1] :] if began else state.happened


COURSE_EVENT_ROWS = (
    EventRow(ev.PendingStepsSet, _waiting_set),
    EventRow(ev.FollowUpQueued, keep_state),
    EventRow(ev.ManualStepRequired, _manual_step_due),
    EventRow(ev.LateEntryMade, keep_state, history=_history_of_booked_late),
    EventRow(ev.Overruled, keep_state, group_history=overruled_text),
    EventRow(ev.NoteMade, keep_state, history=_history_of_noted),
    EventRow(ev.QuestionAsked, open_question),
    EventRow(ev.QuestionClosed, _question_closed),
    EventRow(ev.EntryMade, _entry_made, history=_history_of_entry, booked=_log_entry),
    EventRow(ev.RefillBegan, _turn_ending, history=_history_of_turn_ending),
    EventRow(ev.TurnEnded, _turn_ended),
    EventRow(ev.StageEntered, _stage_entered),
)


def _round_due(state: State, e: ev.RoundScheduled) -> State:
    return without_entered_counts(replace(state, due=(*state.due, e.round)))


def _apply_count(state: State, e: ev.CountEntered) -> State:
    return with_count(with_entered_count(state, e.player, e.count, e.value), e.player, e.count, e.value)


def _history_of_counted(state: State, e: ev.CountEntered) -> Message | None:
    """Return the history text if the entered count differs from the recorded one."""
    return count_change_text(state, e) if count_value(state.player(e.player), e.count) != e.value else None


def _history_of_goods_counted(state: State, e: ev.GoodsCounted) -> Message:
    player = figure_label(state, e.player)
    return trn("{player}: {n} good", "{player}: {n} goods", e.goods, player=player)


def _round_scored(state: State, e: ev.RoundScored) -> State:
    state = replace(
        with_checked_counts(state, e.round),
        due=tuple(r for r in state.due if r != e.round),
        scored=(*state.scored, e.round),
        last_scored_turn=state.turn.number,
        result={**e.result, QUESTIONS_ASKED_KEY: state.asked},
    )
    return with_turn_points(state, e.round)


def _history_of_round_scored(_state: State, e: ev.RoundScored) -> Message:
    return tr("{round} done", round=round_label(e.round))


def _log_round_scored(state: State, e: ev.RoundScored) -> LogChange:
    """Return one log line with the points of all players."""
    totals = {p["name"]: sum(gain["points"] for gain in p["gains"]) for p in e.result["players"]}
    words = [
        tr("{player} {points}", player=figure_label(state, p), points=literal(f"{n:+}")) for p, n in totals.items()
    ]
    return LogChange(deed=round_title(e.round), change=join_list(words))


def _expansion_scored(state: State, e: ev.ExpansionScored) -> State:
    """Return the state with the extra sheet stored beside the result of the round before it."""
    earlier = state.result or {}
    told = {"said": e.said, "at_once": state.asked == earlier.get(QUESTIONS_ASKED_KEY)}
    sheet = {"expansion": e.expansion, **told, **msgspec.to_builtins(extra_result(state, e))}
    return replace(state, result={**earlier, EXTRA_SHEETS_KEY: [*earlier.get(EXTRA_SHEETS_KEY, ()), sheet]})


def _game_ended(state: State, e: ev.GameEnded) -> State:
    return with_turn_points(replace(state, winners=e.winners, open=()), "final")


def _history_of_game_ended(state: State, e: ev.GameEnded) -> Message:
    return tr("the game is won by {players}", players=join_list(figure_label(state, w) for w in e.winners))


SCORING_EVENT_ROWS = (
    EventRow(ev.RoundScheduled, _round_due),
    EventRow(ev.CountEntered, _apply_count, history=_history_of_counted),
    EventRow(ev.GoodsCounted, set_goods_count, history=_history_of_goods_counted),
    EventRow(ev.RoundScored, _round_scored, history=_history_of_round_scored, booked=_log_round_scored),
    EventRow(ev.ExpansionScored, _expansion_scored),
    EventRow(ev.GameEnded, _game_ended, history=_history_of_game_ended),
)
