"""Command cards: spare stickers on a printed sheet, so that any entry is one tap. What each says, as data.

They are told in the rows of the actions that they give. Knows no game and does nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine.actions import Action, CommandCard, QuestionKind
from companion.engine.game import Interpretation, TapMeaning
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Offer, Part, Pick, Question, Reason, Value

NOTHING = tr("That card does nothing now.")


def cards_of(kind: QuestionKind[Any, Any, Any], facts: Any) -> Iterator[tuple[str, CommandCard]]:
    """The cards of a kind of question, each with the name of its action."""
    for row in kind.actions:
        if isinstance(row, Action) and row.cards:
            for card in row.cards(facts):
                yield row.name, card


def command_cards(
    kinds: Iterable[QuestionKind[Any, Any, Any]], facts: Any, last: Iterable[CommandCard]
) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet; `last`: those that answer no question."""
    found = {card.id: card for kind in kinds for _, card in cards_of(kind, facts)}
    return {card.id: card for card in sorted((*found.values(), *last), key=lambda card: card.place)}


def undo_and_what(place: int) -> tuple[CommandCard, CommandCard]:
    """Those that every game has; the second enters nothing: what is tapped after it is explained."""
    undo = CommandCard("undo", tr("Take back"), (), "undo", place=place)
    return undo, CommandCard("what", tr("What is this?"), (), "what", place=place)


def card_meaning(asked: Question, name: str, *values: Value) -> TapMeaning:
    """An offer with the values the card gives; what it still needs is asked, each answer a way of its own."""
    offer = asked.offer(name)
    if offer is None:
        return TapMeaning(NOTHING)
    missing, closed = _missing(offer, values)
    if closed:
        return TapMeaning(closed.text)
    if missing is None:
        return TapMeaning(offer.label, None, (Interpretation(offer.label, Answer(asked.number, name, values)),))
    ways = tuple(
        Interpretation(label, Answer(asked.number, name, (*values, value))) for label, value in _options(missing)
    )
    return TapMeaning(offer.label, missing.text, ways)


def _missing(offer: Offer, values: tuple[Value, ...]) -> tuple[Part | None, Reason | None]:
    """The first part that `values` leave open, or why one of them can't be."""
    if offer.closed:  # a closed offer may have no parts at all
        return None, offer.closed
    parts, closed = list(offer.parts), None
    for value in values:
        part = parts.pop(0)
        if isinstance(part, Pick):
            choice = next((c for c in part.choices if c.value == value), None)
            closed = closed or (choice.closed if choice else Reason("", NOTHING))
            parts[:0] = choice.then if choice else ()
    return (parts[0] if parts else None), closed


def _options(part: Part) -> list[tuple[Message, Value]]:
    """What a part can be answered with, the usual first."""
    if isinstance(part, Pick):
        return [(choice.label, choice.value) for choice in part.choices if not choice.closed]
    assert isinstance(part, Amount)
    order = sorted(range(part.low, part.high + 1), key=lambda n: n != part.default)
    return [(tr("{n}", n=n), n) for n in order]
