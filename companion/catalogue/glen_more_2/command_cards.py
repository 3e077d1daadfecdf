"""The command cards of the base game, for whoever prints them or reads their stickers.

Which entries have a card, the entries' own rows say.
"""

from __future__ import annotations

from companion.state.glen_more_2 import cards, questions
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import CommandCard

__all__ = ["CommandCard", "command_cards"]


def command_cards(facts: Facts) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet."""
    return cards.command_cards(questions.KINDS, facts)
