"""The head of every screen but the turn screen: a title over a rule, whom it is for, and where in a list we are.

A title of one line takes the same room on every screen, so that turning pages moves nothing below it. Knows no
page by its kind.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.message import Message, begun
from companion.engine.outline import GameOutline
from companion.screens import player_labels
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    SERIF,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    broken,
    capital,
    length,
    line_height,
    shortened,
    wrap,
)
from companion.screens.pen import Pen


class Style(NamedTuple):
    """How a title looks on a panel."""

    high: int
    """Pixels with its rule, for one line."""
    base: int
    """The baseline of the first line."""
    alone: tuple[Face, ...]
    """The letters of a title of one line, the first that fits."""
    more: tuple[Face, ...]
    """The letters of a longer one."""
    side: Face
    """The letters of name and place at the right."""


_TIGHT = Style(
    22, 16, (Face(17, BOLD), Face(17, NARROW)), (Face(15, BOLD), Face(16, NARROW), SMALLEST), Face(13, BOLD)
)
STYLES = {
    BIG: Style(
        56,
        39,
        (Face(40, SERIF), Face(24, SERIF)),
        (Face(24, BOLD), Face(20, BOLD), Face(17, NARROW)),
        Face(20, BOLD),
    ),
    MIDDLE: Style(
        34,
        23,
        (Face(22, SERIF), Face(20, BOLD), Face(17, NARROW)),
        (Face(17, BOLD), Face(17, NARROW), Face(16, NARROW)),
        Face(13, BOLD),
    ),
    WIDE: _TIGHT,
    SMALL: _TIGHT,
}
UNDER_RULE = {BIG: 8, MIDDLE: 3, WIDE: 1, SMALL: 1}
"""White under the rule."""


def headline(
    pen: Pen,
    title: Message,
    outline: GameOutline | None = None,
    asked: str = "",
    where: str = "",
    lines: int = 4,
    moment: GameOutline | None = None,
) -> Box:
    """Draw it with a rule under it; gives the room below, within the margins.

    moment: the game at the time that the page is about, for whoever was on turn.
    """
    paper, style = pen.paper, STYLES[pen.paper.panel]
    words = pen.translate(begun(title))
    moving = _moving(moment, asked)
    side = _side(pen, style, words, outline, asked, where, moving)
    found = _set(words, paper.width - 2 * paper.margin - side, style, lines)
    pitch = line_height(found.face) + 1
    for number, each in enumerate(found.lines):
        pen.set(paper.margin, style.base + number * pitch, each, found.face, whole=found.whole)
    bottom = style.high + (len(found.lines) - 1) * pitch
    pen.rule(0, bottom - 2, paper.width, 2)
    return _below(pen, bottom)


def one_line_bottom(pen: Pen) -> int:
    """Where the room below a title of one line begins, whatever it says."""
    return _below(pen, STYLES[pen.paper.panel].high).y


def _below(pen: Pen, bottom: int) -> Box:
    paper = pen.paper
    top = bottom + UNDER_RULE[paper.panel]
    return Box(paper.margin, top, paper.width - 2 * paper.margin, paper.inner.bottom - top)


def _set(words: str, room: int, style: Style, lines: int) -> Fitted:
    """One line if the letters for one allow it, else as few as possible of the smaller ones."""
    for most in range(1, lines + 1):
        for face in style.alone if most == 1 else style.more:
            found = wrap(words, room, face)
            if len(found) <= most and all(length(each, face) <= room for each in found):
                return Fitted(face, found)
    face = style.more[-1]
    found = broken(words, room, face)
    if len(found) <= lines:
        return Fitted(face, found)
    return Fitted(face, (*found[: lines - 1], shortened(" ".join(found[lines - 1 :]), room, face)), whole=False)


def _side(
    pen: Pen, style: Style, title: str, outline: GameOutline | None, asked: str, where: str, moving: str
) -> int:
    """What stands at the right: whom it is asked, and the place in a list; gives the width it takes."""
    face, right = style.side, pen.paper.width - pen.paper.margin
    start = right
    if where:
        start = pen.write(start, style.base, where, face, align="right").x - capital(face)
    if asked:
        start = _asked(pen, start, style, title, outline, asked) - capital(face)
        if moving:
            start = _asked(pen, start, style, title, outline, moving, wanted=True) - capital(face)
    return right - start if start < right else 0


def _moving(outline: GameOutline | None, asked: str) -> str:
    """The neutral figure on turn, when a player answers for it."""
    figure = outline.figure(outline.on_turn) if outline and outline.on_turn else None
    return figure.id if figure and figure.seat is None and figure.id != asked else ""


def _asked(
    pen: Pen, right: int, style: Style, title: str, outline: GameOutline | None, asked: str, wanted: bool = False
) -> int:
    """Mark and name, the mark alone where the title says the name; gives where they begin.

    On tight paper the name stands only where it is wanted and leaves the title its line.
    """
    figure, size = player_labels.figure_of(outline, asked), player_labels.mark_size(style.side)
    name = pen.translate(figure.label)
    room = pen.paper.width // 4
    if pen.paper.tight:
        free = right - pen.paper.margin - length(title, style.alone[0]) - 2 * capital(style.side) - 2 * size
        room = min(length(name, style.side), free) if wanted and free >= length(name, style.side) else 0
    if room and name not in title:
        right = pen.write(right, style.base, name, style.side, room=room, align="right", person=True).x
        right -= player_labels.gap(style.side)
    box = Box(right - size, style.base - size + 1, size, size)
    player_labels.mark(pen, box, outline, asked)
    return box.x
