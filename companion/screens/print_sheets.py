"""Sheets to print and cut as PDF: command cards for spare stickers, and labels for pieces.

Command cards are for A4, with lengths in millimetres. Labels fit A4 sheets of 65 (38.1 x 21.2 mm) or Letter sheets
of 80 (1.75 x 0.5 in). The text of cards and labels comes from their game. Imports reportlab, so this module is
imported only when a sheet is requested.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import inch, mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from companion.engine.message import Translate, tr
from companion.screens.game_screens import CardToPrint
from companion.screens.paper import BOLD, REGULAR
from companion.screens.pdf import DESCENT, draw_icon, fit_pdf_text, make_pdf, write_pdf_text

POINTS_PER_MM = 72 / 25.4
"""Points per millimetre."""
PAGE = (210.0, 297.0)
COLUMNS, ROWS = 5, 8
CARD_MARGIN = (10.0, 12.7)
"""Margin that home printers cannot print on."""
CARD = ((PAGE[0] - 2 * CARD_MARGIN[0]) / COLUMNS, (PAGE[1] - 2 * CARD_MARGIN[1]) / ROWS)
ICON_SIDE, ICON_GAP = 11.2, 2.4
"""Side of an icon, and the white beside it."""
SIGN_SIZE, CAPITAL_SHARE = 8.8, 0.7
"""Font size of the sign, and the height of a capital as a share of it."""
CARD_LABEL_SIZES, INSIDE_SIZES = (4.4, 3.9, 3.4, 2.9, 2.2), (5.6, 4.8, 4.0, 3.3, 2.5)
CARD_ID_SIZES, INSTRUCTION_SIZES = (2.2, 1.9, 1.5), (3.2, 2.7, 2.2, 1.7)
"""Font sizes to try, largest first."""


def command_card_sheet(cards: Sequence[CardToPrint], translate: Translate) -> bytes:
    """Return all cards (at least one) in their order, as a PDF."""
    per_page = COLUMNS * ROWS

    def draw(canvas: Canvas) -> None:
        for start in range(0, len(cards), per_page):
            canvas.scale(POINTS_PER_MM, POINTS_PER_MM)
            _draw_page(canvas, cards[start : start + per_page], cards[0], translate)
            canvas.showPage()

    return make_pdf((PAGE[0] * POINTS_PER_MM, PAGE[1] * POINTS_PER_MM), translate(tr("Command cards")), draw)


def _draw_page(canvas: Canvas, cards: Sequence[CardToPrint], example: CardToPrint, translate: Translate) -> None:
    for card, (x, y) in zip(cards, _card_places(), strict=False):
        _draw_card(canvas, card, x, y, translate)
    how = tr(
        "Put a spare NFC sticker behind each card and say once which is which: "
        "companion tags learn UID card:{card}",
        card=example.id,
    )
    write_pdf_text(
        canvas,
        fit_pdf_text(translate(how), REGULAR, INSTRUCTION_SIZES, PAGE[0] - 2 * CARD_MARGIN[0], 1),
        PAGE[0] / 2,
        5.0,
        centred=True,
    )


def _card_places() -> Iterator[tuple[float, float]]:
    """Yield the lower left corner of each card."""
    for row in range(ROWS):
        for column in range(COLUMNS):
            yield CARD_MARGIN[0] + column * CARD[0], PAGE[1] - CARD_MARGIN[1] / 2 - (row + 1) * CARD[1]


def _draw_card(canvas: Canvas, card: CardToPrint, x: float, y: float, translate: Translate) -> None:
    wide, high = CARD
    canvas.setStrokeGray(0)
    canvas.setLineWidth(0.2)
    canvas.rect(x, y, wide, high)
    _draw_sign(canvas, card, x + wide / 2, y + high - 9.5)
    canvas.setFillGray(0)
    label = fit_pdf_text(translate(card.label), BOLD, CARD_LABEL_SIZES, wide - 4.2, 2)
    write_pdf_text(canvas, label, x + wide / 2, y + high - 17.4 - label.height, centred=True)
    write_pdf_text(
        canvas,
        fit_pdf_text(f"card:{card.id}", REGULAR, CARD_ID_SIZES, wide - 4.2, 1),
        x + wide / 2,
        y + 1.5,
        centred=True,
    )


def _draw_sign(canvas: Canvas, card: CardToPrint, middle: float, y: float) -> None:
    """Draw the sign and the icons of the card, vertically centred on y."""
    canvas.setFont(BOLD, SIGN_SIZE)
    canvas.setFillGray(0)
    wide = canvas.stringWidth(card.sign, BOLD, SIGN_SIZE)
    between = ICON_GAP if card.sign else 0
    left = middle - (wide + between + len(card.icons) * (ICON_SIDE + ICON_GAP) - ICON_GAP) / 2
    canvas.drawString(left, y - SIGN_SIZE * CAPITAL_SHARE / 2, card.sign)
    left += wide + between
    if card.inside:
        _draw_around(canvas, card, middle, y)
        return
    for icon in card.icons:
        draw_icon(canvas, icon, left, y - ICON_SIDE / 2, ICON_SIDE)
        left += ICON_SIDE + ICON_GAP


def _draw_around(canvas: Canvas, card: CardToPrint, middle: float, y: float) -> None:
    """Draw the icon enlarged, with letters inside it."""
    size = ICON_SIDE * 4 / 3
    for icon in card.icons:
        draw_icon(canvas, icon, middle - size / 2, y - size / 2, size)
    canvas.setFillGray(0)
    letters = fit_pdf_text(card.inside, BOLD, INSIDE_SIZES, size * 0.6, 1)
    baseline = y + size / 12 - letters.size * CAPITAL_SHARE / 2
    write_pdf_text(canvas, letters, middle, baseline - letters.size * DESCENT, centred=True)


class Label(NamedTuple):
    """Text on a piece's label."""

    name: str
    """Name of the piece; "" leaves a line to write on."""
    kind: str
    """Where the piece belongs in the box."""
    deck: str = ""
    """Letter on its back; "" for none."""


class LabelPaper(NamedTuple):
    """Label paper; lengths in points."""

    page: tuple[float, float]
    columns: int
    rows: int
    label: tuple[float, float]
    step: tuple[float, float]
    """Distance from one label to the next."""
    corner: tuple[float, float]
    """Corner of the first label, from the left and from the top."""


LABEL_PAPERS = {
    "a4": LabelPaper(A4, 5, 13, (38.1 * mm, 21.2 * mm), (40.6 * mm, 21.2 * mm), (4.7 * mm, 10.7 * mm)),
    "letter": LabelPaper(
        LETTER, 4, 20, (1.75 * inch, 0.5 * inch), (2.05 * inch, 0.5 * inch), (0.3 * inch, 0.5 * inch)
    ),
}
LABEL_MARGIN = 1.5 * mm
NAME_SIZES, KIND_SIZES, DECK_SIZE = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0), (6.0, 5.5, 5.0), 14.0
"""Font sizes; largest first if there is a choice."""
MAX_NAME_LINES = 2
"""Maximum number of lines of a name."""
CUTTING_LINE_GREY, WRITING_LINE_GREY = 0.8, 0.4
"""Greys of the line to cut along and of the line to write on; 0 is black."""


def label_sheet(labels: Sequence[Label], paper: str, title: str) -> bytes:
    """Return all labels in their order, as a PDF for the given paper, a key of LABEL_PAPERS."""
    sheet = LABEL_PAPERS[paper]
    places = list(_label_places(sheet))

    def draw(canvas: Canvas) -> None:
        for start in range(0, len(labels), len(places)):
            for label, (x, y) in zip(labels[start : start + len(places)], places, strict=False):
                _draw(canvas, label, sheet, x, y)
            canvas.showPage()

    return make_pdf(sheet.page, title, draw)


def _label_places(sheet: LabelPaper) -> Iterator[tuple[float, float]]:
    """Yield the lower left corner of each label."""
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            top = sheet.page[1] - sheet.corner[1] - row * sheet.step[1]
            yield sheet.corner[0] + column * sheet.step[0], top - sheet.label[1]


def _draw(canvas: Canvas, label: Label, sheet: LabelPaper, x: float, y: float) -> None:
    wide, high = sheet.label
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(CUTTING_LINE_GREY)
    canvas.rect(x, y, wide, high)
    left, right = x + LABEL_MARGIN, x + wide - LABEL_MARGIN
    if label.deck:
        canvas.setFont(BOLD, DECK_SIZE)
        canvas.drawString(left, y + (high - DECK_SIZE * 0.7) / 2, label.deck)
        left += stringWidth(label.deck, BOLD, DECK_SIZE) + LABEL_MARGIN
    kind = fit_pdf_text(label.kind, REGULAR, KIND_SIZES, right - left, 1)
    write_pdf_text(canvas, kind, left, y + LABEL_MARGIN)
    lowest = y + LABEL_MARGIN + kind.size + 1
    if label.name:
        name = fit_pdf_text(
            label.name, BOLD, NAME_SIZES, right - left, MAX_NAME_LINES, y + high - LABEL_MARGIN - lowest
        )
        write_pdf_text(canvas, name, left, lowest + (y + high - LABEL_MARGIN - lowest - name.height) / 2)
    else:
        canvas.setStrokeGray(WRITING_LINE_GREY)
        canvas.line(left, lowest + 2, right, lowest + 2)
