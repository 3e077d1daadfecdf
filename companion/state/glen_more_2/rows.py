"""The rows of this game's tables: `companion.engine.actions`, of its own state, resolution and open questions."""

from __future__ import annotations

from companion.engine import actions
from companion.engine.actions import Cards
from companion.engine.message import Message
from companion.engine.offers import Answer, Value
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

Action = actions.Action[State, Resolution, OpenQuestion]
ActionFamily = actions.ActionFamily[State, Resolution, OpenQuestion]
QuestionKind = actions.QuestionKind[State, Resolution, OpenQuestion]
EventRow = actions.EventRow[State]
Booking = actions.Booking
Form = actions.Form
CommandCard = actions.CommandCard

MARKET, POINTS, GAINS, SCOTS, PAYMENTS, CRESTS, TURN = range(7)
"""Where command cards stand on the printed sheet."""


EXPANSION = "expansion"
"""The drawing on the cards of chronicles: their number."""


def expansion_card(
    id: str,
    label: Message,
    number: int,
    *values: Value,
    secret: bool = False,
    otherwise: Message | None = None,
) -> Cards:
    """One card of the chronicle with that number."""
    card = CommandCard(id, label, values, EXPANSION, number=number, place=TURN, secret=secret, otherwise=otherwise)
    return lambda _facts: (card,)


def nothing(_resolution: Resolution, _question: OpenQuestion, _answer: Answer) -> None:
    """What an action does where the table declines, or has done it without the companion."""


__all__ = [
    "Action",
    "ActionFamily",
    "Booking",
    "Cards",
    "CommandCard",
    "EventRow",
    "Form",
    "QuestionKind",
    "expansion_card",
    "nothing",
]
