"""The table of question kinds: how each is asked and how its answer is settled.

A kind's `ask` makes all offers, closed ones with their reason; its `settle` is only called with an answer that
`ask` offered. Chronicles add kinds of their own.

A question is shown, tapped at, looked up and decided by: `posed` makes it once for each state.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from companion.engine.offers import Answer, Question
from companion.state.glen_more_2.expansions import expansion_offers
from companion.state.glen_more_2.model import OpenQuestion, State
from companion.state.glen_more_2.resolution import Resolution

Ask = Callable[[State, OpenQuestion], Question]
Resolve = Callable[[Resolution, OpenQuestion, Answer], None]


class QuestionKind(msgspec.Struct, frozen=True):
    """One kind of question. rests: it waits on the main screen and holds nothing up."""

    ask: Ask
    settle: Resolve
    non_blocking: bool = False


KINDS: dict[str, QuestionKind] = {}
_made: tuple[State | None, dict[int, Question]] = (None, {})


def question_kind(name: str, ask: Ask, settle: Resolve, non_blocking: bool = False) -> None:
    """Registers a kind of question under its name."""
    KINDS[name] = QuestionKind(ask, settle, non_blocking)


def build_question(state: State, question: OpenQuestion) -> Question:
    """An open question with all its offers."""
    global _made
    made = _made
    if made[0] is not state:
        made = _made = (state, {})
    if question.number not in made[1]:
        made[1][question.number] = _asked(state, question)
    return made[1][question.number]


def _asked(state: State, question: OpenQuestion) -> Question:
    """The question of its kind, with what the chronicles of this game offer beside."""
    asked = KINDS[question.kind].ask(state, question)
    more = expansion_offers(state, question) if state.chronicles else ()
    return replace(asked, offers=(*asked.offers, *more)) if more else asked
