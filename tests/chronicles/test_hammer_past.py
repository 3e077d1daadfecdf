"""Hammer of the Scots in the history: what is put into an earlier turn is asked as it was then."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.chronicles.hammer.model import ENGLISHMAN
from companion.menu.pages import ListPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.chronicles.on_the_desk import on_the_desk
from tests.chronicles.test_hammer import SLUG, seated
from tests.screens.layout import problems
from tests.table import Table


def in_his_turn(folder: Path) -> Table:
    """Red has taken a tile in turn 2; now, in turn 3, Yellow plays the Englishman."""
    at = seated()
    at.enters("yellow", f"{SLUG}.marker")
    at.arrange(f"red {ENGLISHMAN} S-1 yellow blue A-6 A-7 B?")
    desk = on_the_desk(at, folder)
    desk.press("BACK", "BACK")
    desk.tap("tile:S-1")
    desk.press("OK", "OK")
    return desk


def glass(desk: Table, panel: str, language: str) -> str:
    now = desk.app.snapshot
    pen = make_drawing(now.shown, now.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn if each.kind == "text")


@pytest.mark.parametrize("panel", ["2in13", "4in2"])
@pytest.mark.parametrize(
    ("language", "head", "short", "his"),
    [
        ("en", "Turn 2, Red. ", "Turn 2. Red ", "Englishman"),
        ("cs", "Tah 2, Červený. ", "Tah 2. Červený ", "Anglič"),
    ],
)
def test_every_page_of_what_was_forgotten_names_its_turn_and_not_whose_turn_it_is_now(
    tmp_path: Path, panel: str, language: str, head: str, short: str, his: str
) -> None:
    with in_his_turn(tmp_path) as desk:
        desk.press("UNDO+", "DOWN", "OK+")
        for row in ("Points", "an exchange", "4"):
            read = glass(desk, panel, language)
            assert head in read
            assert his not in read
            desk.press(*desk.keys_to(row))
        assert isinstance(desk.page, ListPage)
        assert short in glass(desk, panel, language), "these words begin with the name"


@pytest.mark.parametrize("panel", ["2in13", "4in2"])
def test_an_entry_of_his_turn_is_corrected_under_his_name(tmp_path: Path, panel: str) -> None:
    with in_his_turn(tmp_path) as desk:
        desk.press("OK")
        desk.press(*desk.keys_to("tile 1 ahead"))
        while desk.app.running.history.state.turn.figure == ENGLISHMAN:
            desk.press("OK")
        desk.press("UNDO+")
        assert isinstance(desk.page, ListPage)
        far = [str(row.figure_note) for row in desk.page.rows].index("turn 3")
        for _ in range(far):
            desk.press("DOWN")
        desk.press("OK")
        desk.press(*desk.keys_to("Yellow takes"))
        assert "Turn 3, Englishman. " in glass(desk, panel, "en")
        desk.press("OK")
        assert "Turn 3, Englishman. " in glass(desk, panel, "en")
        assert "Tah 3, Angličan. " in glass(desk, panel, "cs")
