"""The list page: questions, menus, history, instructions, games and counts.

The row under the cursor is the only black bar. Labels are never cut: long ones take more lines, so fewer rows are
shown. Only the rows around the cursor are measured and drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, capitalize_start, tr
from companion.menu.pages import ListItem, ListPage
from companion.screens import frame as frame_module
from companion.screens.frame import draw_footer, draw_headline, highest_footer_top
from companion.screens.game_screens import (
    HasRoom,
    ShownGame,
    box_under_tables,
    outline_of_page,
    tables_over_question,
)
from companion.screens.icons import MEDIUM_ICON, SMALL_ICON, Icon
from companion.screens.paper import (
    BIG,
    MIDDLE,
    NARROW,
    NARROW_FACE_SIZES,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    capital_height,
    line_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen

TICKED_KINDS = ("put_back",)


class Style(NamedTuple):
    """Layout of a list on one kind of panel."""

    least: int
    """Minimum pixels of a one-line row, used only if all rows fit that way."""
    row: int
    """Pixels of a one-line row otherwise."""
    airy: int
    """Pixels of a one-line row if all rows fit with that height."""
    sign: int
    """Pixels of the icons before rows of height `airy`; 16 before others."""
    slider: int
    """Pixels that the scroll bar takes at the right edge."""


STYLES = {
    BIG: Style(34, 36, 46, MEDIUM_ICON, 12),
    MIDDLE: Style(24, 26, 33, MEDIUM_ICON, 8),
    WIDE: Style(20, 20, 21, SMALL_ICON, 6),
    SMALL: Style(18, 18, 19, SMALL_ICON, 6),
}
NARROW_SIGNS = SMALL_ICON + 6
"""Pixels for small icons and the space after them."""
GAP = 8
"""Pixels between a row's label and its note."""


class ListLayout(NamedTuple):
    """Layout that all rows of a list share."""

    width: int
    """Pixels from the left edge of the paper to the end of the rows: its right edge or the scroll bar."""
    row: int
    """Pixels of a one-line row."""
    signs: int
    """Pixels for marks, icons or tick boxes before the labels; 0 for none."""
    boxes: bool
    """True if every row can be ticked."""
    narrow: bool = False
    """True if all labels use the narrow face, because some would not fit into one line otherwise."""
    people: bool = False
    """True if rows belong to players: mark and name stand before the label, with the turn below the name."""


class MeasuredRow(NamedTuple):
    """A row with its measured texts."""

    row: ListItem
    label: Fitted
    note: Fitted | None
    """None if the row has no note or no space for it."""
    beside: bool
    """True if the note stands at the right of the label; else below it."""
    height: int
    """Pixels to the next row."""


def draw_list(pen: Pen, game: ShownGame | None, page: ListPage) -> None:
    """Draw headline, rows and footer."""
    style, foot = STYLES[pen.paper.panel], draw_footer(pen, page.hints)
    where = f"{page.cursor + 1}/{len(page.rows)}" if len(page.rows) > 4 else ""
    box = draw_headline(
        pen, page.title, game and game.outline, page.player, where, moment=outline_of_page(game, page)
    )
    box = Box(0, box.y, pen.paper.width, foot - 1 - box.y)
    above, here = _rows_near_cursor(style, box, page)
    box = _under_table(pen, style, game, page, here, box)
    frame = _frame(pen, style, game, page, box)
    rows = _measured_rows(pen, frame, here, box.h)
    if sum(each.height for each in rows) > box.h and frame.row > style.row and not frame.people:
        frame = frame._replace(row=style.row, signs=min(frame.signs, NARROW_SIGNS))
        rows = _measured_rows(pen, frame, here, box.h)
    first, last = _window([each.height for each in rows], here.cursor, box.h)
    if last - first < len(page.rows):
        _slider(pen, style, box, above + first, above + last, len(page.rows))
        frame = frame._replace(width=frame.width - style.slider)
        rows = _measured_rows(pen, frame, here, box.h)
        first, last = _window([each.height for each in rows], here.cursor, box.h)
    y = box.y
    for number in range(first, last):
        place = Box(0, y, frame.width, rows[number].height)
        # On the smallest paper rows are so low that accents would touch the dots.
        if number > first and here.cursor not in (number - 1, number) and pen.paper.panel != SMALL:
            pen.dots(pen.paper.margin, y, frame.width - 2 * pen.paper.margin)
        _draw(pen, place, frame, rows[number], number == here.cursor, game)
        y += rows[number].height


def _under_table(
    pen: Pen, style: Style, game: ShownGame | None, page: ListPage, list_page: ListPage, box: Box
) -> Box:
    """Draw the tables that the game shows above its list if rows keep enough space; return the box left."""

    def left_for(least: Callable[[Sequence[MeasuredRow]], int]) -> HasRoom:
        def has_room(left: Box) -> bool:
            return left.h >= least(_measured_rows(pen, _frame(pen, style, game, page, left), list_page, left.h))

        return has_room

    return box_under_tables(
        pen,
        tables_over_question(game, page) if page.rows else (),
        box,
        left_for(lambda rows: _two_rows(rows, list_page.cursor)),
        left_for(
            lambda rows: rows[list_page.cursor].height if pen.paper.tight else _two_rows(rows, list_page.cursor)
        ),
    )


def _rows_near_cursor(style: Style, box: Box, page: ListPage) -> tuple[int, ListPage]:
    """Return how many rows are left out above, and the page with only the rows that may be visible."""
    most = box.h // style.row + 1
    first = max(0, page.cursor - most)
    rows = page.rows[first : max(page.cursor, 0) + most + 1]
    return first, msgspec.structs.replace(page, rows=rows, cursor=page.cursor - first)


def _two_rows(rows: Sequence[MeasuredRow], cursor: int) -> int:
    """Return the pixels of two rows, which show that it is a list, with the one under the cursor."""
    return max(rows[cursor].height, min(row.height for row in rows) * min(2, len(rows)))


def _frame(pen: Pen, style: Style, game: ShownGame | None, page: ListPage, room: Box) -> ListLayout:
    """Return the layout of the rows; it does not depend on the row under the cursor and its hints."""
    if any(each.figure_note for each in page.rows):
        row = style.row if pen.paper.tight else style.airy
        near = (page.rows[0], *_rows_near_cursor(style, room, page)[1].rows)
        wide = _turns_width(pen, near) if pen.paper.tight else pen.paper.width // 4
        return ListLayout(pen.paper.width, row, wide, False, people=True)
    each = (min(room.bottom, highest_footer_top(pen) - 1) - room.y) // max(1, len(page.rows))
    airy = each >= style.airy
    row = style.airy if airy else each if style.least <= each < style.row else style.row
    boxes = page.kind in TICKED_KINDS or any(each.ticked for each in page.rows)
    pictures = boxes or any(_row_sign(game, each) for each in page.rows)
    wide = style.sign + GAP if style.sign > SMALL_ICON and airy else NARROW_SIGNS
    frame = ListLayout(pen.paper.width, row, wide if pictures else 0, boxes)
    at_slider = frame._replace(width=frame.width - style.slider)
    return frame._replace(narrow=any(_wants_narrow(pen, at_slider, each) for each in page.rows))


def _turns_width(pen: Pen, rows: Sequence[ListItem]) -> int:
    """Return the pixels that marks and turns take on tight paper, where the label needs all the others."""
    face = pen.paper.face("text", bold=True)
    turns = max(
        (text_width(pen.translate(each.figure_note), SMALLEST) for each in rows if each.figure_note), default=0
    )
    return frame_module.mark_size(face) + frame_module.mark_gap(face) + turns + GAP


def _wants_narrow(pen: Pen, frame: ListLayout, row: ListItem) -> bool:
    """True if the row's label and note fit into one line only in the narrow face."""
    (usual, small), narrow = _faces(pen, frame, row, False), _narrow(pen)
    words = pen.translate(capitalize_start(row.label))
    room = frame.width - 2 * pen.paper.margin - frame.signs - _cross_width(pen, row)
    room -= text_width(pen.translate(row.note), small) + GAP if row.note else 0
    return not row.closed and text_width(words, narrow) <= room < text_width(words, usual)


def _narrow(pen: Pen) -> Face:
    """Return the narrow face of a row."""
    return Face(NARROW_FACE_SIZES[pen.paper.face("text").size], NARROW)


def _row_sign(game: ShownGame | None, row: ListItem) -> Icon | str:
    """Return the game's icon of the row, or the id of its player; "" for neither."""
    if not row.sign or game is None:
        return ""
    if game.outline and any(each.id == row.sign for each in game.outline.players):
        return row.sign
    return game.screens.icons.get(row.sign, "")


def _measured_rows(pen: Pen, frame: ListLayout, page: ListPage, high: int) -> list[MeasuredRow]:
    """Return the rows with all notes if they fit, else with notes beside labels and that of the cursor's row."""
    everything = [_measure(pen, frame, row, at == page.cursor) for at, row in enumerate(page.rows)]
    if sum(each.height for each in everything) <= high:
        return everything
    rows = [
        each if at == page.cursor or each.beside else _measure(pen, frame, each.row)
        for at, each in enumerate(everything)
    ]
    if rows[page.cursor].height > high:
        rows[page.cursor] = _measure_in_smallest(pen, frame, rows[page.cursor].row, high)
    return rows


def _measure_in_smallest(pen: Pen, frame: ListLayout, row: ListItem, high: int) -> MeasuredRow:
    """Return the row with label and note in one text of the smallest face, shortened to end above the footer."""
    words = capitalize_start(row.label)
    if row.note:
        ended = pen.translate(words).endswith((".", "?", "!"))
        told = {"words": words, "why": capitalize_start(row.note)}
        words = tr("{words} {why}", **told) if ended else tr("{words}. {why}", **told)
    wide = frame.width - 2 * pen.paper.margin - frame.signs - _cross_width(pen, row)
    around = line_height(SMALLEST) // 2
    most = 1 + (high - around - capital_height(SMALLEST)) // _pitch(SMALLEST)
    label = pen.set_lines(words, SMALLEST, wide, max(1, most))
    return MeasuredRow(row, label, None, False, _used(label, None) + around)


def _faces(pen: Pen, frame: ListLayout, row: ListItem, is_selected: bool) -> tuple[Face, Face]:
    """Return the faces of label and note: thin for closed rows, and never thin in white on black."""
    paper = pen.paper
    small = paper.face("body", is_selected)
    return _narrow(pen) if frame.narrow and not row.closed else paper.face(
        "text", is_selected or not row.closed
    ), small


def _set(pen: Pen, words: Message, face: Face, room: int, lines: int = 1) -> Fitted:
    """Return the text in this face if it fits, so that it looks like the other rows; else in a smaller one."""
    found = wrap_words(pen.translate(words), room, face)
    if len(found) <= lines and all(text_width(each, face) <= room for each in found):
        return Fitted(face, found)
    return pen.set_lines(words, face, room, lines)


def _measure(pen: Pen, frame: ListLayout, row: ListItem, is_selected: bool | None = None) -> MeasuredRow:
    """Return the measured row; `is_selected` None leaves out a note that does not fit beside the label."""
    face, small = _faces(pen, frame, row, bool(is_selected))
    cross = _cross_width(pen, row)
    wide = frame.width - 2 * pen.paper.margin - frame.signs
    note, words = pen.translate(row.note) if row.note else "", capitalize_start(row.label)
    if note:
        short = Fitted(small, (note,))
        label = _set(pen, words, face, wide - cross - text_width(note, small) - GAP)
        if label.whole and label.face == face:
            return MeasuredRow(row, label, short, True, frame.row)
    label = _set(pen, words, face, wide - cross, 4)
    if not note or is_selected is None:
        return MeasuredRow(row, label, None, False, _height(frame, label, None))
    under = pen.set_lines(note, small, wide, 5)
    return MeasuredRow(row, label, under, False, _height(frame, label, under))


def _cross_width(pen: Pen, row: ListItem) -> int:
    return capital_height(pen.paper.face("body")) + GAP if row.closed else 0


def _pitch(face: Face) -> int:
    return line_height(face) + 1


def _used(label: Fitted, under: Fitted | None) -> int:
    """Return the pixels from the top of the first capital to the last baseline."""
    more = len(under.lines) * _pitch(under.face) if under else 0
    return capital_height(label.face) + (len(label.lines) - 1) * _pitch(label.face) + more


def _height(frame: ListLayout, label: Fitted, under: Fitted | None) -> int:
    return max(frame.row, _used(label, under) + frame.row - capital_height(label.face))


def _window(heights: Sequence[int], cursor: int, room: int) -> tuple[int, int]:
    """Return the first row to show and the one after the last, with the cursor's row near the middle."""
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


def _slider(pen: Pen, style: Style, box: Box, first: int, last: int, count: int) -> None:
    """Draw the scroll bar at the right edge."""
    wide = style.slider - 3
    x = pen.paper.width - wide
    high = min(box.h, max(wide, box.h * (last - first) // count))
    start = box.y + (box.h - high) * first // max(1, count - (last - first))
    pen.dots_down(x + wide // 2, box.y, box.h)
    pen.square(Box(x, start, wide, high))


def _draw(
    pen: Pen, box: Box, frame: ListLayout, measured: MeasuredRow, is_selected: bool, game: ShownGame | None
) -> None:
    if is_selected:
        pen.bar(box)
    label, note, row = measured.label, measured.note, measured.row
    under = note if note and not measured.beside else None
    base = box.y + (box.h - _used(label, under)) // 2 + capital_height(label.face)
    if frame.signs:
        _draw_sign(pen, box, frame, row, is_selected, game)
    x, end = pen.paper.margin + frame.signs, box.right - pen.paper.margin
    for number, words in enumerate(label.lines):
        pen.set(x, base + number * _pitch(label.face), words, label.face, white=is_selected, whole=label.whole)
    if note and measured.beside:
        end = pen.write(end, base, note.lines[0], note.face, align="right", white=is_selected).x - GAP
    if row.closed:
        pen.cross(end - _cross_width(pen, row) + GAP, base, label.face, white=is_selected)
    if under:
        last = base + (len(label.lines) - 1) * _pitch(label.face)
        for number, words in enumerate(under.lines, 1):
            pen.set(x, last + number * _pitch(under.face), words, under.face, white=is_selected, whole=under.whole)


def _draw_sign(pen: Pen, box: Box, frame: ListLayout, row: ListItem, white: bool, game: ShownGame | None) -> None:
    """Draw a tick box, a player's mark or an icon."""
    x, sign = pen.paper.margin, _row_sign(game, row)
    if frame.people:
        _draw_player(pen, Box(x, box.y, frame.signs - GAP, box.h), game, row, white)
    elif frame.boxes:
        if row.ticked is None:
            return
        size = 2 * (capital_height(pen.paper.face("text")) // 2) + 1
        _tick_box(pen, Box(x, box.y + (box.h - size) // 2, size, size), row.ticked, white)
    elif isinstance(sign, Icon):
        size = SMALL_ICON if frame.signs < MEDIUM_ICON else MEDIUM_ICON
        pen.icon(x, box.y + (box.h - size) // 2, sign, size, white)
    elif sign and game:
        size = frame_module.mark_size(pen.paper.face("text"))
        place = Box(x + (frame.signs - GAP - size) // 2, box.y + (box.h - size) // 2, size, size)
        frame_module.draw_mark(pen, place, game.outline, sign, white)


def _draw_player(pen: Pen, box: Box, game: ShownGame | None, row: ListItem, white: bool) -> None:
    """Draw mark and name with the turn below; on tight paper only mark and turn."""
    outline, face = game.outline if game else None, pen.paper.face("text", bold=True)
    small = SMALLEST if pen.paper.tight else pen.paper.face("note", bold=white)
    if pen.paper.tight or not row.figure:
        size = frame_module.mark_size(face) if row.figure else 0
        if row.figure:
            frame_module.draw_mark(
                pen, Box(box.x, box.y + (box.h - size) // 2, size, size), outline, row.figure, white
            )
        if row.figure_note:
            room = box.from_left(size + frame_module.mark_gap(face) if size else 0)
            pen.text(room, row.figure_note, small, middle=True, white=white)
        return
    high = capital_height(face) + (capital_height(small) + 5 if row.figure_note else 0)
    top = box.y + (box.h - high) // 2
    frame_module.draw_player_label(
        pen, Box(box.x, top, box.w, capital_height(face)), outline, row.figure, face, white=white
    )
    if row.figure_note:
        left = frame_module.mark_size(face) + frame_module.mark_gap(face)
        pen.write(box.x + left, top + high, row.figure_note, small, room=box.w - left, white=white)


def _tick_box(pen: Pen, at: Box, ticked: bool, white: bool) -> None:
    far = at.w - 1
    pen.square(at, white, filled=False)
    if ticked:
        pen.strokes(at, [(2, far // 2), (far * 2 // 5, far - 2), (far - 2, 2)], 2, white)
