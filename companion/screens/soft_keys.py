"""The page of soft keys: each choice with the key that selects it, in the order of the keys on the case.

There is no cursor, so no row is black. If the labels do not fit, the short labels of the footer are used. A small
table of the game may stand above the rows, and above them the reason for the question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.engine.message import Message, capitalize_start
from companion.menu.pages import KeysPage, ListItem
from companion.screens.frame import draw_footer, draw_headline
from companion.screens.game_screens import (
    ShownGame,
    SmallTable,
    box_under_tables,
    outline_of_page,
    tables_over_question,
)
from companion.screens.icons import KEYS, LARGE_ICON, MEDIUM_ICON, SMALL_ICON, Icon, icon_mask
from companion.screens.paper import (
    BIG,
    MIDDLE,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    capital_height,
    line_height,
    text_width,
)
from companion.screens.pen import Pen


class Style(NamedTuple):
    """Layout of the page on one kind of panel."""

    key: int
    """Size of the key icons before the rows, in pixels."""
    high: int
    """Maximum height of a row, in pixels."""
    least: int
    """Minimum height of a row, larger than a key icon; if rows would be lower, they are set in columns."""
    sign: int
    """Size of the game's icons, in pixels."""


STYLES = {
    BIG: Style(LARGE_ICON, 64, 34, MEDIUM_ICON),
    MIDDLE: Style(MEDIUM_ICON, 46, 26, MEDIUM_ICON),
    WIDE: Style(SMALL_ICON, 24, 17, SMALL_ICON),
    SMALL: Style(SMALL_ICON, 24, 17, SMALL_ICON),
}
GAP = 8
"""Pixels after a key icon, and between a row's label and its note."""
MOST_COLUMNS = 3


def draw_keys_page(pen: Pen, game: ShownGame | None, page: KeysPage) -> None:
    """Draw headline, rows and footer."""
    style, foot = STYLES[pen.paper.panel], draw_footer(pen, page.hints)
    box = draw_headline(pen, page.title, game and game.outline, page.player, moment=outline_of_page(game, page))
    whole = box.top(foot - 1 - box.y)
    left = _under_table(pen, style, game, page, whole)
    box = _draw_reason(pen, style, left, page)
    cells, wide = _cells(style, box, len(page.rows)), _width_of_keys(style, page)
    rooms = _rooms_for_words(pen, style, game, page, cells)
    words = _fitted(pen, page, rooms)
    for number, (key, row, cell) in enumerate(zip(page.keys, page.rows, cells, strict=True)):
        if number and not pen.paper.tight and cell.w == box.w:
            pen.dots(cell.x, cell.y, cell.w)
        sign = icon_mask(KEYS[key], style.key)
        pen.icon(cell.x + (wide - sign.width) // 2, cell.y + (cell.h - sign.height) // 2, KEYS[key], style.key)
        if _has_icons(game, page) and isinstance(icon := _row_icon(game, row), Icon):
            pen.icon(cell.x + wide + GAP, cell.y + (cell.h - style.sign) // 2, icon, style.sign)
        _row(pen, rooms[number], row, words[number])
    if left == whole:
        _draw_table_in_free_cell(pen, style, box, len(page.rows), tables_over_question(game, page))


def _under_table(pen: Pen, style: Style, game: ShownGame | None, page: KeysPage, box: Box) -> Box:
    """Draw the tables that the game shows above its questions; return the box left for the reason and the rows."""
    said, words = _reason_lines(pen, style, box, page), _labels_under_reason(pen, style, game, page, box)

    def nothing_gives_way(left: Box) -> bool:
        why, again = _reason_lines(pen, style, left, page), _labels_under_reason(pen, style, game, page, left)
        return has_room(left) and why == said and [each.lines for each in again] == [each.lines for each in words]

    def has_room(left: Box) -> bool:
        room = left.h >= style.least * -(-len(page.rows) // MOST_COLUMNS)
        return room and all(each.whole for each in _labels_under_reason(pen, style, game, page, left))

    return box_under_tables(pen, tables_over_question(game, page), box, nothing_gives_way, has_room)


def _draw_table_in_free_cell(pen: Pen, style: Style, box: Box, rows: int, tables: Sequence[SmallTable]) -> None:
    """Draw a table that did not fit above the rows in the free cell after five rows in two columns."""
    if tables and _columns(style, box, rows) == _columns(style, box, rows + 1) == 2:
        cell = _cells(style, box, rows + 1)[-1]
        tables[-1].draw(pen, cell.below((cell.h - tables[-1].height(pen)) // 2))


def _labels_under_reason(pen: Pen, style: Style, game: ShownGame | None, page: KeysPage, box: Box) -> list[Fitted]:
    """Return the labels of the rows as they would be set in this box."""
    said = _reason_lines(pen, style, box, page)
    cells = _cells(style, box.below(_lines_height(said) + (_reason_gap(pen) if said else 0)), len(page.rows))
    return _fitted(pen, page, _rooms_for_words(pen, style, game, page, cells))


def _draw_reason(pen: Pen, style: Style, box: Box, page: KeysPage) -> Box:
    """Draw the reason under the headline as far as the rows leave space; return the box below it."""
    lines = _reason_lines(pen, style, box, page)
    y = box.y
    for words, face in lines:
        y += _pitch(face)
        pen.set(box.x, y - 3, words, face)
    under = y + (_reason_gap(pen) if lines else 0)
    return Box(box.x, under, box.w, box.bottom - under)


def _reason_lines(pen: Pen, style: Style, box: Box, page: KeysPage) -> list[tuple[str, Face]]:
    """Return as many lines of the reason as the rows leave space for."""
    free = max(0, box.h - style.least * -(-len(page.rows) // MOST_COLUMNS) - _reason_gap(pen))
    ways = (
        [(line, each.face) for each in set_so for line in each.lines]
        for said in _shorter_reasons(page)
        for set_so in ([pen.set_lines(one, face, box.w, 3) for one in said] for face in _faces_of_why(pen))
    )
    return next(way for way in ways if _lines_height(way) <= free)


def _lines_height(lines: Sequence[tuple[str, Face]]) -> int:
    return sum(_pitch(face) for _, face in lines)


def _shorter_reasons(page: KeysPage) -> Iterator[tuple[Message, ...]]:
    """Yield everything that explains the question, then less and less; the reason itself is omitted last."""
    for why in dict.fromkeys((page.why, page.why[:1])):
        yield from ((*why, *rest) for rest in ((page.rest[:1], page.rest[1:]) if page.rest else ((),)))
    yield page.why[:1]
    yield ()


def _faces_of_why(pen: Pen) -> tuple[Face, ...]:
    return (pen.paper.face("note"), SMALLEST)


def _pitch(face: Face) -> int:
    return line_height(face) + 1


def _reason_gap(pen: Pen) -> int:
    """Return the pixels between the reason and the keys; without them the two would look like one text."""
    return 0 if pen.paper.tight else 2


def _cells(style: Style, box: Box, number: int) -> list[Box]:
    """Return a cell for each row, in reading order and in as few columns as possible."""
    columns = _columns(style, box, number)
    high = min(style.high, box.h // -(-number // columns))
    each = box.columns(columns, GAP)
    return [
        Box(each[n % columns].x, box.y + n // columns * high, each[n % columns].w, high) for n in range(number)
    ]


def _columns(style: Style, box: Box, number: int) -> int:
    """Return the smallest number of columns in which rows have their minimum height, else the maximum."""
    enough = (n for n in range(1, MOST_COLUMNS) if min(style.high, box.h // -(-number // n)) >= style.least)
    return next(enough, MOST_COLUMNS)


def _width_of_keys(style: Style, page: KeysPage) -> int:
    return max(icon_mask(KEYS[key], style.key).width for key in page.keys)


def _rooms_for_words(
    pen: Pen, style: Style, game: ShownGame | None, page: KeysPage, cells: Sequence[Box]
) -> list[Box]:
    """Return the box for the text of each row, after its key and icon."""
    wide = _width_of_keys(style, page) + GAP + (style.sign + GAP if _has_icons(game, page) else 0)
    return [_words_room(pen, cell.from_left(wide), row) for cell, row in zip(cells, page.rows, strict=True)]


def _has_icons(game: ShownGame | None, page: KeysPage) -> bool:
    """True if most rows have an icon; labels then begin after the icons, else no icon is drawn."""
    return 2 * sum(_row_icon(game, row) is not None for row in page.rows) > len(page.rows)


def _row_icon(game: ShownGame | None, row: ListItem) -> Icon | None:
    """Return the game's icon for the row."""
    return game.screens.icons.get(row.sign) if game and row.sign else None


def _words_room(pen: Pen, box: Box, row: ListItem) -> Box:
    """Return the box without the space of the cross of a closed row."""
    cross = capital_height(pen.paper.face("body")) + GAP if row.closed else 0
    return box._replace(w=box.w - cross)


def _fitted(pen: Pen, page: KeysPage, rooms: Sequence[Box]) -> list[Fitted]:
    """Return the labels of all rows in one face, as large as possible; short labels where they do not fit."""
    briefs = {hint.button: pen.translate(capitalize_start(hint.label)) for hint in (*page.hints, *page.blank_keys)}
    labels = [pen.translate(capitalize_start(row.label)) for row in page.rows]
    short = [briefs.get(key, label) for key, label in zip(page.keys, labels, strict=True)]
    faces = (*(pen.paper.face(role) for role in ("text", "body", "note")), SMALLEST)
    for words in (labels, short):
        for face in faces:
            found = _in_letters(pen, words, face, rooms)
            if all(_fits(each, face) for each in found):
                whole = _in_letters(pen, labels, face, rooms)
                return [full if _fits(full, face) else brief for full, brief in zip(whole, found, strict=True)]
    return found


def _in_letters(pen: Pen, words: Sequence[str], face: Face, rooms: Sequence[Box]) -> list[Fitted]:
    return [
        pen.set_lines(each, face, room.w, max(1, (room.h - 2) // (line_height(face) + 1)))
        for each, room in zip(words, rooms, strict=True)
    ]


def _fits(words: Fitted, face: Face) -> bool:
    return words.whole and words.face == face


def _row(pen: Pen, box: Box, row: ListItem, label: Fitted) -> None:
    """Draw the label and at the right the note and the cross of a closed row."""
    note = _note_beside(pen, box, row, label)
    pitch = line_height(label.face) + 1
    base = box.y + (box.h - (len(label.lines) - 1) * pitch + capital_height(label.face)) // 2
    for number, line in enumerate(label.lines):
        pen.set(box.x, base + number * pitch, line, label.face, whole=label.whole)
    if note:
        right = box.right + (capital_height(pen.paper.face("body")) + GAP if row.closed else 0)
        pen.write(right, base, note.lines[0], note.face, align="right")
    if row.closed:
        pen.cross(box.right + GAP - (text_width(note.lines[0], note.face) + GAP if note else 0), base, label.face)


def _note_beside(pen: Pen, box: Box, row: ListItem, label: Fitted) -> Fitted | None:
    """Return the note if it fits beside a label of one line; otherwise the pressed key shows it."""
    if not row.note or len(label.lines) > 1:
        return None
    room = box.w - text_width(label.lines[0], label.face) - 2 * GAP
    tried = (pen.set_lines(row.note, face, room) for face in (pen.paper.face("body"), SMALLEST))
    return next((note for note in tried if note.whole), None)
