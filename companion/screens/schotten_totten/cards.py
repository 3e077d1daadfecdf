"""How the command cards look on the printed sheet. Draws nothing itself."""

from __future__ import annotations

from companion.engine.actions import CommandCard
from companion.screens.card_sheet import CardToPrint
from companion.screens.icons import KEYS, QUESTION

ICONS = {"undo": KEYS["UNDO"], "what": QUESTION}


def printed(card: CommandCard) -> CardToPrint:
    """A small picture, where there is one."""
    return CardToPrint(card.id, card.label, "", (ICONS[card.icon],) if card.icon in ICONS else ())
