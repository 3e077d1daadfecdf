"""A table with a line for each source of points and a column for each player.

Knows no rule of scoring; adds nothing up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.frame.said import Said
from companion.screens import people
from companion.screens.paper import Box, capital, line, tall
from companion.screens.pen import Pen
from companion.screens.strips import Strip
from companion.state.view import View

NOTHING = "·"


class Line(NamedTuple):
    """A line of the table: its words and what stands in each column. bold: a sum, with a dotted rule above."""

    words: Said
    cells: tuple[str, ...]
    bold: bool = False


def head_strip(pen: Pen, view: View, figures: Sequence[str]) -> Strip:
    """Marks and names over the columns."""
    return Strip(line(pen.paper.face("small")) + pen.paper.px(4), partial(_head, view=view, figures=figures))


def line_strip(pen: Pen, each: Line, close: bool = False) -> Strip:
    """One line, as high as its words need; `close` lines have less room between them."""
    paper = pen.paper
    face = paper.face("small" if paper.tight else "body", each.bold)
    wide = _label_width(paper.inner.w, len(each.cells))
    fitted = pen.fit(each.words, wide, 999, face, 2)
    least = capital(face) + paper.px(4 if paper.tight else 6 if close else 9)
    return Strip(max(least, tall(len(fitted.lines), fitted.face)), partial(_line, each=each))


def _label_width(width: int, columns: int) -> int:
    share = {1: 60, 2: 46, 3: 40}.get(columns, 34)
    return width * share // 100


def _columns(pen: Pen, box: Box, columns: int) -> list[Box]:
    return box.from_left(_label_width(box.w, columns)).columns(columns, pen.paper.px(8))


def _head(pen: Pen, box: Box, view: View, figures: Sequence[str]) -> None:
    face = pen.paper.face("tiny" if pen.paper.tight else "small")
    place = Box(box.x, box.y, box.w, box.h - 2)
    for column, figure in zip(_columns(pen, place, len(figures)), figures, strict=True):
        people.label(pen, column, view, figure, face, align="right")
    pen.rule(box.x, box.bottom - 1, box.w)


def _line(pen: Pen, box: Box, each: Line) -> None:
    paper = pen.paper
    if each.bold:
        pen.dots(box.x, box.y, box.w)
    face = paper.face("small" if paper.tight else "body", each.bold)
    wide = _label_width(box.w, len(each.cells))
    pen.text(Box(box.x, box.y, wide, box.h), each.words, face, lines=2, middle=True)
    for column, cell in zip(_columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.text(column, cell, face, align="right", middle=True)
