"""A map to choose a cell on: tiles as small pictures, the cursor's cell black, and in words what that cell means.

The whole map where its tiles stay readable, else a window that follows the cursor. Cells are wider than high where
there is room, for names and for what lies on them. Where they would be small, closed cells at the rim are left out
as long as the cursor isn't there. Knows no game; lays nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.engine.message import Message, begun
from companion.engine.offers import Tract, cell_of
from companion.menu.pages import ListItem, MapPage
from companion.screens.footer import footer
from companion.screens.game_screens import ShownGame, SmallTable
from companion.screens.headline import headline
from companion.screens.icons import Icon
from companion.screens.map_tiles import closed, dotted, look_of, refused, tile, under_cursor
from companion.screens.over_question import moment_of, tables_over, under_table
from companion.screens.paper import BIG, MIDDLE, SMALL, SMALLEST, WIDE, Box, Face, line_height
from companion.screens.pen import Pen


class Style(NamedTuple):
    """How a map looks on a panel."""

    least: int
    """Pixels from one cell to the next below at least: with less a window shows a part of the map."""
    most: int
    """The same at most."""
    gap: int
    """White between map and words."""
    ease: int = 0
    """With less than so many pixels closed cells at the rim are left out."""


STYLES = {
    BIG: Style(40, 84, 20, 59),
    MIDDLE: Style(27, 58, 12, 47),
    WIDE: Style(26, 40, 13),
    SMALL: Style(26, 40, 12),
}
WIDER = 3, 2
"""So many times as wide as high is a cell at most."""
BESIDE = (28, 36, 44, 52, 60)
"""Hundredths of the width that words may take at the right of the map."""
MORE = 4
"""Pixels of the small triangles that say where the map goes on."""

Cell = tuple[int, int]


class Words(NamedTuple):
    """What is said of a cell, set in lines."""

    lines: tuple[tuple[str, Face], ...]
    height: int
    whole: bool
    """All of it has room."""


class Plan(NamedTuple):
    """Where map and words stand."""

    wide: int
    """Pixels from one cell to the next beside it."""
    high: int
    """The same to the next below."""
    map: Box
    """As many whole cells as are shown."""
    words: Box


class Extent(NamedTuple):
    """The cells of a map, or those that a window shows."""

    west: int
    north: int
    columns: int
    rows: int

    def place(self, cell: Cell) -> Cell | None:
        """Column and row of a cell, from the north-west; None for one outside."""
        column, row = cell[0] - self.west, self.north - cell[1]
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


def tile_map(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """Draw title, map, what is said of the cursor's cell, and foot."""
    style, foot = STYLES[pen.paper.panel], footer(pen, page.hints)
    box = headline(pen, page.title, game and game.outline, page.asked, moment=moment_of(game, page))
    here = page.rows[page.cursor] if page.rows else None
    room = Box(box.x, box.y, box.w, foot - 2 - box.y)
    tables = tables_over(game, page)
    whole = _extent(pen, style, room.below(tables[0].height(pen) if tables else 0), page)
    room = _under_table(pen, style, tables, page, room, whole)
    plan, words = _plan(pen, style, room, whole, page)
    _write(pen, plan.words, words)
    shown = _window(whole, plan, cell_of(here.sign) if here else (0, 0))
    _goes_on(pen, plan, whole, shown)
    _cells(pen, plan, shown, page, game.screens.icons if game else {})


def _extent(pen: Pen, style: Style, room: Box, page: MapPage) -> Extent:
    """The cells of the map; without the closed ones at its rim where the others gain by it."""
    every, lying = _every_cell(page), [(each.x, each.y) for each in page.tracts]
    within = _around([*lying, *(cell_of(row.sign) for row in page.rows if not row.closed)])
    here = cell_of(page.rows[page.cursor].sign) if page.rows else (0, 0)
    if within.place(here) is None or _plan(pen, style, room, every, page)[0].high >= style.ease:
        return every
    return within


def _every_cell(page: MapPage) -> Extent:
    return _around([*((each.x, each.y) for each in page.tracts), *(cell_of(row.sign) for row in page.rows)])


def _around(cells: Sequence[Cell]) -> Extent:
    easts, norths = [x for x, _ in cells or [(0, 0)]], [y for _, y in cells or [(0, 0)]]
    return Extent(min(easts), max(norths), max(easts) - min(easts) + 1, max(norths) - min(norths) + 1)


def windows(pen: Pen, room: Box, page: MapPage) -> list[Extent]:
    """The parts of a map, each with as many cells as have room; one where the whole map has it."""
    whole, plan = _every_cell(page), _alone(pen, room, page)
    columns, rows = plan.map.w // plan.wide, plan.map.h // plan.high
    east, south = whole.west + whole.columns - columns, whole.north - whole.rows + rows
    return [
        Extent(min(west, east), max(north, south), columns, rows)
        for north in range(whole.north, whole.north - whole.rows, -rows)
        for west in range(whole.west, whole.west + whole.columns, columns)
    ]


def draw_window(pen: Pen, room: Box, page: MapPage, shown: Extent, icons: Mapping[str, Icon]) -> None:
    """One of them, in the middle of the room, with signs where the map goes on."""
    plan = _alone(pen, room, page)
    _goes_on(pen, plan, _every_cell(page), shown)
    _cells(pen, plan, shown, page, icons)


def _alone(pen: Pen, room: Box, page: MapPage) -> Plan:
    """Without words; a margin at each side has room for the sign that the map goes on."""
    plan = _grid(STYLES[pen.paper.panel], room, _every_cell(page))
    return plan._replace(map=plan.map._replace(x=room.x + (room.w - plan.map.w) // 2))


# Where things stand


def _under_table(
    pen: Pen, style: Style, tables: Sequence[SmallTable], page: MapPage, room: Box, whole: Extent
) -> Box:
    """Draws what the game shows over its questions; gives what is left for map and words."""
    if not tables:
        return room
    alone, _ = _plan(pen, style, room, whole, page)

    def as_well(left: Box) -> bool:
        plan, words = _plan(pen, style, left, whole, page)
        return words.whole and _cells_of(plan) >= _cells_of(alone) and _on_each(plan) >= _on_each(alone)

    def two_rows(left: Box) -> bool:
        plan, words = _plan(pen, style, left, whole, page)
        return words.whole and plan.map.h // plan.high >= min(2, whole.rows)

    return under_table(pen, tables, room, as_well, two_rows)


def _cells_of(plan: Plan) -> int:
    """How many it shows."""
    return (plan.map.w // plan.wide) * (plan.map.h // plan.high)


def _on_each(plan: Plan) -> int:
    """How much can be seen on a tile: the size of its sign."""
    return look_of(plan.high - 1).sign


def _plan(pen: Pen, style: Style, room: Box, whole: Extent, page: MapPage) -> tuple[Plan, Words]:
    """The same for all open cells, so that the map stands still; a closed one may need more room for its words.

    Where even that is not enough, why it is closed is said alone.
    """
    if not page.rows:
        return _with_words_of(pen, style, room, whole, None), Words((), 0, True)
    here = page.rows[page.cursor]
    able = [row for row in page.rows if not row.closed] or [here]
    longest = max(able, key=lambda row: sum(len(pen.translate(each)) for each in _said(row)))
    why = ListItem(here.note) if here.note else here
    for room_for, said in ((longest, here), (here, here), (why, why)):
        plan = _with_words_of(pen, style, room, whole, room_for)
        words = _fitted(pen, said, plan.words)
        if words.whole:
            break
    return plan, words


def _with_words_of(pen: Pen, style: Style, room: Box, whole: Extent, row: ListItem | None) -> Plan:
    """As many cells as can be, then as much on each tile, then as big letters, then as big tiles."""
    found: list[tuple[tuple[int, ...], Plan]] = []
    for rank, faces in enumerate(reversed(_faces(pen))):
        for plan in _ways(pen, style, room, whole, row, faces):
            found.append(((_cells_of(plan), _on_each(plan), rank, plan.high * plan.wide), plan))
    return max(found, key=lambda each: each[0])[1]


def _ways(
    pen: Pen, style: Style, room: Box, whole: Extent, row: ListItem | None, faces: tuple[Face, Face]
) -> Iterator[Plan]:
    """Words under the map, or at its right; where they have no room at all, cut at the right."""
    words = _set(pen, row, room.w, faces)
    under = room.top(room.h - words.height - 4)
    if words.whole and under.h >= style.least:
        at = _grid(style, under, whole)
        at = at._replace(map=at.map._replace(x=room.x + (room.w - at.map.w) // 2))
        yield at._replace(words=Box(room.x, room.bottom - words.height, room.w, words.height))
    for share in BESIDE:
        wide = room.w * share // 100
        words = _set(pen, row, wide, faces)
        if (words.whole and words.height <= room.h) or share == BESIDE[-1]:
            at = _grid(style, Box(room.x, room.y, room.w - wide - style.gap, room.h), whole)
            yield at._replace(words=room.from_left(at.map.w + style.gap))


def _grid(style: Style, room: Box, whole: Extent) -> Plan:
    """The cells that have room, in the middle of the height; the words' place is still to be said."""
    fitting = min(room.w // whole.columns, room.h // whole.rows, style.most)
    high = max(fitting, style.least)
    across, down = min(whole.columns, room.w // high), min(whole.rows, room.h // high)
    wide = min(room.w // max(1, across), high * WIDER[0] // WIDER[1])
    at = Box(room.x, room.y + (room.h - down * high) // 2, across * wide, down * high)
    return Plan(wide, high, at, room)


def _window(whole: Extent, plan: Plan, cursor: Cell) -> Extent:
    """The cells that are shown: the cursor's in the middle, as far as the map goes on around it."""
    columns, rows = plan.map.w // plan.wide, plan.map.h // plan.high
    west = min(max(cursor[0] - columns // 2, whole.west), whole.west + whole.columns - columns)
    north = max(min(cursor[1] + rows // 2, whole.north), whole.north - whole.rows + rows)
    return Extent(west, north, columns, rows)


# Words


def _said(row: ListItem) -> tuple[Message, ...]:
    return (row.label, row.note) if row.note else (row.label,)


def _faces(pen: Pen) -> tuple[tuple[Face, Face], ...]:
    """Of what the cell is, and of what is to be minded there; the biggest first."""
    paper = pen.paper
    roles = (("text", "body"), ("body", "note"), ("note", "note"))
    return (*((paper.face(large, True), paper.face(small)) for large, small in roles), (SMALLEST, SMALLEST))


def _set(pen: Pen, row: ListItem | None, wide: int, faces: tuple[Face, Face]) -> Words:
    lines: list[tuple[str, Face]] = []
    whole = True
    for said, face in zip(_said(row) if row else (), faces, strict=False):
        found = pen.set_lines(begun(said), face, wide, 12)
        whole = whole and found.whole and found.face == face
        lines += [(line, found.face) for line in found.lines]
    return Words(tuple(lines), sum(map(_pitch, (face for _, face in lines))), whole)


def _fitted(pen: Pen, row: ListItem, room: Box) -> Words:
    """In the biggest letters that have room."""
    for faces in _faces(pen):
        words = _set(pen, row, room.w, faces)
        if words.whole and words.height <= room.h:
            return words
    return words._replace(whole=False)


def _pitch(face: Face) -> int:
    return line_height(face) + 1


def _write(pen: Pen, room: Box, words: Words) -> None:
    base = room.bottom - words.height
    for line, face in words.lines:
        base += _pitch(face)
        pen.set(room.x, base - 4, line, face, whole=words.whole)


# The map


def _cells(pen: Pen, plan: Plan, shown: Extent, page: MapPage, icons: Mapping[str, Icon]) -> None:
    """Tiles, cells where something may be laid or may not, and last the one with the cursor."""
    lying = {(each.x, each.y): each for each in page.tracts}
    able = {cell_of(row.sign) for row in page.rows if not row.closed}
    shut = {cell_of(row.sign) for row in page.rows if row.closed}
    here = cell_of(page.rows[page.cursor].sign) if page.rows else None
    for cell in sorted({*lying, *able, *shut} - {here}, key=lambda each: (-each[1], each[0])):
        if box := _box(plan, shown, cell):
            if tract := lying.get(cell):
                tile(pen, box, tract, icons, offered=cell in able)
            else:
                (dotted if cell in able else closed)(pen, box)
    if here and (box := _box(plan, shown, here)):
        _cursor(pen, box, page, lying.get(here), icons)


def _cursor(pen: Pen, box: Box, page: MapPage, lies: Tract | None, icons: Mapping[str, Icon]) -> None:
    if page.rows[page.cursor].closed:
        refused(pen, box)
    else:
        under_cursor(pen, box, page.laid or lies, icons)


def _box(plan: Plan, shown: Extent, cell: Cell) -> Box | None:
    """Where a cell stands, one pixel from the next; None for one outside the window."""
    place = shown.place(cell)
    if place is None:
        return None
    at = plan.map.x + place[0] * plan.wide, plan.map.y + place[1] * plan.high
    return Box(*at, plan.wide - 1, plan.high - 1)


def _goes_on(pen: Pen, plan: Plan, whole: Extent, shown: Extent) -> None:
    """A small triangle at each side where the map goes on: left of the map in the margin, else right of it."""
    box, left, right = plan.map, plan.map.x - MORE - 1, plan.map.right + 1
    middle = box.y + box.h // 2 - MORE
    if shown.west > whole.west:
        pen.shape(Box(left, middle, MORE, 2 * MORE - 1), [(MORE - 1, 0), (0, MORE - 1), (MORE - 1, 2 * MORE - 2)])
    if shown.west + shown.columns < whole.west + whole.columns:
        pen.shape(Box(right, middle, MORE, 2 * MORE - 1), [(0, 0), (MORE - 1, MORE - 1), (0, 2 * MORE - 2)])
    if shown.north < whole.north:
        pen.shape(Box(right, box.y, 7, MORE), [(3, 0), (6, MORE - 1), (0, MORE - 1)])
    if shown.north - shown.rows > whole.north - whole.rows:
        pen.shape(Box(right, box.bottom - MORE - 1, 7, MORE), [(0, 0), (6, 0), (3, MORE - 1)])
