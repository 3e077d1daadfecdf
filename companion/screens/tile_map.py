"""A map to choose a cell on: tiles as small pictures, the cursor's cell black, and in words what that cell means.

The whole map where its tiles stay readable, else a window that follows the cursor. Cells are wider than high where
there is room, for names and for what lies on them. Where they would be small, closed cells at the rim are left out
as long as the cursor isn't there. Knows no game; lays nothing.

One tile of a map as a small picture: its sign, what runs over it, what lies and stands on it, how high it lies.

What lies and stands on a tile has pictures at its foot where the sign keeps its room, else squares and a tiny
figure. A sign without a picture is the tile's name, shortened with a full stop where it has no room. Knows no
game; places no tile.

What lies before each player as a map to look at, a page or more for each. Knows no game; chooses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, capitalize_start
from companion.engine.offers import MapTile, cell_of
from companion.menu.pages import ListItem, MapPage
from companion.screens.frame import draw_footer, draw_headline, one_line_bottom
from companion.screens.game_screens import (
    ShownGame,
    SmallTable,
    box_under_tables,
    outline_of_page,
    tables_over_question,
)
from companion.screens.icons import FIGURE, LARGE_ICON, MEDIUM_ICON, SMALL_ICON, Icon
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    SMALL,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital_height,
    line_height,
    text_width,
    wrap_words,
)
from companion.screens.pen import Pen
from companion.screens.tables import Leaf, strip_room

NORTH_SOUTH, EAST_WEST = "north_south", "east_west"
WAVY = "river"
"""Of what runs over tiles this is drawn as waves; anything else as a road, two lines."""
STANDING = "standing"
"""The sign of who stands on tiles."""


class Look(NamedTuple):
    """How a tile of some size looks."""

    sign: int
    """Size of its picture."""
    figure: int
    """Size of the figure beside it; 0 for the tiny one."""
    square: int
    """Pixels of a piece that lies on it."""
    strip: int
    """Pixels across a river or road."""
    face: Face
    """Letters and numbers."""


LOOKS = (
    (58, Look(LARGE_ICON, SMALL_ICON, 7, 6, Face(13, BOLD))),
    (46, Look(MEDIUM_ICON, SMALL_ICON, 6, 6, Face(13, BOLD))),
    (36, Look(MEDIUM_ICON, 0, 5, 3, SMALLEST)),
    (0, Look(SMALL_ICON, 0, 4, 3, SMALLEST)),
)
"""From which side on a tile looks so."""
TINY = (".###.", ".###.", "#####", ".###.", ".###.", "##.##")
"""A figure where there is no room for a picture of one."""
BETWEEN = 2
"""Pixels between two of these pictures."""
CUT_TO = (5, 3)
"""Letters of a name that has no room whole."""
AIRY = 46
"""On tiles of so many pixels the lines of a stack have white between them, and show that there are two of them."""


def look_of(side: int) -> Look:
    """How a tile looks that is so many pixels high."""
    return next(look for least, look in LOOKS if side >= least)


def draw_closed_cell(pen: Pen, box: Box) -> None:
    """A cell where nothing may be laid: no border, and in its middle a light cross as the cursor has there."""
    size = 2 * (box.h // 12) + 1
    at = Box(box.x + box.w // 2 - size // 2, box.y + box.h // 2 - size // 2, size, size)
    pen.strokes(at, [(0, 0), (size - 1, size - 1)], 1)
    pen.strokes(at, [(0, size - 1), (size - 1, 0)], 1)


def draw_open_cell(pen: Pen, box: Box) -> None:
    """The border of a cell where something may be laid."""
    for y in (box.y, box.bottom - 1):
        pen.dots(box.x, y, box.w)
    for x in (box.x, box.right - 1):
        pen.dots_down(x, box.y, box.h)


def draw_tile(pen: Pen, box: Box, map_tile: MapTile, icons: Mapping[str, Icon], *, offered: bool = False) -> None:
    """Black on white; offered: something may be laid on it."""
    if offered:
        draw_open_cell(pen, box)
    else:
        pen.frame(box)
    if map_tile.marked:
        _mark(pen, box)
    _layers(pen, box, map_tile.height)
    _content(pen, box, map_tile, icons, white=False)


def _mark(pen: Pen, box: Box) -> None:
    """A thick border: from here it starts."""
    for inset in range(1, _mark_wide(box)):
        pen.frame(Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset))


def _mark_wide(box: Box) -> int:
    """Pixels of that border."""
    return 3 if box.w >= AIRY else 2


def draw_cursor_tile(pen: Pen, box: Box, map_tile: MapTile | None, icons: Mapping[str, Icon]) -> None:
    """White on black; nothing lies there where `tract` is None."""
    pen.bar(box)
    if map_tile:
        _content(pen, box, map_tile, icons, white=True)


def draw_refused_cursor(pen: Pen, box: Box) -> None:
    """The cursor on a cell that is closed."""
    pen.bar(box)
    face = look_of(box.h).face
    size = capital_height(face) * 2 // 3 + 2
    pen.cross(box.x + (box.w - size) // 2, box.y + (box.h + capital_height(face)) // 2, face, white=True)


def _layers(pen: Pen, box: Box, height: int) -> None:
    """A line more at the top for a tile underneath, on large tiles one more for a second."""
    under = _layers_high(box, height)
    for y in range(box.y + under, box.y, -2 if box.h >= AIRY else -1):
        pen.square(Box(box.x + 2, y, box.w - 4, 1))


def _layers_high(box: Box, height: int) -> int:
    """Pixels that these lines take under the border."""
    return 2 * min(height - 1, 2) if box.h >= AIRY else min(height - 1, 1)


def _content(pen: Pen, box: Box, map_tile: MapTile, icons: Mapping[str, Icon], white: bool) -> None:
    look = look_of(box.h)
    for kind, axis in map_tile.lines:
        _strip(pen, box, look, kind, axis, white)
    room = _left_over(box, look, map_tile, white)
    if (row := _row_at_foot(map_tile, icons)) and (above := _over_row(pen, room, look, map_tile, icons, row)):
        _pictures(pen, Box(room.x, above.bottom, room.w, SMALL_ICON), look, row, white)
        _sign(pen, above, look, map_tile, icons, white)
        return
    if map_tile.pieces:
        room = room.top(room.h - _pieces(pen, room, look, map_tile, white))
    if map_tile.figures:
        beside = _beside_figures(room, look)
        _figures(pen, room.from_left(beside.w), look, map_tile.figures, icons, white)
        room = beside
    _sign(pen, room, look, map_tile, icons, white)


def _left_over(box: Box, look: Look, map_tile: MapTile, white: bool) -> Box:
    """What border, layers and strips leave of a tile."""
    axes, strip = {axis for _, axis in map_tile.lines}, look.strip - _over(white)
    edge = _mark_wide(box) if map_tile.marked else 1
    left = max(edge, strip) if NORTH_SOUTH in axes else edge
    under = max(edge, strip) if EAST_WEST in axes else edge
    above = edge + _layers_high(box, map_tile.height)
    return Box(box.x + left, box.y + above, box.w - left - edge, box.h - above - under)


def _over(white: bool) -> int:
    """Pixels that a strip takes of the white between two tiles; white on black it would not be seen there."""
    return 0 if white else 1


def _strip(pen: Pen, box: Box, look: Look, kind: str, axis: str, white: bool) -> None:
    """Along the western or southern edge, over the border and on to the next tile."""
    over = _over(white)
    if axis == NORTH_SOUTH:
        along = Box(box.x - over, box.y, look.strip, box.h + over)
    else:
        along = Box(box.x, box.bottom - look.strip + over, box.w + over, look.strip)
    if not white:
        pen.square(along, white=True)
    if kind == WAVY:
        _waves(pen, along, axis, white)
    else:
        _two_lines(pen, along, axis, white)


def _two_lines(pen: Pen, along: Box, axis: str, white: bool) -> None:
    far = _across(along, axis) - 1
    for across in (0, far):
        if axis == NORTH_SOUTH:
            pen.square(Box(along.x + across, along.y, 1, along.h), white)
        else:
            pen.square(Box(along.x, along.y + across, along.w, 1), white)


def _across(along: Box, axis: str) -> int:
    """Pixels from one bank to the other."""
    return along.w if axis == NORTH_SOUTH else along.h


def _waves(pen: Pen, along: Box, axis: str, white: bool) -> None:
    """As many as have room beside each other, in step from tile to tile."""
    for bank in range(0, _across(along, axis), 3):
        if axis == NORTH_SOUTH:
            points = [(bank + _wave(along.y + at), at) for at in range(along.h)]
        else:
            points = [(at, bank + _wave(along.x + at)) for at in range(along.w)]
        pen.strokes(along, points, 1, white)


def _wave(at: int) -> int:
    """0, 1, 2, 1 … along the way, each twice."""
    return (0, 0, 1, 2, 2, 1)[at % 6]


Row = tuple[tuple[Icon, int], ...]
"""What lies and stands on a tile, and how many of each."""


def _row_at_foot(map_tile: MapTile, icons: Mapping[str, Icon]) -> Row:
    """Figures first; nothing where one has no picture, or lies as squares under the picture of its kind."""
    if any(kind not in icons or kind == map_tile.sign for kind, _ in map_tile.pieces):
        return ()
    figures = ((icons.get(STANDING, FIGURE), map_tile.figures),) if map_tile.figures else ()
    return (*figures, *((icons[kind], n) for kind, n in map_tile.pieces))


def _over_row(
    pen: Pen, room: Box, look: Look, map_tile: MapTile, icons: Mapping[str, Icon], row: Row
) -> Box | None:
    """What such a row leaves for the sign; None where one of the two has no room."""
    wide = sum(SMALL_ICON + text_width(_many(n), look.face) for _, n in row) + BETWEEN * (len(row) - 1)
    above = room.top(room.h - SMALL_ICON)
    if wide > room.w or above.h < capital_height(SMALLEST):
        return None
    if map_tile.sign in icons:
        return above if above.h >= SMALL_ICON else None
    name = pen.translate(map_tile.label)
    whole_beside = _whole_lines(name, look.face, _beside_figures(room, look) if map_tile.figures else room)
    return above if _whole_lines(name, look.face, above) or not whole_beside else None


def _many(n: int) -> str:
    return str(n) if n > 1 else ""


def _pictures(pen: Pen, room: Box, look: Look, row: Row, white: bool) -> None:
    """In the middle, each with its number behind it where there is more than one."""
    wide = sum(SMALL_ICON + text_width(_many(n), look.face) for _, n in row) + BETWEEN * (len(row) - 1)
    x = room.x + (room.w - wide) // 2
    for icon, n in row:
        pen.icon(x, room.y, icon, SMALL_ICON, white)
        pen.set(
            x + SMALL_ICON,
            room.y + (SMALL_ICON + capital_height(look.face)) // 2,
            _many(n),
            look.face,
            white=white,
        )
        x += SMALL_ICON + text_width(_many(n), look.face) + BETWEEN


def _pieces(pen: Pen, room: Box, look: Look, map_tile: MapTile, white: bool) -> int:
    """At the foot of the tile, a square for each; gives the height they took, with white over them."""
    every, step = sum(n for _, n in map_tile.pieces), look.square + 2
    x = room.x + (room.w - every * step + 2) // 2
    for n in range(every):
        pen.square(Box(x + n * step, room.bottom - look.square, look.square, look.square), white)
    return look.square + 1


def _beside_figures(room: Box, look: Look) -> Box:
    """What figures at the right leave of a tile."""
    return room._replace(w=room.w - (look.figure or len(TINY[0]) + 1))


def _figures(pen: Pen, room: Box, look: Look, number: int, icons: Mapping[str, Icon], white: bool) -> None:
    """A figure, and under it how many, where there is more than one."""
    if look.figure:
        high = look.figure
        pen.icon(room.x, room.y, icons.get(STANDING, FIGURE), look.figure, white)
    else:
        high = len(TINY)
        pen.picture(Box(room.x, room.y, len(TINY[0]), high), TINY, white)
    if number > 1:
        base = room.y + high + capital_height(look.face) + 1
        pen.write(room.x + room.w // 2, base, str(number), look.face, align="centre", white=white)


def _sign(pen: Pen, room: Box, look: Look, map_tile: MapTile, icons: Mapping[str, Icon], white: bool) -> None:
    """Its picture, else its name."""
    icon = icons.get(map_tile.sign)
    if icon:
        size = next((each for each in (look.sign, MEDIUM_ICON) if each <= room.h), SMALL_ICON)
        pen.icon(room.x + (room.w - size) // 2, room.y + (room.h - size) // 2, icon, size, white)
        return
    name = pen.translate(map_tile.label)
    face, lines = _whole_lines(name, look.face, room) or (SMALLEST, (_cut(name, room),))
    step = capital_height(face) + 3
    base = room.y + (room.h + capital_height(face) - step * (len(lines) - 1)) // 2
    for at, line in enumerate(lines):
        pen.write(room.x + room.w // 2, base + at * step, line, face, align="centre", white=white)


def _whole_lines(name: str, usual: Face, room: Box) -> tuple[Face, tuple[str, ...]] | None:
    """A name in as many lines as it takes, in smaller letters rather than cut; None where it must be."""
    for face in (usual, SMALLEST):
        lines = wrap_words(name, room.w - 2, face)
        if len(lines) * (capital_height(face) + 3) <= room.h + 3 and all(
            text_width(x, face) <= room.w - 2 for x in lines
        ):
            return face, lines
    return None


def _cut(name: str, room: Box) -> str:
    """The beginning of its first word, never what might be a whole one; of the same length where there is room."""
    word = name.partition(" ")[0]
    ways = (f"{word[:n]}." for n in (*CUT_TO, 2, 1) if n < len(word))
    return next((each for each in ways if text_width(each, SMALLEST) <= room.w - 2), "")


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


def draw_tile_map(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """Draw title, map, what is said of the cursor's cell, and foot."""
    style, foot = STYLES[pen.paper.panel], draw_footer(pen, page.hints)
    box = draw_headline(pen, page.title, game and game.outline, page.asked, moment=outline_of_page(game, page))
    here = page.rows[page.cursor] if page.rows else None
    room = Box(box.x, box.y, box.w, foot - 2 - box.y)
    tables = tables_over_question(game, page)
    whole = _extent(pen, style, room.below(tables[0].height(pen) if tables else 0), page)
    room = _under_table(pen, style, tables, page, room, whole)
    plan, words = _plan(pen, style, room, whole, page)
    _write(pen, plan.words, words)
    shown = _window(whole, plan, cell_of(here.sign) if here else (0, 0))
    _goes_on(pen, plan, whole, shown)
    _cells(pen, plan, shown, page, game.screens.icons if game else {})


def _extent(pen: Pen, style: Style, room: Box, page: MapPage) -> Extent:
    """The cells of the map; without the closed ones at its rim where the others gain by it."""
    every, lying = _every_cell(page), [(each.x, each.y) for each in page.map_tiles]
    within = _around([*lying, *(cell_of(row.sign) for row in page.rows if not row.closed)])
    here = cell_of(page.rows[page.cursor].sign) if page.rows else (0, 0)
    if within.place(here) is None or _plan(pen, style, room, every, page)[0].high >= style.ease:
        return every
    return within


def _every_cell(page: MapPage) -> Extent:
    return _around([*((each.x, each.y) for each in page.map_tiles), *(cell_of(row.sign) for row in page.rows)])


def _around(cells: Sequence[Cell]) -> Extent:
    easts, norths = [x for x, _ in cells or [(0, 0)]], [y for _, y in cells or [(0, 0)]]
    return Extent(min(easts), max(norths), max(easts) - min(easts) + 1, max(norths) - min(norths) + 1)


def map_windows(pen: Pen, room: Box, page: MapPage) -> list[Extent]:
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

    return box_under_tables(pen, tables, room, as_well, two_rows)


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
        found = pen.set_lines(capitalize_start(said), face, wide, 12)
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
    lying = {(each.x, each.y): each for each in page.map_tiles}
    able = {cell_of(row.sign) for row in page.rows if not row.closed}
    shut = {cell_of(row.sign) for row in page.rows if row.closed}
    here = cell_of(page.rows[page.cursor].sign) if page.rows else None
    for cell in sorted({*lying, *able, *shut} - {here}, key=lambda each: (-each[1], each[0])):
        if box := _box(plan, shown, cell):
            if map_tile := lying.get(cell):
                draw_tile(pen, box, map_tile, icons, offered=cell in able)
            else:
                (draw_open_cell if cell in able else draw_closed_cell)(pen, box)
    if here and (box := _box(plan, shown, here)):
        _cursor(pen, box, page, lying.get(here), icons)


def _cursor(pen: Pen, box: Box, page: MapPage, lies: MapTile | None, icons: Mapping[str, Icon]) -> None:
    if page.rows[page.cursor].closed:
        draw_refused_cursor(pen, box)
    else:
        draw_cursor_tile(pen, box, page.laid or lies, icons)


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


MARGIN = 6
"""Pixels at each side for the sign that a map goes on."""


def map_leaves(
    pen: Pen, people: Iterable[tuple[Message, Sequence[MapTile]]], icons: Mapping[str, Icon]
) -> list[Leaf]:
    """The pages, player by player: each one's name and tiles."""
    parts = list(_parts(pen, people))
    return [
        Leaf(page.title, whole=partial(_draw, page=page, shown=shown, icons=icons, where=f"{n}/{len(parts)}"))
        for n, (page, shown) in enumerate(parts, 1)
    ]


def _parts(pen: Pen, people: Iterable[tuple[Message, Sequence[MapTile]]]) -> Iterator[tuple[MapPage, Extent]]:
    for name, map_tiles in people:
        page = MapPage(name, (), 0, tuple(map_tiles), None, ())
        yield from ((page, shown) for shown in map_windows(pen, _room(pen), page))


def _room(pen: Pen) -> Box:
    """The same on every page, whatever stands at its foot."""
    inner = pen.paper.inner
    return Box(inner.x + MARGIN, one_line_bottom(pen), inner.w - 2 * MARGIN, strip_room(pen))


def _draw(pen: Pen, _over_foot: Box, page: MapPage, shown: Extent, icons: Mapping[str, Icon], where: str) -> None:
    draw_headline(pen, page.title, where=where, lines=1)
    draw_window(pen, _room(pen), page, shown, icons)
