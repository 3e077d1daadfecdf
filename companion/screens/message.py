"""Sentences in a given room: as big as all of them fit, else the first ones only.

Never cuts a sentence that could be left out whole, except the first, which is always there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.frame.said import Said
from companion.screens.paper import Box, Face, Fitted, line, tall
from companion.screens.pen import Pen


class Saying(NamedTuple):
    """A sentence and its weight."""

    said: Said
    bold: bool = False


def fits(pen: Pen, box: Box, sayings: Sequence[Saying]) -> bool:
    """Whether all of them have room in the smallest letters."""
    return _at(pen, box, sayings, pen.paper.smallest) is not None


def message(
    pen: Pen,
    box: Box,
    sayings: Sequence[Saying],
    biggest: str = "body",
    align: str = "left",
    middle: bool = False,
) -> None:
    """Write as many sentences as fit, the biggest letters first."""
    for count in range(len(sayings), 0, -1):
        for size in range(pen.paper.face(biggest).size + 2, pen.paper.smallest - 1, -1):
            if found := _at(pen, box, sayings[:count], size):
                _write(pen, box, found, align, middle)
                return
    if sayings:
        face = Face(pen.paper.smallest)
        pen.text(box, sayings[0].said, face, lines=max(1, (box.h + 1) // (line(face) + 1)))


def _at(pen: Pen, box: Box, sayings: Sequence[Saying], size: int) -> list[Fitted] | None:
    """All sentences at this size, or None."""
    found: list[Fitted] = []
    left = box.h
    for each in sayings:
        face = Face(size, each.bold)
        fitted = pen.paper.fit(pen.said(each.said), box.w, left, face, lines=99)
        if not fitted.whole or fitted.face != face:
            return None
        found.append(fitted)
        left -= tall(len(fitted.lines), face) + _between(pen)
    return found


def _between(pen: Pen) -> int:
    return pen.paper.px(1 if pen.paper.tight else 4)


def _write(pen: Pen, box: Box, found: list[Fitted], align: str, middle: bool) -> None:
    used = sum(tall(len(each.lines), each.face) + _between(pen) for each in found) - _between(pen)
    y = box.y + ((box.h - used) // 2 if middle else 0)
    for each in found:
        pen.fitted(Box(box.x, y, box.w, box.bottom - y), each, align=align)
        y += tall(len(each.lines), each.face) + _between(pen)
