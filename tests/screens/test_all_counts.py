"""Where everybody's counts are read, as the README says: on the turn screen, on small glass behind the menu."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screens.glen_more_2.counts import COUNTS, WORDS
from companion.screens.panels import PANELS
from companion.screens.pen import Pen
from tests.screens.shown import drawing
from tests.table import Table

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
