"""A number to be set: the question, the number as large as it goes, and between which it must be.

Sets nothing: the menu does.
"""

from __future__ import annotations

from companion.engine.message import tr
from companion.menu.pages import NumberPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.headline import headline
from companion.screens.paper import Box, Face, capital, length, signed_plain
from companion.screens.pen import Pen


def number(pen: Pen, game: ShownGame | None, page: NumberPage) -> None:
    """Draw question, number and range."""
    paper = pen.paper
    bottom = footer(pen, page.hints) - paper.px(3)
    box = headline(pen, page.title, game and game.outline, page.asked)
    room = Box(box.x, box.y, box.w, bottom - box.y)
    words, small = (
        tr("{low} to {high}", low=signed_plain(page.low), high=signed_plain(page.high)),
        paper.face("small"),
    )
    side = min(room.w // 3, length(pen.translate(words), small) + 2)
    pen.text(Box(room.right - side, room.y, side, room.h), words, small, align="right", middle=True, lines=3)
    _figures(pen, Box(room.x + side, room.y, room.w - 2 * side, room.h), page)


def _figures(pen: Pen, room: Box, page: NumberPage) -> None:
    """The number, and an arrow above and below it where it can still go."""
    arrow = max(6, min(pen.paper.px(12), room.h // 7))
    text = signed_plain(page.value)
    face = Face(
        min(pen.paper.px(60 if pen.paper.tight else 110), max(12, (room.h - 3 * arrow) * 4 // 3)), bold=True
    )
    while length(text, face) > room.w and face.size > pen.paper.smallest:
        face = Face(face.size - 2, bold=True)
    pen.text(room, text, face, align="centre", middle=True)
    middle, away = room.x + room.w // 2, capital(face) // 2 + arrow // 2
    centre = room.y + room.h // 2
    if page.value < page.high:
        pen.shape(
            Box(middle - arrow, centre - away - arrow, 2 * arrow, arrow),
            [(arrow, 0), (2 * arrow - 1, arrow - 1), (0, arrow - 1)],
        )
    if page.value > page.low:
        pen.shape(
            Box(middle - arrow, centre + away, 2 * arrow, arrow), [(0, 0), (2 * arrow - 1, 0), (arrow, arrow - 1)]
        )
