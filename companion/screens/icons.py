"""Small pictures in black and white: 16 pixels by hand, everything bigger from shapes on a grid of 32 units.

The same shapes serve the panels (24 and 32 pixels), the printed cards (any size) and the page (SVG). A stroke is
at least 2.7 units wide, which is 2 pixels at 24, and edges lie on multiples of 4/3, so nothing breaks.

A set of pictures is a text file. Each picture begins with its name in brackets. 16 rows of "#" (ink) and "."
follow, drawn by hand, then one shape a line, in units of the grid, a later one on top of the earlier ones:

    poly X,Y X,Y …                          a filled polygon
    line WIDTH X,Y X,Y …                    a stroke through points
    disc X,Y RADIUS_X,RADIUS_Y              a filled ellipse around its middle
    rect LEFT,TOP RIGHT,BOTTOM RADIUS       a filled rectangle; the radius of its corners may be left out

A "-" before a shape makes it white. An indented line continues the one above it. A line "swatch" marks a pattern
that stands for a colour.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

GRID = 32
SMALL_ICON, MEDIUM_ICON, LARGE_ICON = 16, 24, 32
"""For tables and footers; for lists and heads; for the one thing a screen is about."""

FINE = 8
"""Pixels of the fine raster, on which shapes are drawn, for one of the picture."""


class Shape(NamedTuple):
    """A part of a picture."""

    kind: str
    """poly, line, disc or rect."""
    numbers: tuple[float, ...]
    """Its numbers in the order of the file, a line's width not among them."""
    is_ink: bool = True
    """Black; else it takes black away."""
    width: float = 0
    """Of a line."""


class Icon(NamedTuple):
    """A picture of one thing."""

    name: str
    """The thing, for tests and for the page."""
    drawing: str
    """Its lines in the file; they are read when the picture is first drawn."""

    @property
    def is_swatch(self) -> bool:
        """True if it is a pattern that stands for a colour: in white on black it would be another one."""
        return self.drawing.startswith("swatch")

    @property
    def pixels(self) -> tuple[str, ...]:
        """Return the 16 rows of "#" and "." of the small picture."""
        return tuple(line for line in self.drawing.splitlines() if line[0] in "#.")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """Return the shapes of the bigger pictures."""
        lines = self.drawing.replace("\n ", " ").splitlines()
        return tuple(_shape(line) for line in lines if line[0] not in "#." and line != "swatch")


def _shape(line: str) -> Shape:
    kind, *words = line.replace(",", " ").split()
    numbers = tuple(map(float, words))
    ink, kind = not kind.startswith("-"), kind.removeprefix("-")
    return Shape(kind, numbers[1:], ink, numbers[0]) if kind == "line" else Shape(kind, numbers, ink)


def read_icons(path: Path) -> dict[str, Icon]:
    """Return the pictures of a file by their names."""
    _comment, *blocks = path.read_text("utf-8").rstrip().split("\n[")
    found = (block.split("]\n", 1) for block in blocks)
    return {name: Icon(name, drawing.rstrip()) for name, drawing in found}


@lru_cache(maxsize=256)
def icon_mask(icon: Icon, size: int = SMALL_ICON) -> Image:
    """The picture at this size, 1 where there is ink."""
    from PIL import Image, ImageDraw  # late: starting up needs no picture

    if size == SMALL_ICON:
        pixels = icon.pixels
        found = Image.new("1", (len(pixels[0]), len(pixels)), 0)
        found.putdata([255 * (letter == "#") for row in pixels for letter in row])
        return found
    raster = Image.new("L", (size * FINE, size * FINE), 0)
    draw, unit = ImageDraw.Draw(raster), size * FINE / GRID
    for shape in icon.shapes:
        _rasterise(draw, shape, unit)
    return raster.reduce(FINE).point(lambda value: 255 if value > 127 else 0).convert("1")


def _rasterise(draw: ImageDraw, shape: Shape, unit: float) -> None:
    fill = 255 if shape.is_ink else 0
    numbers = [number * unit for number in shape.numbers]
    if shape.kind == "poly":
        draw.polygon(numbers, fill=fill)
    elif shape.kind == "line":
        draw.line(numbers, fill=fill, width=round(shape.width * unit), joint="curve")
    elif shape.kind == "disc":
        x, y, rx, ry = numbers
        draw.ellipse((x - rx, y - ry, x + rx - 1, y + ry - 1), fill=fill)
    else:
        x, y, right, bottom, *corner = numbers
        draw.rounded_rectangle((x, y, right - 1, bottom - 1), sum(corner), fill=fill)


def icon_svg(icon: Icon, ink: str = "#000", paper: str = "#fff") -> str:
    """The picture as a group of SVG elements on 32 by 32 units, for the page."""
    return f"<g>{''.join(_element(shape, ink if shape.is_ink else paper) for shape in icon.shapes)}</g>"


def _element(shape: Shape, colour: str) -> str:
    numbers = shape.numbers
    if shape.kind in ("poly", "line"):
        points = " ".join(f"{x:g},{y:g}" for x, y in zip(numbers[::2], numbers[1::2], strict=True))
        if shape.kind == "poly":
            return f'<polygon points="{points}" fill="{colour}"/>'
        stroke = f'stroke="{colour}" stroke-width="{shape.width:g}" stroke-linejoin="round"'
        return f'<polyline points="{points}" fill="none" {stroke}/>'
    if shape.kind == "disc":
        x, y, rx, ry = numbers
        return f'<ellipse cx="{x:g}" cy="{y:g}" rx="{rx:g}" ry="{ry:g}" fill="{colour}"/>'
    x, y, right, bottom, *corner = numbers
    size = f'width="{right - x:g}" height="{bottom - y:g}" rx="{sum(corner):g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} fill="{colour}"/>'


ICONS = read_icons(Path(__file__).with_name("icons.txt"))
"""The pictures of the companion itself by their names."""
KEYS = {name: icon for name, icon in ICONS.items() if name[:1].isupper()}
"""The five keys of the case by their names, and with "+" as they are held."""
POINTS_ICON, COMPANION, FIGURE = ICONS["points"], ICONS["companion"], ICONS["figure"]
TICK, QUESTION, ARROW = ICONS["tick"], ICONS["question"], ICONS["arrow"]
