"""What the rows of a list are about, as keys of what can be looked up. Opens nothing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.game import Interpretation
from companion.engine.offers import Choice, Offer, Question, Reason
from companion.menu.menu_state import MenuContext


def of_offer(context: MenuContext, question: Question, offer: Offer) -> Iterator[str]:
    """The rule that speaks against it, else the entry itself."""
    yield from _rules(offer.closed, offer.caution)
    yield context.explain.row(question.kind, offer.name)
    yield question.rule


def of_choice(context: MenuContext, question: Question, offer: str, choice: Choice) -> Iterator[str]:
    """The rule that speaks against it, else the piece or thing that is chosen, else the entry."""
    yield from _rules(choice.closed, choice.caution)
    yield choice.about
    yield choice.piece
    yield choice.value
    yield context.explain.row(question.kind, offer)
    yield question.rule


def of_interpretation(context: MenuContext, way: Interpretation) -> Iterator[str]:
    """The entry that it would be, else the piece in it."""
    if question := context.question(way.answer.question):
        yield context.explain.row(question.kind, way.answer.offer)
    yield from (value for value in way.answer.values if isinstance(value, str))


def _rules(*reasons: Reason | None) -> Iterator[str]:
    yield from (reason.rule for reason in reasons if reason)
