"""Command cards: spare stickers on a printed sheet, so that any entry is one tap. What each says, as data.

They are told in the rows of the actions that they give. Does nothing itself: the sheet is printed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.engine.actions import Action
from companion.engine.message import tr
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import TURN, CommandCard, QuestionKind

UNDO = CommandCard("undo", tr("Take back"), (), "undo", place=TURN)
WHAT = CommandCard("what", tr("What is this?"), (), "what", place=TURN)
"""It enters nothing: what is tapped after it is explained."""


def cards_of(kind: QuestionKind, facts: Facts) -> Iterator[tuple[str, CommandCard]]:
    """The cards of a kind of question, each with the name of its action."""
    for row in kind.actions:
        if isinstance(row, Action) and row.cards:
            for card in row.cards(facts):
                yield row.name, card


def command_cards(kinds: Iterable[QuestionKind], facts: Facts) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet."""
    found = {card.id: card for kind in kinds for _, card in cards_of(kind, facts)}
    return {card.id: card for card in sorted((*found.values(), UNDO, WHAT), key=lambda card: card.place)}
