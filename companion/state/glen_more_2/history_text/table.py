"""The table of sentences for events, and one line of the history made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import expansions_of
from companion.state.glen_more_2.labels import piece
from companion.state.glen_more_2.model import State

Teller = Callable[[State, Any], Message | None]
TELLERS: dict[type[ev.Event], Teller] = {}

SILENT = frozenset(
    {
        ev.TurnBegan,
        ev.TileIdentified,
        ev.PawnMoved,
        ev.PersonGained,
        ev.ManualStepDue,
        ev.CountsDoubted,
        ev.EntryMade,
        ev.QuestionAsked,
        ev.QuestionClosed,
        ev.TurnEnding,
        ev.TurnEnded,
        ev.StageEntered,
        ev.RoundDue,
        ev.ActingChanged,
        ev.WaitingSet,
        ev.FollowUpQueued,
        ev.FixturePut,
        ev.FigureJoined,
        ev.RefillSkipped,
    }
)
"""The course of the game between what people see happen: another event of the same entry tells of it."""


def tells(kind: type[ev.Event]) -> Callable[[Teller], Teller]:
    """Registers the sentence for events of this kind; None where this one needs none."""

    def register(function: Teller) -> Teller:
        TELLERS[kind] = function
        return function

    return register


def told(state: State, events: Sequence[ev.Event]) -> Message:
    """One line: everything notable that came of an answer given in `state`."""
    laid = [e for e in events if isinstance(e, ev.TileLaid)]
    lines = list(_lines(state, events))
    if laid:
        lines.append(_laid(state, laid))
    return listed(lines) if lines else tr("done")


def _lines(state: State, events: Sequence[ev.Event]) -> Iterator[Message]:
    for event in events:
        teller = TELLERS.get(type(event)) or _of_plugs(state, type(event))
        line = teller(state, event) if teller else None
        if line is not None:
            yield line


def _of_plugs(state: State, kind: type[ev.Event]) -> Teller | None:
    return next((p.told[kind] for p in expansions_of(state) if kind in p.told), None)


def _laid(state: State, laid: Sequence[ev.TileLaid]) -> Message:
    """All tiles that were laid, in one breath."""
    known = [piece(state.facts, e.piece) for e in laid if e.piece]
    count = trn("{n} tile laid", "{n} tiles laid", len(laid))
    return tr("{count} ({tiles})", count=count, tiles=listed(known)) if known else count
