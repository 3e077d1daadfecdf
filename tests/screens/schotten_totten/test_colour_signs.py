"""The six patterns are told apart from every side: none is another's mirror image, nor another one turned."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from PIL import Image, ImageChops
from PIL.Image import Transpose

from companion.games.schotten_totten.screens.icons import COLOUR_SIGNS, SIGNS
from companion.scoring.schotten_totten.border import COLOURS, TACTICS
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON, SMALL_ICON, icon_mask
from companion.screens.paper import PANELS, Box
from companion.screens.pen import Pen
from companion.state.schotten_totten.labels import card_kind

SIZES = (SMALL_ICON, MEDIUM_ICON, LARGE_ICON)
APART = 0.15
"""The least share of pixels in which two of them differ, wherever one is turned, mirrored or shifted to."""


def every_way(picture: Image.Image) -> Iterator[Image.Image]:
    """As it is seen from each side, in a mirror too, and by an eye that is a pixel off."""
    for turned in (picture, *(picture.transpose(way) for way in Transpose)):
        for x, y in ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)):
            yield ImageChops.offset(turned, x, y)


def differs(a: Image.Image, b: Image.Image) -> float:
    """The share of pixels in which two pictures differ."""
    black = ImageChops.logical_xor(a, b).histogram()[255]
    return black / (a.width * a.height)


def test_there_is_a_pattern_for_each_colour_and_a_picture_for_each_card() -> None:
    assert set(COLOUR_SIGNS) == set(COLOURS)
    assert {card_kind(card) for card in TACTICS if card_kind(card) != "technique"} <= set(SIGNS)


@pytest.mark.parametrize("size", SIZES)
def test_no_pattern_is_anothers_mirror_image_nor_another_turned(size: int) -> None:
    close = [
        (one, other)
        for one, other in combinations(COLOUR_SIGNS, 2)
        for way in every_way(icon_mask(COLOUR_SIGNS[other], size))
        if differs(icon_mask(COLOUR_SIGNS[one], size), way) < APART
    ]
    assert close == []


@pytest.mark.parametrize("size", SIZES)
def test_a_pattern_is_the_same_for_who_sits_across(size: int) -> None:
    """Else the same colour would look otherwise on the far side; waves may swing the other way."""
    for name, sign in COLOUR_SIGNS.items():
        picture = icon_mask(sign, size)
        turned = picture.transpose(Transpose.ROTATE_180)
        assert differs(picture, turned) < (0.5 if name == "blue" else 0.1), name


@pytest.mark.parametrize("size", SIZES)
def test_the_darkest_is_brown_and_the_lightest_yellow(size: int) -> None:
    def ink(name: str) -> int:
        return icon_mask(COLOUR_SIGNS[name], size).histogram()[255]

    dark = sorted(COLOUR_SIGNS, key=ink)
    assert (dark[0], dark[-1]) == ("yellow", "brown")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_colour_looks_in_the_chosen_row_as_in_the_others_with_a_white_rim(colour: str, size: int) -> None:
    pen, at = Pen(PANELS["4in2"].paper(), str), (20, 30)
    pen.bar(Box(0, 0, 200, 200))
    pen.icon(*at, SIGNS[colour], size, white=True)
    seen = pen.image.crop((at[0] - 1, at[1] - 1, at[0] + size + 1, at[1] + size + 1))
    expected = Image.new("1", seen.size, 1)
    expected.paste(0, (1, 1), icon_mask(SIGNS[colour], size))
    assert differs(seen, expected) == 0
