"""One sentence that wants to be read: told, asked, refused, or trouble. Words no sentence itself."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.message import tr
from companion.menu.pages import NoticePage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.paper import BOLD, SIZES, Box, Face, length, line_height
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences

NOT_BOOKED = tr("Nothing was booked.")


def notice(pen: Pen, _game: ShownGame | None, page: NoticePage) -> None:
    """A sign at the left, the sentence in large letters, what is said besides as far as there is room.

    Small in the corner what became of what people did.
    """
    paper = pen.paper
    bottom = footer(pen, page.hints) - paper.px(3)
    room = Box(paper.inner.x, paper.inner.y + paper.px(3), paper.inner.w, bottom - paper.inner.y - paper.px(3))
    if page.kind == "refused":
        room = _foot(pen, room, pen.translate(NOT_BOOKED))
    size = paper.px(30 if paper.tight else 52)
    sign = Box(room.x + paper.px(4), room.y + (room.h - size) // 2, size, size)
    # Kinds are the menu's; one that is new there is at least readable here.
    SIGNS.get(page.kind, _told)(pen, sign)
    words = room.from_left(size + paper.px(12 if paper.tight else 22))
    said = [Sentence(page.text, bold=bool(page.more)), *map(Sentence, page.more)]
    write_sentences(pen, words, said, biggest="title", middle=True)


def _foot(pen: Pen, room: Box, words: str) -> Box:
    """A few words at the foot; gives the room above it."""
    face = pen.paper.face("note")
    high = line_height(face)
    wide = min(room.w, length(words, face) + 2)
    pen.text(Box(room.right - wide, room.bottom - high, wide, high), words, face, align="right", middle=True)
    return Box(room.x, room.y, room.w, room.h - high - pen.paper.px(2))


def _letter(pen: Pen, box: Box, letter: str, white: bool) -> None:
    pen.text(box, letter, _letters(box.h * 7 // 10), align="centre", middle=True, white=white)


def _letters(high: int) -> Face:
    """The biggest that are at most so high."""
    return Face(next(each for each in SIZES[BOLD] if each <= high), BOLD)


def _told(pen: Pen, box: Box) -> None:
    pen.disc(box)
    _letter(pen, box, "i", white=True)


def _asks(pen: Pen, box: Box) -> None:
    pen.disc(box)
    _letter(pen, box, "?", white=True)


def _refused(pen: Pen, box: Box) -> None:
    """A road sign: no way through."""
    pen.disc(box)
    high = max(3, box.h // 6)
    pen.square(Box(box.x + box.w // 6, box.y + (box.h - high) // 2, box.w - 2 * (box.w // 6), high), white=True)


def _trouble(pen: Pen, box: Box) -> None:
    """A road sign: danger."""
    far = box.w - 1
    pen.shape(box, [(far // 2, 0), (far - far // 2, 0), (far, far), (0, far)])
    _letter(pen, box.below(box.h // 5), "!", white=True)


SIGNS: dict[str, Callable[[Pen, Box], None]] = {
    "told": _told,
    "asks": _asks,
    "refused": _refused,
    "trouble": _trouble,
}
