"""The card that waits, as large as the one thing a screen is about. Decides nothing."""

from __future__ import annotations

from companion.screens.icons import LARGE, MEDIUM, mask
from companion.screens.paper import BIG, BOLD, MIDDLE, Box, Face, capital, length
from companion.screens.pen import Pen
from companion.screens.schotten_totten.border import BARRED
from companion.screens.schotten_totten.icons import sign_of
from companion.state.schotten_totten.view import CardView

SIZES = {BIG: (58, 2 * MEDIUM, Face(40, BOLD)), MIDDLE: (38, LARGE, Face(40, BOLD))}
"""By panel: pixels of the card's height, of its sign, and the letters of its strength."""
TIGHT = (28, MEDIUM, Face(30, BOLD))
PAD = 4


def card_height(pen: Pen) -> int:
    """Pixels that it takes."""
    return SIZES.get(pen.paper.panel, TIGHT)[0]


def large_card(pen: Pen, box: Box, card: CardView) -> int:
    """Draw it at the left of a box, within a frame as a card has; gives the x where words may begin."""
    high, size, face = SIZES.get(pen.paper.panel, TIGHT)
    high = min(high, box.h)
    size = min(size, MEDIUM if high < LARGE + 2 * 2 else size)
    sign = sign_of(card)
    figure = str(card.strength) if card.strength else ""
    wide = 2 * PAD + mask(sign, size).width + (PAD + length("8", face) if figure else 0)
    pen.frame(Box(box.x, box.y, wide, high), 4)
    x = pen.icon(box.x + PAD, box.y + (high - size) // 2, sign, size)
    if figure:
        barred = card.strength in BARRED
        base = box.y + (high + capital(face)) // 2 - (2 if barred else 0)
        pen.set(x + PAD, base, figure, face)
        if barred:
            pen.square(Box(x + PAD, base + 1, length("8", face), 3))
    return box.x + wide + pen.paper.px(8)
