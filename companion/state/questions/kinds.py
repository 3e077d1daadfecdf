"""The table of question kinds: how each is asked and how its answer is settled.

A kind's `ask` makes all offers, closed ones with their reason; its `settle` is only called with an answer that
`ask` offered. Chronicles add kinds of their own.

A question is shown, tapped at, looked up and decided by: `posed` makes it once for each state.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.frame.offers import Answer, Question
from companion.state.course import Course
from companion.state.model import Open, State

Ask = Callable[[State, Open], Question]
Settle = Callable[[Course, Open, Answer], None]


class Kind(msgspec.Struct, frozen=True):
    """One kind of question."""

    ask: Ask
    settle: Settle


KINDS: dict[str, Kind] = {}
_made: tuple[State | None, dict[int, Question]] = (None, {})


def kind(name: str, ask: Ask, settle: Settle) -> None:
    """Registers a kind of question under its name."""
    KINDS[name] = Kind(ask, settle)


def posed(state: State, question: Open) -> Question:
    """An open question with all its offers."""
    global _made
    made = _made
    if made[0] is not state:
        made = _made = (state, {})
    if question.number not in made[1]:
        made[1][question.number] = KINDS[question.kind].ask(state, question)
    return made[1][question.number]
