"""What goes back on the table when entries are taken back, in the order the hands do it. Words only."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.game import PutBack
from companion.engine.row_words import put_back_lines
from companion.state.glen_more_2.earlier_tiles import by_hands
from companion.state.glen_more_2.events import Event
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of


def put_back(state: State, events: Sequence[Event]) -> tuple[PutBack, ...]:
    """What the hands put back; `events` come in the order of taking back, the last first."""
    moved = tuple(by_hands(events[::-1]))[::-1]
    return tuple(put_back_lines(rules_of(state).events, state, moved))
