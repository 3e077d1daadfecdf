"""Sheets of labels for pieces: name and deck of each, for label paper or to cut apart. PDF, no pictures.

A4 takes sheets of 65 (38.1 x 21.2 mm), Letter sheets of 80 (1.75 x 0.5 in). Imports the maker of PDFs, and is
itself imported only when somebody wants a sheet. What is on a label, only its game knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import inch, mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from companion.screens.paper import BOLD, REGULAR
from companion.screens.pdf import document, fitted, write


class Label(NamedTuple):
    """What stands on a piece's label."""

    name: str
    """"" leaves a line to write on."""
    kind: str
    """Where it belongs in the box."""
    deck: str = ""
    """The letter on its back; "" for none."""


class Sheet(NamedTuple):
    """Label paper; lengths in points."""

    page: tuple[float, float]
    columns: int
    rows: int
    label: tuple[float, float]
    step: tuple[float, float]
    """From one label to the next."""
    corner: tuple[float, float]
    """Of the first label, from the left and from the top."""


SHEETS = {
    "a4": Sheet(A4, 5, 13, (38.1 * mm, 21.2 * mm), (40.6 * mm, 21.2 * mm), (4.7 * mm, 10.7 * mm)),
    "letter": Sheet(LETTER, 4, 20, (1.75 * inch, 0.5 * inch), (2.05 * inch, 0.5 * inch), (0.3 * inch, 0.5 * inch)),
}
MARGIN = 1.5 * mm
NAME, KIND, DECK = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0), (6.0, 5.5, 5.0), 14.0
"""Sizes of letters; the biggest first where there is a choice."""
LINES = 2
"""Most lines of a name."""
CUT, WRITTEN_ON = 0.8, 0.4
"""Greys of the line to cut along, and of the one to write on; 0 is black."""


def label_sheet(labels: Sequence[Label], paper: str, title: str) -> bytes:
    """All labels in their order, as a PDF on that paper, one of SHEETS."""
    sheet = SHEETS[paper]
    places = list(_places(sheet))

    def draw(canvas: Canvas) -> None:
        for start in range(0, len(labels), len(places)):
            for label, (x, y) in zip(labels[start : start + len(places)], places, strict=False):
                _draw(canvas, label, sheet, x, y)
            canvas.showPage()

    return document(sheet.page, title, draw)


def _places(sheet: Sheet) -> Iterator[tuple[float, float]]:
    """The lower left corner of each label."""
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            top = sheet.page[1] - sheet.corner[1] - row * sheet.step[1]
            yield sheet.corner[0] + column * sheet.step[0], top - sheet.label[1]


def _draw(canvas: Canvas, label: Label, sheet: Sheet, x: float, y: float) -> None:
    wide, high = sheet.label
    canvas.setLineWidth(0.3)
    canvas.setStrokeGray(CUT)
    canvas.rect(x, y, wide, high)
    left, right = x + MARGIN, x + wide - MARGIN
    if label.deck:
        canvas.setFont(BOLD, DECK)
        canvas.drawString(left, y + (high - DECK * 0.7) / 2, label.deck)
        left += stringWidth(label.deck, BOLD, DECK) + MARGIN
    kind = fitted(label.kind, REGULAR, KIND, right - left, 1)
    write(canvas, kind, left, y + MARGIN)
    lowest = y + MARGIN + kind.size + 1
    if label.name:
        name = fitted(label.name, BOLD, NAME, right - left, LINES, y + high - MARGIN - lowest)
        write(canvas, name, left, lowest + (y + high - MARGIN - lowest - name.height) / 2)
    else:
        canvas.setStrokeGray(WRITTEN_ON)
        canvas.line(left, lowest + 2, right, lowest + 2)
