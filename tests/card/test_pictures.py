"""The pictures of docs/builder-guide.md are what the panel shows today."""

from __future__ import annotations

from PIL import Image

from tools.card.pictures import PICTURES, draw_pictures

GUIDE = PICTURES.parent / "builder-guide.md"


def test_the_guide_shows_what_the_panel_shows() -> None:
    made = draw_pictures()
    text = GUIDE.read_text(encoding="utf-8")
    for name, image in made.items():
        assert f"](pictures/{name}.png)" in text
        with Image.open(PICTURES / f"{name}.png") as kept:
            assert kept.convert("1").tobytes() == image.tobytes(), f"make docs draws {name} anew"
    assert {file.stem for file in PICTURES.glob("card-*.png")} == set(made)
