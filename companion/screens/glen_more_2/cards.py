"""How the command cards look on the printed sheet: a sign, or a number with a small picture.

Draws nothing itself.
"""

from __future__ import annotations

from companion.catalogue.glen_more_2.command_cards import CommandCard, command_cards
from companion.screens.card_sheet import CardToPrint
from companion.screens.glen_more_2 import icons
from companion.state.glen_more_2.facts import Facts

SIGNS = {"sell": "→", "buy": "←", "done": "✓", "undo": "↶", "worlds_end": "⇥", "crest": "♦"}
ICONS = {
    "points": icons.POINTS, "coins": icons.COINS, "pay": icons.COINS, "barrel": icons.BARRELS,
    "pay_barrel": icons.BARRELS, "scot_home": icons.SCOTS, "scot_away": icons.SCOTS,
}  # fmt: skip
LESS = ("pay", "pay_barrel", "scot_away")


def cards_to_print(facts: Facts) -> tuple[CardToPrint, ...]:
    """Every command card, in the order of the sheet."""
    return tuple(_printed(card) for card in command_cards(facts).values())


def _printed(card: CommandCard) -> CardToPrint:
    sign = SIGNS.get(card.icon) or f"{'−' if card.icon in LESS else '+'}{card.number}"
    return CardToPrint(card.id, card.label, sign, ICONS.get(card.icon, ()))
