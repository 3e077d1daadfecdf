"""The picture that a phone scans: every module is drawn, large enough, with white around it."""

from __future__ import annotations

import pytest
import segno

from companion.screens.message_screens import QR_MARGIN
from companion.screens.paper import PANELS
from tests.screens.samples import INVITATION, VIEW
from tests.screens.shown import drawing

LEAST = {"4in2": 5, "7in5": 8, "2in9": 3, "2in13": 3}
"""Pixels of a module."""


def modules(panel: str) -> tuple[int, list[list[bool]]]:
    """The side of a module in pixels, and what stands in the picture from the first dark one on."""
    image = drawing(VIEW, INVITATION, PANELS[panel].paper(), str).image
    dark = [
        (x, y) for y in range(image.height * 9 // 10) for x in range(image.width) if not image.getpixel((x, y))
    ]
    left, top = min(dark)
    finder = next(x for x in range(left, image.width) if image.getpixel((x, top))) - left
    size = finder // 7
    sampled = [
        [not image.getpixel((left + x * size + size // 2, top + y * size + size // 2)) for x in range(29)]
        for y in range(29)
    ]
    around = range(left - QR_MARGIN * size, left + (29 + QR_MARGIN) * size)
    assert left == QR_MARGIN * size
    assert all(image.getpixel((x, y)) for x in around for y in range(max(0, top - 2 * size), top))
    return size, sampled


@pytest.mark.parametrize("panel", PANELS)
def test_the_code_is_drawn_module_by_module_large_enough_and_with_white_around(panel: str) -> None:
    size, sampled = modules(panel)
    assert size >= LEAST[panel]
    wanted = [[bool(each) for each in row] for row in segno.make_qr(INVITATION.url, error="l").matrix]
    assert sampled == wanted


def test_the_longest_address_still_fits_the_same_code() -> None:
    longest = "http://255.255.255.255:65535/#" + "x" * 22
    assert len(longest) <= 53
    assert segno.make_qr(longest, error="l").version == 3
