"""The rows of this game's tables: `companion.engine.actions`, of its own state, resolution and open questions."""

from __future__ import annotations

from companion.engine import actions
from companion.engine.message import tr
from companion.state.schotten_totten.model import OpenQuestion, State
from companion.state.schotten_totten.resolution import Resolution

Action = actions.Action[State, Resolution, OpenQuestion]
QuestionKind = actions.QuestionKind[State, Resolution, OpenQuestion]
Form = actions.Form
CommandCard = actions.CommandCard

TURN = 0
"""Where command cards stand on the printed sheet."""


def nothing_card(_facts: object) -> tuple[CommandCard, ...]:
    """Nothing can be laid."""
    return (CommandCard("nothing", tr("Lay nothing"), (), "nothing", place=TURN),)
