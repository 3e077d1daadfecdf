"""Events of the England marker: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from companion.chronicles.hammer.model import BY_PASSING, OWN_STATE, EnglandTaken, MarkerSet
from companion.engine.event_rows import LogChange, When, placeholder
from companion.engine.message import Message, tr
from companion.state.glen_more_2.event_rows.common import row
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _take(state: State, e: EnglandTaken) -> State:
    return OWN_STATE.change(state, holder=e.player)


def _set(state: State, e: MarkerSet) -> State:
    return OWN_STATE.change(state, holder=e.player)


def _other_holder(state: State, e: MarkerSet) -> Message | None:
    """Return the player that had the marker by mistake; None if none had."""
    had = OWN_STATE.of(state).holder if e.player else ""
    return labels.figure_label(state, had) if had not in ("", e.player) else None


ROWS = (
    row(
        EnglandTaken,
        _take,
        tr("{player} takes the England marker"),
        short_history=tr("takes the England marker"),
        # Passing is a table instruction. A card joins the line of its tile.
        log_change=When(
            lambda _s, e: e.rule == BY_PASSING,
            None,
            When(
                "card",
                LogChange(
                    change=tr("the England marker"), cause=placeholder("card"), player="{player}", joins=True
                ),
                LogChange(action=tr("took the England marker"), player="{player}"),
            ),
        ),
        fillers={"before": lambda state, e: labels.figure_label(state, e.previous_holder)},
        undo=When(
            "previous_holder",
            tr("The England marker back to {player}", player=placeholder("before")),
            tr("The England marker back under the Englishman"),
        ),
    ),
    row(
        MarkerSet,
        _set,
        When(
            "player",
            tr("{player} has the England marker"),
            tr("the England marker lies under the Englishman"),
        ),
        before=_other_holder,
        corrects=None,
    ),
)
