"""The top of every screen but the turn screen: a title, whom it is for, and where in a list or sheet we are.

Knows no page by its kind.
"""

from __future__ import annotations

from companion.engine.message import Message
from companion.engine.outline import GameOutline
from companion.screens import player_labels
from companion.screens.paper import Box, Face, Fitted, length, line_height
from companion.screens.pen import Pen


def headline(
    pen: Pen,
    title: Message,
    outline: GameOutline | None = None,
    asked: str = "",
    where: str = "",
    lines: int = 4,
) -> Box:
    """Draw it with a rule under it; gives the room below."""
    paper, inner = pen.paper, pen.paper.inner
    face = paper.face("title", bold=True)
    high = lines * (line_height(face) + 1)
    side = length(where, paper.face("note")) + paper.px(6) if where else 0
    room = Box(inner.x, inner.y, inner.w - side, high)
    if asked:
        room = _asked(pen, room, outline, asked)
    used = pen.fitted(room, _short_title(pen, title, room, face, lines))
    if where:
        corner = Box(inner.right - side, inner.y, side, line_height(face))
        pen.text(corner, where, paper.face("note"), align="right", middle=True)
    bottom = used.bottom + paper.px(2)
    pen.rule(inner.x, bottom, inner.w, 1 if paper.tight else 2)
    return inner.below(bottom + _under_rule(pen) - inner.y)


def _under_rule(pen: Pen) -> int:
    return pen.paper.px(3 if pen.paper.tight else 6)


def one_line_bottom(pen: Pen) -> int:
    """Where the room below a title of one line begins, whatever it says."""
    paper = pen.paper
    return paper.inner.y + line_height(paper.face("title", bold=True)) + paper.px(2) + _under_rule(pen)


def _short_title(pen: Pen, title: Message, room: Box, face: Face, lines: int) -> Fitted:
    """Two lines if smaller letters make that possible, else as many as it needs."""
    for most in range(min(2, lines), lines):
        fitted = pen.fit(title, room.w, room.h, face, most)
        if fitted.whole:
            return fitted
    return pen.fit(title, room.w, room.h, face, lines)


def _asked(pen: Pen, room: Box, outline: GameOutline | None, asked: str) -> Box:
    """Whom it is asked: mark and name in a line of their own, on tight paper the mark alone."""
    paper = pen.paper
    if paper.tight:
        size = player_labels.mark_size(paper.face("title"))
        player_labels.mark(pen, Box(room.x, room.y + 2, size, size), outline, asked)
        return room.from_left(size + paper.px(5))
    face = paper.face("text")
    player_labels.label(pen, room.top(line_height(face)), outline, asked, face)
    return room.below(line_height(face) + paper.px(3))
