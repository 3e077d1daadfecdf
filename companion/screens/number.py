"""A number to be set: the question, the number as large as it goes, and between which it must be.

Sets nothing: the menu does.
"""

from __future__ import annotations

from companion.engine.message import tr
from companion.menu.pages import NumberPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.headline import headline
from companion.screens.paper import SERIF, SIZES, Box, Face, capital, length, signed_plain
from companion.screens.pen import Pen


def number(pen: Pen, game: ShownGame | None, page: NumberPage) -> None:
    """Draw question, number and range."""
    paper = pen.paper
    bottom = footer(pen, page.hints) - paper.px(3)
    box = headline(pen, page.title, game and game.outline, page.asked)
    room = Box(box.x, box.y, box.w, bottom - box.y)
    words, small = (
        tr("{low} to {high}", low=signed_plain(page.low), high=signed_plain(page.high)),
        paper.face("body"),
    )
    side = min(room.w // 3, length(pen.translate(words), small) + 2)
    pen.text(Box(room.right - side, room.y, side, room.h), words, small, align="right", middle=True, lines=3)
    _figures(pen, Box(room.x + side, room.y, room.w - 2 * side, room.h), page)


def _figures(pen: Pen, room: Box, page: NumberPage) -> None:
    """The number, and an arrow above and below it where it can still go."""
    arrow = max(6, min(pen.paper.px(12), room.h // 7))
    text = signed_plain(page.value)
    high = room.h - 3 * arrow
    sizes = [each for each in SIZES[SERIF] if capital(Face(each, SERIF)) <= high] or SIZES[SERIF][-1:]
    face = next((f for f in (Face(each, SERIF) for each in sizes) if length(text, f) <= room.w), Face(22, SERIF))
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
