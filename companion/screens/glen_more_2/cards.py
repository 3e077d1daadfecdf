"""How the command cards look on the printed sheet: a sign, or a number with a small picture.

Draws nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.catalogue.glen_more_2.command_cards import CommandCard, command_cards
from companion.screens.card_sheet import CardToPrint
from companion.screens.glen_more_2 import icons
from companion.state.glen_more_2 import questions
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import EXPANSION, QuestionKind

SIGNS = {"sell": "→", "buy": "←", "done": "✓", "undo": "↶", "worlds_end": "⇥", "crest": "♦"}
ICONS = {
    "points": icons.POINTS, "coins": icons.COINS, "pay": icons.COINS, "barrel": icons.BARRELS,
    "pay_barrel": icons.BARRELS, "scot_home": icons.SCOTS, "scot_away": icons.SCOTS,
}  # fmt: skip
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""On the cards of chronicles: which one it is, as on its pieces."""
LESS = ("pay", "pay_barrel", "scot_away")


def cards_to_print(facts: Facts, kinds: Iterable[QuestionKind] = questions.KINDS) -> tuple[CardToPrint, ...]:
    """Every command card of these kinds of questions, in the order of the sheet."""
    return tuple(_printed(card) for card in command_cards(facts, kinds).values())


def _printed(card: CommandCard) -> CardToPrint:
    if card.icon == EXPANSION:
        return CardToPrint(card.id, card.label, NUMERALS[card.number])
    sign = SIGNS.get(card.icon) or f"{'−' if card.icon in LESS else '+'}{card.number}"
    return CardToPrint(card.id, card.label, sign, ICONS.get(card.icon, ()))
