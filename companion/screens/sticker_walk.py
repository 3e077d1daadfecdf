"""The sticker walk: the piece that a sticker is put on now in large letters, what the last tap brought, the next.

Where room is short the last tap and the piece come first; of what is next there is as much as fits.
"""

from __future__ import annotations

from companion.engine.message import Message, literal, tr
from companion.menu.pages import StickerPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.headline import headline
from companion.screens.paper import SERIF, Box, Face, Fitted, length, line_height, text_height
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences

LARGE = (Face(40, SERIF), Face(24, SERIF))


def sticker_walk(pen: Pen, game: ShownGame | None, page: StickerPage) -> None:
    """Draw kind and number, the last tap, the piece, the next two."""
    foot = footer(pen, page.hints)
    below = headline(pen, page.title, game and game.outline, where=pen.translate(page.number), lines=2)
    room = Box(below.x, below.y, below.w, foot - 2 - below.y)
    if page.told:
        told = pen.set_lines(page.told, pen.paper.face("body"), room.w, 4)
        pen.fitted(room, told)
        room = room.below(text_height(len(told.lines), told.face) + _gap(pen))
    after = _after(pen, room, page)
    high = sum(text_height(len(each.lines), each.face) + 1 for each in after)
    middle, y = Box(room.x, room.y, room.w, room.h - high), room.bottom - high
    _piece(pen, middle, _alone(pen, page))
    for each in after:
        pen.fitted(Box(room.x, y, room.w, room.bottom - y), each)
        y += text_height(len(each.lines), each.face) + 1


def _piece(pen: Pen, box: Box, name: Message) -> None:
    """In one large line, else as large as it can be."""
    for face in () if pen.paper.tight else LARGE:
        if length(pen.translate(name), face) <= box.w and line_height(face) <= box.h:
            pen.text(box, name, face, align="centre", middle=True)
            return
    write_sentences(pen, box, [Sentence(name, True)], "title", "centre", middle=True)


def _alone(pen: Pen, page: StickerPage) -> Message:
    """A piece may be called "home tile of Red" within a sentence: here its name stands alone."""
    name = pen.translate(page.piece)
    return literal(name[:1].upper() + name[1:])


def _gap(pen: Pen) -> int:
    return pen.paper.px(2 if pen.paper.tight else 6)


def _after(pen: Pen, room: Box, page: StickerPage) -> list[Fitted]:
    """What comes next, a line each, below two lines for the piece itself."""
    face = pen.paper.face("note")
    left = room.h - 2 * line_height(pen.paper.face("title"))
    found = [pen.set_lines(tr("then {piece}", piece=each), face, room.w) for each in page.after]
    return [each for each in found if each.whole][: max(0, left // (line_height(face) + 1))]
