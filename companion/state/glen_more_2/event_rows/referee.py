"""What happens at referee depth: each event in one row. Most are the same in each game with territories."""

from __future__ import annotations

from typing import Any

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee import changes
from companion.state.glen_more_2.referee.words import WORDS
from companion.state.glen_more_2.rows import EventRow
from companion.state.territory.changes import movement_spent
from companion.state.territory.event_rows import territory_rows

_ALL, _MORE = tr("all tiles may be activated"), tr("more tiles may be activated")


def _words_of_more(state: State, e: Any) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=_MORE if e.pieces else _ALL)


ROWS = (
    *territory_rows(WORDS).values(),
    EventRow(ev.TileActivated, changes.activated),
    EventRow(ev.AllMayActivate, changes.all_may_activate, history=_words_of_more),
    EventRow(ev.MovementSpent, lambda state, e: movement_spent(state, e.n)),
)
