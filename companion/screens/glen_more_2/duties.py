"""Everything that is owed and booked, each sentence whole, as a sheet: the turn screen may only count the owed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.message import Message, tr
from companion.screens.game_screens import SmallTable
from companion.screens.paper import Box, Face, ascent, capital, text_height
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.view import View

TITLE, BOOKED = tr("To do"), tr("Booked")
MOST_LINES = 12


def duties_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What is owed first, then what is booked."""
    strips = [_row(pen, each.text, owed=True) for each in view.owed]
    if view.booked:
        strips += [heading(pen, BOOKED), *(_row(pen, each, owed=False) for each in view.booked)]
    return [Leaf(TITLE, page) for page in in_pages(strips, room(pen))]


def before_question(view: View) -> SmallTable | None:
    """What is owed first, over the question that a turn begins with."""
    if not view.before_question:
        return None
    return SmallTable(
        partial(_height_of_all, said=view.before_question), partial(_draw_all, said=view.before_question)
    )


def _height_of_all(pen: Pen, said: Sequence[Message]) -> int:
    return sum(_row(pen, each, owed=True).height for each in said)


def _draw_all(pen: Pen, box: Box, said: Sequence[Message]) -> None:
    for each in said:
        strip = _row(pen, each, owed=True)
        strip.draw(pen, box)
        box = box.below(strip.height)


def _face(pen: Pen, owed: bool) -> Face:
    return pen.paper.face("text" if owed else "body", bold=owed)


def _indent(pen: Pen) -> int:
    """Room for the sign before the words."""
    return capital(_face(pen, True)) + pen.paper.px(6)


def _row(pen: Pen, words: Message, owed: bool) -> Strip:
    face = _face(pen, owed)
    fitted = pen.fit(words, pen.paper.inner.w - _indent(pen), room(pen) * 2 // 3, face, MOST_LINES)
    high = text_height(len(fitted.lines), fitted.face) + pen.paper.px(1 if pen.paper.tight else 4)
    return Strip(high, partial(_draw, words=words, owed=owed))


def _draw(pen: Pen, box: Box, words: Message, owed: bool) -> None:
    face = _face(pen, owed)
    sign = pen.arrow if owed else pen.tick
    sign(box.x, box.y + ascent(face), face)
    pen.text(box.from_left(_indent(pen)), words, face, lines=MOST_LINES)
