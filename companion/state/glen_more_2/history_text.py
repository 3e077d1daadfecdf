"""One line of the history, made of the words that the events of an answer have. Words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2.events import Event
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of


def history_text(state: State, events: Sequence[Event]) -> Message:
    """One line: everything notable that came of an answer given in `state`."""
    lines = list(_lines(state, events))
    return listed(lines) if lines else tr("done")


def _lines(state: State, events: Sequence[Event]) -> Iterator[Message]:
    rows = rules_of(state).events
    together: dict[type[Event], list[Event]] = {}
    for event in events:
        row = rows[type(event)]
        if row.history_of_all:
            together.setdefault(type(event), []).append(event)
        elif row.history and (line := row.history(state, event)) is not None:
            yield line
    for kind, same in together.items():
        words = rows[kind].history_of_all
        if words and (line := words(state, same)) is not None:
            yield line
