"""Small pictures in black and white: 16 pixels by hand, everything bigger from shapes on a grid of 32 units.

The same shapes serve the panels (24 and 32 pixels), the printed cards (any size) and the page (SVG). A stroke is
at least 2.7 units wide, which is 2 pixels at 24, and edges lie on multiples of 4/3, so nothing breaks. A game's
own pictures stand in its own folder.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

GRID = 32
SMALL, MEDIUM, LARGE = 16, 24, 32
"""For tables and footers; for lists and heads; for the one thing a screen is about."""

FINE = 8
"""Pixels of the fine raster, on which shapes are drawn, for one of the picture."""

Point = tuple[float, float]


class Poly(NamedTuple):
    """A filled polygon."""

    points: tuple[Point, ...]
    ink: bool = True
    """Black; else it takes black away."""


class Rect(NamedTuple):
    """A filled rectangle, `right` and `bottom` outside of it."""

    x: float
    y: float
    right: float
    bottom: float
    round: float = 0
    """Radius of its corners."""
    ink: bool = True


class Disc(NamedTuple):
    """A filled ellipse around a middle."""

    x: float
    y: float
    rx: float
    ry: float
    ink: bool = True


class Line(NamedTuple):
    """A stroke through points."""

    points: tuple[Point, ...]
    wide: float = 2.7
    ink: bool = True


Shape = Poly | Rect | Disc | Line


class Icon(NamedTuple):
    """A picture of one thing."""

    name: str
    """The thing, for tests and for the page."""
    small: tuple[str, ...]
    """16 rows of "#" and ".", drawn by hand."""
    shapes: tuple[Shape, ...]
    """The bigger ones, in units of the grid; a later shape lies on the earlier ones."""
    swatch: bool = False
    """A pattern that stands for a colour: in white on black it would be another one."""


@lru_cache(maxsize=256)
def mask(icon: Icon, size: int = SMALL) -> Image:
    """The picture at this size, 1 where there is ink."""
    from PIL import Image, ImageDraw  # late: starting up needs no picture

    if size == SMALL:
        found = Image.new("1", (len(icon.small[0]), len(icon.small)), 0)
        found.putdata([255 * (letter == "#") for row in icon.small for letter in row])
        return found
    raster = Image.new("L", (size * FINE, size * FINE), 0)
    draw, unit = ImageDraw.Draw(raster), size * FINE / GRID
    for shape in icon.shapes:
        _rasterise(draw, shape, unit)
    return raster.reduce(FINE).point(lambda value: 255 if value > 127 else 0).convert("1")


def _rasterise(draw: ImageDraw, shape: Shape, unit: float) -> None:
    fill = 255 if shape.ink else 0
    if isinstance(shape, Poly):
        draw.polygon([(x * unit, y * unit) for x, y in shape.points], fill=fill)
    elif isinstance(shape, Line):
        places = [(x * unit, y * unit) for x, y in shape.points]
        draw.line(places, fill=fill, width=round(shape.wide * unit), joint="curve")
    elif isinstance(shape, Disc):
        x, y, rx, ry = (each * unit for each in shape[:4])
        draw.ellipse((x - rx, y - ry, x + rx - 1, y + ry - 1), fill=fill)
    else:
        x, y, right, bottom, corner = (each * unit for each in shape[:5])
        draw.rounded_rectangle((x, y, right - 1, bottom - 1), corner, fill=fill)


def svg(icon: Icon, ink: str = "#000", paper: str = "#fff") -> str:
    """The picture as a group of SVG elements on 32 by 32 units, for the page."""
    return f"<g>{''.join(_element(shape, ink if shape.ink else paper) for shape in icon.shapes)}</g>"


def _element(shape: Shape, colour: str) -> str:
    if isinstance(shape, Poly | Line):
        places = " ".join(f"{x:g},{y:g}" for x, y in shape.points)
        if isinstance(shape, Poly):
            return f'<polygon points="{places}" fill="{colour}"/>'
        stroke = f'stroke="{colour}" stroke-width="{shape.wide:g}" stroke-linejoin="round"'
        return f'<polyline points="{places}" fill="none" {stroke}/>'
    if isinstance(shape, Disc):
        x, y, rx, ry = shape[:4]
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{colour}"/>'
    x, y, right, bottom, corner = shape[:5]
    size = f'width="{right - x:g}" height="{bottom - y:g}" rx="{corner:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} fill="{colour}"/>'


POINTS = Icon(
    "points",
    (
        ".......##.......",
        ".......##.......",
        "......####......",
        "......####......",
        "......####......",
        "################",
        ".##############.",
        "..############..",
        "....########....",
        "....########....",
        "...##########...",
        "...####..####...",
        "..###......###..",
        "..##........##..",
        ".#............#.",
        "................",
    ),
    (
        Poly(
            (
                (16, 0.4),
                (20.11, 11.34),
                (31.79, 11.87),
                (22.66, 19.16),
                (25.76, 30.43),
                (16, 24),
                (6.24, 30.43),
                (9.34, 19.16),
                (0.21, 11.87),
                (11.89, 11.34),
            )
        ),
    ),
)

UP_SIGN = (
    "....##....",
    "...####...",
    "..######..",
    ".########.",
    "##########",
)
DOWN_SIGN = UP_SIGN[::-1]
OK_SIGN = (
    ".###..#...#",
    "#...#.#..#.",
    "#...#.#.#..",
    "#...#.##...",
    "#...#.#.#..",
    "#...#.#..#.",
    ".###..#...#",
)
BACK_SIGN = (
    "...#......",
    "..##......",
    ".#########",
    "##########",
    ".#########",
    "..##......",
    "...#......",
)
UNDO_SIGN = (
    "..#.......",
    ".##.......",
    "########..",
    ".##.....#.",
    "..#......#",
    ".........#",
    "........#.",
    "...#####..",
)


def _key(name: str, sign: tuple[str, ...], white: tuple[Shape, ...]) -> dict[str, Icon]:
    """A black key with a white sign, and the same with the long bar under it that says hold."""
    return {name: _pressed(name, sign, white, 0), name + "+": _pressed(name + "+", sign, white, 3)}


def _pressed(name: str, sign: tuple[str, ...], white: tuple[Shape, ...], foot: int) -> Icon:
    wide, high = max(SMALL, len(sign[0]) + 6), SMALL - foot
    rows = [["."] + ["#"] * (wide - 2) + ["."], *(["#"] * wide for _ in range(high - 2))]
    rows.append(list(rows[0]))
    left, top = (wide - len(sign[0])) // 2, (high - len(sign)) // 2
    for down, row in enumerate(sign):
        for along, letter in enumerate(row):
            if letter == "#":
                rows[top + down][left + along] = "."
    if foot:
        rows += [["."] * wide, *(["#"] * wide for _ in range(foot - 1))]
    small = tuple("".join(row) for row in rows)
    bottom = GRID - (5.35 if foot else 0)
    up = 2.7 if foot else 0
    key: tuple[Shape, ...] = (Rect(0, 0, GRID, bottom, round=4), *(_moved(shape, up) for shape in white))
    return Icon(name, small, (*key, Rect(0, bottom + 1.3, GRID, GRID)) if foot else key)


def _moved(shape: Shape, up: float) -> Shape:
    """The shape so much higher."""
    if isinstance(shape, Poly | Line):
        return shape._replace(points=tuple((x, y - up) for x, y in shape.points))
    if isinstance(shape, Disc):
        return shape._replace(y=shape.y - up)
    return shape._replace(y=shape.y - up, bottom=shape.bottom - up)


def _white(*shapes: Shape) -> tuple[Shape, ...]:
    return tuple(shape._replace(ink=not shape.ink) for shape in shapes)


KEYS = {
    **_key("UP", UP_SIGN, _white(Poly(((16, 9.3), (26.7, 21.3), (5.3, 21.3))))),
    **_key("DOWN", DOWN_SIGN, _white(Poly(((16, 22.7), (26.7, 10.7), (5.3, 10.7))))),
    **_key(
        "OK",
        OK_SIGN,
        _white(
            Disc(9.3, 16, 6, 6.7),
            Disc(9.3, 16, 3.2, 3.9, ink=False),
            Rect(18.7, 9.3, 21.4, 22.7),
            Line(((27.6, 9), (20.6, 16), (27.6, 23)), wide=3),
        ),
    ),
    **_key(
        "BACK",
        BACK_SIGN,
        _white(Poly(((4, 16), (13.3, 8), (13.3, 13.3), (26.7, 13.3), (26.7, 18.7), (13.3, 18.7), (13.3, 24)))),
    ),
    **_key(
        "UNDO",
        UNDO_SIGN,
        _white(
            Disc(18.7, 17.3, 8, 7.3),
            Disc(18.7, 17.3, 5.3, 4.6, ink=False),
            Rect(8, 12.7, 18.7, 26, ink=False),
            Rect(13.3, 22, 18.7, 24.6),
            Rect(10, 10, 18.7, 12.7),
            Poly(((4, 11.3), (12, 5.3), (12, 17.3))),
        ),
    ),
}
"""The five keys of the case by their names, and with "+" as they are held."""

COMPANION = Icon(
    "companion",
    (
        "################",
        "#..............#",
        "#.############.#",
        "#.#..........#.#",
        "#.#..........#.#",
        "#.#...####...#.#",
        "#.#...####...#.#",
        "#.#..........#.#",
        "#.#..........#.#",
        "#.############.#",
        "#..............#",
        "#.##.##.##.##..#",
        "#.##.##.##.##..#",
        "#..............#",
        "################",
        "................",
    ),
    (
        Rect(1.3, 0, 30.7, 32, round=4),
        Rect(4, 2.7, 28, 29.3, round=2, ink=False),
        Rect(6.7, 5.3, 25.3, 20),
        Rect(9.3, 8, 22.7, 17.3, ink=False),
        Rect(13.3, 10.7, 18.7, 14.7),
        Rect(6.7, 22.7, 9.3, 26.7),
        Rect(12, 22.7, 14.6, 26.7),
        Rect(17.3, 22.7, 20, 26.7),
        Rect(22.7, 22.7, 25.3, 26.7),
    ),
)
FIGURE = Icon(
    "figure",
    (
        "................",
        "......####......",
        ".....######.....",
        ".....######.....",
        ".....######.....",
        ".....######.....",
        "......#####.....",
        ".....######.....",
        ".....######.....",
        ".....######.....",
        "....########....",
        "....########....",
        "...##########...",
        "..############..",
        "..############..",
        "................",
    ),
    (
        Disc(16, 8, 6.7, 6.7),
        Poly(((11.5, 12), (20.5, 12), (25.3, 28), (6.7, 28))),
        Rect(4, 25.3, 28, 30.7, round=1.3),
    ),
)
TICK = Icon(
    "tick",
    (
        "................",
        "................",
        "..............##",
        ".............###",
        "............###.",
        "...........###..",
        "..........###...",
        "##.......###....",
        "###.....###.....",
        ".###...###......",
        "..###.###.......",
        "...#####........",
        "....###.........",
        ".....#..........",
        "................",
        "................",
    ),
    (Line(((2.7, 16), (12, 25.3), (29.3, 6.7)), wide=5.3),),
)
QUESTION = Icon(
    "question",
    (
        ".....######.....",
        "...##########...",
        "..############..",
        ".#####....#####.",
        ".####..##..####.",
        "#####..##..#####",
        "##########..####",
        "#########..#####",
        "########..######",
        "#######..#######",
        "#######..#######",
        ".##############.",
        ".######..######.",
        "..#####..#####..",
        "...##########...",
        ".....######.....",
    ),
    (
        Disc(16, 16, 14.7, 14.7),
        Line(
            ((10.7, 12), (12, 8.3), (16, 6.7), (20, 8.3), (21.3, 12), (20, 15), (16, 17.7), (16, 21)),
            3.4,
            ink=False,
        ),
        Disc(16, 25.3, 2.2, 2.2, ink=False),
    ),
)
ARROW = Icon(
    "arrow",
    (
        "...##...........",
        "...###..........",
        "...####.........",
        "...#####........",
        "...######.......",
        "...#######......",
        "...########.....",
        "...#########....",
        "...#########....",
        "...########.....",
        "...#######......",
        "...######.......",
        "...#####........",
        "...####.........",
        "...###..........",
        "...##...........",
    ),
    (Poly(((8, 2.7), (24, 16), (8, 29.3))),),
)
