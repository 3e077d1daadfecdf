"""What a phone scans to be let in: the address with the secret as a QR code, and the words beside it.

Knows no network; it draws the text that it is given.
"""

from __future__ import annotations

from companion.engine.message import Message, literal, tr
from companion.menu.pages import InvitationPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.sentences import Sentence, write_sentences

QUIET = 4
"""Modules of white around the code, without which no camera finds it."""
OVER = tr("This invitation was used or is over.")
SCAN = tr("Scan this with a phone in the same Wi-Fi. It is for one phone, for three minutes.")


def invitation(pen: Pen, _game: ShownGame | None, page: InvitationPage) -> None:
    """The code as large as it fits, in whole pixels; on tight paper it takes the foot's place too."""
    paper = pen.paper
    room = Box(0, 0, paper.width, paper.height if paper.tight and page.url else footer(pen, page.hints) - 1)
    if not page.url:
        write_sentences(pen, room.inset(paper.margin), [Sentence(OVER)], biggest="title", middle=True)
        return
    beside = _code(pen, room, page.url)
    words = [SCAN, *_addresses(page)]
    write_sentences(pen, beside, [Sentence(each) for each in words], biggest="text", middle=True)


def _addresses(page: InvitationPage) -> list[Message]:
    """Where this box is, by number and by name: without the secret, for whoever was let in before."""
    number = page.url.partition("#")[0].removeprefix("http://").rstrip("/")
    return [literal(number), *((page.name,) if page.name else ())]


def _code(pen: Pen, room: Box, url: str) -> Box:
    """Draw the code at the left; gives the room beside it."""
    import segno  # late: most evenings nobody invites a phone

    rows = [bytes(row) for row in segno.make_qr(url, error="l", boost_error=False).matrix]
    modules = len(rows) + 2 * QUIET
    size = min(room.h // modules, room.w * 3 // 5 // modules) or 1
    top = room.y + (room.h - modules * size) // 2 + QUIET * size
    for y, row in enumerate(rows):
        for x, dark in enumerate(row):
            if dark:
                pen.square(Box(QUIET * size + x * size, top + y * size, size, size))
    return room.from_left(modules * size).inset(pen.paper.margin)
