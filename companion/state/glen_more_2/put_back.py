"""What goes back on the table when entries are taken back, in the order the hands do it. Words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.game import PutBack
from companion.state.glen_more_2.events import Event
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.rows import EventRow
from companion.state.glen_more_2.ruleset import rules_of


def put_back(state: State, events: Sequence[Event]) -> tuple[PutBack, ...]:
    """What the hands put back; `events` come in the order of taking back, the last first."""
    return tuple(_lines(state, events))


def _lines(state: State, events: Sequence[Event]) -> Iterator[PutBack]:
    """Line by line; what goes back in one handful stands where its first event does."""
    rows = rules_of(state).events
    grouped = [(event, rows[type(event)], _handful(rows[type(event)], event)) for event in events]
    done = set()
    for event, row, group in grouped:
        if group and row.put_back_handful:
            if (row.event, group) not in done:
                done.add((row.event, group))
                together = [each for each, other, same in grouped if other is row and same == group]
                if line := row.put_back_handful(state, together):
                    yield line
        elif row.put_back and (line := row.put_back(state, event)):
            yield line


def _handful(row: EventRow, event: Event) -> str:
    return row.handful(event) if row.handful else ""
