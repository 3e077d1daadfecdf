"""A table for glass with room: what brought points at the left, under each player's points why, the totals below.

Knows no rule of scoring; adds nothing up. Glass without that room has `companion.screens.matrix`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message
from companion.screens.icons import LARGE, MEDIUM, Icon
from companion.screens.matrix import columns, label_width
from companion.screens.paper import BIG, BOLD, MIDDLE, SERIF, Box, Face, capital, length, same_height
from companion.screens.pen import Pen
from companion.screens.strips import Strip, room


class Cell(NamedTuple):
    """A player's points from one source."""

    figure: str
    """Ready to be drawn; "" where the note alone says it."""
    note: Message | None = None
    """Why, in two words."""


class ReasonRow(NamedTuple):
    """A line of the table."""

    icon: Icon
    words: Message
    cells: tuple[Cell, ...]


class SumRow(NamedTuple):
    """A line under the table."""

    words: Message
    cells: tuple[str, ...]


class Style(NamedTuple):
    """The table on a panel."""

    row: int
    """Pixels from one line to the next."""
    icon: int
    words: Face
    figure: Face
    note: Face
    total: Face


STYLES = {
    MIDDLE: Style(39, MEDIUM, Face(15, BOLD), Face(20, BOLD), Face(13), Face(24, SERIF)),
    BIG: Style(44, LARGE, Face(20, BOLD), Face(24, BOLD), Face(17), Face(40, SERIF)),
}


BETWEEN = 5
"""Pixels between points and the note under them."""
AIR = 6
"""Pixels over and under the total."""


def fits(pen: Pen) -> bool:
    """Whether this glass has room for reasons under the points."""
    return pen.paper.panel in STYLES


def reason_pages(
    pen: Pen, rows: Sequence[ReasonRow], total: SumRow, under: Sequence[SumRow], head: Strip
) -> list[tuple[Strip, ...]]:
    """As many lines on a page as fit; under them on each, at the same place, the total and what is small."""
    style = STYLES[pen.paper.panel]
    sums = Strip(_sums_height(style, len(under)), partial(_sums, total=total, under=under))
    left = room(pen) - head.height - sums.height
    most = left // style.row
    pages = [rows[at : at + most] for at in range(0, len(rows), most)] or [()]
    return [(head, *_lines(style, page), _nothing(left - len(page) * style.row), sums) for page in pages]


def _lines(style: Style, rows: Sequence[ReasonRow]) -> list[Strip]:
    return [Strip(style.row, partial(_line, each=each, first=at == 0)) for at, each in enumerate(rows)]


def _nothing(high: int) -> Strip:
    return Strip(high, lambda _pen, _box: None)


def _line(pen: Pen, box: Box, each: ReasonRow, first: bool) -> None:
    style = STYLES[pen.paper.panel]
    if not first:
        pen.dots(box.x, box.y, box.w)
    pen.icon(box.x, box.y + (box.h - style.icon) // 2, each.icon, style.icon)
    used = style.icon + pen.paper.px(6)
    words = Box(box.x + used, box.y + 2, label_width(box.w, len(each.cells)) - used, box.h - 3)
    pen.text(words, each.words, style.words, lines=2, middle=True)
    places = columns(pen, box, len(each.cells))
    note = _note_face(pen, each, places[0].w)
    for place, cell in zip(places, each.cells, strict=True):
        _cell(pen, place, cell, note)


def _note_face(pen: Pen, each: ReasonRow, wide: int) -> Face | None:
    """One face for all notes of the line; None where one of them has no room: then the pages behind say it."""
    notes = [pen.translate(cell.note) for cell in each.cells if cell.note]
    faces = [face for step in same_height(STYLES[pen.paper.panel].note) for face in step]
    return next((face for face in faces if all(length(note, face) <= wide for note in notes)), None)


def _cell(pen: Pen, place: Box, cell: Cell, note: Face | None) -> None:
    """The points with the note under them; what stands alone stands in the middle."""
    style = STYLES[pen.paper.panel]
    told = [(cell.figure, style.figure)] if cell.figure else []
    told += [(pen.translate(cell.note), note)] if cell.note and note else []
    base = place.y + (place.h - sum(capital(face) for _, face in told) - BETWEEN * (len(told) - 1)) // 2
    for text, face in told:
        base += capital(face)
        pen.write(place.right, base, text, face, align="right")
        base += BETWEEN


def _sums_height(style: Style, under: int) -> int:
    return 2 + capital(style.total) + 2 * AIR + under * _small(style)


def _small(style: Style) -> int:
    """Pixels from one small line under the total to the next."""
    return capital(style.note) * 3 // 2 + 1


def _sums(pen: Pen, box: Box, total: SumRow, under: Sequence[SumRow]) -> None:
    style = STYLES[pen.paper.panel]
    pen.rule(box.x, box.y, box.w, 2)
    base = box.y + 2 + AIR + capital(style.total)
    _sum(pen, box, base, total, style.words, style.total)
    base += AIR - 2
    for each in under:
        base += _small(style)
        _sum(pen, box, base, each, style.note, style.note)


def _sum(pen: Pen, box: Box, base: int, each: SumRow, words: Face, figures: Face) -> None:
    pen.write(box.x, base, each.words, words, room=label_width(box.w, len(each.cells)))
    for place, cell in zip(columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.write(place.right, base, cell, figures, align="right")
