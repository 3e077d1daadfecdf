"""Black-and-white icons: 16 pixels drawn by hand, larger sizes from shapes on a grid of 32 units.

The same shapes serve panels (24 and 32 pixels), printed cards (any size) and the web page (SVG). A stroke is at
least 2.7 units wide, which is 2 pixels at size 24, and edges are at multiples of 4/3, so strokes stay even.

A set of icons is a text file. Each icon begins with its name in brackets, then 16 rows of "#" (ink) and ".", then
one shape per line in grid units; later shapes cover earlier ones:

    poly X,Y X,Y …                          a filled polygon
    line WIDTH X,Y X,Y …                    a stroke through points
    disc X,Y RADIUS_X,RADIUS_Y              a filled ellipse around its centre
    rect LEFT,TOP RIGHT,BOTTOM RADIUS       a filled rectangle; the corner radius is optional

A "-" before a shape makes it white. An indented line continues the line before it. A line "swatch" marks a pattern
that represents a colour.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

GRID_UNITS = 32
SMALL_ICON, MEDIUM_ICON, LARGE_ICON = 16, 24, 32
"""Sizes in pixels: for tables and footers; for lists and headlines; for the main subject of a screen."""

RASTER_SCALE = 8
"""Pixels of the fine raster per pixel of the icon."""


class Shape(NamedTuple):
    """One shape of an icon."""

    kind: str
    """"poly", "line", "disc" or "rect"."""
    numbers: tuple[float, ...]
    """The numbers in the order of the file, without a line's width."""
    is_ink: bool = True
    """True for black, False for white."""
    width: float = 0
    """Width of a line, in grid units."""


class Icon(NamedTuple):
    """An icon of one thing."""

    name: str
    """Name of the thing, used by tests and the web page."""
    drawing: str
    """Its lines in the file; they are parsed when the icon is first drawn."""

    @property
    def is_swatch(self) -> bool:
        """True if it is a pattern that represents a colour: inverted, it would represent another colour."""
        return self.drawing.startswith("swatch")

    @property
    def pixels(self) -> tuple[str, ...]:
        """The 16 rows of "#" and "." of the small icon."""
        return tuple(line for line in self.drawing.splitlines() if line[0] in "#.")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes of the larger sizes."""
        lines = self.drawing.replace("\n ", " ").splitlines()
        return tuple(_shape(line) for line in lines if line[0] not in "#." and line != "swatch")


def _shape(line: str) -> Shape:
    kind, *words = line.replace(",", " ").split()
    numbers = tuple(map(float, words))
    ink, kind = not kind.startswith("-"), kind.removeprefix("-")
    return Shape(kind, numbers[1:], ink, numbers[0]) if kind == "line" else Shape(kind, numbers, ink)


def read_icons(path: Path) -> dict[str, Icon]:
    """Return the icons of a file by name."""
    _comment, *blocks = path.read_text("utf-8").rstrip().split("\n[")
    found = (block.split("]\n", 1) for block in blocks)
    return {name: Icon(name, drawing.rstrip()) for name, drawing in found}


@lru_cache(maxsize=256)
def icon_mask(icon: Icon, size: int = SMALL_ICON) -> Image:
    """Return a mask of the icon at this size in pixels, 1 where there is ink."""
    from PIL import Image, ImageDraw  # Imported late: starting up needs no picture.

    if size == SMALL_ICON:
        pixels = icon.pixels
        found = Image.new("1", (len(pixels[0]), len(pixels)), 0)
        found.putdata([255 * (letter == "#") for row in pixels for letter in row])
        return found
    raster = Image.new("L", (size * RASTER_SCALE, size * RASTER_SCALE), 0)
    draw, unit = ImageDraw.Draw(raster), size * RASTER_SCALE / GRID_UNITS
    for shape in icon.shapes:
        _rasterise(draw, shape, unit)
    return raster.reduce(RASTER_SCALE).point(lambda value: 255 if value > 127 else 0).convert("1")


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
    """Return the icon as a group of SVG elements on 32 by 32 units, for the web page."""
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
"""The companion's own icons by name."""
KEYS = {name: icon for name, icon in ICONS.items() if name[:1].isupper()}
"""Icons of the five keys by name; a name with "+" is the key held down."""
POINTS_ICON, COMPANION, FIGURE = ICONS["points"], ICONS["companion"], ICONS["figure"]
STANDING_FIGURE = "standing"
"""Name of a game's own icon for figures that stand on tiles, instead of FIGURE."""
TICK, QUESTION, ARROW = ICONS["tick"], ICONS["question"], ICONS["arrow"]
