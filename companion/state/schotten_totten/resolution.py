"""Resolution of one answer, and the question kinds and command cards of Schotten Totten."""

from __future__ import annotations

from companion.engine import question_kinds, table_game
from companion.engine.message import tr
from companion.state.schotten_totten.event_rows import apply
from companion.state.schotten_totten.model import OpenQuestion, State


class Resolution(table_game.Resolution[State]):
    """Collects the events of one answer."""

    apply = staticmethod(apply)


Action = question_kinds.Action[State, Resolution, OpenQuestion]
QuestionKind = question_kinds.QuestionKind[State, Resolution, OpenQuestion]
Form = question_kinds.ActionForm
CommandCard = question_kinds.CommandCard

TURN = 0
"""Section of the printed sheet of command cards."""


def nothing_card(_facts: object) -> tuple[CommandCard, ...]:
    """Return the command card for a turn without a card."""
    return (CommandCard("nothing", tr("Lay nothing"), (), "nothing", place=TURN),)
