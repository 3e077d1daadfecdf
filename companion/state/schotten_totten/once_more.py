"""Once more with the same players: the set-up of an ended game, told anew answer by answer. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.history import History
from companion.engine.message import Message, listed, tr
from companion.engine.naming import EARLIER, NEW
from companion.engine.offers import Answer, Value
from companion.state.schotten_totten import labels
from companion.state.schotten_totten.labels import HOUSE_WORDS
from companion.state.schotten_totten.model import State
from companion.state.schotten_totten.questions.setup import OF_TACTICS, UNNAMED


def next_answer(ended: History, now: State) -> Answer | None:
    """What the new game that stands at `now` is told next; None when only who begins is left to say."""
    if seat := now.opened("seat"):
        coming = ended.state.players[len(now.players)]
        return Answer(seat.number, "seat", _named(now, coming.name))
    start = now.opened("start")
    if start is None:
        return None
    for offer, value in _differences(ended.state, now):
        return Answer(start.number, offer, (value,))
    return None


def _named(now: State, name: str) -> tuple[Value, ...]:
    if not name:
        return (UNNAMED,)
    return (f"{EARLIER}{name}",) if name in now.names else (NEW, name)


def _differences(ended: State, now: State) -> Iterator[tuple[str, Value]]:
    """Variants first: some house rules are only asked about where tactics cards are played."""
    yield from (("variant", each) for each in sorted({*ended.variants} ^ {*now.variants}))
    if ended.rounds != now.rounds:
        yield "rounds", ended.rounds
    for field in msgspec.structs.fields(now.house):
        if getattr(now.house, field.name) != getattr(ended.house, field.name) and _asked(now, field.name):
            yield "house", field.name


def _asked(now: State, rule: str) -> bool:
    return rule in HOUSE_WORDS and (now.tactical or rule not in OF_TACTICS)


def order(state: State) -> Message | None:
    """Who sits where."""
    if not state.players:
        return None
    return tr("Sides A and B: {players}.", players=listed(labels.figure(state, p.id) for p in state.players))
