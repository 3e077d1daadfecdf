"""Events of the England marker: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from companion.chronicles.hammer.model import BY_PASSING, OWN_STATE, EnglandTaken, MarkerSet
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _take(state: State, e: EnglandTaken) -> State:
    return OWN_STATE.change(state, holder=e.player)


def _words_of_taking(state: State, e: EnglandTaken) -> Message:
    return tr("{player} takes the England marker", player=labels.figure_label(state, e.player))


def _more_of_taking(_state: State, _e: EnglandTaken) -> Message:
    return tr("takes the England marker")


def _booked_taking(state: State, e: EnglandTaken) -> LogChange | None:
    """Return the turn log line. A card joins the line of its tile; passing is a table instruction, so None."""
    if e.rule == BY_PASSING:
        return None
    if e.card:
        card = labels.landmark_label(state.facts, e.card)
        return LogChange(change=tr("the England marker"), cause=card, player=e.player, joins=True)
    return LogChange(deed=tr("took the England marker"), player=e.player)


def _put_back_taking(state: State, e: EnglandTaken) -> TableInstruction:
    if e.before:
        return TableInstruction(
            tr("The England marker back to {player}", player=labels.figure_label(state, e.before))
        )
    return TableInstruction(tr("The England marker back under the Englishman"))


def _set(state: State, e: MarkerSet) -> State:
    return OWN_STATE.change(state, holder=e.player)


def _words_of_setting(state: State, e: MarkerSet) -> Message:
    if not e.player:
        return tr("the England marker lies under the Englishman")
    now = tr("{player} has the England marker", player=labels.figure_label(state, e.player))
    had = OWN_STATE.of(state).holder
    return now if had in ("", e.player) else correction_text(now, labels.figure_label(state, had))


ROWS = (
    EventRow(
        EnglandTaken,
        _take,
        history=_words_of_taking,
        short_history=_more_of_taking,
        booked=_booked_taking,
        undo_instructions=_put_back_taking,
    ),
    EventRow(MarkerSet, _set, history=_words_of_setting),
)
