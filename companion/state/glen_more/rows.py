"""The rows of this game's tables: `companion.engine.actions`, of its own state, resolution and open questions."""

from __future__ import annotations

from companion.engine import actions
from companion.state.glen_more.model import NON_BLOCKING, OpenQuestion, State
from companion.state.glen_more.resolution import Resolution

Action = actions.Action[State, Resolution, OpenQuestion]
ActionFamily = actions.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = actions.QuestionKind[State, Resolution, OpenQuestion]
Form = actions.Form
CommandCard = actions.CommandCard

MARKET, POINTS, GAINS, TURN = range(4)
"""Where command cards stand on the printed sheet."""

__all__ = ["NON_BLOCKING", "Action", "ActionFamily", "CommandCard", "Form", "QuestionKind"]
