"""Everything that is owed and booked, each sentence whole, as a sheet: the turn screen may only count the owed.

Behind it stands why counts have a "?".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.message import Message, tr, trn
from companion.screens.game_screens import SmallTable
from companion.screens.glen_more_2.counts import doubt_strips, late_cost_strips
from companion.screens.paper import SMALLEST, Box, Face, Fitted, ascent, capital, length, text_height, wrap
from companion.screens.pen import Pen
from companion.screens.strips import Leaf, Strip, heading, in_pages, room
from companion.state.glen_more_2.view import View

TITLE, BOOKED, TO_DO = tr("To do"), tr("Booked"), tr("to do")
MOST_LINES = 12


def duties_leaves(pen: Pen, view: View) -> list[Leaf]:
    """What is owed first, then what is booked; closer lines and smaller letters rather than a second page."""
    note, apart = pen.paper.face("note"), _apart(pen)
    ways = [(*_faces(pen), apart), (note.strong, note, apart), (note.strong, note, 0), (SMALLEST, SMALLEST, apart)]
    found = [in_pages(_strips(pen, view, *each), room(pen)) for each in ways]
    pages = next((each for each in found if len(each) == 1), found[0])
    return [Leaf(TITLE, page) for page in pages]


def _faces(pen: Pen) -> tuple[Face, Face]:
    """The usual letters of what is owed and what is booked."""
    return pen.paper.face("text", bold=True), pen.paper.face("body")


def _apart(pen: Pen) -> int:
    """White between two of them."""
    return pen.paper.px(1 if pen.paper.tight else 4)


def _strips(pen: Pen, view: View, owed: Face, booked: Face, apart: int) -> list[Strip]:
    """In these letters, so far apart."""
    strips = [_row(pen, each.text, True, owed, apart) for each in view.owed]
    note = SMALLEST if pen.paper.tight else booked
    strips += late_cost_strips(pen, view, note)
    if view.booked:
        strips += [heading(pen, BOOKED), *(_row(pen, each, False, booked, apart) for each in view.booked)]
    return [*strips, *doubt_strips(pen, view, note)]


def before_question(view: View) -> tuple[SmallTable, ...]:
    """What is owed, over a question that hides the turn screen: smaller letters where room is short.

    Where they have none either it is counted; what leads to it stands under its key, in the same word.
    """
    if not view.before_question:
        return ()
    counted = (trn("{n} thing to do", "{n} things to do", len(view.before_question)),)
    said = (*((view.before_question, face) for face in (_usual, _note, _smallest)), (counted, _smallest))
    return tuple(
        SmallTable(partial(_height_of_all, said=words, face=face), partial(_draw_all, said=words, face=face))
        for words, face in said
    )


def _usual(pen: Pen) -> Face:
    return _faces(pen)[0]


def _note(pen: Pen) -> Face:
    return pen.paper.face("note").strong


def _smallest(_pen: Pen) -> Face:
    return SMALLEST


def _rows_of(pen: Pen, said: Sequence[Message], face: Callable[[Pen], Face]) -> list[Strip]:
    return [_row(pen, each, True, face(pen), _apart(pen)) for each in said]


def _height_of_all(pen: Pen, said: Sequence[Message], face: Callable[[Pen], Face]) -> int:
    return sum(strip.height for strip in _rows_of(pen, said, face))


def _draw_all(pen: Pen, box: Box, said: Sequence[Message], face: Callable[[Pen], Face]) -> None:
    for strip in _rows_of(pen, said, face):
        strip.draw(pen, box)
        box = box.below(strip.height)


def _indent(pen: Pen) -> int:
    """Room for the sign before the words."""
    return capital(pen.paper.face("text", bold=True)) + pen.paper.px(6)


def _row(pen: Pen, words: Message, owed: bool, face: Face, apart: int) -> Strip:
    fitted = _set(pen, words, pen.paper.inner.w - _indent(pen), face)
    high = text_height(len(fitted.lines), fitted.face) + apart
    return Strip(high, partial(_draw, words=fitted, owed=owed))


def _set(pen: Pen, words: Message, wide: int, face: Face) -> Fitted:
    """In these letters, as all rows are; in others only where they have no room at all."""
    lines = wrap(pen.translate(words), wide, face)
    if text_height(len(lines), face) <= room(pen) * 2 // 3 and all(length(each, face) <= wide for each in lines):
        return Fitted(face, lines)
    return pen.fit(words, wide, room(pen) * 2 // 3, face, MOST_LINES)


def _draw(pen: Pen, box: Box, words: Fitted, owed: bool) -> None:
    """The words as they were measured, whatever room there is beside them."""
    sign = pen.arrow if owed else pen.tick
    sign(box.x, box.y + ascent(words.face), words.face)
    pen.fitted(box.from_left(_indent(pen)), words)
