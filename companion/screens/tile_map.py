"""Tile maps: the page to choose a cell on, pictures of single tiles, and sheets that show each player's map.

The map is shown whole where its tiles stay readable, else through a window that follows the cursor. Cells are
wider than high where there is space. If cells would be small, closed cells at the edge are left out while the
cursor is not there. The text for the cursor's cell stands under the map or at its right.

A tile shows its sign (an icon, or its name, shortened with a full stop if necessary), rivers and roads, pieces,
figures and how many tiles lie below it. Pieces and figures have icons at the bottom edge if the sign leaves space,
else they are squares and a tiny figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.engine.message import Message, capitalize_start
from companion.engine.offers import MapTile, parse_cell
from companion.menu.pages import ListItem, MapPage
from companion.screens.frame import draw_footer, draw_headline, headline_bottom
from companion.screens.game_screens import (
    ShownGame,
    SmallTable,
    box_under_tables,
    outline_of_page,
    tables_over_question,
)
from companion.screens.icons import FIGURE, LARGE_ICON, MEDIUM_ICON, SMALL_ICON, STANDING_FIGURE, Icon
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
from companion.screens.tables import Leaf, strips_height

NORTH_SOUTH, EAST_WEST = "north_south", "east_west"
WAVY_LINE = "river"
"""Kind of a line over tiles that is drawn as waves; other kinds are drawn as a road of two lines."""


class TileLook(NamedTuple):
    """Drawing of a tile of a certain size."""

    sign: int
    """Size of its icon, in pixels."""
    figure: int
    """Size of the figure beside the icon, in pixels; 0 for the tiny figure."""
    square: int
    """Side of the square for a piece, in pixels."""
    strip: int
    """Width of a river or road, in pixels."""
    face: Face
    """Face of names and numbers."""


TILE_LOOKS = (
    (58, TileLook(LARGE_ICON, SMALL_ICON, 7, 6, Face(13, BOLD))),
    (46, TileLook(MEDIUM_ICON, SMALL_ICON, 6, 6, Face(13, BOLD))),
    (36, TileLook(MEDIUM_ICON, 0, 5, 3, SMALLEST)),
    (0, TileLook(SMALL_ICON, 0, 4, 3, SMALLEST)),
)
"""Minimum height of a tile in pixels, and its drawing; the first that applies is used."""
TINY_FIGURE = (".###.", ".###.", "#####", ".###.", ".###.", "##.##")
"""A figure for tiles without space for an icon."""
ICON_GAP = 2
"""Pixels between two of the icons for pieces and figures."""
SHORT_NAME_LENGTHS = (5, 3)
"""Numbers of letters to try for a name that does not fit."""
LARGE_TILE_HEIGHT = 46
"""From this height in pixels on, the lines of a stack have white between them and show up to two tiles below."""


def tile_look(side: int) -> TileLook:
    """Return the drawing of a tile of this height in pixels."""
    return next(look for least, look in TILE_LOOKS if side >= least)


def draw_closed_cell(pen: Pen, box: Box) -> None:
    """Draw a cell where no tile may be placed: no border, and a thin cross in the middle."""
    size = 2 * (box.h // 12) + 1
    at = Box(box.x + box.w // 2 - size // 2, box.y + box.h // 2 - size // 2, size, size)
    pen.strokes(at, [(0, 0), (size - 1, size - 1)], 1)
    pen.strokes(at, [(0, size - 1), (size - 1, 0)], 1)


def draw_open_cell(pen: Pen, box: Box) -> None:
    """Draw the dotted border of a cell where a tile may be placed."""
    for y in (box.y, box.bottom - 1):
        pen.dots(box.x, y, box.w)
    for x in (box.x, box.right - 1):
        pen.dots_down(x, box.y, box.h)


def draw_tile(pen: Pen, box: Box, map_tile: MapTile, icons: Mapping[str, Icon], *, offered: bool = False) -> None:
    """Draw a tile black on white; `offered`: a tile may be placed on it."""
    if offered:
        draw_open_cell(pen, box)
    else:
        pen.frame(box)
    if map_tile.marked:
        _mark(pen, box)
    _layers(pen, box, map_tile.height)
    _content(pen, box, map_tile, icons, white=False)


def _mark(pen: Pen, box: Box) -> None:
    """Draw the thick border of the tile from which something starts."""
    for inset in range(1, _mark_wide(box)):
        pen.frame(Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset))


def _mark_wide(box: Box) -> int:
    """Return the thickness of that border in pixels."""
    return 3 if box.w >= LARGE_TILE_HEIGHT else 2


def draw_cursor_tile(pen: Pen, box: Box, map_tile: MapTile | None, icons: Mapping[str, Icon]) -> None:
    """Draw the cursor's tile white on black; `map_tile` is None for an empty cell."""
    pen.bar(box)
    if map_tile:
        _content(pen, box, map_tile, icons, white=True)


def draw_refused_cursor(pen: Pen, box: Box) -> None:
    """Draw the cursor on a closed cell."""
    pen.bar(box)
    face = tile_look(box.h).face
    size = capital_height(face) * 2 // 3 + 2
    pen.cross(box.x + (box.w - size) // 2, box.y + (box.h + capital_height(face)) // 2, face, white=True)


def _layers(pen: Pen, box: Box, height: int) -> None:
    """Draw a line below the top edge for a tile underneath; on large tiles another one for a second tile."""
    under = _layers_high(box, height)
    for y in range(box.y + under, box.y, -2 if box.h >= LARGE_TILE_HEIGHT else -1):
        pen.square(Box(box.x + 2, y, box.w - 4, 1))


def _layers_high(box: Box, height: int) -> int:
    """Return the pixels that these lines take under the border."""
    return 2 * min(height - 1, 2) if box.h >= LARGE_TILE_HEIGHT else min(height - 1, 1)


def _content(pen: Pen, box: Box, map_tile: MapTile, icons: Mapping[str, Icon], white: bool) -> None:
    look = tile_look(box.h)
    for kind, axis in map_tile.lines:
        _strip(pen, box, look, kind, axis, white)
    room = _box_inside_tile(box, look, map_tile, white)
    if (row := _icon_row(map_tile, icons)) and (above := _box_above_icons(pen, room, look, map_tile, icons, row)):
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


def _box_inside_tile(box: Box, look: TileLook, map_tile: MapTile, white: bool) -> Box:
    """Return the box of the tile without border, stack lines, rivers and roads."""
    axes, strip = {axis for _, axis in map_tile.lines}, look.strip - _over(white)
    edge = _mark_wide(box) if map_tile.marked else 1
    left = max(edge, strip) if NORTH_SOUTH in axes else edge
    under = max(edge, strip) if EAST_WEST in axes else edge
    above = edge + _layers_high(box, map_tile.height)
    return Box(box.x + left, box.y + above, box.w - left - edge, box.h - above - under)


def _over(white: bool) -> int:
    """Return the pixels of a line between two tiles; white lines have none, as they would be invisible."""
    return 0 if white else 1


def _strip(pen: Pen, box: Box, look: TileLook, kind: str, axis: str, white: bool) -> None:
    """Draw a river or road along the western or southern edge, across the border to the next tile."""
    over = _over(white)
    if axis == NORTH_SOUTH:
        along = Box(box.x - over, box.y, look.strip, box.h + over)
    else:
        along = Box(box.x, box.bottom - look.strip + over, box.w + over, look.strip)
    if not white:
        pen.square(along, white=True)
    if kind == WAVY_LINE:
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
    """Return the width of a river or road in pixels."""
    return along.w if axis == NORTH_SOUTH else along.h


def _waves(pen: Pen, along: Box, axis: str, white: bool) -> None:
    """Draw as many waves side by side as fit, continuous from tile to tile."""
    for bank in range(0, _across(along, axis), 3):
        if axis == NORTH_SOUTH:
            points = [(bank + _wave(along.y + at), at) for at in range(along.h)]
        else:
            points = [(at, bank + _wave(along.x + at)) for at in range(along.w)]
        pen.strokes(along, points, 1, white)


def _wave(at: int) -> int:
    """Return the offset of a wave: 0, 1, 2, 1, with 0 and 2 twice."""
    return (0, 0, 1, 2, 2, 1)[at % 6]


IconRow = tuple[tuple[Icon, int], ...]
"""Icons of what is on a tile, with the number of each."""


def _icon_row(map_tile: MapTile, icons: Mapping[str, Icon]) -> IconRow:
    """Return the icons at the bottom edge, figures first; () without an icon or if the sign shows the piece."""
    if any(kind not in icons or kind == map_tile.sign for kind, _ in map_tile.pieces):
        return ()
    figures = ((icons.get(STANDING_FIGURE, FIGURE), map_tile.figures),) if map_tile.figures else ()
    return (*figures, *((icons[kind], n) for kind, n in map_tile.pieces))


def _box_above_icons(
    pen: Pen, room: Box, look: TileLook, map_tile: MapTile, icons: Mapping[str, Icon], row: IconRow
) -> Box | None:
    """Return the box above the icons for the sign; None if the icons or the sign do not fit."""
    wide = sum(SMALL_ICON + text_width(_number_above_one(n), look.face) for _, n in row) + ICON_GAP * (
        len(row) - 1
    )
    above = room.top(room.h - SMALL_ICON)
    if wide > room.w or above.h < capital_height(SMALLEST):
        return None
    if map_tile.sign in icons:
        return above if above.h >= SMALL_ICON else None
    name = pen.translate(map_tile.label)
    whole_beside = _whole_lines(name, look.face, _beside_figures(room, look) if map_tile.figures else room)
    return above if _whole_lines(name, look.face, above) or not whole_beside else None


def _number_above_one(n: int) -> str:
    return str(n) if n > 1 else ""


def _pictures(pen: Pen, room: Box, look: TileLook, row: IconRow, white: bool) -> None:
    """Draw the icons centred, each followed by its number if that is more than one."""
    wide = sum(SMALL_ICON + text_width(_number_above_one(n), look.face) for _, n in row) + ICON_GAP * (
        len(row) - 1
    )
    x = room.x + (room.w - wide) // 2
    for icon, n in row:
        pen.icon(x, room.y, icon, SMALL_ICON, white)
        pen.set(
            x + SMALL_ICON,
            room.y + (SMALL_ICON + capital_height(look.face)) // 2,
            _number_above_one(n),
            look.face,
            white=white,
        )
        x += SMALL_ICON + text_width(_number_above_one(n), look.face) + ICON_GAP


def _pieces(pen: Pen, room: Box, look: TileLook, map_tile: MapTile, white: bool) -> int:
    """Draw a square for each piece at the bottom of the tile; return their height with the white above them."""
    every, step = sum(n for _, n in map_tile.pieces), look.square + 2
    x = room.x + (room.w - every * step + 2) // 2
    for n in range(every):
        pen.square(Box(x + n * step, room.bottom - look.square, look.square, look.square), white)
    return look.square + 1


def _beside_figures(room: Box, look: TileLook) -> Box:
    """Return the box at the left of the figures."""
    return room._replace(w=room.w - (look.figure or len(TINY_FIGURE[0]) + 1))


def _figures(pen: Pen, room: Box, look: TileLook, number: int, icons: Mapping[str, Icon], white: bool) -> None:
    """Draw a figure, with the number of figures below it if there is more than one."""
    if look.figure:
        high = look.figure
        pen.icon(room.x, room.y, icons.get(STANDING_FIGURE, FIGURE), look.figure, white)
    else:
        high = len(TINY_FIGURE)
        pen.picture(Box(room.x, room.y, len(TINY_FIGURE[0]), high), TINY_FIGURE, white)
    if number > 1:
        base = room.y + high + capital_height(look.face) + 1
        pen.write(room.x + room.w // 2, base, str(number), look.face, align="centre", white=white)


def _sign(pen: Pen, room: Box, look: TileLook, map_tile: MapTile, icons: Mapping[str, Icon], white: bool) -> None:
    """Draw the icon of the tile, else its name."""
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
    """Return the face and lines of the unshortened name, in smaller letters if necessary; None if too long."""
    for face in (usual, SMALLEST):
        lines = wrap_words(name, room.w - 2, face)
        if len(lines) * (capital_height(face) + 3) <= room.h + 3 and all(
            text_width(x, face) <= room.w - 2 for x in lines
        ):
            return face, lines
    return None


def _cut(name: str, room: Box) -> str:
    """Return the beginning of the first word with a full stop, with 5 or 3 letters, never the whole word."""
    word = name.partition(" ")[0]
    ways = (f"{word[:n]}." for n in (*SHORT_NAME_LENGTHS, 2, 1) if n < len(word))
    return next((each for each in ways if text_width(each, SMALLEST) <= room.w - 2), "")


class Style(NamedTuple):
    """Layout of a map on one kind of panel."""

    least: int
    """Minimum pixels from one row of cells to the next; if they would be fewer, a window shows a part of the map.
    """
    most: int
    """Maximum pixels from one row of cells to the next."""
    gap: int
    """Pixels between map and text."""
    ease: int = 0
    """If rows of cells would be lower than this, closed cells at the edge are left out."""


STYLES = {
    BIG: Style(40, 84, 20, 59),
    MIDDLE: Style(27, 58, 12, 47),
    WIDE: Style(26, 40, 13),
    SMALL: Style(26, 40, 12),
}
MAX_CELL_RATIO = 3, 2
"""Maximum ratio of a cell's width to its height."""
TEXT_WIDTHS = (28, 36, 44, 52, 60)
"""Percentages of the width to try for text at the right of the map."""
TRIANGLE_SIZE = 4
"""Size in pixels of the small triangles that show where the map continues."""

Cell = tuple[int, int]


class CellText(NamedTuple):
    """The text for a cell, set in lines."""

    lines: tuple[tuple[str, Face], ...]
    height: int
    whole: bool
    """True if everything fits."""


class MapPlan(NamedTuple):
    """Places of map and text."""

    wide: int
    """Pixels from one column of cells to the next."""
    high: int
    """Pixels from one row of cells to the next."""
    map: Box
    """Box of the cells that are shown, all of them whole."""
    words: Box


class MapExtent(NamedTuple):
    """The cells of a map or of a window of it."""

    west: int
    north: int
    columns: int
    rows: int

    def place(self, cell: Cell) -> Cell | None:
        """Return column and row of a cell, from the north-west; None for a cell outside."""
        column, row = cell[0] - self.west, self.north - cell[1]
        return (column, row) if 0 <= column < self.columns and 0 <= row < self.rows else None


def draw_tile_map(pen: Pen, game: ShownGame | None, page: MapPage) -> None:
    """Draw headline, map, text for the cursor's cell, and footer."""
    style, foot = STYLES[pen.paper.panel], draw_footer(pen, page.hints)
    box = draw_headline(pen, page.title, game and game.outline, page.player, moment=outline_of_page(game, page))
    here = page.rows[page.cursor] if page.rows else None
    room = Box(box.x, box.y, box.w, foot - 2 - box.y)
    tables = tables_over_question(game, page)
    whole = _extent(pen, style, room.below(tables[0].height(pen) if tables else 0), page)
    room = _under_table(pen, style, tables, page, room, whole)
    plan, words = _plan(pen, style, room, whole, page)
    _write(pen, plan.words, words)
    shown = _window(whole, plan, parse_cell(here.sign) if here else (0, 0))
    _draw_continuations(pen, plan, whole, shown)
    _cells(pen, plan, shown, page, game.screens.icons if game else {})


def _extent(pen: Pen, style: Style, room: Box, page: MapPage) -> MapExtent:
    """Return the cells of the map, without closed ones at its edge if the others become larger that way."""
    every, lying = _whole_extent(page), [(each.x, each.y) for each in page.map_tiles]
    within = _extent_of([*lying, *(parse_cell(row.sign) for row in page.rows if not row.closed)])
    here = parse_cell(page.rows[page.cursor].sign) if page.rows else (0, 0)
    if within.place(here) is None or _plan(pen, style, room, every, page)[0].high >= style.ease:
        return every
    return within


def _whole_extent(page: MapPage) -> MapExtent:
    return _extent_of(
        [*((each.x, each.y) for each in page.map_tiles), *(parse_cell(row.sign) for row in page.rows)]
    )


def _extent_of(cells: Sequence[Cell]) -> MapExtent:
    easts, norths = [x for x, _ in cells or [(0, 0)]], [y for _, y in cells or [(0, 0)]]
    return MapExtent(min(easts), max(norths), max(easts) - min(easts) + 1, max(norths) - min(norths) + 1)


def map_windows(pen: Pen, room: Box, page: MapPage) -> list[MapExtent]:
    """Return the windows that cover the map, each with as many cells as fit; one window if the whole map fits."""
    whole, plan = _whole_extent(page), _alone(pen, room, page)
    columns, rows = plan.map.w // plan.wide, plan.map.h // plan.high
    east, south = whole.west + whole.columns - columns, whole.north - whole.rows + rows
    return [
        MapExtent(min(west, east), max(north, south), columns, rows)
        for north in range(whole.north, whole.north - whole.rows, -rows)
        for west in range(whole.west, whole.west + whole.columns, columns)
    ]


def draw_window(pen: Pen, room: Box, page: MapPage, window: MapExtent, icons: Mapping[str, Icon]) -> None:
    """Draw one window in the middle of the box, with triangles where the map continues."""
    plan = _alone(pen, room, page)
    _draw_continuations(pen, plan, _whole_extent(page), window)
    _cells(pen, plan, window, page, icons)


def _alone(pen: Pen, room: Box, page: MapPage) -> MapPlan:
    """Return the plan of a map without text, with a margin for the triangles on each side."""
    plan = _grid(STYLES[pen.paper.panel], room, _whole_extent(page))
    return plan._replace(map=plan.map._replace(x=room.x + (room.w - plan.map.w) // 2))


def _under_table(
    pen: Pen, style: Style, tables: Sequence[SmallTable], page: MapPage, room: Box, extent: MapExtent
) -> Box:
    """Draw the tables that the game shows above its questions; return the box left for map and text."""
    if not tables:
        return room
    alone, _ = _plan(pen, style, room, extent, page)

    def as_well(left: Box) -> bool:
        plan, words = _plan(pen, style, left, extent, page)
        return words.whole and _cell_count(plan) >= _cell_count(alone) and _sign_size(plan) >= _sign_size(alone)

    def two_rows(left: Box) -> bool:
        plan, words = _plan(pen, style, left, extent, page)
        return words.whole and plan.map.h // plan.high >= min(2, extent.rows)

    return box_under_tables(pen, tables, room, as_well, two_rows)


def _cell_count(plan: MapPlan) -> int:
    """Return the number of cells that the plan shows."""
    return (plan.map.w // plan.wide) * (plan.map.h // plan.high)


def _sign_size(plan: MapPlan) -> int:
    """Return the size of the signs of the plan's tiles in pixels."""
    return tile_look(plan.high - 1).sign


def _plan(pen: Pen, style: Style, room: Box, extent: MapExtent, page: MapPage) -> tuple[MapPlan, CellText]:
    """Return one plan for all open cells, so that the map does not move; closed cells may need another.

    If even that is too little space, only the reason why the cell is closed is shown.
    """
    if not page.rows:
        return _best_plan(pen, style, room, extent, None), CellText((), 0, True)
    here = page.rows[page.cursor]
    able = [row for row in page.rows if not row.closed] or [here]
    longest = max(able, key=lambda row: sum(len(pen.translate(each)) for each in _said(row)))
    why = ListItem(here.note) if here.note else here
    for room_for, said in ((longest, here), (here, here), (why, why)):
        plan = _best_plan(pen, style, room, extent, room_for)
        words = _fitted(pen, said, plan.words)
        if words.whole:
            break
    return plan, words


def _best_plan(pen: Pen, style: Style, room: Box, extent: MapExtent, row: ListItem | None) -> MapPlan:
    """Return the plan with the most cells, then the largest signs, then letters, then tiles."""
    found: list[tuple[tuple[int, ...], MapPlan]] = []
    for rank, faces in enumerate(reversed(_faces(pen))):
        for plan in _possible_plans(pen, style, room, extent, row, faces):
            found.append(((_cell_count(plan), _sign_size(plan), rank, plan.high * plan.wide), plan))
    return max(found, key=lambda each: each[0])[1]


def _possible_plans(
    pen: Pen, style: Style, room: Box, extent: MapExtent, row: ListItem | None, faces: tuple[Face, Face]
) -> Iterator[MapPlan]:
    """Yield plans with the text under the map or at its right; if it fits nowhere, shortened at the right."""
    words = _set(pen, row, room.w, faces)
    under = room.top(room.h - words.height - 4)
    if words.whole and under.h >= style.least:
        at = _grid(style, under, extent)
        at = at._replace(map=at.map._replace(x=room.x + (room.w - at.map.w) // 2))
        yield at._replace(words=Box(room.x, room.bottom - words.height, room.w, words.height))
    for share in TEXT_WIDTHS:
        wide = room.w * share // 100
        words = _set(pen, row, wide, faces)
        if (words.whole and words.height <= room.h) or share == TEXT_WIDTHS[-1]:
            at = _grid(style, Box(room.x, room.y, room.w - wide - style.gap, room.h), extent)
            yield at._replace(words=room.from_left(at.map.w + style.gap))


def _grid(style: Style, room: Box, extent: MapExtent) -> MapPlan:
    """Return the plan of the cells that fit, vertically centred; the caller sets the box for the text."""
    fitting = min(room.w // extent.columns, room.h // extent.rows, style.most)
    high = max(fitting, style.least)
    across, down = min(extent.columns, room.w // high), min(extent.rows, room.h // high)
    wide = min(room.w // max(1, across), high * MAX_CELL_RATIO[0] // MAX_CELL_RATIO[1])
    at = Box(room.x, room.y + (room.h - down * high) // 2, across * wide, down * high)
    return MapPlan(wide, high, at, room)


def _window(extent: MapExtent, plan: MapPlan, cursor: Cell) -> MapExtent:
    """Return the cells that are shown, with the cursor in the middle unless the map ends before."""
    columns, rows = plan.map.w // plan.wide, plan.map.h // plan.high
    west = min(max(cursor[0] - columns // 2, extent.west), extent.west + extent.columns - columns)
    north = max(min(cursor[1] + rows // 2, extent.north), extent.north - extent.rows + rows)
    return MapExtent(west, north, columns, rows)


def _said(row: ListItem) -> tuple[Message, ...]:
    return (row.label, row.note) if row.note else (row.label,)


def _faces(pen: Pen) -> tuple[tuple[Face, Face], ...]:
    """Return pairs of faces for the meaning of a cell and for its note, largest first."""
    paper = pen.paper
    roles = (("text", "body"), ("body", "note"), ("note", "note"))
    return (*((paper.face(large, True), paper.face(small)) for large, small in roles), (SMALLEST, SMALLEST))


def _set(pen: Pen, row: ListItem | None, wide: int, faces: tuple[Face, Face]) -> CellText:
    lines: list[tuple[str, Face]] = []
    whole = True
    for said, face in zip(_said(row) if row else (), faces, strict=False):
        found = pen.set_lines(capitalize_start(said), face, wide, 12)
        whole = whole and found.whole and found.face == face
        lines += [(line, found.face) for line in found.lines]
    return CellText(tuple(lines), sum(map(_pitch, (face for _, face in lines))), whole)


def _fitted(pen: Pen, row: ListItem, room: Box) -> CellText:
    """Return the text in the largest face that fits."""
    for faces in _faces(pen):
        words = _set(pen, row, room.w, faces)
        if words.whole and words.height <= room.h:
            return words
    return words._replace(whole=False)


def _pitch(face: Face) -> int:
    return line_height(face) + 1


def _write(pen: Pen, room: Box, words: CellText) -> None:
    base = room.bottom - words.height
    for line, face in words.lines:
        base += _pitch(face)
        pen.set(room.x, base - 4, line, face, whole=words.whole)


def _cells(pen: Pen, plan: MapPlan, window: MapExtent, page: MapPage, icons: Mapping[str, Icon]) -> None:
    """Draw the tiles, the open and closed cells, and last the cell of the cursor."""
    lying = {(each.x, each.y): each for each in page.map_tiles}
    able = {parse_cell(row.sign) for row in page.rows if not row.closed}
    shut = {parse_cell(row.sign) for row in page.rows if row.closed}
    here = parse_cell(page.rows[page.cursor].sign) if page.rows else None
    for cell in sorted({*lying, *able, *shut} - {here}, key=lambda each: (-each[1], each[0])):
        if box := _box(plan, window, cell):
            if map_tile := lying.get(cell):
                draw_tile(pen, box, map_tile, icons, offered=cell in able)
            else:
                (draw_open_cell if cell in able else draw_closed_cell)(pen, box)
    if here and (box := _box(plan, window, here)):
        _cursor(pen, box, page, lying.get(here), icons)


def _cursor(pen: Pen, box: Box, page: MapPage, tile: MapTile | None, icons: Mapping[str, Icon]) -> None:
    if page.rows[page.cursor].closed:
        draw_refused_cursor(pen, box)
    else:
        draw_cursor_tile(pen, box, page.new_tile or tile, icons)


def _box(plan: MapPlan, window: MapExtent, cell: Cell) -> Box | None:
    """Return the box of a cell, one pixel away from its neighbours; None for a cell outside the window."""
    place = window.place(cell)
    if place is None:
        return None
    at = plan.map.x + place[0] * plan.wide, plan.map.y + place[1] * plan.high
    return Box(*at, plan.wide - 1, plan.high - 1)


def _draw_continuations(pen: Pen, plan: MapPlan, extent: MapExtent, window: MapExtent) -> None:
    """Draw a small triangle at each side where the map continues, in the left margin or at its right."""
    box, left, right = plan.map, plan.map.x - TRIANGLE_SIZE - 1, plan.map.right + 1
    middle = box.y + box.h // 2 - TRIANGLE_SIZE
    if window.west > extent.west:
        pen.shape(
            Box(left, middle, TRIANGLE_SIZE, 2 * TRIANGLE_SIZE - 1),
            [(TRIANGLE_SIZE - 1, 0), (0, TRIANGLE_SIZE - 1), (TRIANGLE_SIZE - 1, 2 * TRIANGLE_SIZE - 2)],
        )
    if window.west + window.columns < extent.west + extent.columns:
        pen.shape(
            Box(right, middle, TRIANGLE_SIZE, 2 * TRIANGLE_SIZE - 1),
            [(0, 0), (TRIANGLE_SIZE - 1, TRIANGLE_SIZE - 1), (0, 2 * TRIANGLE_SIZE - 2)],
        )
    if window.north < extent.north:
        pen.shape(Box(right, box.y, 7, TRIANGLE_SIZE), [(3, 0), (6, TRIANGLE_SIZE - 1), (0, TRIANGLE_SIZE - 1)])
    if window.north - window.rows > extent.north - extent.rows:
        pen.shape(
            Box(right, box.bottom - TRIANGLE_SIZE - 1, 7, TRIANGLE_SIZE), [(0, 0), (6, 0), (3, TRIANGLE_SIZE - 1)]
        )


MARGIN = 6
"""Pixels at each side for the triangles."""


def map_leaves(
    pen: Pen, territories: Iterable[tuple[Message, Sequence[MapTile]]], icons: Mapping[str, Icon]
) -> list[Leaf]:
    """Return the pages of all players' maps; `territories` are each player's name and tiles."""
    parts = list(_parts(pen, territories))
    return [
        Leaf(page.title, whole=partial(_draw, page=page, window=shown, icons=icons, where=f"{n}/{len(parts)}"))
        for n, (page, shown) in enumerate(parts, 1)
    ]


def _parts(
    pen: Pen, territories: Iterable[tuple[Message, Sequence[MapTile]]]
) -> Iterator[tuple[MapPage, MapExtent]]:
    for name, map_tiles in territories:
        page = MapPage(name, (), 0, tuple(map_tiles), None, ())
        yield from ((page, shown) for shown in map_windows(pen, _room(pen), page))


def _room(pen: Pen) -> Box:
    """Return the box of the map, the same on every page whatever its footer shows."""
    inner = pen.paper.inner
    return Box(inner.x + MARGIN, headline_bottom(pen), inner.w - 2 * MARGIN, strips_height(pen))


def _draw(
    pen: Pen, _over_foot: Box, page: MapPage, window: MapExtent, icons: Mapping[str, Icon], where: str
) -> None:
    draw_headline(pen, page.title, where=where, lines=1)
    draw_window(pen, _room(pen), page, window, icons)
