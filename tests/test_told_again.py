"""What an earlier game was told of a tile and took down wrongly is told again in a later one, with the buttons."""

from __future__ import annotations

from pathlib import Path

from companion.catalogue.glen_more_2.box import read_box
from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.menu.pages import ListPage
from companion.state.glen_more_2.facts import Cost, Facts
from tests.table import Table


def chosen(table: Table, *words: str) -> None:
    """Goes to the row that begins so in each list, and chooses it."""
    for each in words:
        page = table.page
        assert isinstance(page, ListPage), page
        at = next(i for i, row in enumerate(table.rows) if row.startswith(each))
        table.press(*["DOWN"] * ((at - page.cursor) % len(table.rows)), "OK")


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
        chosen(table, "About a tile", "deck S", "S-2", "What kind", "A tile for")
        _correct(table)
        chosen(table, "About a tile", "deck S", "S-2", "What it costs", "coins")
        table.press("UP", "OK")
        known = table.app.running.history.state.facts.pieces["S-2"]
        assert (known.category, known.rebuild, known.cost) == ("land", False, (Cost("coin", 2),))
        table.press("UNDO+", "OK", "DOWN", "DOWN")
        assert table.rows[-3:-1] == ["corrected: S-2 is a plain tile", "corrected: S-2: cost entered"]
    told = _facts(tmp_path).pieces["S-2"]
    assert (told.category, told.rebuild, told.cost) == ("land", False, (Cost("coin", 2),))


def _correct(table: Table) -> None:
    table.press("DOWN")
    chosen(table, "Menu", "Correct something")


def _facts(folder: Path) -> Facts:
    return load_facts(read_box(folder / "box.toml"))
