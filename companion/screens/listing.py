"""Lists: questions, menus, history, things to put back, games, the count sheet.

The line under the cursor is white on black. Only as many lines as fit are measured and drawn, those around the
cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.menu.pages import ListItem, ListPage
from companion.screens import player_labels
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame
from companion.screens.headline import headline
from companion.screens.paper import Box, Face, Fitted, length, line_height, text_height
from companion.screens.pen import Pen

TICKED_KINDS = ("put_back",)
BOXES, CROSSES, PEOPLE = "boxes", "crosses", "people"
ANY_HEIGHT = 9999


class MeasuredRow(NamedTuple):
    """A row measured."""

    row: ListItem
    label: Fitted
    note: Fitted | None
    """None where it has none, or no room for it."""
    beside: bool
    """The note stands in the line of the label, at the right; else under it."""
    height: int
    """Pixels to the next row."""


def listing(pen: Pen, game: ShownGame | None, page: ListPage) -> None:
    """Draw title, rows and buttons."""
    bottom = footer(pen, page.hints) - (1 if pen.paper.tight else pen.paper.px(3))
    signs = _signs(page)
    where = f"{page.cursor + 1}/{len(page.rows)}" if len(page.rows) > 4 else ""
    box = headline(pen, page.title, game and game.outline, page.asked, where)
    box = Box(box.x, box.y, box.w, bottom - box.y)
    above, here = _near(pen, box, page)
    rows = _measured_rows(pen, box, here, signs)
    if table := _table_over(pen, box, game, rows, here.cursor):
        box = box.below(table)
        rows = _measured_rows(pen, box, here, signs)
    first, last = _window([each.height for each in rows], here.cursor, box.h)
    if last - first < len(page.rows):
        _slider(pen, box, above + first, above + last, len(page.rows))
        box = Box(box.x, box.y, _room(pen, box), box.h)
    y = box.y
    for number in range(first, last):
        place = Box(box.x, y, box.w, rows[number].height)
        _draw(pen, place, game, rows[number], number == here.cursor, signs)
        y += rows[number].height


def _near(pen: Pen, box: Box, page: ListPage) -> tuple[int, ListPage]:
    """The list without the rows that are too far from the cursor to be seen, and how many are left out above."""
    most = box.h // line_height(Face(pen.paper.smallest)) + 1
    first = max(0, page.cursor - most)
    rows = page.rows[first : max(page.cursor, 0) + most + 1]
    return first, msgspec.structs.replace(page, rows=rows, cursor=page.cursor - first)


def _table_over(pen: Pen, box: Box, game: ShownGame | None, rows: Sequence[MeasuredRow], cursor: int) -> int:
    """What the game shows over this list, where rows still fit; gives its height."""
    table = game.screens.over_list(game.view) if game and game.view is not None and rows else None
    if table is None:
        return 0
    high = table.height(pen) + (1 if pen.paper.tight else pen.paper.px(10))
    # Less than two rows left would hide what is asked.
    if box.h - high < max(rows[min(cursor, len(rows) - 1)].height, min(row.height for row in rows) * 2):
        return 0
    table.draw(pen, box)
    return high


def _room(pen: Pen, box: Box) -> int:
    """The width of a row: what the slider leaves."""
    return box.w - pen.paper.px(8)


def _measured_rows(pen: Pen, box: Box, page: ListPage, signs: str) -> list[MeasuredRow]:
    """All reasons where there is room for them, else the one under the cursor."""
    room = Box(box.x, box.y, _room(pen, box), box.h)
    everything = [_measure(pen, room, row, True, signs) for row in page.rows]
    if sum(each.height for each in everything) <= box.h:
        return everything
    return [
        everything[at] if at == page.cursor or not row.closed else _measure(pen, room, row, False, signs)
        for at, row in enumerate(page.rows)
    ]


def _signs(page: ListPage) -> str:
    """What stands before the labels: boxes to be ticked, crosses where rows are closed, people, or nothing."""
    if any(row.under for row in page.rows):
        return PEOPLE
    if page.kind in TICKED_KINDS or any(row.ticked for row in page.rows):
        return BOXES
    return CROSSES if any(row.closed for row in page.rows) else ""


def _gutter(pen: Pen, signs: str) -> int:
    """The room for that."""
    if signs == PEOPLE:
        return pen.paper.inner.w // (3 if pen.paper.tight else 4)
    return pen.paper.px(15 if pen.paper.tight else 18) if signs else 0


def _pad(pen: Pen) -> int:
    return pen.paper.px(3 if pen.paper.tight else 6)


def _measure(pen: Pen, box: Box, row: ListItem, reasons: bool, signs: str) -> MeasuredRow:
    paper = pen.paper
    face, small = paper.face("body"), paper.face("tiny" if paper.tight else "small")
    wide = box.w - _gutter(pen, signs) - 2 * _pad(pen)
    note = row.note if row.note and (reasons or not row.closed) else None
    label = pen.fit(row.label, wide, box.h, face, 3)
    if note is None:
        least = _two_lines(pen, face) if signs == PEOPLE and not paper.tight else 0
        return MeasuredRow(row, label, None, False, max(least, _height(pen, label, None)))
    beside = pen.fit(note, wide, ANY_HEIGHT, face if not row.closed else small, 1)
    taken = length(label.lines[0], label.face) + length(beside.lines[0], beside.face) + paper.px(10)
    if len(label.lines) == 1 and beside.whole and len(beside.lines) == 1 and taken <= wide and not row.closed:
        return MeasuredRow(row, label, beside, True, _height(pen, label, None))
    under = pen.fit(note, wide, box.h - text_height(len(label.lines), label.face), small, 4)
    return MeasuredRow(row, label, under, False, _height(pen, label, under))


def _two_lines(pen: Pen, face: Face) -> int:
    """A row with a name, and something small under it."""
    return line_height(face) + 1 + line_height(pen.paper.face("tiny")) + pen.paper.px(5)


def _height(pen: Pen, label: Fitted, under: Fitted | None) -> int:
    spare = 0 if pen.paper.tight else pen.paper.px(5)
    more = text_height(len(under.lines), under.face) + 1 if under else 0
    return text_height(len(label.lines), label.face) + more + spare


def _window(heights: Sequence[int], cursor: int, room: int) -> tuple[int, int]:
    """The rows to show, from and to: the cursor's with as many around it as fit, evenly."""
    if not heights:
        return 0, 0
    first = last = min(max(cursor, 0), len(heights) - 1)
    last += 1
    left = room - heights[first]
    while True:
        down = last < len(heights) and heights[last] <= left
        up = first > 0 and heights[first - 1] <= left
        if down and (not up or last - cursor <= cursor - first + 1):
            left -= heights[last]
            last += 1
        elif up:
            first -= 1
            left -= heights[first]
        else:
            return first, last


def _slider(pen: Pen, box: Box, first: int, last: int, count: int) -> None:
    """Where in the whole list we are, at the right edge."""
    wide = max(3, pen.paper.px(4))
    x = box.right - wide
    high = min(box.h, max(wide, box.h * (last - first) // count))
    start = box.y + (box.h - high) * first // max(1, count - (last - first))
    pen.square(Box(x, box.y, wide, box.h), filled=False)
    pen.square(Box(x, start, wide, high))


def _person(pen: Pen, box: Box, game: ShownGame | None, row: ListItem, face: Face, white: bool) -> None:
    """Whom a row is about: mark and name, and under them the turn; on tight paper mark and turn."""
    outline, high, small = game.outline if game else None, line_height(face), pen.paper.face("tiny")
    if row.who and not pen.paper.tight:
        spare = (box.h - high - 1 - line_height(small)) // 2
        name = Box(box.x, box.y + spare, box.w, high)
        player_labels.label(pen, name, outline, row.who, face, white=white)
        if row.under:
            # Under the name, not under its mark.
            left = player_labels.mark_size(face) + player_labels.gap(face)
            pen.text(box.below(spare + high + 1).from_left(left), row.under, small, white=white)
        return
    line = Box(box.x, box.y + (box.h - high) // 2, box.w, high)
    if row.who:
        size = player_labels.mark_size(face)
        mark = Box(line.x, line.y + (line.h - size) // 2, size, size)
        player_labels.mark(pen, mark, outline, row.who, white)
        line = line.from_left(size + player_labels.gap(face))
    if row.under:
        pen.text(line, row.under, small, middle=True, white=white)


def _draw(pen: Pen, box: Box, game: ShownGame | None, measured: MeasuredRow, here: bool, signs: str) -> None:
    if here:
        pen.bar(box)
    gutter = _gutter(pen, signs)
    inside = box.inset(_pad(pen))
    first = line_height(measured.label.face)
    spare = (box.h - _used(measured)) // 2
    if signs == PEOPLE:
        _person(
            pen, Box(inside.x, box.y, gutter - _pad(pen), box.h), game, measured.row, measured.label.face, here
        )
    elif gutter:
        _sign(pen, Box(inside.x, box.y + spare, gutter, first), measured.row, signs, here)
    words = Box(inside.x + gutter, box.y + spare, inside.w - gutter, box.h)
    used = pen.fitted(words, measured.label, white=here)
    if measured.note and measured.beside:
        pen.fitted(words, measured.note, align="right", white=here)
    elif measured.note:
        pen.fitted(words.below(used.h + 1), measured.note, white=here)


def _used(measured: MeasuredRow) -> int:
    under = measured.note if measured.note and not measured.beside else None
    more = text_height(len(under.lines), under.face) + 1 if under else 0
    return text_height(len(measured.label.lines), measured.label.face) + more


def _sign(pen: Pen, box: Box, row: ListItem, signs: str, white: bool) -> None:
    """A tick box, ticked or not, or the cross of a closed row."""
    size = min(box.h - 2, pen.paper.px(11))
    at = Box(box.x, box.y + (box.h - size) // 2 + 1, size, size)
    far, thick = size - 1, max(1, size // 8)
    if row.closed:
        margin = size // 6 + thick // 2
        inner = at.inset(margin, margin)
        end = inner.w - 1
        pen.strokes(at, [(margin, margin), (margin + end, margin + end)], thick, white)
        pen.strokes(at, [(margin, margin + end), (margin + end, margin)], thick, white)
        return
    if signs == BOXES:
        pen.square(at, white, filled=False)
    if row.ticked:
        pen.strokes(at, [(2, far // 2), (far * 2 // 5, far - 2), (far - 2, 2)], max(2, thick), white)
