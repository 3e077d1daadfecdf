"""Where everybody's counts are read, as the README says: on the turn screen, on small glass behind the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import SheetPage
from companion.screens.glen_more_2.counts import COUNTS, WORDS
from companion.screens.panels import PANELS
from companion.screens.pen import Pen
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.table import Table
from tests.test_living_room import corrects, says

SMALL, BIG = ("2in13", "2in9"), ("4in2", "7in5")


def glass(table: Table) -> Pen:
    return drawing(table.view, table.page, PANELS[table.panel].paper(), str)


def words(table: Table) -> str:
    return " ".join(each.text for each in glass(table).drawn)


@pytest.mark.parametrize("panel", SMALL)
def test_on_small_glass_all_counts_are_four_presses_away(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.seated("red", "blue", "green")
        table.press("OK+")
        table.tap("tile:S-1")
        assert str(table.view.players[0].points) in words(table).split()
        table.press("BACK+")
        presses = table.keys_to("All counts")
        assert len(presses) <= 3
        table.press(*presses)
        first = words(table)
        assert all(each in first for each in ("Points", "Coins", "Whisky barrels")), "what people pay with"
        table.press("DOWN")
        assert all(str(WORDS[each]) in first + words(table) for each in COUNTS)


@pytest.mark.parametrize("panel", BIG)
def test_on_big_glass_every_count_has_its_picture_on_the_turn_screen(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        table.seated("red", "blue", "green")
        table.tap("tile:S-1")
        coins = [player.coins for player in table.view.players]
        read = words(table).split()
        assert all(read.count(str(n)) >= coins.count(n) for n in coins)
        pictures = [each for each in glass(table).drawn if each.kind == "mark"]
        assert len(pictures) >= len(COUNTS) + len(coins)


def played(table: Table) -> None:
    """Red and Blue took a tile, and nobody said what it cost or gave; Green is on turn."""
    table.tap("home:red", "home:blue", "home:green")
    says(table, "seat", "done")
    says(table, "spaces", "spaces", 14)
    for kind, offer in (("start", "go"), ("prepare", "all"), ("layout", "done")):
        says(table, kind, offer)
    for _ in range(2):
        says(table, "take", "take", "ahead:1", "")
        says(table, "sort", "land")
        says(table, "end", "done")


@pytest.mark.parametrize("panel", PANELS)
def test_a_wrong_count_is_put_right_where_it_is_read(tmp_path: Path, panel: str) -> None:
    with Table(tmp_path, panel=panel) as table:
        played(table)
        table.press("BACK+")
        table.press(*table.keys_to("All counts"))
        assert "correct" in words(table).split()
        before = len(table.entries)
        table.press("OK")
        table.press(*table.keys_to("Green"))
        assert table.says == "Which count?"
        assert table.keys_to("coins") == ["DOWN"]
        table.press("DOWN", "UP+", "UP", "UP", "OK")
        assert len(table.entries) == before + 1
        assert table.view.players[2].coins == 14
        assert isinstance(table.page, SheetPage), "the table again, with what it is now"
        assert "14" in words(table).split()
        table.press("OK", "BACK")
        assert isinstance(table.page, SheetPage), "BACK leads there too"


def test_the_cursor_starts_at_the_first_player_whose_counts_are_doubted(tmp_path: Path) -> None:
    with Table(tmp_path, panel="2in13") as table:
        played(table)
        for count in ("points", "coins", "barrels", "scots"):
            corrects(table, "count", "red", count, 0)
        table.app.wait(lambda now: not now.view.players[0].doubtful)
        table.press("BACK+")
        table.press(*table.keys_to("Correct something"))
        table.press("OK")
        assert table.says == "Whose?"
        assert table.rows[table.page.cursor] == "Blue"  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "cs"])
@pytest.mark.parametrize("panel", BIG)
def test_the_turn_screen_says_what_the_mark_of_a_doubted_count_means(
    tmp_path: Path, panel: str, language: str
) -> None:
    with Table(tmp_path, panel=panel) as table:
        played(table)
        pen = drawing(table.view, table.page, PANELS[panel].paper(), Translator(language))
        assert problems(pen) == []
        read = [each.text for each in pen.drawn]
        assert "?" in read
        assert {"en": "? may be wrong", "cs": "? možná jinak"}[language] in read
