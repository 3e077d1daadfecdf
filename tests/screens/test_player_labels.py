"""The marks of the players: as many as people who may sit down, each to be told from the others at a glance."""

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import ImageChops

from companion.screens.frame import MARK_SHAPES, mark_size
from companion.screens.paper import PANELS, Box
from companion.screens.pen import Pen
from companion.screens.translator import Translator

PLAYERS = 6


def marks(panel: str, white: bool) -> list[Pen]:
    """Each player's mark alone on a paper of this panel, in the size that stands beside small words."""
    paper, pens = PANELS[panel].paper(), []
    size = mark_size(paper.face("body"))
    for shape in MARK_SHAPES:
        pen = Pen(paper, Translator("en"))
        box = Box(20, 20, size, size)
        if white:
            pen.bar(Box(10, 10, size + 20, size + 20))
        shape(pen, box, white)
        pens.append(pen)
    return pens


@pytest.mark.parametrize("white", [False, True])
@pytest.mark.parametrize("panel", PANELS)
def test_each_mark_differs_from_each_other_in_a_sixth_of_its_pixels(panel: str, white: bool) -> None:
    drawn = marks(panel, white)
    size = mark_size(PANELS[panel].paper().face("body"))
    assert len(drawn) == PLAYERS
    for one, other in combinations(drawn, 2):
        different = ImageChops.logical_xor(one.image, other.image)
        assert different.histogram()[-1] >= size * size / 6


@pytest.mark.parametrize("panel", PANELS)
def test_a_mark_stays_in_its_box(panel: str) -> None:
    size = mark_size(PANELS[panel].paper().face("body"))
    for pen in marks(panel, white=False):
        ink = ImageChops.invert(pen.image.convert("L")).getbbox()
        assert ink
        assert ink[0] >= 20
        assert ink[1] >= 20
        assert max(ink[2:]) <= 20 + size
