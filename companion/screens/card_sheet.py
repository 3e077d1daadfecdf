"""Sheets to print and cut: the command cards, for spare stickers. A4, black on white; lengths in millimetres.

Draws what the cards say and nothing else; what a card does, only its game knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.message import Message, Translate, tr
from companion.screens.icons import Icon
from companion.screens.paper import BOLD, REGULAR

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4
"""Of a millimetre."""
PAGE = (210.0, 297.0)
COLUMNS, ROWS = 5, 8
MARGIN = (10.0, 12.7)
"""Home printers leave it white."""
CARD = ((PAGE[0] - 2 * MARGIN[0]) / COLUMNS, (PAGE[1] - 2 * MARGIN[1]) / ROWS)
PICTURE, BETWEEN = 11.2, 2.4
"""An icon's side, and the white beside it."""
SIGN, CAPITAL = 8.8, 0.7
"""Size of a sign's letters, and the share of it that a capital is high."""
LABEL, INSIDE = (4.4, 3.9, 3.4, 2.9, 2.2), (5.6, 4.8, 4.0, 3.3, 2.5)
ID, HOW = (2.2, 1.9, 1.5), (3.2, 2.7, 2.2, 1.7)
"""Sizes of letters, the biggest first."""


class CardToPrint(NamedTuple):
    """A command card: an entry that can be made by tapping it."""

    id: str
    """As in the tag "card:…" and in the registry of stickers."""
    label: Message
    """What it enters, in words."""
    sign: str
    """A signed number, in large letters; "" for none."""
    icons: tuple[Icon, ...] = ()
    """Pictures behind the sign, from the left; alone where there is none."""
    inside: str = ""
    """A few letters inside the picture, to tell it from others like it."""


def command_card_sheet(cards: Sequence[CardToPrint], translate: Translate) -> bytes:
    """Return all cards, at least one, as a PDF, in their order."""
    from companion.screens.pdf import document  # late: most starts want no sheet

    per_page = COLUMNS * ROWS

    def draw(canvas: Canvas) -> None:
        for start in range(0, len(cards), per_page):
            canvas.scale(POINTS, POINTS)
            _draw_page(canvas, cards[start : start + per_page], cards[0], translate)
            canvas.showPage()

    return document((PAGE[0] * POINTS, PAGE[1] * POINTS), translate(tr("Command cards")), draw)


def _draw_page(canvas: Canvas, cards: Sequence[CardToPrint], example: CardToPrint, translate: Translate) -> None:
    from companion.screens.pdf import fitted, write

    for card, (x, y) in zip(cards, _places(), strict=False):
        _draw_card(canvas, card, x, y, translate)
    how = tr(
        "Put a spare NFC sticker behind each card and say once which is which: "
        "companion tags learn UID card:{card}",
        card=example.id,
    )
    write(canvas, fitted(translate(how), REGULAR, HOW, PAGE[0] - 2 * MARGIN[0], 1), PAGE[0] / 2, 5.0, centred=True)


def _places() -> Iterator[tuple[float, float]]:
    """Yield the lower left corner of each card."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield MARGIN[0] + column * CARD[0], PAGE[1] - MARGIN[1] / 2 - (row + 1) * CARD[1]


def _draw_card(canvas: Canvas, card: CardToPrint, x: float, y: float, translate: Translate) -> None:
    from companion.screens.pdf import fitted, write

    wide, high = CARD
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2)
    canvas.rect(x, y, wide, high)
    _draw_sign(canvas, card, x + wide / 2, y + high - 9.5)
    canvas.setFillGray(0)
    label = fitted(translate(card.label), BOLD, LABEL, wide - 4.2, 2)
    write(canvas, label, x + wide / 2, y + high - 17.4 - label.height, centred=True)
    write(canvas, fitted(f"card:{card.id}", REGULAR, ID, wide - 4.2, 1), x + wide / 2, y + 1.5, centred=True)


def _draw_sign(canvas: Canvas, card: CardToPrint, middle: float, y: float) -> None:
    """A thing with its number, or a thing alone, around the height y."""
    from companion.screens.pdf import draw_icon

    canvas.setFont(BOLD, SIGN)
    canvas.setFillGray(0)
    wide = canvas.stringWidth(card.sign, BOLD, SIGN)
    between = BETWEEN if card.sign else 0
    left = middle - (wide + between + len(card.icons) * (PICTURE + BETWEEN) - BETWEEN) / 2
    canvas.drawString(left, y - SIGN * CAPITAL / 2, card.sign)
    left += wide + between
    if card.inside:
        _draw_around(canvas, card, middle, y)
        return
    for icon in card.icons:
        draw_icon(canvas, icon, left, y - PICTURE / 2, PICTURE)
        left += PICTURE + BETWEEN


def _draw_around(canvas: Canvas, card: CardToPrint, middle: float, y: float) -> None:
    """The picture, larger than others, and letters in it."""
    from companion.screens.pdf import DESCENT, draw_icon, fitted, write

    size = PICTURE * 4 / 3
    for icon in card.icons:
        draw_icon(canvas, icon, middle - size / 2, y - size / 2, size)
    canvas.setFillGray(0)
    letters = fitted(card.inside, BOLD, INSIDE, size * 0.6, 1)
    baseline = y + size / 12 - letters.size * CAPITAL / 2
    write(canvas, letters, middle, baseline - letters.size * DESCENT, centred=True)
