"""The page that sets a number: question and reason, the number in large digits, and a scale.

The menu changes the number; this module only draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.menu.pages import NumberPage
from companion.screens.frame import draw_footer, draw_headline
from companion.screens.game_screens import ShownGame, box_under_tables, outline_of_page, tables_over_question
from companion.screens.icons import KEYS, LARGE_ICON, MEDIUM_ICON, SMALL_ICON
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
    capital_height,
    line_height,
    number_with_minus_sign,
    text_width,
)
from companion.screens.pen import Pen


class Style(NamedTuple):
    """Layout of the page on one kind of panel."""

    figures: tuple[Face, ...]
    """Faces of the number to try, largest first."""
    key: int
    """Size of the key icons beside the number, in pixels."""
    scale: int
    """Height of the scale in pixels; 0 on panels without a scale."""
    tick: Face
    """Face of the numbers under the scale."""


_HUGE, _LARGE, _SMALL = Face(96, SERIF), Face(40, SERIF), Face(24, SERIF)
STYLES = {
    BIG: Style((_HUGE, _LARGE), LARGE_ICON, 84, Face(17, BOLD)),
    MIDDLE: Style((_HUGE, _LARGE), MEDIUM_ICON, 60, Face(13, BOLD)),
    WIDE: Style((_LARGE, _SMALL), SMALL_ICON, 0, Face(13, BOLD)),
    SMALL: Style((_LARGE, _SMALL), SMALL_ICON, 0, Face(13, BOLD)),
}
MIN_STEPS_WITHOUT_TICKS = 61
"""A scale of at least this many steps has no ticks."""
MIN_POINTER_DISTANCE = 11
"""Minimum pixels between ring and pointer; if they are closer, only the pointer is drawn."""
END_FRACTION = 8
"""Fraction of the scale (1/8) that stays free of other numbers at each end."""


def draw_number_page(pen: Pen, game: ShownGame | None, page: NumberPage) -> None:
    """Draw headline, question, number and scale."""
    style, foot = STYLES[pen.paper.panel], draw_footer(pen, page.hints)
    bounds = tr("{low} to {high}", low=number_with_minus_sign(page.low), high=number_with_minus_sign(page.high))
    words = pen.translate(bounds)
    box = draw_headline(
        pen, page.title, game and game.outline, page.player, words, lines=3, moment=outline_of_page(game, page)
    )
    room = _under_table(pen, style, game, page, Box(box.x, box.y, box.w, foot - 2 - box.y))
    if style.scale and room.h > 2 * style.scale:
        _scale(pen, style, Box(room.x, room.bottom - style.scale, room.w, style.scale), page)
        room = room.top(room.h - style.scale)
    for face in _faces(style, room, page):
        why = _why(pen, room.w - _width(page, face) - _keys_width(style) - 12, room.h, page)
        if why.whole:
            break
    base = room.y + (room.h - why.height) // 2 + line_height(why.lines[0][1]) - 4 if why.lines else 0
    for words, letters in why.lines:
        pen.set(room.x, base, words, letters, whole=why.whole)
        base += why.pitch
    _figures(pen, style, room, page, face)


def _under_table(pen: Pen, style: Style, game: ShownGame | None, page: NumberPage, room: Box) -> Box:
    """Draw the tables that the game shows above its questions; return the box left for number and reason."""
    figures = style.figures[-1]
    wide = room.w - _width(page, figures) - _keys_width(style) - 12

    def nothing_gives_way(left: Box) -> bool:
        said = _set(pen, wide, left.h - style.scale, _explanations(page)).whole
        return said and left.h > 2 * style.scale and has_room(left)

    def has_room(left: Box) -> bool:
        tallest = max(capital_height(figures) + 4, 2 * style.key + 6)
        return left.h >= tallest and _why(pen, wide, left.h, page).whole

    return box_under_tables(pen, tables_over_question(game, page), room, nothing_gives_way, has_room)


def _width(page: NumberPage, face: Face) -> int:
    """Return the width of the widest value, so that the number does not move while it is changed."""
    return max(text_width(number_with_minus_sign(each), face) for each in (page.low, page.high, page.value))


def _keys_width(style: Style) -> int:
    """Return the pixels for the keys at the right of the number."""
    return style.key + 14


def _faces(style: Style, room: Box, page: NumberPage) -> list[Face]:
    """Return the faces in which the number fits, largest first."""
    most = (room.w if not page.question else room.w * 3 // 5) - _keys_width(style)
    fitting = [each for each in style.figures if _width(page, each) <= most and capital_height(each) <= room.h - 4]
    return fitting or [style.figures[-1]]


def _figures(pen: Pen, style: Style, room: Box, page: NumberPage, face: Face) -> None:
    """Draw the number and beside it the keys that can still change it."""
    right = room.right - _keys_width(style) if page.question else room.x + (room.w + _width(page, face)) // 2
    middle, base = room.y + room.h // 2, room.y + (room.h + capital_height(face)) // 2
    pen.write(right, base, number_with_minus_sign(page.value), face, align="right")
    away = max(2, (capital_height(face) - 2 * style.key) // 2)
    if page.value < page.high:
        pen.icon(right + 14, middle - away - style.key, KEYS["UP"], style.key)
    if page.value > page.low:
        pen.icon(right + 14, middle + away, KEYS["DOWN"], style.key)


class NumberReason(NamedTuple):
    """The question and its reason, set in lines."""

    lines: tuple[tuple[str, Face], ...]
    pitch: int
    """Pixels from one line to the next."""
    whole: bool
    """True if everything fits."""

    @property
    def height(self) -> int:
        """Pixels of all lines."""
        return len(self.lines) * self.pitch


def _why(pen: Pen, wide: int, high: int, page: NumberPage) -> NumberReason:
    """Return question, reason and note for the left of the number, in the largest face in which they fit.

    If none fits, the question is left out, because the title names what is counted; then the text for the held
    key.
    """
    said = _explanations(page)
    why = _set(pen, wide, high, said)
    for fewer in (said[1:], [*said[1:-1], *page.rest[-1:]], said[1:-1]) if page.rest else ():
        if why.whole:
            break
        why = _set(pen, wide, high, fewer)
    return why


def _explanations(page: NumberPage) -> list[Message]:
    return [each for each in (page.question, page.reason, *page.rest[:1]) if each is not None]


def _set(pen: Pen, wide: int, high: int, said: Sequence[Message]) -> NumberReason:
    for large, role in (("text", "body"), ("body", "body"), ("note", "note"), ("", "")):
        strong, plain = (pen.paper.face(large, True), pen.paper.face(role)) if role else (SMALLEST, SMALLEST)
        found = [pen.set_lines(each, plain if at else strong, wide, 12) for at, each in enumerate(said)]
        lines = tuple((line, each.face) for each in found for line in each.lines)
        why = NumberReason(lines, line_height(strong) + (1 if role else 0), all(each.whole for each in found))
        if why.whole and why.height <= high:
            return why
    return why._replace(whole=False)


def _scale(pen: Pen, style: Style, box: Box, page: NumberPage) -> None:
    """Draw the scale between the bounds, a pointer at the number and a ring at the value before."""
    low, high = page.low, page.high
    if high <= low:
        return
    left, wide, y = box.x + 16, box.w - 32, box.y + capital_height(style.tick) + 12
    under = y + 6 + capital_height(style.tick)

    def at(value: int) -> int:
        return left + wide * (value - low) // (high - low)

    for value in range(low, high + 1) if high - low < MIN_STEPS_WITHOUT_TICKS else ():
        tall = 8 if value % 5 == 0 else 4
        pen.post(at(value), y - tall, tall)
    pen.rule(left, y, wide + 1, 2)
    for value in _labelled_values(low, high):
        pen.write(at(value) + 1, under, number_with_minus_sign(value), style.tick, align="centre")
    pen.shape(Box(at(page.value) - 6, y - 17, 13, 9), [(0, 0), (12, 0), (6, 8)])
    if page.old_value is None or page.old_value == page.value:
        return
    if abs(at(page.old_value) - at(page.value)) > MIN_POINTER_DISTANCE:
        pen.disc(Box(at(page.old_value) - 4, y - 17, 9, 9), filled=False)
    change = f"{'+' if page.value > page.old_value else '−'}{abs(page.value - page.old_value)}"
    words = tr("before {n}, {change}", n=number_with_minus_sign(page.old_value), change=change)
    pen.write(box.right, under + line_height(style.tick) + 2, words, style.tick, align="right")


def _labelled_values(low: int, high: int) -> list[int]:
    """Return the values to print under the scale: the ends and a few round values at a distance from them."""
    if high - low >= 1000:
        return [low, high]
    step = next(each for each in (1, 5, 10, 20, 50, 100, 200) if (high - low) // each <= 6)
    clear = -(-(high - low) // END_FRACTION)
    inner = range(low + clear, high - clear + 1)
    return [low, *(each for each in inner if each % step == 0), high]
