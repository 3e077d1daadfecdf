"""The rows of this game's tables: `companion.engine.actions`, of its own state, resolution and open questions."""

from __future__ import annotations

from companion.engine import actions
from companion.engine.message import tr
from companion.state.glen_more.model import OpenQuestion, State
from companion.state.glen_more.resolution import Resolution

Action = actions.Action[State, Resolution, OpenQuestion]
ActionFamily = actions.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = actions.QuestionKind[State, Resolution, OpenQuestion]
Form = actions.Form
CommandCard = actions.CommandCard

MARKET, POINTS, GAINS, TURN = range(4)
"""Where command cards stand on the printed sheet."""


def done_card(_facts: object) -> tuple[CommandCard, ...]:
    """What OK does in each question that is over with it."""
    return (CommandCard("done", tr("Done"), (), "done", place=TURN),)


def chieftain_card(_facts: object) -> tuple[CommandCard, ...]:
    """A Scot becomes chieftain, by an entry or a movement point."""
    return (CommandCard("chieftain", tr("A chieftain"), (), "chieftain", number=1, place=GAINS),)
