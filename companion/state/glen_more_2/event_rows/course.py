"""Event rows of the course: questions, entries, turns, scorings and the end of the game."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.event_rows import EventTable, LogChange, When, placeholder
from companion.engine.message import join_list, literal, tr, trn
from companion.engine.table_game import common_event_rows, unchanged_state
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import row
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
    COUNT_LABELS,
    EARLIER_FREE,
    EARLIER_OWN_GOODS,
    EARLIER_UNKNOWN,
    FREE,
    OWN_GOODS,
    colour_label,
    figure_label,
    round_label,
    round_title,
)
from companion.state.territory.changes import open_question, set_goods_count


def _waiting_set(state: State, e: ev.PendingStepsSet) -> State:
    return replace(state, pending_hooks=e.hooks, pending_follow_ups=e.follow_ups)


def _manual_step_due(state: State, e: ev.ManualStepRequired) -> State:
    return replace(state, turn=replace(state.turn, instruction_causes=(*state.turn.instruction_causes, e.cause)))


def _question_closed(state: State, e: ev.QuestionClosed) -> State:
    settled = next((o for o in state.open_questions if o.number == e.number), None)
    turn = state.turn
    if settled and settled.kind == "take":
        turn = replace(turn, take_question=settled.number, has_moved=True)
    elif settled and settled.kind == "movement":
        turn = replace(turn, is_movement_entered=True)
    elif settled and turn.has_moved:
        turn = replace(turn, has_later_entries=True)
    return replace(state, turn=turn, open_questions=tuple(o for o in state.open_questions if o.number != e.number))


def _entry_made(state: State, e: ev.EntryMade) -> State:
    turn = replace(
        state.turn, entry_count=state.turn.entry_count + (e.player == state.turn.player), has_later_entries=True
    )
    return replace(state, turn=turn)


_PAYMENT_TEXTS = {
    FREE: tr("paid nothing"),
    OWN_GOODS: tr("paid with own goods"),
    EARLIER_FREE: tr("an earlier tile was free"),
    EARLIER_OWN_GOODS: tr("an earlier tile: own goods"),
    EARLIER_UNKNOWN: tr("an earlier tile's cost stays open"),
}


LATE_PAYMENTS = (EARLIER_FREE, EARLIER_OWN_GOODS, EARLIER_UNKNOWN)


def _turn_ending(state: State, e: ev.RefillBegan) -> State:
    # From here on the events lead to the next turn; tiles laid just before and other events that end a turn stay.
    rows = rules_of(state).events
    still = tuple(event for event in state.turn_events if rows[type(event)].ends_turn)
    return replace(state, tiles_left_to_lay=e.to_lay, turn_events=still)


def _turn_ended(state: State, _e: ev.TurnEnded) -> State:
    return with_turn_points(replace(state, tiles_left_to_lay=-1))


def _stage_entered(state: State, e: ev.StageEntered) -> State:
    return replace(
        state, stage=e.stage, turn_events=_events_of_turn(state) if e.stage == "turn" else state.turn_events
    )


def _events_of_turn(state: State) -> tuple[ev.Event, ...]:
    """Return the events since the turn began; the player who has taken a tile has seen the earlier ones."""
    began = [at for at, event in enumerate(state.turn_events) if isinstance(event, ev.TurnBegan)]
    return state.turn_events[began[-1] :] if began else state.turn_events


COURSE_EVENT_ROWS = (
    row(ev.PendingStepsSet, _waiting_set),
    row(ev.FollowUpQueued, unchanged_state),
    row(ev.ManualStepRequired, _manual_step_due),
    row(ev.LateEntryMade, unchanged_state, tr("Entered late for {player}")),
    *common_event_rows(
        EventTable[State]({"player": lambda _s, e: colour_label(e.player)}).row,
        QuestionAsked=open_question,
        QuestionClosed=_question_closed,
        StageEntered=_stage_entered,
    ),
    # A payment without coins has no other line. The text of the correction does not name a late payment.
    row(
        ev.EntryMade,
        _entry_made,
        When(lambda _s, e: e.entry in LATE_PAYMENTS, tr("{player}: {what}")),
        log_change=When(
            lambda _s, e: e.entry in _PAYMENT_TEXTS, LogChange(action=placeholder("what"), player="{player}")
        ),
        fillers={"what": lambda _s, e: _PAYMENT_TEXTS[e.entry]},
    ),
    row(
        ev.RefillBegan,
        _turn_ending,
        When(lambda s, _e: s.turn.player, tr("end of {player}'s turn")),
        fillers={"player": lambda s, _e: figure_label(s, s.turn.player)},
    ),
    row(ev.TurnEnded, _turn_ended),
)


def _round_due(state: State, e: ev.RoundScheduled) -> State:
    return without_entered_counts(replace(state, due_scorings=(*state.due_scorings, e.round)))


def _apply_count(state: State, e: ev.CountEntered) -> State:
    return with_count(with_entered_count(state, e.player, e.count, e.value), e.player, e.count, e.value)


def _round_scored(state: State, e: ev.RoundScored) -> State:
    state = replace(
        with_checked_counts(state, e.round),
        due_scorings=tuple(r for r in state.due_scorings if r != e.round),
        done_scorings=(*state.done_scorings, e.round),
        last_scored_turn=state.turn.number,
        result={**e.result, QUESTIONS_ASKED_KEY: state.question_count},
    )
    return with_turn_points(state, e.round)


def _log_round_scored(state: State, e: ev.RoundScored) -> LogChange:
    """Return one log line with the points of all players."""
    totals = {p["name"]: sum(gain["points"] for gain in p["gains"]) for p in e.result["players"]}
    words = [
        tr("{player} {points}", player=figure_label(state, p), points=literal(f"{n:+}")) for p, n in totals.items()
    ]
    return LogChange(action=round_title(e.round), change=join_list(words))


def _expansion_scored(state: State, e: ev.ExpansionScored) -> State:
    """Return the state with the extra sheet stored beside the result of the round before it."""
    earlier = state.result or {}
    told = {"text": e.said, "is_immediate": state.question_count == earlier.get(QUESTIONS_ASKED_KEY)}
    sheet = {"expansion": e.expansion, **told, **msgspec.to_builtins(extra_result(state, e))}
    return replace(state, result={**earlier, EXTRA_SHEETS_KEY: [*earlier.get(EXTRA_SHEETS_KEY, ()), sheet]})


def _game_ended(state: State, e: ev.GameEnded) -> State:
    return with_turn_points(replace(state, winners=e.winners, open_questions=()), "final")


SCORING_EVENT_ROWS = (
    row(ev.RoundScheduled, _round_due),
    row(
        ev.CountEntered,
        _apply_count,
        When(lambda s, e: count_value(s.player(e.player), e.count) != e.value, tr("{player}: {count} {n}")),
        fillers={"count": lambda _s, e: COUNT_LABELS[e.count], "n": "value"},
    ),
    row(
        ev.GoodsCounted, set_goods_count, trn("{player}: {n} good", "{player}: {n} goods"), fillers={"n": "goods"}
    ),
    row(
        ev.RoundScored,
        _round_scored,
        tr("{round} done"),
        log_change=_log_round_scored,
        fillers={"round": lambda _s, e: round_label(e.round)},
    ),
    row(ev.ExpansionScored, _expansion_scored),
    row(
        ev.GameEnded,
        _game_ended,
        tr("the game is won by {players}"),
        fillers={"players": lambda s, e: join_list(figure_label(s, w) for w in e.winners)},
    ),
)
