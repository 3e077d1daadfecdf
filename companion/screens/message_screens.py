"""Screens with a message: notices, help pages, the splash screen, phone invitations and sticker enrolment.

All texts come with the page, apart from a few fixed labels. A notice has a sign and one large sentence. A help
page is set in the largest letters in which it fits, else on several pages. An invitation shows its address as a QR
code. Sticker enrolment shows the last tap and the current piece first, then as many of the next pieces as fit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.engine.message import Message, literal, tr
from companion.menu.pages import ArticlePage, Hint, InvitationPage, NoticePage, SheetPage, StickerPage
from companion.screens.frame import draw_footer, draw_headline
from companion.screens.game_screens import ShownGame
from companion.screens.icons import COMPANION, LARGE_ICON, Icon
from companion.screens.paper import (
    BIG,
    BOLD,
    FACE_SIZES,
    SERIF,
    SMALLEST,
    Box,
    Face,
    Fitted,
    line_height,
    text_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen, Sentence, write_sentences
from companion.screens.tables import Leaf, Strip, draw_leaf, split_into_pages, strips_height

NOTHING_ENTERED = tr("Nothing was booked.")


def draw_notice(pen: Pen, _game: ShownGame | None, page: NoticePage) -> None:
    """Draw a sign at the left, the sentence in large letters, and more sentences as far as there is space.

    A refused entry also has a note in the corner that nothing was entered.
    """
    paper = pen.paper
    bottom = draw_footer(pen, page.hints) - paper.px(3)
    room = Box(paper.inner.x, paper.inner.y + paper.px(3), paper.inner.w, bottom - paper.inner.y - paper.px(3))
    if page.kind == "refused":
        room = _draw_corner_note(pen, room, pen.translate(NOTHING_ENTERED))
    size = paper.px(30 if paper.tight else 52)
    sign = Box(room.x + paper.px(4), room.y + (room.h - size) // 2, size, size)
    # The menu defines the kinds; a kind that is unknown here is shown as information.
    NOTICE_SIGNS.get(page.kind, _draw_information_sign)(pen, sign)
    words = room.from_left(size + paper.px(12 if paper.tight else 22))
    said = [Sentence(page.text, bold=bool(page.more)), *map(Sentence, page.more)]
    write_sentences(pen, words, said, biggest="title", middle=True)


def _draw_corner_note(pen: Pen, room: Box, words: str) -> Box:
    """Draw a short text at the bottom right; return the box above it."""
    face = pen.paper.face("note")
    high = line_height(face)
    wide = min(room.w, text_width(words, face) + 2)
    pen.text(Box(room.right - wide, room.bottom - high, wide, high), words, face, align="right", middle=True)
    return Box(room.x, room.y, room.w, room.h - high - pen.paper.px(2))


def _letter(pen: Pen, box: Box, letter: str, white: bool) -> None:
    pen.text(box, letter, _letters(box.h * 7 // 10), align="centre", middle=True, white=white)


def _letters(high: int) -> Face:
    """Return the largest face that is at most this high."""
    return Face(next(each for each in FACE_SIZES[BOLD] if each <= high), BOLD)


def _draw_information_sign(pen: Pen, box: Box) -> None:
    pen.disc(box)
    _letter(pen, box, "i", white=True)


def _draw_question_sign(pen: Pen, box: Box) -> None:
    pen.disc(box)
    _letter(pen, box, "?", white=True)


def _draw_no_entry_sign(pen: Pen, box: Box) -> None:
    """The road sign "no entry"."""
    pen.disc(box)
    high = max(3, box.h // 6)
    pen.square(Box(box.x + box.w // 6, box.y + (box.h - high) // 2, box.w - 2 * (box.w // 6), high), white=True)


def _draw_danger_sign(pen: Pen, box: Box) -> None:
    """The road sign "danger"."""
    far = box.w - 1
    pen.shape(box, [(far // 2, 0), (far - far // 2, 0), (far, far), (0, far)])
    _letter(pen, box.below(box.h // 5), "!", white=True)


NOTICE_SIGNS: dict[str, Callable[[Pen, Box], None]] = {
    "told": _draw_information_sign,
    "asks": _draw_question_sign,
    "refused": _draw_no_entry_sign,
    "trouble": _draw_danger_sign,
}


HELP_FACE_ROLES = ("text", "body", "note")
"""Roles of the faces to try, largest first, before the smallest face of all."""


def draw_help_page(pen: Pen, _game: ShownGame | None, page: ArticlePage) -> None:
    """Draw the page of the article with the number `page.page`."""
    leaves = help_page_leaves(pen, page)
    turn = (page.turn,) if page.turn and len(leaves) > 1 else ()
    draw_leaf(pen, leaves, SheetPage("", (*page.hints, *turn), page.page % len(leaves), len(leaves)))


def help_page_leaves(pen: Pen, page: ArticlePage) -> list[Leaf]:
    """Return the pages of the article on this paper; all sentences have the same face and read as one text."""
    faces = [*(pen.paper.face(role) for role in HELP_FACE_ROLES), SMALLEST]
    tried = [_strips(pen, page.text, face) for face in faces]
    whole = [strips for strips in tried if all(each.height <= strips_height(pen) for each in strips)]
    pages = [split_into_pages(strips, strips_height(pen)) for strips in whole or tried[-1:]]
    usual = pages[min(len(pages), len(HELP_FACE_ROLES)) - 1]
    return [Leaf(page.title, strips) for strips in next((each for each in pages if len(each) == 1), usual)]


def _strips(pen: Pen, text: Sequence[Message], face: Face) -> list[Strip]:
    between = pen.paper.px(2 if pen.paper.tight else 8)
    found = []
    for each in text:
        lines = Fitted(face, wrap_words(pen.translate(each), pen.paper.inner.w, face))
        found.append(Strip(text_height(len(lines.lines), face) + between, partial(_draw, lines=lines)))
    return found


def _draw(pen: Pen, box: Box, lines: Fitted) -> None:
    pen.write_fitted(box, lines)


TITLE_WITHOUT_GAME = tr("Companion")
"""Title if there is no game."""


def draw_splash(pen: Pen, game: ShownGame | None, text: Message, hints: Sequence[Hint]) -> None:
    """Draw the game's emblem and name (the companion's own without a game), a rule and the sentence."""
    title, emblem = (game.screens.title, game.screens.emblem) if game else (TITLE_WITHOUT_GAME, COMPANION)
    draw_title_picture(pen, title, emblem, text, hints)


def draw_title_picture(pen: Pen, title: Message, emblem: Icon, text: Message, hints: Sequence[Hint]) -> None:
    """Draw emblem, title, rule and sentence, for any title and emblem."""
    paper = pen.paper
    inner = paper.inner
    bottom = draw_footer(pen, hints)
    size = LARGE_ICON * (4 if paper.panel == BIG else 2) if not paper.tight else LARGE_ICON
    top = inner.y + paper.px(4)
    pen.icon(inner.x + (inner.w - size) // 2, top, emblem, size)
    face = paper.face("name", bold=True)
    place = Box(inner.x, top + size + paper.px(4), inner.w, line_height(face))
    pen.text(place, title, face, align="centre", middle=True)
    pen.rule(inner.x + inner.w // 3, place.bottom + paper.px(2), inner.w // 3)
    rest = place.bottom + paper.px(6)
    write_sentences(
        pen,
        Box(inner.x, rest, inner.w, bottom - paper.px(3) - rest),
        [Sentence(text)],
        biggest="title" if paper.tight else "turn_log",
        align="centre",
        middle=True,
    )


QR_MARGIN = 4
"""Modules of white around the QR code; cameras need them to find it."""
INVITATION_OVER = tr("This invitation was used or is over.")
SCAN_INVITATION = tr("Scan this with a phone in the same Wi-Fi. It is for one phone, for three minutes.")


def draw_invitation(pen: Pen, _game: ShownGame | None, page: InvitationPage) -> None:
    """Draw the code as large as it fits in whole pixels; on tight paper it covers the footer too."""
    paper = pen.paper
    room = Box(0, 0, paper.width, paper.height if paper.tight and page.url else draw_footer(pen, page.hints) - 1)
    if not page.url:
        write_sentences(pen, room.inset(paper.margin), [Sentence(INVITATION_OVER)], biggest="title", middle=True)
        return
    beside = _code(pen, room, page.url)
    words = [SCAN_INVITATION, *_addresses(page)]
    write_sentences(pen, beside, [Sentence(each) for each in words], biggest="text", middle=True)


def _addresses(page: InvitationPage) -> list[Message]:
    """Return the companion's address by IP number and by name, without the secret, for admitted phones."""
    number = page.url.partition("#")[0].removeprefix("http://").rstrip("/")
    return [literal(number), *((page.name,) if page.name else ())]


def _code(pen: Pen, room: Box, url: str) -> Box:
    """Draw the QR code at the left; return the box beside it."""
    import segno  # Imported late: in most games no phone is invited.

    rows = [bytes(row) for row in segno.make_qr(url, error="l", boost_error=False).matrix]
    modules = len(rows) + 2 * QR_MARGIN
    size = min(room.h // modules, room.w * 3 // 5 // modules) or 1
    top = room.y + (room.h - modules * size) // 2 + QR_MARGIN * size
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                pen.square(Box(QR_MARGIN * size + x * size, top + y * size, size, size))
    return room.from_left(modules * size).inset(pen.paper.margin)


PIECE_FACES = (Face(40, SERIF), Face(24, SERIF))


def draw_sticker_enrolment(pen: Pen, game: ShownGame | None, page: StickerPage) -> None:
    """Draw kind and number, the result of the last tap, the current piece and the next two."""
    foot = draw_footer(pen, page.hints)
    below = draw_headline(pen, page.title, game and game.outline, where=pen.translate(page.number), lines=2)
    room = Box(below.x, below.y, below.w, foot - 2 - below.y)
    if page.result:
        told = pen.set_lines(page.result, pen.paper.face("body"), room.w, 4)
        pen.write_fitted(room, told)
        room = room.below(text_height(len(told.lines), told.face) + _gap(pen))
    after = _next_pieces(pen, room, page)
    high = sum(text_height(len(each.lines), each.face) + 1 for each in after)
    middle, y = Box(room.x, room.y, room.w, room.h - high), room.bottom - high
    _piece(pen, middle, _capitalized_piece(pen, page))
    for each in after:
        pen.write_fitted(Box(room.x, y, room.w, room.bottom - y), each)
        y += text_height(len(each.lines), each.face) + 1


def _piece(pen: Pen, box: Box, name: Message) -> None:
    """Draw the piece's name in one large line, else as large as it fits."""
    for face in () if pen.paper.tight else PIECE_FACES:
        if text_width(pen.translate(name), face) <= box.w and line_height(face) <= box.h:
            pen.text(box, name, face, align="centre", middle=True)
            return
    write_sentences(pen, box, [Sentence(name, True)], "title", "centre", middle=True)


def _capitalized_piece(pen: Pen, page: StickerPage) -> Message:
    """Return the piece's name capitalized: "home tile of Red" is written for use within a sentence."""
    name = pen.translate(page.piece)
    return literal(name[:1].upper() + name[1:])


def _gap(pen: Pen) -> int:
    return pen.paper.px(2 if pen.paper.tight else 6)


def _next_pieces(pen: Pen, room: Box, page: StickerPage) -> list[Fitted]:
    """Return the next pieces, one per line, as many as fit below two lines for the current piece."""
    face = pen.paper.face("note")
    left = room.h - 2 * line_height(pen.paper.face("title"))
    found = [pen.set_lines(tr("then {piece}", piece=each), face, room.w) for each in page.after]
    return [each for each in found if each.whole][: max(0, left // (line_height(face) + 1))]
