"""Lines of the chronicles: pages after the count table, and a short form on the home page if there is space.

The lines come with the view, each with the icon of its chronicle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, zip_longest
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.games.glen_more_2.screens.icons import ROW_ICONS
from companion.screens import frame
from companion.screens.icons import Icon
from companion.screens.paper import Box, Face, Fitted, ascent_of, line_height, text_width
from companion.screens.pen import Pen
from companion.screens.tables import (
    Leaf,
    Strip,
    heading_strip,
    icon_size_beside,
    space_above_heading,
    split_into_pages,
    strips_height,
)
from companion.state.glen_more_2.view import PlayerView, View, outline_of

TITLE, TABLE = tr("Chronicles"), tr("At the table")


class PlacedLine(NamedTuple):
    """A line with its place: beside the line before it if there is space."""

    x: int
    row: int
    icon: Icon | None
    words: Fitted


def line_leaves(pen: Pen, view: View) -> list[Leaf]:
    """Return pages with the table's lines, then each player's; none if there are no lines."""
    strips = (
        [heading_strip(pen, TABLE), *_rows(pen, [[each] for each in _lines_with_icons(view)])]
        if view.lines
        else []
    )
    for player in view.players:
        if player.lines:
            strips += [_name(pen, view, player.id), *_rows(pen, [_lines_with_icons(player)])]
    return [Leaf(TITLE, page) for page in split_into_pages(strips, strips_height(pen))]


def draw_short_form(pen: Pen, box: Box, view: View) -> None:
    """Draw as many lines as fit at the bottom of the box, first those of the player on turn, then the table's."""
    player = next((p for p in view.players if p.id == view.on_turn), None)
    if player is None:
        return
    face, own = pen.paper.face("note"), _lines_with_icons(player)
    whose = [(None, tr("{player}:", player=outline_of(view).figure(player.id).label))] if own else []
    lines = [*whose, *own, *_lines_with_icons(view)]
    for count in range(len(lines), len(whose), -1):
        placed = _place_lines(pen, lines[:count], box.w, face)
        high = _height(placed, face)
        if high <= box.h and _count(placed) <= 2 and all(each.words.whole for each in placed):
            _draw(pen, Box(box.x, box.bottom - high, box.w, high), placed, face)
            return


def _lines_with_icons(of: PlayerView | View) -> list[tuple[Icon | None, Message]]:
    """Return the lines with their icons."""
    pairs = zip_longest(of.line_icons[: len(of.lines)], of.lines, fillvalue="")
    return [(ROW_ICONS.get(str(icon)), line) for icon, line in pairs if isinstance(line, Message)]


def _place_lines(
    pen: Pen, lines: Sequence[tuple[Icon | None, Message]], wide: int, face: Face
) -> list[PlacedLine]:
    """Return the lines with their places; a line wider than a row continues below itself."""
    found: list[PlacedLine] = []
    x = row = 0
    for icon, line in lines:
        sign = icon_size_beside(face) + 4 if icon else 0
        need = sign + text_width(pen.translate(line), face)
        if x and x + need > wide:
            x, row = 0, row + 1
        words = pen.fit(line, wide - sign, strips_height(pen) * 2 // 3, face, 9)
        found.append(PlacedLine(x, row, icon, words))
        x += need + _line_gap(face)
        if len(words.lines) > 1 or x >= wide:
            x, row = 0, row + len(words.lines)
    return found


def _line_gap(face: Face) -> int:
    """Return the pixels between two lines beside each other."""
    return face.size


def _count(placed: Sequence[PlacedLine]) -> int:
    return max((each.row + len(each.words.lines) for each in placed), default=0)


def _pitch(face: Face) -> int:
    """Return the pixels from one row to the next, enough for an icon."""
    return max(line_height(face), icon_size_beside(face)) + 1


def _height(placed: Sequence[PlacedLine], face: Face) -> int:
    return _count(placed) * _pitch(face) - 1


def _draw(pen: Pen, box: Box, placed: Sequence[PlacedLine], face: Face) -> None:
    pitch, size = _pitch(face), icon_size_beside(face)
    for each in placed:
        x, y = box.x + each.x, box.y + each.row * pitch
        if each.icon:
            x = pen.icon(x, y + (pitch - size) // 2, each.icon, size) + 4
        for at, line in enumerate(each.words.lines):
            base = y + at * pitch + (pitch - line_height(face)) // 2 + ascent_of(face)
            pen.write(x, base, line, each.words.face)


def _face(pen: Pen) -> Face:
    return pen.paper.face("note" if pen.paper.tight else "body")


def _indent(pen: Pen) -> int:
    return pen.paper.px(6 if pen.paper.tight else 10)


def _rows(pen: Pen, groups: Sequence[Sequence[tuple[Icon | None, Message]]]) -> Iterator[Strip]:
    """Each row is its own strip, so that a page may end after any of them."""
    for lines in groups:
        placed = _place_lines(pen, lines, pen.paper.inner.w - _indent(pen), _face(pen))
        for _, row in groupby(placed, lambda each: each.row):
            alone = [each._replace(row=0) for each in row]
            yield Strip(_height(alone, _face(pen)) + 1, partial(_draw_rows, placed=alone))


def _draw_rows(pen: Pen, box: Box, placed: Sequence[PlacedLine]) -> None:
    _draw(pen, box.from_left(_indent(pen)), placed, _face(pen))


def _name(pen: Pen, view: View, player: str) -> Strip:
    face = pen.paper.face("body", bold=True)
    high = line_height(face) + space_above_heading(pen) + pen.paper.px(2)
    return Strip(high, partial(_draw_name, view=view, player=player), keep=True)


def _draw_name(pen: Pen, box: Box, view: View, player: str) -> None:
    frame.draw_player_label(
        pen, box.below(space_above_heading(pen)), outline_of(view), player, pen.paper.face("body", bold=True)
    )
