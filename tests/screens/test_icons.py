"""The icon set: one silhouette for each thing, at all three sizes, and the same shapes for the page."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import ImageChops

from companion.engine.game import Figure, GameOutline
from companion.engine.message import literal
from companion.games.glen_more import icons as of_2010
from companion.games.glen_more_2.screens import icons as of_the_game
from companion.games.schotten_totten.screens import icons
from companion.screens import box_icons, frame
from companion.screens import icons as generic
from companion.screens.icons import (
    KEYS,
    LARGE_ICON,
    MEDIUM_ICON,
    SMALL_ICON,
    Shape,
    icon_mask,
    icon_svg,
    read_icons,
)
from companion.screens.paper import PANELS, Box
from companion.screens.pen import Pen

ICONS = generic.ICONS | box_icons.BOX_ICONS | of_the_game.ICONS | of_2010.ICONS
SETS = [generic.ICONS, box_icons.BOX_ICONS, of_the_game.ICONS, of_2010.ICONS, icons.ICONS]
THINGS = [each for each in ICONS.values() if each.name not in KEYS]
sizes = pytest.mark.parametrize("size", [SMALL_ICON, MEDIUM_ICON, LARGE_ICON])


@sizes
def test_every_icon_has_its_size_and_enough_ink_to_be_seen(size: int) -> None:
    for icon in ICONS.values():
        picture = icon_mask(icon, size)
        assert picture.height == size, icon.name
        assert picture.width in (size, size + 1), icon.name
        assert picture.histogram()[-1] > size * size / 12, icon.name


@sizes
def test_no_two_things_look_alike(size: int) -> None:
    for one, other in combinations(THINGS, 2):
        differs = ImageChops.logical_xor(icon_mask(one, size), icon_mask(other, size)).histogram()[-1]
        assert differs > size * size / (20 if "die" in one.name else 12), (one.name, other.name)


@sizes
def test_a_held_key_has_the_long_bar(size: int) -> None:
    for name in ("UP", "DOWN", "OK", "BACK", "UNDO"):
        held, tapped = icon_mask(KEYS[name + "+"], size), icon_mask(KEYS[name], size)
        assert [held.getpixel((x, size - 1)) for x in range(held.width)] == [255] * held.width
        assert tapped.getpixel((0, 0)) == 0
        assert any(not any(held.getpixel((x, y)) for x in range(held.width)) for y in range(size // 2, size))


def test_no_two_sets_have_a_picture_of_one_name() -> None:
    names = [name for each in SETS for name in each]
    assert len(names) == len(set(names)) == 64


def test_every_line_of_a_picture_is_16_pixels_or_a_shape() -> None:
    numbers = {"disc": (4,), "rect": (4, 5)}
    for icon in (icon for each in SETS for icon in each.values()):
        assert len(icon.pixels) == SMALL_ICON, icon.name
        assert len({len(row) for row in icon.pixels}) == 1, icon.name
        for shape in icon.shapes:
            assert shape.kind in ("poly", "line", *numbers), icon.name
            assert len(shape.numbers) in numbers.get(shape.kind, range(4, 400, 2)), (icon.name, shape)
            assert (shape.width > 0) == (shape.kind == "line"), (icon.name, shape)


def test_a_picture_is_read_from_its_lines(tmp_path: Path) -> None:
    file = tmp_path / "icons.txt"
    file.write_text("# Two pictures.\n\n[dot]\nswatch\n.#\ndisc 1,2 3,4\n\n[bar]\n##\n-line 2.7 0,1 2,3\n  4,5\n")
    dot, bar = read_icons(file).values()
    assert (dot.name, dot.is_swatch, dot.pixels, dot.shapes) == (
        "dot",
        True,
        (".#",),
        (Shape("disc", (1, 2, 3, 4)),),
    )
    assert (bar.name, bar.is_swatch, bar.pixels) == ("bar", False, ("##",))
    assert bar.shapes == (Shape("line", (0, 1, 2, 3, 4, 5), is_ink=False, width=2.7),)


def test_the_page_gets_the_same_shapes() -> None:
    for icon in ICONS.values():
        drawn = ElementTree.fromstring(icon_svg(icon))
        assert len(drawn) == len(icon.shapes)


def test_a_die_has_a_die_for_its_mark_and_whoever_has_no_seat_a_figure() -> None:
    def mark(**of_figure: bool) -> bytes:
        pen = Pen(PANELS["4in2"].paper(), str)
        outline = GameOutline(literal("a game"), (Figure("it", literal("It"), **of_figure),))
        frame.draw_mark(pen, Box(10, 10, 20, 20), outline, "it")
        return pen.image.tobytes()

    assert mark(is_die=True) != mark()
