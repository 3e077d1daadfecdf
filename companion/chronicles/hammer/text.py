"""Table instructions of this chronicle: the England marker and coins of its row."""

from __future__ import annotations

from collections.abc import Iterator

from companion.chronicles.hammer.model import BY_CARD, BY_PASSING, ENGLAND_ROW, OWN_STATE, EnglandTaken
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def table_tasks(state: State) -> Iterator[Message]:
    """Yield the instructions in the order of events. A marker that was corrected since is skipped."""
    for event in state.turn_events:
        if isinstance(event, EnglandTaken) and event.rule in (BY_PASSING, BY_CARD):
            if OWN_STATE.of(state).holder == event.player:
                yield _marker(state, event)
        elif isinstance(event, ev.GoodSold) and event.good == ENGLAND_ROW:
            yield trn(
                "{player} takes {n} coin off the England row",
                "{player} takes {n} coins off the England row",
                event.coins,
                player=labels.figure_label(state, event.player),
            )


def _marker(state: State, e: EnglandTaken) -> Message:
    """Return the instruction with its reason, so that players see why the marker moves."""
    player = labels.figure_label(state, e.player)
    if e.rule == BY_PASSING:
        return tr("First past the Englishman: {player} takes the England marker", player=player)
    taking = _taking(state, e, player)
    return (
        tr("{cause}: {what}", cause=labels.landmark_label(state.facts, e.card), what=taking) if e.card else taking
    )


def _taking(state: State, e: EnglandTaken, player: Message) -> Message:
    if e.previous_holder and e.previous_holder != e.player:
        return tr(
            "{player} takes the England marker from {other}",
            player=player,
            other=labels.figure_label(state, e.previous_holder),
        )
    if e.previous_holder == "":
        return tr("{player} takes the England marker from under the Englishman", player=player)
    return tr("{player} takes the England marker", player=player)
