"""A table with a line for each source of points and a column for each player.

Knows no rule of scoring; adds nothing up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message
from companion.engine.outline import GameOutline
from companion.screens import player_labels
from companion.screens.paper import (
    SMALLEST,
    Box,
    Face,
    Fitted,
    capital,
    ink,
    line_height,
    signed_plain,
    text_height,
)
from companion.screens.pen import Pen
from companion.screens.strips import Strip, in_pages, room

NOTHING = "·"
ANY_HEIGHT = 999


class MatrixRow(NamedTuple):
    """A line of the table."""

    words: Message
    cells: tuple[str, ...]
    """What stands in each column, ready to be drawn."""
    bold: bool = False
    """A sum: bold, with a dotted rule above."""


def head_strip(pen: Pen, outline: GameOutline, figures: Sequence[str]) -> Strip:
    """Marks and names over the columns."""
    high = (
        capital(pen.paper.face("note")) + 6
        if pen.paper.tight
        else line_height(pen.paper.face("body")) + pen.paper.px(4)
    )
    return Strip(high, partial(_head, outline=outline, figures=figures))


def line_strip(pen: Pen, each: MatrixRow, close: bool = False) -> Strip:
    """One line, as high as its words need; `close` lines have less room between them."""
    paper = pen.paper
    fitted = _label(pen, each)
    air = 4 if paper.tight else paper.px(6 if close else 9)
    if len(fitted.lines) > 1:
        high = text_height(len(fitted.lines), fitted.face)
    else:
        high = max(capital(_face(pen, each)) + air, _reach(fitted))
    return Strip(high + _over_sum(each), partial(_line, each=each))


def _face(pen: Pen, each: MatrixRow) -> Face:
    return pen.paper.face("body" if pen.paper.tight else "text", each.bold)


def _label(pen: Pen, each: MatrixRow) -> Fitted:
    """The line's words: in one line if small letters make that possible, else in two."""
    wide = label_width(pen.paper.inner.w, len(each.cells))
    one = pen.fit(each.words, wide, ANY_HEIGHT, _face(pen, each), 1)
    return one if one.whole and len(one.lines) == 1 else pen.fit(each.words, wide, ANY_HEIGHT, _face(pen, each), 2)


def _reach(fitted: Fitted) -> int:
    """Height of a line around its capitals so that neither accents nor tails touch the next one."""
    _, top, _, bottom = ink(fitted.lines[0], fitted.face)
    high = capital(fitted.face)
    return high + 2 * max(-top - high, bottom) + 1


def _over_sum(each: MatrixRow) -> int:
    """Room for the dotted rule."""
    return 2 if each.bold else 0


def label_width(width: int, columns: int) -> int:
    """Pixels for a line's words, of `width` for all."""
    # In hundredths: with fewer players figures need less, and the words have what they leave.
    share = {1: 60, 2: 46, 3: 40}.get(columns, 36)
    return width * share // 100


def columns(pen: Pen, box: Box, number: int) -> list[Box]:
    """The players' columns in a box as wide as the table."""
    return box.from_left(label_width(box.w, number)).columns(number, 3 if pen.paper.tight else pen.paper.px(8))


def _head(pen: Pen, box: Box, outline: GameOutline, figures: Sequence[str]) -> None:
    place = Box(box.x, box.y, box.w, box.h - 2)
    places = columns(pen, place, len(figures))
    face = _head_face(pen, outline, figures, places[0].w)
    size = player_labels.mark_size(face)
    for column, figure in zip(places, figures, strict=True):
        if pen.paper.tight and not _all_fit(pen, outline, figures, face, column.w):
            # A name beside some marks only would look like a fault.
            mark = Box(column.right - size, column.y + (column.h - size) // 2, size, size)
            player_labels.mark(pen, mark, outline, figure)
        else:
            player_labels.label(pen, column, outline, figure, face, align="right")
    pen.rule(box.x, box.bottom - 1, box.w)


def _head_face(pen: Pen, outline: GameOutline, figures: Sequence[str], room: int) -> Face:
    """One face for all names: the narrow one where one of them is too long."""
    face = pen.paper.face("note", bold=True)
    return face if _all_fit(pen, outline, figures, face, room) else SMALLEST


def _all_fit(pen: Pen, outline: GameOutline, figures: Sequence[str], face: Face, room: int) -> bool:
    return all(player_labels.width(pen, outline, figure, face) <= room for figure in figures)


def _line(pen: Pen, box: Box, each: MatrixRow) -> None:
    if each.bold:
        pen.dots(box.x, box.y, box.w)
        box = box.below(_over_sum(each))
    face = _face(pen, each)
    wide = label_width(box.w, len(each.cells))
    pen.fitted(Box(box.x, box.y, wide, box.h), _label(pen, each), middle=True)
    for column, cell in zip(columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.text(column, cell, face, align="right", middle=True)


def table_pages(
    pen: Pen, lines: Sequence[MatrixRow], sums: Sequence[MatrixRow], *head: Strip
) -> list[tuple[Strip, ...]]:
    """Lines, then sums, under the head; where that is more than one page the sums come first."""
    for close in (False, True):
        natural = [line_strip(pen, each, close) for each in (*lines, *sums)]
        if sum(strip.height for strip in (*head, *natural)) <= room(pen):
            return [(*head, *natural)]
    # The sums first: who turns no page has seen what matters.
    return in_pages([line_strip(pen, each) for each in (*sums, *lines)], room(pen), head)


def signed(points: int) -> str:
    """Points gained or lost; a dot for none."""
    if points == 0:
        return NOTHING
    return f"+{points}" if points > 0 else signed_plain(points)
