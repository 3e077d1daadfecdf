"""Sentences in a given room: as big as all of them fit, else the first ones only.

Never cuts a sentence that could be left out whole, except the first, which is always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.message import Message
from companion.screens.paper import (
    BOLD,
    REGULAR,
    SIZES,
    SMALLEST,
    Box,
    Face,
    Fitted,
    length,
    line_height,
    text_height,
    wrap,
)
from companion.screens.pen import Pen


class Sentence(NamedTuple):
    """A sentence and its weight."""

    message: Message
    bold: bool = False
    """The most pressing one; kept bold only while there is room for bold."""


def write_sentences(
    pen: Pen,
    box: Box,
    sentences: Sequence[Sentence],
    biggest: str = "body",
    align: str = "left",
    middle: bool = False,
) -> int:
    """Write as many sentences as fit, the biggest letters first; gives the y under them."""
    for count in range(len(sentences), 0, -1):
        for face in _faces(pen, biggest, count):
            if found := _at(pen, box, sentences[:count], face):
                return _write(pen, box, found, align, middle)
    if sentences:
        face = SMALLEST
        pen.text(box, sentences[0].message, face, lines=max(1, (box.h + 1) // (line_height(face) + 1)))
    return box.bottom if sentences else box.y


def have_room(pen: Pen, box: Box, sentences: Sequence[Sentence]) -> bool:
    """Whether all of them can be written whole."""
    return any(_at(pen, box, sentences, face) for face in _faces(pen, "body", len(sentences)))


def _faces(pen: Pen, biggest: str, count: int) -> list[Face]:
    """From the biggest letters down; where even the smallest bold ones don't fit, thin ones.

    Only a sentence alone goes down to the smallest: the first is not made small for the sake of others.
    """
    least = pen.paper.face("note" if count == 1 else "body").size
    sizes = [each for each in SIZES[BOLD] if least <= each <= pen.paper.face(biggest).size]
    return [*(Face(size, BOLD) for size in sizes), Face(least), *([SMALLEST] if count == 1 else [])]


def _at(pen: Pen, box: Box, sentences: Sequence[Sentence], at: Face) -> list[Fitted] | None:
    """All sentences at this size, or None. Only a bold face lets the weighty ones be bold."""
    found: list[Fitted] = []
    left = box.h
    for each in sentences:
        # All in one size: two sizes in one text read as two texts.
        face = Face(at.size) if at.kind == BOLD and not each.bold and at.size in SIZES[REGULAR] else at
        lines = wrap(pen.translate(each.message), box.w, face)
        left -= text_height(len(lines), face) + (_between(pen) if found else 0)
        if left < 0 or any(length(words, face) > box.w for words in lines):
            return None
        found.append(Fitted(face, lines))
    return found


def _between(pen: Pen) -> int:
    return pen.paper.px(1 if pen.paper.tight else 4)


def _write(pen: Pen, box: Box, found: list[Fitted], align: str, middle: bool) -> int:
    used = sum(text_height(len(each.lines), each.face) + _between(pen) for each in found) - _between(pen)
    y = box.y + ((box.h - used) // 2 if middle else 0)
    for each in found:
        pen.fitted(Box(box.x, y, box.w, box.bottom - y), each, align=align)
        y += text_height(len(each.lines), each.face) + _between(pen)
    return y
