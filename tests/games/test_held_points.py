"""The key that opens points when it is held, which the foot of small panels has no room to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import HomePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.session.test_living_room import says
from tests.table import Table, complete_facts

MANY = 6
"""More presses than there are pages to turn."""


def glass(table: Table, panel: str, language: str) -> str:
    """All words on the picture, which is whole."""
    now = table.app.snapshot
    pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


@pytest.mark.parametrize("taken", [False, True])
def test_the_key_held_again_and_again_books_nothing_and_each_page_says_points(tmp_path: Path, taken: bool) -> None:
    with Table(tmp_path, panel="2in13", facts=complete_facts()) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "start", "go")
        says(table, "prepare", "all")
        table.tap("tile:S-1", "tile:S-2", "tile:S-3")
        says(table, "layout", "done")
        if taken:
            table.tap("tile:S-1")
        assert isinstance(table.page, HomePage)
        opens = any(hint.button == "DOWN+" and str(hint.label) == "points" for hint in table.page.hints)
        assert opens or not taken
        kept = len(table.entries)
        for _ in range(MANY):
            table.press("DOWN+")
            assert len(table.entries) == kept
            for panel in PANELS if opens else ():
                assert "oints" in glass(table, panel, "en")
                assert "bod" in glass(table, panel, "cs").lower()
