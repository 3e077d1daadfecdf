"""A number to be set: what is counted, why it is asked, the number large, and where between its bounds it stands.

Sets nothing: the menu does.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.menu.pages import NumberPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.headline import headline
from companion.screens.icons import KEYS, LARGE, MEDIUM
from companion.screens.icons import SMALL as SMALL_ICON
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SERIF,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    length,
    line_height,
    signed_plain,
)
from companion.screens.pen import Pen


class Style(NamedTuple):
    """How a number looks on a panel."""

    figures: tuple[Face, ...]
    """The letters of the number, the first that fits."""
    key: int
    """Size of the keys beside the number."""
    scale: int
    """Pixels for the scale; 0 where there is no room for one."""
    tick: Face
    """The figures under the scale."""


_HUGE, _LARGE, _SMALL = Face(96, SERIF), Face(40, SERIF), Face(24, SERIF)
STYLES = {
    BIG: Style((_HUGE, _LARGE), LARGE, 84, Face(17, BOLD)),
    MIDDLE: Style((_HUGE, _LARGE), MEDIUM, 60, Face(13, BOLD)),
    WIDE: Style((_LARGE, _SMALL), SMALL_ICON, 0, Face(13, BOLD)),
    SMALL: Style((_LARGE, _SMALL), SMALL_ICON, 0, Face(13, BOLD)),
}
WIDEST = 61
"""A scale with more steps than that only has its ends and its middle."""


def number(pen: Pen, game: ShownGame | None, page: NumberPage) -> None:
    """Draw title, question, number and scale."""
    style = STYLES[pen.paper.panel]
    foot = footer(pen, page.hints)
    bounds = tr("{low} to {high}", low=signed_plain(page.low), high=signed_plain(page.high))
    box = headline(pen, page.title, game and game.outline, page.asked, pen.translate(bounds), lines=3)
    room = Box(box.x, box.y, box.w, foot - 2 - box.y)
    if style.scale and room.h > 2 * style.scale:
        _scale(pen, style, Box(room.x, room.bottom - style.scale, room.w, style.scale), page)
        room = room.top(room.h - style.scale)
    left = _figures(pen, style, room, page)
    _why(pen, Box(room.x, room.y, left - room.x, room.h), page)


def _figures(pen: Pen, style: Style, room: Box, page: NumberPage) -> int:
    """The number, and beside it the keys that still move it; gives the x where they begin."""
    texts = [signed_plain(each) for each in (page.low, page.high, page.value)]
    beside = style.key + 14
    most = (room.w if not page.question else room.w * 3 // 5) - beside
    faces = [face for face in style.figures if max(length(each, face) for each in texts) <= most]
    face = next((each for each in faces if capital(each) <= room.h - 4), style.figures[-1])
    # As wide as its widest value, so that it stays where it is while it is set.
    wide = max(length(each, face) for each in texts)
    right = room.right - beside if page.question else room.x + (room.w + wide) // 2
    middle, base = room.y + room.h // 2, room.y + (room.h + capital(face)) // 2
    pen.write(right, base, signed_plain(page.value), face, align="right")
    away = max(2, (capital(face) - 2 * style.key) // 2)
    if page.value < page.high:
        pen.icon(right + 14, middle - away - style.key, KEYS["UP"], style.key)
    if page.value > page.low:
        pen.icon(right + 14, middle + away, KEYS["DOWN"], style.key)
    return right - wide - 12


def _why(pen: Pen, room: Box, page: NumberPage) -> None:
    """What is asked and why, at the left of the number."""
    said: list[Message] = [each for each in (page.question, page.reason) if each is not None]
    if not said:
        return
    paper = pen.paper
    for role in ("body", "note", ""):
        strong, plain = (paper.face(role, True), paper.face(role)) if role else (SMALLEST, SMALLEST)
        found = [pen.set_lines(each, plain if at else strong, room.w, 7) for at, each in enumerate(said)]
        pitch = line_height(plain) + (1 if role else 0)
        high = sum(len(each.lines) for each in found) * pitch
        if high <= room.h:
            break
    base = room.y + max(0, room.h - high) // 2 + pitch - 4
    for each in found:
        for line in each.lines:
            pen.set(room.x, base, line, each.face, whole=each.whole)
            base += pitch


def _scale(pen: Pen, style: Style, box: Box, page: NumberPage) -> None:
    """From the least to the most, a pointer at the number and a ring where it stood before."""
    low, high = page.low, page.high
    if high <= low:
        return
    left, wide = box.x + 16, box.w - 32
    y = box.y + capital(style.tick) + 12

    def at(value: int) -> int:
        return left + wide * (value - low) // (high - low)

    steps = high - low
    ticks = range(low, high + 1) if steps < WIDEST else ()
    for value in ticks:
        pen.post(at(value), y - (8 if value % 5 == 0 else 4), 8 if value % 5 == 0 else 4)
    pen.rule(left, y, wide + 1, 2)
    named = _named(low, high)
    for value in named:
        pen.write(at(value) + 1, y + 6 + capital(style.tick), signed_plain(value), style.tick, align="centre")
    pen.shape(Box(at(page.value) - 6, y - 17, 13, 9), [(0, 0), (12, 0), (6, 8)])
    if page.before is not None and page.before != page.value:
        ring = Box(at(page.before) - 4, y - 17, 9, 9)
        if abs(at(page.before) - at(page.value)) > 11:
            pen.disc(ring, filled=False)
        change = page.value - page.before
        words = tr(
            "before {n}, {change}",
            n=signed_plain(page.before),
            change=f"{'+' if change > 0 else '−'}{abs(change)}",
        )
        pen.write(
            box.right, y + 6 + capital(style.tick) + line_height(style.tick) + 2, words, style.tick, align="right"
        )


def _named(low: int, high: int) -> list[int]:
    """The values that stand under the scale: at most seven, round ones between the ends."""
    if high - low >= 1000:
        return [low, high]
    step = next(each for each in (1, 5, 10, 20, 50, 100, 200, 500) if (high - low) // each <= 6)
    between = [
        each for each in range(low, high + 1) if each % step == 0 and low + step // 2 < each < high - step // 2
    ]
    return [low, *between, high]
