"""One line of the history, made of the words that the events of an answer have. Words only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import rules_of


def history_text(state: State, events: Sequence[ev.Event]) -> Message:
    """One line: everything notable that came of an answer given in `state`."""
    # Told together at the end: a refill of ten tiles, each on its own, would bury what people did.
    laid = [e for e in events if isinstance(e, ev.TileLaid)]
    lines = list(_lines(state, events))
    if laid:
        lines.append(_laid(state, laid))
    return listed(lines) if lines else tr("done")


def _lines(state: State, events: Sequence[ev.Event]) -> Iterator[Message]:
    rows = rules_of(state).events
    for event in events:
        words = rows[type(event)].history
        line = words(state, event) if words else None
        if line is not None:
            yield line


def _laid(state: State, laid: Sequence[ev.TileLaid]) -> Message:
    """All tiles that were laid, in one breath."""
    known = [piece(state.facts, e.piece) for e in laid if e.piece]
    count = trn("{n} tile laid", "{n} tiles laid", len(laid))
    return tr("{count} ({tiles})", count=count, tiles=listed(known)) if known else count
