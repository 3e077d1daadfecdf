"""Sheets as PDF: text that fits its room, and pictures, in the product's own letters. Lengths go up from below.

Imports the maker of PDFs, and is itself imported only when somebody wants a sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase.pdfmetrics import registerFont, stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.screens.icons import GRID, Icon, Shape
from companion.screens.paper import BOLD, ELLIPSIS, FILES, FONTS, REGULAR

DESCENT = 0.25
"""Share of a letter's size below the line."""


class Fitted(NamedTuple):
    """Words that fit a width."""

    lines: list[str]
    face: str
    size: float

    @property
    def height(self) -> float:
        """Of all lines."""
        return len(self.lines) * self.size


def document(page: tuple[float, float], title: str, draw: Callable[[Canvas], None]) -> bytes:
    """Return a PDF whose pages, of that size in points, `draw` fills and ends."""
    load_faces()
    made = BytesIO()
    # An unchanged sheet is an unchanged file: no time of making.
    canvas = Canvas(made, page, invariant=1)
    canvas.setTitle(title)
    draw(canvas)
    canvas.save()
    return made.getvalue()


@cache
def load_faces() -> None:
    """Make the product's own letters known to the maker of PDFs."""
    for face in (REGULAR, BOLD):
        registerFont(TTFont(face, FONTS / FILES[face]))


def fitted(
    text: str, face: str, sizes: Sequence[float], width: float, most: int, high: float = float("inf")
) -> Fitted:
    """Return the words in the biggest size in which they fit on so many lines; cut where they fit in none."""
    for size in sizes:
        found = Fitted(simpleSplit(text, face, size, width), face, size)
        if len(found.lines) <= most and found.height <= high and not _is_too_wide(found, width):
            return found
    return Fitted([_cut(text, face, sizes[-1], width)], face, sizes[-1])


def write(canvas: Canvas, words: Fitted, x: float, lowest: float, centred: bool = False) -> None:
    """Draw the lines above `lowest`, from x to the right or around it."""
    canvas.setFont(words.face, words.size)
    draw = canvas.drawCentredString if centred else canvas.drawString
    for below, line in zip(reversed(range(len(words.lines))), words.lines, strict=True):
        draw(x, lowest + (DESCENT + below) * words.size, line)


def draw_icon(canvas: Canvas, icon: Icon, x: float, y: float, size: float) -> None:
    """Draw the picture with its lower left corner there."""
    canvas.saveState()
    canvas.translate(x, y + size)
    canvas.scale(size / GRID, -size / GRID)
    for shape in icon.shapes:
        _draw_shape(canvas, shape)
    canvas.restoreState()


def _draw_shape(canvas: Canvas, shape: Shape) -> None:
    grey, numbers = 0 if shape.is_ink else 1, shape.numbers
    canvas.setFillGray(grey)
    canvas.setStrokeGray(grey)
    if shape.kind in ("poly", "line"):
        path = canvas.beginPath()
        path.moveTo(*numbers[:2])
        for x, y in zip(numbers[2::2], numbers[3::2], strict=True):
            path.lineTo(x, y)
        is_line = shape.kind == "line"
        canvas.setLineWidth(shape.width)
        canvas.setLineJoin(1)
        canvas.drawPath(path, stroke=int(is_line), fill=int(not is_line))
    elif shape.kind == "disc":
        x, y, rx, ry = numbers
        canvas.ellipse(x - rx, y - ry, x + rx, y + ry, stroke=0, fill=1)
    else:
        x, y, right, bottom, *corner = numbers
        canvas.roundRect(x, y, right - x, bottom - y, sum(corner), stroke=0, fill=1)


def _is_too_wide(words: Fitted, width: float) -> bool:
    return any(stringWidth(line, words.face, words.size) > width for line in words.lines)


def _cut(text: str, face: str, size: float, width: float) -> str:
    if stringWidth(text, face, size) <= width:
        return text
    while text and stringWidth(f"{text}{ELLIPSIS}", face, size) > width:
        text = text[:-1]
    return f"{text.rstrip()}{ELLIPSIS}"
