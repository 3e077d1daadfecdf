"""One tile of a map as a small picture: its sign, what runs over it, what lies and stands on it, how high it lies.

What lies and stands on a tile has pictures at its foot where the sign keeps its room, else squares and a tiny
figure. A sign without a picture is the tile's name, shortened with a full stop where it has no room. Knows no
game; places no tile.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.offers import Tract
from companion.screens.icons import FIGURE, LARGE, MEDIUM, SMALL, Icon
from companion.screens.paper import BOLD, SMALLEST, Box, Face, capital, length, wrap
from companion.screens.pen import Pen

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
    (58, Look(LARGE, SMALL, 7, 6, Face(13, BOLD))),
    (46, Look(MEDIUM, SMALL, 6, 6, Face(13, BOLD))),
    (36, Look(MEDIUM, 0, 5, 3, SMALLEST)),
    (0, Look(SMALL, 0, 4, 3, SMALLEST)),
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


def closed(pen: Pen, box: Box) -> None:
    """A cell where nothing may be laid: no border, and in its middle a light cross as the cursor has there."""
    size = 2 * (box.h // 12) + 1
    at = Box(box.x + box.w // 2 - size // 2, box.y + box.h // 2 - size // 2, size, size)
    pen.strokes(at, [(0, 0), (size - 1, size - 1)], 1)
    pen.strokes(at, [(0, size - 1), (size - 1, 0)], 1)


def dotted(pen: Pen, box: Box) -> None:
    """The border of a cell where something may be laid."""
    for y in (box.y, box.bottom - 1):
        pen.dots(box.x, y, box.w)
    for x in (box.x, box.right - 1):
        pen.dots_down(x, box.y, box.h)


def tile(pen: Pen, box: Box, tract: Tract, icons: Mapping[str, Icon], *, offered: bool = False) -> None:
    """Black on white; offered: something may be laid on it."""
    if offered:
        dotted(pen, box)
    else:
        pen.frame(box)
    if tract.marked:
        _mark(pen, box)
    _layers(pen, box, tract.height)
    _content(pen, box, tract, icons, white=False)


def _mark(pen: Pen, box: Box) -> None:
    """A thick border: from here it starts."""
    for inset in range(1, _mark_wide(box)):
        pen.frame(Box(box.x + inset, box.y + inset, box.w - 2 * inset, box.h - 2 * inset))


def _mark_wide(box: Box) -> int:
    """Pixels of that border."""
    return 3 if box.w >= AIRY else 2


def under_cursor(pen: Pen, box: Box, tract: Tract | None, icons: Mapping[str, Icon]) -> None:
    """White on black; nothing lies there where `tract` is None."""
    pen.bar(box)
    if tract:
        _content(pen, box, tract, icons, white=True)


def refused(pen: Pen, box: Box) -> None:
    """The cursor on a cell that is closed."""
    pen.bar(box)
    face = look_of(box.h).face
    size = capital(face) * 2 // 3 + 2
    pen.cross(box.x + (box.w - size) // 2, box.y + (box.h + capital(face)) // 2, face, white=True)


def _layers(pen: Pen, box: Box, height: int) -> None:
    """A line more at the top for a tile underneath, on large tiles one more for a second."""
    under = _layers_high(box, height)
    for y in range(box.y + under, box.y, -2 if box.h >= AIRY else -1):
        pen.square(Box(box.x + 2, y, box.w - 4, 1))


def _layers_high(box: Box, height: int) -> int:
    """Pixels that these lines take under the border."""
    return 2 * min(height - 1, 2) if box.h >= AIRY else min(height - 1, 1)


def _content(pen: Pen, box: Box, tract: Tract, icons: Mapping[str, Icon], white: bool) -> None:
    look = look_of(box.h)
    for kind, axis in tract.lines:
        _strip(pen, box, look, kind, axis, white)
    room = _left_over(box, look, tract, white)
    if (row := _row_at_foot(tract, icons)) and (above := _over_row(pen, room, look, tract, icons, row)):
        _pictures(pen, Box(room.x, above.bottom, room.w, SMALL), look, row, white)
        _sign(pen, above, look, tract, icons, white)
        return
    if tract.pieces:
        room = room.top(room.h - _pieces(pen, room, look, tract, white))
    if tract.figures:
        beside = _beside_figures(room, look)
        _figures(pen, room.from_left(beside.w), look, tract.figures, icons, white)
        room = beside
    _sign(pen, room, look, tract, icons, white)


def _left_over(box: Box, look: Look, tract: Tract, white: bool) -> Box:
    """What border, layers and strips leave of a tile."""
    axes, strip = {axis for _, axis in tract.lines}, look.strip - _over(white)
    edge = _mark_wide(box) if tract.marked else 1
    left = max(edge, strip) if NORTH_SOUTH in axes else edge
    under = max(edge, strip) if EAST_WEST in axes else edge
    above = edge + _layers_high(box, tract.height)
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


def _row_at_foot(tract: Tract, icons: Mapping[str, Icon]) -> Row:
    """Figures first; nothing where one has no picture, or lies as squares under the picture of its kind."""
    if any(kind not in icons or kind == tract.sign for kind, _ in tract.pieces):
        return ()
    figures = ((icons.get(STANDING, FIGURE), tract.figures),) if tract.figures else ()
    return (*figures, *((icons[kind], n) for kind, n in tract.pieces))


def _over_row(pen: Pen, room: Box, look: Look, tract: Tract, icons: Mapping[str, Icon], row: Row) -> Box | None:
    """What such a row leaves for the sign; None where one of the two has no room."""
    wide = sum(SMALL + length(_many(n), look.face) for _, n in row) + BETWEEN * (len(row) - 1)
    above = room.top(room.h - SMALL)
    if wide > room.w or above.h < capital(SMALLEST):
        return None
    if tract.sign in icons:
        return above if above.h >= SMALL else None
    name = pen.translate(tract.label)
    whole_beside = _whole_lines(name, look.face, _beside_figures(room, look) if tract.figures else room)
    return above if _whole_lines(name, look.face, above) or not whole_beside else None


def _many(n: int) -> str:
    return str(n) if n > 1 else ""


def _pictures(pen: Pen, room: Box, look: Look, row: Row, white: bool) -> None:
    """In the middle, each with its number behind it where there is more than one."""
    wide = sum(SMALL + length(_many(n), look.face) for _, n in row) + BETWEEN * (len(row) - 1)
    x = room.x + (room.w - wide) // 2
    for icon, n in row:
        pen.icon(x, room.y, icon, SMALL, white)
        pen.set(x + SMALL, room.y + (SMALL + capital(look.face)) // 2, _many(n), look.face, white=white)
        x += SMALL + length(_many(n), look.face) + BETWEEN


def _pieces(pen: Pen, room: Box, look: Look, tract: Tract, white: bool) -> int:
    """At the foot of the tile, a square for each; gives the height they took, with white over them."""
    every, step = sum(n for _, n in tract.pieces), look.square + 2
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
        base = room.y + high + capital(look.face) + 1
        pen.write(room.x + room.w // 2, base, str(number), look.face, align="centre", white=white)


def _sign(pen: Pen, room: Box, look: Look, tract: Tract, icons: Mapping[str, Icon], white: bool) -> None:
    """Its picture, else its name."""
    icon = icons.get(tract.sign)
    if icon:
        size = next((each for each in (look.sign, MEDIUM) if each <= room.h), SMALL)
        pen.icon(room.x + (room.w - size) // 2, room.y + (room.h - size) // 2, icon, size, white)
        return
    name = pen.translate(tract.label)
    face, lines = _whole_lines(name, look.face, room) or (SMALLEST, (_cut(name, room),))
    step = capital(face) + 3
    base = room.y + (room.h + capital(face) - step * (len(lines) - 1)) // 2
    for at, line in enumerate(lines):
        pen.write(room.x + room.w // 2, base + at * step, line, face, align="centre", white=white)


def _whole_lines(name: str, usual: Face, room: Box) -> tuple[Face, tuple[str, ...]] | None:
    """A name in as many lines as it takes, in smaller letters rather than cut; None where it must be."""
    for face in (usual, SMALLEST):
        lines = wrap(name, room.w - 2, face)
        if len(lines) * (capital(face) + 3) <= room.h + 3 and all(length(x, face) <= room.w - 2 for x in lines):
            return face, lines
    return None


def _cut(name: str, room: Box) -> str:
    """The beginning of its first word, never what might be a whole one; of the same length where there is room."""
    word = name.partition(" ")[0]
    ways = (f"{word[:n]}." for n in (*CUT_TO, 2, 1) if n < len(word))
    return next((each for each in ways if length(each, SMALLEST) <= room.w - 2), "")
