"""Tables of a game, split into pages: strips, a matrix of sources by players, and a matrix with reasons.

A `Strip` is one line that can draw itself. `split_into_pages` distributes strips evenly over pages, and
`draw_leaf` draws one of them. `MatrixRow` is a line of numbers with a column per player. `ReasonRow` is a line of
a scoring with a note under each player's points; `SumRow` is a line of totals below. Nothing is added up here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.game import GameOutline
from companion.engine.message import Message, join_list, literal
from companion.menu.pages import SheetPage
from companion.screens import frame
from companion.screens.frame import draw_footer, draw_headline, headline_bottom, highest_footer_top
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON, SMALL_ICON, Icon
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
    Fitted,
    capital_height,
    faces_of_same_height,
    ink_box,
    line_height,
    number_with_minus_sign,
    text_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen


class Strip(NamedTuple):
    """One line of a table."""

    height: int
    """Height in pixels."""
    draw: Callable[[Pen, Box], None]
    """Function that draws the strip into a box of that height."""
    keep: bool = False
    """True for a heading: it stays with the strips after it and is repeated where they continue."""


class Leaf(NamedTuple):
    """One page of a table: its title and strips."""

    title: Message
    strips: tuple[Strip, ...] = ()
    """Strips of this page, as `split_into_pages` distributed them; they fit."""
    whole: Callable[[Pen, Box], None] | None = None
    """Function that draws everything above the footer, the title included; None for strips under a title."""


def strips_height(pen: Pen) -> int:
    """Return the pixels for strips between a one-line title and the highest footer."""
    # Strips are distributed before the titles and hints are known, and the number of pages must not depend on the
    # page.
    return highest_footer_top(pen) - headline_bottom(pen) - 1


def split_into_pages(
    strips: Sequence[Strip], high: int, head: Sequence[Strip] = (), foot: Sequence[Strip] = ()
) -> list[tuple[Strip, ...]]:
    """Return the strips evenly on as few pages as possible, each page between `head` and `foot`.

    The strips under a heading stay together if that takes no additional page; else the heading is repeated.
    """
    room_here = high - _height_of(head) - _height_of(foot)
    pages = min(
        (
            _distribute_evenly(parts, room_here)
            for parts in (_parts_by_section(strips, room_here), _parts_by_strip(strips))
        ),
        key=len,
    )
    return [(*head, *page, *foot) for page in pages]


def _height_of(strips: Sequence[Strip]) -> int:
    return sum(strip.height for strip in strips)


class _Part(NamedTuple):
    """Strips that are never divided between pages."""

    strips: Sequence[Strip]
    again: Sequence[Strip] = ()
    """Heading to repeat if the part begins a page."""


def _distribute_evenly(parts: Sequence[_Part], high: int) -> list[list[Strip]]:
    """Return the strips on the smallest number of pages, as evenly as possible."""
    most = len(_fill_pages(parts, high))
    even = bisect_left(range(high), True, key=lambda limit: len(_fill_pages(parts, limit)) <= most)
    return _fill_pages(parts, even)


def _fill_pages(parts: Sequence[_Part], limit: int) -> list[list[Strip]]:
    """Return the strips on pages filled up to `limit` pixels; a higher part gets a page of its own."""
    pages: list[list[Strip]] = []
    used = 0
    for part in parts:
        high = _height_of(part.strips)
        if not pages or used + high > limit:
            pages.append([*part.again])
            used = _height_of(part.again)
        pages[-1] += part.strips
        used += high
    return pages


def _sections(strips: Sequence[Strip]) -> list[list[Strip]]:
    """Return each heading with the strips under it; a strip without a heading is a section of its own."""
    sections: list[list[Strip]] = []
    for strip in strips:
        if sections and sections[-1][0].keep and not strip.keep:
            sections[-1].append(strip)
        else:
            sections.append([strip])
    return sections


def _parts_by_section(strips: Sequence[Strip], high: int) -> list[_Part]:
    """Return the sections as parts; one that is too high is divided, with its heading repeated."""
    parts: list[_Part] = []
    for title, *rows in _sections(strips):
        piece = [title]
        for row in rows:
            if len(piece) > 1 and _height_of(piece) + row.height > high:
                parts.append(_Part(piece))
                piece = [title]
            piece.append(row)
        parts.append(_Part(piece))
    return parts


def _parts_by_strip(strips: Sequence[Strip]) -> list[_Part]:
    """Return each strip as a part, a heading with the first strip under it."""
    parts: list[_Part] = []
    for title, *rows in _sections(strips):
        parts.append(_Part([title, *rows[:1]]))
        parts += [_Part([row], again=[title]) for row in rows[1:]]
    return parts


def heading_strip(pen: Pen, words: Message, icon: Icon | None = None) -> Strip:
    """Return a heading for the strips after it, with an optional icon before the text."""
    face = pen.paper.face("body", bold=True)
    return Strip(
        line_height(face) + space_above_heading(pen) + pen.paper.px(2),
        partial(_draw_heading, words=words, icon=icon),
        keep=True,
    )


def icon_size_beside(face: Face) -> int:
    """Return the size of the icon before text in this face, in pixels."""
    return MEDIUM_ICON if face.size >= 20 else SMALL_ICON


def space_above_heading(pen: Pen) -> int:
    """Return the pixels above a heading."""
    return 0 if pen.paper.tight else pen.paper.px(5)


def _draw_heading(pen: Pen, box: Box, words: Message, icon: Icon | None) -> None:
    line, size = box.below(space_above_heading(pen)), icon_size_beside(pen.paper.face("body"))
    if icon:
        line = line.from_left(pen.icon(line.x, line.y + (line.h - size) // 2, icon, size) + 6 - line.x)
    pen.text(line, words, pen.paper.face("body", bold=True), middle=True)


SENTENCE_LINES = 3


def sentence_strip(pen: Pen, words: Message) -> Strip:
    """Return a strip of text across the full width, in up to three lines."""
    face = pen.paper.face("body")
    lines = len(pen.fit(words, pen.paper.inner.w, strips_height(pen), face, SENTENCE_LINES).lines)
    return Strip(text_height(lines, face) + _over_sentence(pen), partial(_draw_sentence, words=words))


def sentence_strips(pen: Pen, words: Message) -> list[Strip]:
    """Return one strip for a sentence that fits it; a longer one may go on on the next page."""
    face, width = pen.paper.face("body"), pen.paper.inner.w
    if pen.fit(words, width, strips_height(pen), face, SENTENCE_LINES).whole:
        return [sentence_strip(pen, words)]
    lines = wrap_words(pen.translate(words), width, face)
    parts = (lines[at : at + SENTENCE_LINES] for at in range(0, len(lines), SENTENCE_LINES))
    return [sentence_strip(pen, literal(" ".join(part))) for part in parts]


def _over_sentence(pen: Pen) -> int:
    return 2 if pen.paper.tight else pen.paper.px(6)


def _draw_sentence(pen: Pen, box: Box, words: Message) -> None:
    pen.text(box.below(_over_sentence(pen)), words, pen.paper.face("body"), lines=SENTENCE_LINES)


def draw_leaf(pen: Pen, leaves: Sequence[Leaf], page: SheetPage) -> None:
    """Draw the leaf of the page, or the last one if there are fewer."""
    at = min(page.page, len(leaves) - 1)
    top = draw_footer(pen, page.hints)
    if whole := leaves[at].whole:
        whole(pen, Box(0, 0, pen.paper.width, top))
        return
    where = f"{at + 1}/{len(leaves)}" if len(leaves) > 1 else ""
    box = draw_headline(pen, leaves[at].title, where=where, lines=1)
    y = box.y
    for strip in leaves[at].strips:
        strip.draw(pen, Box(box.x, y, box.w, strip.height))
        y += strip.height


NO_POINTS_SIGN = "·"
UNLIMITED_HEIGHT = 999


class MatrixRow(NamedTuple):
    """A line of the matrix."""

    words: Message
    cells: tuple[str, ...]
    """Text of each column."""
    bold: bool = False
    """True for a sum: bold, with a dotted line above."""


def head_strip(pen: Pen, outline: GameOutline, figures: Sequence[str]) -> Strip:
    """Return the strip with marks and names above the columns."""
    high = (
        capital_height(pen.paper.face("note")) + 6
        if pen.paper.tight
        else line_height(pen.paper.face("body")) + pen.paper.px(4)
    )
    return Strip(high, partial(_head, outline=outline, figures=figures))


def line_strip(pen: Pen, each: MatrixRow, close: bool = False) -> Strip:
    """Return the strip of one line, as high as its label; `close` lines have less space between them."""
    paper = pen.paper
    fitted = _label(pen, each)
    air = 4 if paper.tight else paper.px(6 if close else 9)
    if len(fitted.lines) > 1:
        high = text_height(len(fitted.lines), fitted.face)
    else:
        high = max(capital_height(_face(pen, each)) + air, _reach(fitted))
    return Strip(high + _over_sum(each), partial(_draw_matrix_line, each=each))


def _face(pen: Pen, each: MatrixRow) -> Face:
    return pen.paper.face("body" if pen.paper.tight else "text", each.bold)


def _label(pen: Pen, each: MatrixRow) -> Fitted:
    """Return the label in one line if a smaller face makes that possible, else in two."""
    wide = label_width(pen.paper.inner.w, len(each.cells))
    one = pen.fit(each.words, wide, UNLIMITED_HEIGHT, _face(pen, each), 1)
    return (
        one
        if one.whole and len(one.lines) == 1
        else pen.fit(each.words, wide, UNLIMITED_HEIGHT, _face(pen, each), 2)
    )


def _reach(fitted: Fitted) -> int:
    """Return the height in pixels of a line in which neither accents nor descenders touch the next one."""
    _, top, _, bottom = ink_box(fitted.lines[0], fitted.face)
    high = capital_height(fitted.face)
    return high + 2 * max(-top - high, bottom) + 1


def _over_sum(each: MatrixRow) -> int:
    """Return the pixels for the dotted line."""
    return 2 if each.bold else 0


def label_width(width: int, columns: int) -> int:
    """Return the pixels for a line's label, of `width` for the whole line."""
    # Percentages: with fewer players the numbers need less space, which the labels get.
    share = {1: 60, 2: 46, 3: 40}.get(columns, 36)
    return width * share // 100


def player_columns(pen: Pen, box: Box, number: int) -> list[Box]:
    """Return the players' columns in a box as wide as the table."""
    return box.from_left(label_width(box.w, number)).columns(number, 3 if pen.paper.tight else pen.paper.px(8))


def _head(pen: Pen, box: Box, outline: GameOutline, figures: Sequence[str]) -> None:
    place = Box(box.x, box.y, box.w, box.h - 2)
    places = player_columns(pen, place, len(figures))
    face = _head_face(pen, outline, figures, places[0].w)
    size = frame.mark_size(face)
    for column, figure in zip(places, figures, strict=True):
        if pen.paper.tight and not _all_fit(pen, outline, figures, face, column.w):
            # Names beside only some of the marks would look like an error.
            mark = Box(column.right - size, column.y + (column.h - size) // 2, size, size)
            frame.draw_mark(pen, mark, outline, figure)
        else:
            frame.draw_player_label(pen, column, outline, figure, face, align="right")
    pen.rule(box.x, box.bottom - 1, box.w)


def _head_face(pen: Pen, outline: GameOutline, figures: Sequence[str], room: int) -> Face:
    """Return one face for all names: the narrow one if a name is too long."""
    face = pen.paper.face("note", bold=True)
    return face if _all_fit(pen, outline, figures, face, room) else SMALLEST


def _all_fit(pen: Pen, outline: GameOutline, figures: Sequence[str], face: Face, room: int) -> bool:
    return all(frame.player_label_width(pen, outline, figure, face) <= room for figure in figures)


def _draw_matrix_line(pen: Pen, box: Box, each: MatrixRow) -> None:
    if each.bold:
        pen.dots(box.x, box.y, box.w)
        box = box.below(_over_sum(each))
    face = _face(pen, each)
    wide = label_width(box.w, len(each.cells))
    pen.write_fitted(Box(box.x, box.y, wide, box.h), _label(pen, each), middle=True)
    for column, cell in zip(player_columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.text(column, cell, face, align="right", middle=True)


def table_pages(
    pen: Pen, lines: Sequence[MatrixRow], sums: Sequence[MatrixRow], *head: Strip
) -> list[tuple[Strip, ...]]:
    """Return lines and sums under the head; if they need more than one page, the sums come first."""
    for close in (False, True):
        natural = [line_strip(pen, each, close) for each in (*lines, *sums)]
        if sum(strip.height for strip in (*head, *natural)) <= strips_height(pen):
            return [(*head, *natural)]
    # The sums come first, so that players who do not turn the page see the most important lines.
    return split_into_pages([line_strip(pen, each) for each in (*sums, *lines)], strips_height(pen), head)


def signed_points(points: int) -> str:
    """Return the points gained or lost with their sign; a dot for 0."""
    if points == 0:
        return NO_POINTS_SIGN
    return f"+{points}" if points > 0 else number_with_minus_sign(points)


class Cell(NamedTuple):
    """A player's points from one source."""

    figure: str
    """Text of the points; "" if the note is enough."""
    note: Message | None = None
    """Reason, in about two words."""


class ReasonRow(NamedTuple):
    """A line of the table with reasons."""

    icon: Icon
    words: Message
    cells: tuple[Cell, ...]
    source: str = ""
    """Id of the source in a result."""


class SumRow(NamedTuple):
    """A line under the table."""

    words: Message
    cells: tuple[str, ...]


class Style(NamedTuple):
    """Layout of the table with reasons on one kind of panel."""

    row: int
    """Pixels from one line to the next."""
    icon: int
    words: Face
    figure: Face
    note: Face
    total: Face


STYLES = {
    SMALL: Style(25, 0, Face(13, BOLD), Face(13, BOLD), SMALLEST, Face(15, BOLD)),
    WIDE: Style(25, 0, Face(13, BOLD), Face(13, BOLD), SMALLEST, Face(15, BOLD)),
    MIDDLE: Style(35, MEDIUM_ICON, Face(15, BOLD), Face(20, BOLD), Face(13), Face(24, SERIF)),
    BIG: Style(44, LARGE_ICON, Face(20, BOLD), Face(24, BOLD), Face(17), Face(40, SERIF)),
}


def _between(pen: Pen) -> int:
    """Return the pixels between points and the note below them."""
    return 3 if pen.paper.tight else 5


def _air(pen: Pen) -> int:
    """Return the pixels above and below the total."""
    return 4 if pen.paper.tight else 6


def notes_fit(pen: Pen, row: ReasonRow) -> bool:
    """True if each note of the line fits into its column."""
    return _note_face(pen, row, player_columns(pen, pen.paper.inner, len(row.cells))[0].w) is not None


def reason_pages(
    pen: Pen,
    rows: Sequence[ReasonRow],
    sums: Sequence[SumRow],
    note: Sequence[Message],
    head: Strip,
    behind: Callable[[int, int], SumRow | None],
) -> list[tuple[Strip, ...]]:
    """Return the lines in few pages; the first ends with the sums (the total in large digits) and a note.

    `behind(lines, pages)` returns the line for the points on the following pages, after that many lines on the
    first page, so that the first page adds up; None if there are none.
    """
    style = STYLES[pen.paper.panel]
    left = strips_height(pen) - head.height
    most = left // style.row
    pages, first = [], 0
    if sums:
        foot = Strip(_sums_height(pen, len(sums), note), partial(_sums, sums=sums, note=note))
        first, carried = _first_page_lines(
            pen, len(rows), left - foot.height, lambda shown: behind(shown, -(-(len(rows) - shown) // most))
        )
        told = (*_lines(style, rows[:first]), *carried)
        # Without lines there is no space between head and sums.
        air = [_empty_strip(left - foot.height - sum(strip.height for strip in told))] if told else []
        pages = [(head, *told, *air, foot)]
    return pages + [(head, *_lines(style, rows[at : at + most])) for at in range(first, len(rows), most)]


def _first_page_lines(
    pen: Pen, rows: int, left: int, behind: Callable[[int], SumRow | None]
) -> tuple[int, list[Strip]]:
    """Return the number of lines on the first page, and the line with the points of the pages behind it."""
    row = STYLES[pen.paper.panel].row
    shown = min(rows, left // row)
    high = _small(pen) + _air(pen) - 2
    if shown and not behind(shown):
        return shown, []
    for fewer in range(min(shown, max(0, left - high) // row), -1, -1):
        carried = behind(fewer)
        if carried and fewer * row + high <= left:
            return fewer, [Strip(high, partial(_carried, each=carried, under_lines=fewer > 0))]
    return 0, []


def _carried(pen: Pen, box: Box, each: SumRow, under_lines: bool) -> None:
    style = STYLES[pen.paper.panel]
    if under_lines:
        pen.dots(box.x, box.y, box.w)
    _sum(pen, box, box.y + (box.h + capital_height(style.note)) // 2, each, style.note, style.note.strong)


def _lines(style: Style, rows: Sequence[ReasonRow]) -> list[Strip]:
    return [Strip(style.row, partial(_reason_line, each=each, first=at == 0)) for at, each in enumerate(rows)]


def _empty_strip(high: int) -> Strip:
    return Strip(high, lambda _pen, _box: None)


def _reason_line(pen: Pen, box: Box, each: ReasonRow, first: bool) -> None:
    style = STYLES[pen.paper.panel]
    if not first:
        pen.dots(box.x, box.y, box.w)
    used = 0
    if style.icon:
        pen.icon(box.x, box.y + (box.h - style.icon) // 2, each.icon, style.icon)
        used = style.icon + pen.paper.px(6)
    words = Box(box.x + used, box.y + 2, label_width(box.w, len(each.cells)) - used, box.h - 3)
    pen.text(words, each.words, style.words, lines=2, middle=True)
    places = player_columns(pen, box, len(each.cells))
    note = _note_face(pen, each, places[0].w)
    for place, cell in zip(places, each.cells, strict=True):
        _cell(pen, place, cell, note)


def _note_face(pen: Pen, each: ReasonRow, wide: int) -> Face | None:
    """Return one face for all notes of the line; None if a note does not fit."""
    notes = [pen.translate(cell.note) for cell in each.cells if cell.note]
    faces = [face for step in faces_of_same_height(STYLES[pen.paper.panel].note) for face in step]
    return next((face for face in faces if all(text_width(note, face) <= wide for note in notes)), None)


def _cell(pen: Pen, place: Box, cell: Cell, note: Face | None) -> None:
    """Draw the points with the note below; either of them alone is centred."""
    style = STYLES[pen.paper.panel]
    told = [(cell.figure, style.figure)] if cell.figure else []
    told += [(pen.translate(cell.note), note)] if cell.note and note else []
    base = (
        place.y + (place.h - sum(capital_height(face) for _, face in told) - _between(pen) * (len(told) - 1)) // 2
    )
    for text, face in told:
        base += capital_height(face)
        pen.write(place.right, base, text, face, align="right")
        base += _between(pen)


def _sums_height(pen: Pen, sums: int, note: Sequence[Message]) -> int:
    style = STYLES[pen.paper.panel]
    # The note has descenders, unlike the digits above it.
    tails = 4 if note else 0
    return 2 + capital_height(style.total) + 2 * _air(pen) + (sums - 1 + bool(note)) * _small(pen) + tails


def _small(pen: Pen) -> int:
    """Return the pixels from one small line under the total to the next."""
    return capital_height(STYLES[pen.paper.panel].note) * 3 // 2 + 1


def _sums(pen: Pen, box: Box, sums: Sequence[SumRow], note: Sequence[Message]) -> None:
    style = STYLES[pen.paper.panel]
    pen.rule(box.x, box.y, box.w, 2)
    base = box.y + 2 + _air(pen) + capital_height(style.total)
    _sum(pen, box, base, sums[0], style.words, style.total)
    base += _air(pen) - 2
    for each in sums[1:]:
        base += _small(pen)
        _sum(pen, box, base, each, style.note, style.note)
    if note:
        pen.write(box.x, base + _small(pen), join_list(note), style.note.strong, room=box.w)


def _sum(pen: Pen, box: Box, base: int, each: SumRow, words: Face, figures: Face) -> None:
    pen.write(box.x, base, each.words, words, room=label_width(box.w, len(each.cells)))
    for place, cell in zip(player_columns(pen, box, len(each.cells)), each.cells, strict=True):
        pen.write(place.right, base, cell, figures, align="right")
