"""What is booked, after a tick, and what people owe, after an arrow: on the turn screen, and whole on a sheet.

Booked may be left out where room is short. Owed never is: what has no room is counted ("+2") and is on the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.screens.glen_more_2.expansion_lines import joined
from companion.screens.paper import Box, Face, Fitted, length, line_height, text_height, wrap
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.view import View

TITLE, TO_DO, BOOKED = tr("To do"), tr("To do"), tr("Booked")
MOST_LINES = 12


class Written(NamedTuple):
    """Sentences as they stand on the paper."""

    sentences: list[Fitted]
    left: int
    """How many more there are."""


def fits(pen: Pen, box: Box, owed: Sequence[Message]) -> bool:
    """Whether the first sentence can be read whole, with the number of the others."""
    return _laid_out(pen, box, owed, 1) is not None


def all_fit(pen: Pen, box: Box, owed: Sequence[Message]) -> bool:
    """Whether every sentence can be read whole."""
    return _laid_out(pen, box, owed, len(owed)) is not None


def booked_height(pen: Pen) -> int:
    """Pixels of the line that tells what is booked."""
    return line_height(pen.paper.face("small")) + _between(pen)


def duties(pen: Pen, box: Box, booked: Sequence[Message], owed: Sequence[Message], kept: int = 0) -> int:
    """Draw them, as many owed as have room; gives the y under them. kept: pixels left to what is booked."""
    room_for_owed = box.top(box.h - kept)
    found = next(filter(None, (_laid_out(pen, room_for_owed, owed, n) for n in range(len(owed), 0, -1))), None)
    if found is None:
        face = Face(pen.paper.smallest)
        written = pen.fit(owed[0], box.w - _indent(face) - _more_width(face, len(owed) - 1), box.h, face, 9)
        found = Written([written], len(owed) - 1)
    free = box.h - _height(pen, found)
    line = _booked_line(pen, box, booked, free)
    if line and not pen.paper.tight:
        box = box.below(_draw_booked(pen, box, line))
    y = _draw_owed(pen, box, found)
    if line and pen.paper.tight:
        y += _draw_booked(pen, Box(box.x, y, box.w, box.bottom - y), line)
    return y


def _laid_out(pen: Pen, box: Box, owed: Sequence[Message], count: int) -> Written | None:
    """The first `count` in the largest letters in which they are whole, the first of them bold; None = in none."""
    left = len(owed) - count
    for face in _faces(pen, count):
        found: list[Fitted] = []
        for at, each in enumerate(owed[:count]):
            this = Face(face.size, face.bold and at == 0)
            more = _more_width(this, left) if at == count - 1 else 0
            wide = box.w - _indent(this) - more
            lines = wrap(pen.translate(each), wide, this)
            if any(length(words, this) > wide for words in lines):
                break
            found.append(Fitted(this, lines))
        written = Written(found, left)
        if len(found) == count and _height(pen, written) <= box.h:
            return written
    return None


def _faces(pen: Pen, count: int) -> list[Face]:
    """The first is not made small for the sake of others; alone it may be the smallest."""
    paper = pen.paper
    least = paper.smallest if count == 1 else paper.face("small").size
    sizes = range(paper.face("body").size, least - 1, -1)
    return [*(Face(size, bold=True) for size in sizes), Face(least)]


def _height(pen: Pen, written: Written) -> int:
    between = _between(pen) * (len(written.sentences) - 1)
    return sum(text_height(len(each.lines), each.face) for each in written.sentences) + between


def _between(pen: Pen) -> int:
    return pen.paper.px(1 if pen.paper.tight else 4)


def _indent(face: Face) -> int:
    return face.size * 2 // 3 + 2


def _more_width(face: Face, left: int) -> int:
    return length(f"+{left}", Face(face.size, bold=True)) + face.size // 2 if left else 0


def _draw_owed(pen: Pen, box: Box, written: Written) -> int:
    y = box.y
    for at, each in enumerate(written.sentences):
        pitch = line_height(each.face)
        _arrow(pen, Box(box.x, y, _indent(each.face), pitch), each.face)
        pen.fitted(Box(box.x + _indent(each.face), y, box.w - _indent(each.face), box.bottom - y), each)
        if written.left and at == len(written.sentences) - 1:
            face = Face(each.face.size, bold=True)
            pen.fitted(Box(box.x, y, box.w, pitch), Fitted(face, (f"+{written.left}",)), align="right")
        y += text_height(len(each.lines), each.face) + _between(pen)
    return y


def _arrow(pen: Pen, box: Box, face: Face) -> None:
    high = face.size * 2 // 3
    half = high // 2
    top = box.y + (box.h - 2 * half) // 2
    pen.shape(Box(box.x, top, half + 1, 2 * half + 1), [(0, 0), (half, half), (0, 2 * half)])


def _booked_line(pen: Pen, box: Box, booked: Sequence[Message], free: int) -> Message | None:
    """As many as are whole on one line, the latest first; None where no line is free."""
    face = pen.paper.face("small")
    if free < booked_height(pen):
        return None
    wide = box.w - _indent(face)
    for count in range(len(booked), 0, -1):
        if length(pen.translate(joined(booked[:count])), face) <= wide:
            return joined(booked[:count])
    return None


def _draw_booked(pen: Pen, box: Box, line: Message) -> int:
    """Gives the height that it took."""
    face = pen.paper.face("small")
    high, half = line_height(face), face.size // 3
    middle = box.y + high // 2
    pen.strokes(
        Box(box.x, middle - half - 1, 2 * half + 2, 2 * half + 3),
        [(0, half), (half * 2 // 3, 2 * half), (2 * half, 1)],
        2 if face.size > 12 else 1,
    )
    pen.text(Box(box.x + _indent(face), box.y, box.w - _indent(face), high), line, face)
    return high + _between(pen)


# ---- all of it on a sheet


def duties_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Every sentence whole: what is owed first, then what is booked."""
    strips = [heading(pen, TO_DO), *(_row(pen, each.text, owed=True) for each in view.owed)] if view.owed else []
    if view.booked:
        strips += [heading(pen, BOOKED), *(_row(pen, each, owed=False) for each in view.booked)]
    return [Leaf(TITLE, page) for page in in_pages(strips, room(pen))]


def _row_face(pen: Pen) -> Face:
    return pen.paper.face("tiny" if pen.paper.tight else "small")


def _row(pen: Pen, words: Message, owed: bool) -> Strip:
    face = _row_face(pen)
    fitted = pen.fit(words, pen.paper.inner.w - _indent(face), room(pen) * 2 // 3, face, MOST_LINES)
    high = text_height(len(fitted.lines), fitted.face) + pen.paper.px(1 if pen.paper.tight else 3)
    return Strip(high, partial(_draw_row, words=words, owed=owed))


def _draw_row(pen: Pen, box: Box, words: Message, owed: bool) -> None:
    face = _row_face(pen)
    if owed:
        _arrow(pen, Box(box.x, box.y, _indent(face), line_height(face)), face)
    pen.text(box.from_left(_indent(face)), words, face, lines=MOST_LINES)
