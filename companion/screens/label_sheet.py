"""Sheets of labels for pieces: name and deck of each, for label paper or to cut apart. PDF, no pictures.

A4 takes sheets of 65 (38.1 x 21.2 mm), Letter sheets of 80 (1.75 x 0.5 in). Imports the maker of PDFs, and is
itself imported only when somebody wants a sheet. What is on a label, only its game knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.units import inch, mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.screens.paper import BOLD, ELLIPSIS, FILES, FONTS, REGULAR


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


class Fitted(NamedTuple):
    """Words that fit a width."""

    lines: list[str]
    size: float


def label_sheet(labels: Sequence[Label], paper: str, title: str) -> bytes:
    """All labels in their order, as a PDF on that paper, one of SHEETS."""
    sheet, made = SHEETS[paper], BytesIO()
    load_faces()
    # An unchanged sheet is an unchanged file: no time of making.
    canvas = Canvas(made, sheet.page, invariant=1)
    canvas.setTitle(title)
    places = list(_places(sheet))
    for start in range(0, len(labels), len(places)):
        for label, (x, y) in zip(labels[start : start + len(places)], places, strict=False):
            _draw(canvas, label, sheet, x, y)
        canvas.showPage()
    canvas.save()
    return made.getvalue()


@cache
def load_faces() -> None:
    """Make the product's own letters known to the maker of PDFs."""
    for face in (REGULAR, BOLD):
        registerFont(TTFont(face, FONTS / FILES[face]))


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
    _write(canvas, kind, REGULAR, left, y + MARGIN)
    lowest = y + MARGIN + kind.size + 1
    if label.name:
        name = fitted(label.name, BOLD, NAME, right - left, LINES, y + high - MARGIN - lowest)
        _write(canvas, name, BOLD, left, lowest + (y + high - MARGIN - lowest - _height(name)) / 2)
    else:
        canvas.setStrokeGray(WRITTEN_ON)
        canvas.line(left, lowest + 2, right, lowest + 2)


def _write(canvas: Canvas, words: Fitted, face: str, x: float, lowest: float) -> None:
    canvas.setFont(face, words.size)
    for below, line in zip(reversed(range(len(words.lines))), words.lines, strict=True):
        canvas.drawString(x, lowest + (0.25 + below) * words.size, line)


def _height(words: Fitted) -> float:
    return len(words.lines) * words.size


def fitted(
    text: str, face: str, sizes: Sequence[float], width: float, most: int, high: float = float("inf")
) -> Fitted:
    """The words in the biggest size in which they fit; cut where they fit in none."""
    for size in sizes:
        found = Fitted(simpleSplit(text, face, size, width), size)
        if len(found.lines) <= most and _height(found) <= high and not _too_wide(found, face, width):
            return found
    return Fitted([_cut(text, face, sizes[-1], width)], sizes[-1])


def _too_wide(words: Fitted, face: str, width: float) -> bool:
    return any(stringWidth(line, face, words.size) > width for line in words.lines)


def _cut(text: str, face: str, size: float, width: float) -> str:
    if stringWidth(text, face, size) <= width:
        return text
    while text and stringWidth(f"{text}{ELLIPSIS}", face, size) > width:
        text = text[:-1]
    return f"{text.rstrip()}{ELLIPSIS}"
