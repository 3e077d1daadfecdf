"""How the command cards look on the printed sheet: a sign, or a small picture. Draws nothing itself."""

from __future__ import annotations

from companion.engine.actions import CommandCard
from companion.screens.card_sheet import CardToPrint
from companion.screens.icons import KEYS, POINTS, QUESTION, TICK

ICONS = {"points": POINTS, "done": TICK, "undo": KEYS["UNDO"], "what": QUESTION}
SIGNS = {"sell": "+", "buy": "−"}


def printed(card: CommandCard) -> CardToPrint:
    """A number with its picture; for trade the sign of the coins, for its label says the good."""
    sign = f"+{card.number}" if card.number else SIGNS.get(card.icon, "")
    return CardToPrint(card.id, card.label, sign, (ICONS[card.icon],) if card.icon in ICONS else ())
