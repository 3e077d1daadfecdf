"""PDF documents with fitted text and icons, in the product's own fonts. The y axis points up.

Imports reportlab, so this module is imported only when a sheet is requested.
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

from companion.screens.icons import GRID_UNITS, Icon, Shape
from companion.screens.paper import BOLD, ELLIPSIS, FONT_FILES, FONTS, REGULAR

DESCENT = 0.25
"""Share of the font size that is below the baseline."""


class FittedText(NamedTuple):
    """Text that fits a width."""

    lines: list[str]
    face: str
    size: float

    @property
    def height(self) -> float:
        """Height of all lines in points."""
        return len(self.lines) * self.size


def make_pdf(page: tuple[float, float], title: str, draw: Callable[[Canvas], None]) -> bytes:
    """Return a PDF with pages of this size in points, which `draw` fills and ends."""
    load_faces()
    made = BytesIO()
    # Without a creation time, an unchanged sheet is an unchanged file.
    canvas = Canvas(made, page, invariant=1)
    canvas.setTitle(title)
    draw(canvas)
    canvas.save()
    return made.getvalue()


@cache
def load_faces() -> None:
    """Register the product's own fonts with reportlab."""
    for face in (REGULAR, BOLD):
        registerFont(TTFont(face, FONTS / FONT_FILES[face]))


def fit_pdf_text(
    text: str, face: str, sizes: Sequence[float], width: float, most: int, high: float = float("inf")
) -> FittedText:
    """Return the text in the largest size in which it fits on `most` lines; shortened if it fits in none."""
    for size in sizes:
        found = FittedText(simpleSplit(text, face, size, width), face, size)
        if len(found.lines) <= most and found.height <= high and not _is_too_wide(found, width):
            return found
    return FittedText([_cut(text, face, sizes[-1], width)], face, sizes[-1])


def write_pdf_text(canvas: Canvas, words: FittedText, x: float, lowest: float, centred: bool = False) -> None:
    """Draw the lines above `lowest`, starting at x or centred on it."""
    canvas.setFont(words.face, words.size)
    draw = canvas.drawCentredString if centred else canvas.drawString
    for below, line in zip(reversed(range(len(words.lines))), words.lines, strict=True):
        draw(x, lowest + (DESCENT + below) * words.size, line)


def draw_icon(canvas: Canvas, icon: Icon, x: float, y: float, size: float) -> None:
    """Draw the icon with its lower left corner at (x, y)."""
    canvas.saveState()
    canvas.translate(x, y + size)
    canvas.scale(size / GRID_UNITS, -size / GRID_UNITS)
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


def _is_too_wide(words: FittedText, width: float) -> bool:
    return any(stringWidth(line, words.face, words.size) > width for line in words.lines)


def _cut(text: str, face: str, size: float, width: float) -> str:
    if stringWidth(text, face, size) <= width:
        return text
    while text and stringWidth(f"{text}{ELLIPSIS}", face, size) > width:
        text = text[:-1]
    return f"{text.rstrip()}{ELLIPSIS}"
