"""How the command cards look on the printed sheet: a sign, or a number with a small picture.

Draws nothing itself.
"""

from __future__ import annotations

from companion.catalogue.glen_more_2.command_cards import CommandCard, command_cards
from companion.screens.card_sheet import CardToPrint
from companion.screens.glen_more_2 import icons
from companion.screens.icons import KEYS, POINTS, TICK
from companion.state.glen_more_2.facts import Facts

ICONS = {
    "points": POINTS, "coins": icons.COIN, "pay": icons.COIN, "barrel": icons.BARREL, "pay_barrel": icons.BARREL,
    "scot_home": icons.SCOT, "scot_away": icons.SCOT, "done": TICK, "undo": KEYS["UNDO"], "worlds_end": icons.END,
    "sell": icons.SELL, "buy": icons.BUY, "crest": icons.CREST,
}  # fmt: skip
ALONE = ("done", "undo", "worlds_end", "sell", "buy", "crest")
"""Cards whose picture says enough; the others have a number before it."""
LESS = ("pay", "pay_barrel", "scot_away")


def cards_to_print(facts: Facts) -> tuple[CardToPrint, ...]:
    """Every command card, in the order of the sheet."""
    return tuple(_printed(card) for card in command_cards(facts).values())


def _printed(card: CommandCard) -> CardToPrint:
    sign = "" if card.icon in ALONE else f"{'−' if card.icon in LESS else '+'}{card.number}"
    return CardToPrint(card.id, card.label, sign, ICONS.get(card.icon))
