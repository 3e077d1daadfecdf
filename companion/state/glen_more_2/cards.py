"""The command cards of Glen More II, and those that every game has. Does nothing itself."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine import command_cards as engine
from companion.engine.command_cards import cards_of, undo_and_what
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import TURN, CommandCard, QuestionKind

__all__ = ["UNDO", "WHAT", "cards_of", "command_cards"]

UNDO, WHAT = undo_and_what(TURN)


def command_cards(kinds: Iterable[QuestionKind], facts: Facts) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet."""
    return engine.command_cards(kinds, facts, (UNDO, WHAT))
