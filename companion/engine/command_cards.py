"""Command cards: spare stickers on a printed sheet, so that any entry is one tap. What each says, as data.

They are told in the rows of the actions that they give. Knows no game and does nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from companion.engine.actions import ActionFamily, ActionRow, CommandCard, QuestionKind
from companion.engine.game import Interpretation, TapMeaning
from companion.engine.message import Message, tr
from companion.engine.offers import Amount, Answer, Offer, Part, Pick, Question, Reason, Value

NOTHING = tr("That card does nothing now.")
NOT_OFFERED = tr("That can't be chosen in this game.")


Row = ActionRow[Any, Any, Any]
CardOfRow = tuple[Row, CommandCard]


def cards_of(rows: Iterable[Row], facts: Any) -> Iterator[CardOfRow]:
    """The cards of these rows, each with its own."""
    for row in rows:
        for card in row.cards(facts) if row.cards else ():
            yield row, card


def command_cards(
    kinds: Iterable[QuestionKind[Any, Any, Any]], facts: Any, last: Iterable[CommandCard]
) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet; `last`: those that answer no question."""
    found = {card.id: card for kind in kinds for _, card in cards_of(kind.actions, facts)}
    return {card.id: card for card in sorted((*found.values(), *last), key=lambda card: card.place)}


def undo_and_what(place: int) -> tuple[CommandCard, CommandCard]:
    """Those that every game has; the second enters nothing: what is tapped after it is explained."""
    undo = CommandCard("undo", tr("Take back"), (), "undo", place=place)
    return undo, CommandCard("what", tr("What is this?"), (), "what", place=place)


def unasked(card: CommandCard) -> TapMeaning:
    """A card for which nothing is asked now."""
    return why_not(card.otherwise or NOTHING)


def why_not(reason: Message) -> TapMeaning:
    """A card of which nothing comes now."""
    return TapMeaning(reason, why_not=True)


def card_meaning(asked: Question, row: Row, card: CommandCard) -> TapMeaning:
    """An offer with the values the card gives; what it still needs is asked, each answer a way of its own."""
    if isinstance(row, ActionFamily):
        return _one_of(asked, row, card)
    name, values, offer = row.name, card.values, asked.offer(row.name)
    if offer is None:
        return unasked(card)
    missing, closed = _missing(offer, values)
    if closed:
        return why_not(closed.text)
    if missing is None:
        return TapMeaning(offer.label, None, (Interpretation(offer.label, Answer(asked.number, name, values)),))
    ways = tuple(
        Interpretation(label, Answer(asked.number, name, (*values, value))) for label, value in _options(missing)
    )
    # What buttons need not say because only one can be meant, a card need not either.
    only = isinstance(missing, Pick) and missing.assumed and len(ways) == 1
    return TapMeaning(offer.label, None if only else missing.text, ways)


def _one_of(asked: Question, family: ActionFamily[Any, Any, Any], card: CommandCard) -> TapMeaning:
    """Which of those that the card stands for is asked, where more than one can be."""
    meant = [offer for offer in asked.offers if _stands_for(family, card, offer)]
    able = [offer for offer in meant if not offer.closed]
    closed = next((offer.closed.text for offer in meant if offer.closed), None)
    if not able:
        return why_not(closed) if closed else unasked(card)
    ways = tuple(Interpretation(offer.label, Answer(asked.number, offer.name, ())) for offer in able)
    return TapMeaning(card.label, asked.text if len(ways) > 1 else None, ways)


def _stands_for(family: ActionFamily[Any, Any, Any], card: CommandCard, offer: Offer) -> bool:
    own, rest = offer.name.startswith(family.prefix), offer.name.removeprefix(family.prefix)
    return own and family.meant is not None and family.meant(card.id, rest)


def _missing(offer: Offer, values: tuple[Value, ...]) -> tuple[Part | None, Reason | None]:
    """The first part that `values` leave open, or why one of them can't be."""
    if offer.closed:  # a closed offer may have no parts at all
        return None, offer.closed
    parts, closed = list(offer.parts), None
    for value in values:
        part = parts.pop(0)
        if isinstance(part, Pick):
            choice = next((c for c in part.choices if c.value == value), None)
            closed = closed or (choice.closed if choice else Reason("", NOT_OFFERED))
            parts[:0] = choice.then if choice else ()
    return (parts[0] if parts else None), closed


def _options(part: Part) -> list[tuple[Message, Value]]:
    """What a part can be answered with, the usual first."""
    if isinstance(part, Pick):
        return [(choice.label, choice.value) for choice in part.choices if not choice.closed]
    assert isinstance(part, Amount)
    order = sorted(range(part.low, part.high + 1), key=lambda n: n != part.default)
    return [(tr("{n}", n=n), n) for n in order]
