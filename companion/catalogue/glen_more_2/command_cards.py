"""The command cards, for whoever prints them or reads their stickers.

Which entries have a card, the entries' own rows say.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.state.glen_more_2 import cards, questions
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import CommandCard, QuestionKind

__all__ = ["CommandCard", "command_cards"]


def command_cards(facts: Facts, kinds: Iterable[QuestionKind] = questions.KINDS) -> dict[str, CommandCard]:
    """Every card of these kinds of questions by its id, in the order of the printed sheet."""
    return cards.command_cards(kinds, facts)
