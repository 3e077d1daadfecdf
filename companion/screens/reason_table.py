"""A table of a scoring: what brought points at the left, under each player's points why, the totals below.

Knows no rule of scoring; adds nothing up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, listed
from companion.screens.icons import LARGE, MEDIUM, Icon
from companion.screens.matrix import columns, label_width
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SERIF,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    length,
    same_height,
)
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
    source: str = ""
    """What the line is of, by its name in a result."""


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
    SMALL: Style(25, 0, Face(13, BOLD), Face(13, BOLD), SMALLEST, Face(15, BOLD)),
    WIDE: Style(25, 0, Face(13, BOLD), Face(13, BOLD), SMALLEST, Face(15, BOLD)),
    MIDDLE: Style(35, MEDIUM, Face(15, BOLD), Face(20, BOLD), Face(13), Face(24, SERIF)),
    BIG: Style(44, LARGE, Face(20, BOLD), Face(24, BOLD), Face(17), Face(40, SERIF)),
}


def _between(pen: Pen) -> int:
    """Pixels between points and the note under them."""
    return 3 if pen.paper.tight else 5


def _air(pen: Pen) -> int:
    """Pixels over and under the total."""
    return 4 if pen.paper.tight else 6


def has_room(pen: Pen, row: ReasonRow) -> bool:
    """Whether each note of the line has room in its column."""
    return _note_face(pen, row, columns(pen, pen.paper.inner, len(row.cells))[0].w) is not None


def reason_pages(
    pen: Pen,
    rows: Sequence[ReasonRow],
    sums: Sequence[SumRow],
    note: Sequence[Message],
    head: Strip,
    behind: Callable[[int, int], SumRow | None],
) -> list[tuple[Strip, ...]]:
    """As many lines on a page as fit; on the first, at its foot, the sums (the total large) and a note.

    behind: what comes after so many lines, the other lines on so many pages, so that the first page adds up;
    None for nothing.
    """
    style = STYLES[pen.paper.panel]
    left = room(pen) - head.height
    most = left // style.row
    pages, first = [], 0
    if sums:
        foot = Strip(_sums_height(pen, len(sums), note), partial(_sums, sums=sums, note=note))
        first, carried = _first(
            pen, len(rows), left - foot.height, lambda shown: behind(shown, -(-(len(rows) - shown) // most))
        )
        told = (*_lines(style, rows[:first]), *carried)
        # Without lines nothing stands between head and sums.
        air = [_nothing(left - foot.height - sum(strip.height for strip in told))] if told else []
        pages = [(head, *told, *air, foot)]
    return pages + [(head, *_lines(style, rows[at : at + most])) for at in range(first, len(rows), most)]


def _first(pen: Pen, rows: int, left: int, behind: Callable[[int], SumRow | None]) -> tuple[int, list[Strip]]:
    """How many lines the first page holds, and the line of what is carried to it from the pages behind."""
    row = STYLES[pen.paper.panel].row
    shown = min(rows, left // row)
    high = _small(pen) + _air(pen) - 2
    if shown and not behind(shown):
        return shown, []
    for fewer in range(min(shown, max(0, left - high) // row), -1, -1):
        carried = behind(fewer)
        if carried and fewer * row + high <= left:
            return fewer, [Strip(high, partial(_carried, each=carried, under_lines=fewer > 0))]
    return 0, []


def _carried(pen: Pen, box: Box, each: SumRow, under_lines: bool) -> None:
    style = STYLES[pen.paper.panel]
    if under_lines:
        pen.dots(box.x, box.y, box.w)
    _sum(pen, box, box.y + (box.h + capital(style.note)) // 2, each, style.note, style.note.strong)


def _lines(style: Style, rows: Sequence[ReasonRow]) -> list[Strip]:
    return [Strip(style.row, partial(_line, each=each, first=at == 0)) for at, each in enumerate(rows)]


def _nothing(high: int) -> Strip:
    return Strip(high, lambda _pen, _box: None)


def _line(pen: Pen, box: Box, each: ReasonRow, first: bool) -> None:
    style = STYLES[pen.paper.panel]
    if not first:
        pen.dots(box.x, box.y, box.w)
    used = 0
    if style.icon:
        pen.icon(box.x, box.y + (box.h - style.icon) // 2, each.icon, style.icon)
        used = style.icon + pen.paper.px(6)
    words = Box(box.x + used, box.y + 2, label_width(box.w, len(each.cells)) - used, box.h - 3)
    pen.text(words, each.words, style.words, lines=2, middle=True)
    places = columns(pen, box, len(each.cells))
    note = _note_face(pen, each, places[0].w)
    for place, cell in zip(places, each.cells, strict=True):
        _cell(pen, place, cell, note)


def _note_face(pen: Pen, each: ReasonRow, wide: int) -> Face | None:
    """One face for all notes of the line; None where one of them has no room."""
    notes = [pen.translate(cell.note) for cell in each.cells if cell.note]
    faces = [face for step in same_height(STYLES[pen.paper.panel].note) for face in step]
    return next((face for face in faces if all(length(note, face) <= wide for note in notes)), None)


def _cell(pen: Pen, place: Box, cell: Cell, note: Face | None) -> None:
    """The points with the note under them; what stands alone stands in the middle."""
    style = STYLES[pen.paper.panel]
    told = [(cell.figure, style.figure)] if cell.figure else []
    told += [(pen.translate(cell.note), note)] if cell.note and note else []
    base = place.y + (place.h - sum(capital(face) for _, face in told) - _between(pen) * (len(told) - 1)) // 2
    for text, face in told:
        base += capital(face)
        pen.write(place.right, base, text, face, align="right")
        base += _between(pen)


def _sums_height(pen: Pen, sums: int, note: Sequence[Message]) -> int:
    style = STYLES[pen.paper.panel]
    # The note, other than the words over it, has letters with tails.
    tails = 4 if note else 0
    return 2 + capital(style.total) + 2 * _air(pen) + (sums - 1 + bool(note)) * _small(pen) + tails


def _small(pen: Pen) -> int:
    """Pixels from one small line under the total to the next."""
    return capital(STYLES[pen.paper.panel].note) * 3 // 2 + 1


def _sums(pen: Pen, box: Box, sums: Sequence[SumRow], note: Sequence[Message]) -> None:
    style = STYLES[pen.paper.panel]
    pen.rule(box.x, box.y, box.w, 2)
    base = box.y + 2 + _air(pen) + capital(style.total)
    _sum(pen, box, base, sums[0], style.words, style.total)
    base += _air(pen) - 2
    for each in sums[1:]:
        base += _small(pen)
        _sum(pen, box, base, each, style.note, style.note)
    if note:
        pen.write(box.x, base + _small(pen), listed(note), style.note.strong, room=box.w)


def _sum(pen: Pen, box: Box, base: int, each: SumRow, words: Face, figures: Face) -> None:
    pen.write(box.x, base, each.words, words, room=label_width(box.w, len(each.cells)))
    for place, cell in zip(columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.write(place.right, base, cell, figures, align="right")
