"""A few pictures as they looked when somebody last looked at them, compared with a tolerance.

Font renderers differ, so a few pixels may. A failure leaves new, old and difference side by side in a folder
it names; `COMPANION_NEW_REFERENCES=1` takes the new pictures over.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.screens.paper import PANELS
from tests.screens.samples import SCENES
from tests.screens.shown import picture

REFERENCES = Path(__file__).parent / "reference"
TOLERANCE = 0.02
PICTURES = (
    ("4in2", "home"),
    ("4in2", "question"),
    ("4in2", "result"),
    ("4in2", "final"),
    ("2in13", "home"),
    ("2in13", "long_middle"),
    ("2in9", "number"),
    ("7in5", "home_two"),
)


def different(old: Image.Image, new: Image.Image) -> float:
    """The share of pixels that differ, measured against all pixels."""
    if old.size != new.size:
        return 1.0
    difference = ImageChops.difference(old.convert("L"), new.convert("L"))
    return difference.histogram()[255] / (old.width * old.height)


def side_by_side(old: Image.Image, new: Image.Image) -> Image.Image:
    """New, old and what differs, from left to right."""
    sheet = Image.new("L", (new.width * 3 + 20, new.height), 128)
    sheet.paste(new.convert("L"), (0, 0))
    sheet.paste(old.convert("L"), (new.width + 10, 0))
    if old.size == new.size:
        change = ImageChops.difference(old.convert("L"), new.convert("L"))
        sheet.paste(ImageChops.invert(change), (2 * new.width + 20, 0))
    return sheet


@pytest.mark.parametrize(("panel", "scene"), PICTURES)
def test_the_picture_looks_as_it_did(panel: str, scene: str, tmp_path: Path) -> None:
    new = picture(*SCENES[scene], PANELS[panel].paper(), str)
    kept = REFERENCES / f"{panel}-{scene}.png"
    if os.environ.get("COMPANION_NEW_REFERENCES"):
        kept.parent.mkdir(exist_ok=True)
        new.save(kept, optimize=True)
    with Image.open(kept) as old:
        share = different(old, new)
        if share > TOLERANCE:
            found = tmp_path / f"{panel}-{scene}.png"
            side_by_side(old, new).save(found)
            pytest.fail(f"{share:.1%} of the pixels differ; new, old and difference: {found}")


def test_the_comparison_sees_a_missing_word() -> None:
    with Image.open(REFERENCES / "4in2-home.png") as old:
        spoilt = old.convert("1")
        spoilt.paste(1, (0, 60, 400, 180))
        assert different(old, spoilt) > TOLERANCE / 2
        assert different(old, old) == 0
