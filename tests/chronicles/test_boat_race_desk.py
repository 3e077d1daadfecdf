"""The boat race through the buttons, read on the smallest panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import SheetPage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.shown import drawing, sheet_pages
from tests.table import Table, complete_facts

SMALLEST = "2in13"
LATER = {"en": "Say later: Menu, Correct something", "cs": "Říct později: Menu, Něco opravit"}
NOT_TOLD = {
    "en": "The letters of the Ship Builders are not entered.",
    "cs": "Písmena dílků Ship Builder nejsou zadána.",
}


def picks(table: Table, *rows: str) -> None:
    for row in rows:
        table.press(*table.keys_to(row))


def read(table: Table, language: str) -> str:
    """All words of the page on the glass."""
    snapshot = table.app.snapshot
    pen = drawing(snapshot.view, snapshot.page, PANELS[SMALLEST].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(" ".join(each.text for each in pen.drawn).split())


def behind(table: Table, language: str) -> str:
    """All words of the standings."""
    paper, view = PANELS[SMALLEST].paper(), table.app.snapshot.view
    pages = [SheetPage("standings", (), n) for n in range(sheet_pages(view, "standings", paper))]
    pens = [drawing(view, page, paper, Translator(language)) for page in pages]
    return " ".join(" ".join(each.text for pen in pens for each in pen.drawn).split())


@pytest.mark.rule("C1-05", "C0-09")
def test_letters_said_later_stand_behind_the_standings_and_are_said_in_the_menu(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts(), panel=SMALLEST) as table:
        table.tap("home:red", "home:blue")
        table.press("OK")
        picks(table, "Chronicles", "I Highland")
        table.press("BACK")
        picks(table, "Lay out the rondel")
        for language, words in LATER.items():
            assert words in read(table, language)
        picks(table, "Say later")
        table.press("OK+", "OK")  # all is prepared, all is laid
        for language, words in NOT_TOLD.items():
            assert words in behind(table, language)
        left = {deck.letter: deck.left for deck in table.app.running.snapshot.state.decks}
        table.press("BACK+")
        picks(table, "Correct something", "Letters of the Ship Builders", "A", "C")
        grown = {deck.letter: deck.left - left[deck.letter] for deck in table.app.running.snapshot.state.decks}
        assert grown == {"S": 0, "A": 1, "B": 0, "C": 1, "D": 0}
        for language, words in NOT_TOLD.items():
            assert words not in behind(table, language)
        table.press("BACK+")
        picks(table, "Correct something")
        assert "Letters of the Ship Builders" not in table.rows, "they are told now"
