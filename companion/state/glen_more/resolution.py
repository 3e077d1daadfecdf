"""Resolution of one answer, and the question kinds and command cards of Glen More."""

from __future__ import annotations

from companion.engine import question_kinds, table_game
from companion.engine.message import tr
from companion.state.glen_more.event_rows import apply
from companion.state.glen_more.model import State
from companion.state.territory.model import OpenQuestion


class Resolution(table_game.Resolution[State]):
    """Collects the events of one answer."""

    apply = staticmethod(apply)


Action = question_kinds.Action[State, Resolution, OpenQuestion]
ActionFamily = question_kinds.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

MARKET, POINTS, GAINS, TURN = range(4)
"""Sections of the printed sheet of command cards."""


def done_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for OK in questions that it ends."""
    return (CommandCard("done", tr("Done"), (), "done", place=TURN),)


def chieftain_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for a Scot that becomes chieftain, by an entry or a movement point."""
    return (CommandCard("chieftain", tr("A chieftain"), (), "chieftain", number=1, place=GAINS),)
