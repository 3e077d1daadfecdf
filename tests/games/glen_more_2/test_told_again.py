"""What an earlier game was told of a tile and took down wrongly is told again in a later one, with the buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.glen_more_2.catalogue.box import read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.facts import Cost, Effect, Facts
from tests.screens.test_on_small_glass import CS, EN, glass
from tests.table import Table


def chosen(table: Table, *words: str) -> None:
    """Goes to the row that begins so in each list, and chooses it."""
    for each in words:
        table.press(*table.keys_to(each))


def seated(table: Table) -> None:
    table.tap("home:red", "home:blue", "home:green")
    table.press("OK")
    while table.app.running.history.state.phase != "take":
        table.press("OK")


def test_a_fact_of_an_earlier_game_is_corrected_in_a_later_one(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        seated(table)
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead", "A person")
    assert _facts(tmp_path).pieces["S-2"].category == "person"
    with Table(tmp_path) as table:
        table.app.running.new()
        seated(table)
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its kind", "A tile for")
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its cost", "coins")
        table.press("UP", "OK")
        known = table.app.running.history.state.facts.pieces["S-2"]
        assert (known.category, known.rebuild, known.cost) == ("land", False, (Cost("coin", 2),))
        table.press("UNDO+", "OK", "DOWN", "DOWN")
        assert table.rows[-3:-1] == [
            "corrected: the start tile is a plain tile",
            "corrected: the start tile: cost entered",
        ]
    told = _facts(tmp_path).pieces["S-2"]
    assert (told.category, told.rebuild, told.cost) == ("land", False, (Cost("coin", 2),))


def test_a_one_time_effect_of_an_earlier_game_is_corrected_in_a_later_one(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        seated(table)
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its one-time", "barrels")
        table.press("UP", "OK")
    assert _facts(tmp_path).pieces["S-2"].one_time == (Effect("gain", "whisky", 2),)
    with Table(tmp_path) as table:
        table.app.running.new()
        seated(table)
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its one-time", "coins")
        table.press("UP", "UP", "OK")
        before = table.app.running.history.state.players[0].coins
        table.tap("tile:S-2")
        chosen(table, "tile 1 ahead", "A tile for")
        assert table.app.running.history.state.players[0].coins == before + 3, "in the game that was corrected too"
    assert _facts(tmp_path).pieces["S-2"].one_time == (Effect("gain", "coin", 3),)


def test_that_a_tile_does_nothing_or_gives_a_marker_is_told_again_too(tmp_path: Path) -> None:
    with Table(tmp_path) as table:
        seated(table)
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its one-time", "a clan marker")
        assert table.app.running.history.state.facts.pieces["S-2"].one_time == (Effect("clan_marker"),)
        _correct(table)
        chosen(table, "About a tile", "start tiles")
        table.tap("tile:S-2")
        chosen(table, "Its one-time", "nothing")
        assert table.app.running.history.state.facts.pieces["S-2"].one_time == ()


def _correct(table: Table) -> None:
    table.press("DOWN")
    chosen(table, "Menu", "Correct something")


def _facts(folder: Path) -> Facts:
    return effective_facts(read_box(folder / "box.toml"))


@pytest.mark.rule("GM-TIL-04")
def test_the_river_of_a_tile_is_told_again_too(tmp_path: Path) -> None:
    with Table(tmp_path, panel="2in13") as table:
        seated(table)
        for row, river, said in (
            ("It runs", True, "corrected: the river runs through the start tile"),
            ("No river", False, "corrected: the start tile has no river"),
        ):
            _correct(table)
            chosen(table, "About a tile", "start tiles")
            table.tap("tile:S-2")
            table.press(*table.keys_to("Its river")[:-1])
            assert "Its river" in glass(table, EN)
            assert "Jeho řeka" in glass(table, CS)
            table.press("OK")
            assert "Does the river run through it?" in glass(table, EN)
            assert "Vede jím řeka?" in glass(table, CS)
            chosen(table, row)
            assert table.app.running.history.state.facts.pieces["S-2"].river is river
            assert str(table.app.running.history.words(len(table.app.running.history.standing) - 1)) == said
    assert _facts(tmp_path).pieces["S-2"].river is False
