"""Everything that is owed and booked, each sentence whole, as a sheet: the turn screen may only count the owed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.engine.message import Message, tr
from companion.screens.game_screens import SmallTable
from companion.screens.paper import SMALLEST, Box, Face, ascent, capital, text_height
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.view import View

TITLE, BOOKED = tr("To do"), tr("Booked")
MOST_LINES = 12


def duties_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What is owed first, then what is booked; smaller letters rather than a second page."""
    note = pen.paper.face("note")
    faces = [_faces(pen), (note.strong, note), (SMALLEST, SMALLEST)]
    found = [in_pages(_strips(pen, view, *each), room(pen)) for each in faces]
    pages = next((each for each in found if len(each) == 1), found[0])
    return [Leaf(TITLE, page) for page in pages]


def _faces(pen: Pen) -> tuple[Face, Face]:
    """The usual letters of what is owed and what is booked."""
    return pen.paper.face("text", bold=True), pen.paper.face("body")


def _strips(pen: Pen, view: View, owed: Face, booked: Face) -> list[Strip]:
    """In these letters."""
    strips = [_row(pen, each.text, True, owed) for each in view.owed]
    if view.booked:
        strips += [heading(pen, BOOKED), *(_row(pen, each, False, booked) for each in view.booked)]
    return strips


def before_question(view: View) -> SmallTable | None:
    """What is owed first, over the question that a turn begins with."""
    if not view.before_question:
        return None
    return SmallTable(
        partial(_height_of_all, said=view.before_question), partial(_draw_all, said=view.before_question)
    )


def _height_of_all(pen: Pen, said: Sequence[Message]) -> int:
    return sum(_row(pen, each, True, _faces(pen)[0]).height for each in said)


def _draw_all(pen: Pen, box: Box, said: Sequence[Message]) -> None:
    for each in said:
        strip = _row(pen, each, True, _faces(pen)[0])
        strip.draw(pen, box)
        box = box.below(strip.height)


def _indent(pen: Pen) -> int:
    """Room for the sign before the words."""
    return capital(pen.paper.face("text", bold=True)) + pen.paper.px(6)


def _row(pen: Pen, words: Message, owed: bool, face: Face) -> Strip:
    fitted = pen.fit(words, pen.paper.inner.w - _indent(pen), room(pen) * 2 // 3, face, MOST_LINES)
    high = text_height(len(fitted.lines), fitted.face) + pen.paper.px(1 if pen.paper.tight else 4)
    return Strip(high, partial(_draw, words=words, owed=owed, face=face))


def _draw(pen: Pen, box: Box, words: Message, owed: bool, face: Face) -> None:
    sign = pen.arrow if owed else pen.tick
    sign(box.x, box.y + ascent(face), face)
    pen.text(box.from_left(_indent(pen)), words, face, lines=MOST_LINES)
