"""The contact sheet: every screen in every language on every panel, at real size."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion.screens.paper import PANELS
from companion.screens.translator import Translator, available_languages
from tests.screens.samples import SCENES
from tests.screens.shown import picture
from tools import pictures


def test_it_holds_each_screen_in_each_language_on_each_panel_pixel_by_pixel(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {name: SCENES[name] for name in ("question", "number")}
    monkeypatch.setattr(pictures, "SCENES", few)
    monkeypatch.setattr(pictures, "played_scenes", lambda: few)
    monkeypatch.setattr(sys, "argv", ["pictures", str(tmp_path / "sheet.png")])
    pictures.main()
    assert (tmp_path / "sheet-played.png").read_bytes() == (tmp_path / "sheet.png").read_bytes()
    with Image.open(tmp_path / "sheet.png") as sheet:
        wide, high = sheet.width // len(available_languages()), sheet.height // len(few)
        for row, scene in enumerate(few.values()):
            for column, language in enumerate(available_languages()):
                for panel, x, y in pictures.PLACES:
                    place = (column * wide + pictures.EDGE + x, row * high + pictures.CAPTION + y)
                    shown = picture(*scene, PANELS[panel].paper(), Translator(language)).convert("L")
                    found = sheet.crop((*place, place[0] + shown.width, place[1] + shown.height))
                    assert ImageChops.difference(shown, found).getbbox() is None


def test_what_a_game_asks_stands_on_it_once_on_each_kind_of_page() -> None:
    scenes = pictures.played_scenes("two_players_bare")
    asked = [name.split(", ")[0] for name in scenes]
    assert {"seat", "start", "take", "end", "sort", "deck_end", "count_rest", "over"} <= set(asked)
    assert all(type(page).__name__ == name.split(", ")[1] for name, (_, page) in scenes.items())
