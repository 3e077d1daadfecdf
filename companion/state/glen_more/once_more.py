"""Once more with the same players: the set-up of an ended game, told anew answer by answer. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.history import History
from companion.engine.message import Message, listed, tr
from companion.engine.naming import EARLIER, NEW
from companion.engine.offers import Answer, Value
from companion.state.glen_more import labels
from companion.state.glen_more.model import State
from companion.state.glen_more.questions.setup import HOUSE_WORDS, UNNAMED


def next_answer(ended: History, now: State) -> Answer | None:
    """What the new game that stands at `now` is told next; None when it is set up as the ended one was."""
    if seat := now.opened("seat"):
        coming = ended.state.players[len(now.players) :]
        return Answer(seat.number, "seat", _named(now, coming[0].name)) if coming else Answer(seat.number, "done")
    start = now.opened("start")
    if start and now.depth != ended.state.depth:
        return Answer(start.number, "depth", (ended.state.depth,))
    other = next(_differences(ended.state, now), "") if start else ""
    return Answer(start.number, "house", (other,)) if start and other else None


def _named(now: State, name: str) -> tuple[Value, ...]:
    if not name:
        return (UNNAMED,)
    return (f"{EARLIER}{name}",) if name in now.names else (NEW, name)


def _differences(ended: State, now: State) -> Iterator[str]:
    """House rules that were otherwise."""
    for field in msgspec.structs.fields(now.house):
        if field.name in HOUSE_WORDS and getattr(now.house, field.name) != getattr(ended.house, field.name):
            yield field.name


def order(state: State) -> Message | None:
    """How the pawns stand at the start (G1-SET-03)."""
    if not state.players:
        return None
    return tr("Pawns, the last first: {pawns}.", pawns=listed(labels.figure(state, p.id) for p in state.players))
