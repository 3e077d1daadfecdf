"""Glen More II at referee depth at the case: a tap, a place on the map, the end; no count entered."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.game import CORRECTION
from companion.menu.pages import HomePage, MapPage
from tests.state.glen_more_2.followed import whole_box
from tests.table import Table

PANELS = ("2in13", "7in5")


def evening(tmp_path: Path, panel: str = "7in5") -> Table:
    return Table(tmp_path, panel=panel, facts=whole_box())


def choose(table: Table, words: str) -> None:
    table.press(*table.keys_to(words))


def followed(table: Table) -> None:
    """Three sit, the depth is chosen, the rondel is laid out."""
    table.tap("home:red", "home:yellow", "home:blue")
    table.press("OK")
    choose(table, "Depth: scorekeeper")
    choose(table, "referee")
    assert "Depth: referee: the companion follows each territory" in table.rows
    choose(table, "Lay out")
    table.press("OK+")
    table.tap(*(f"tile:S-{n}" for n in range(1, 6)))
    table.press("OK")


@pytest.mark.parametrize("panel", PANELS)
def test_a_turn_is_a_tap_a_place_and_the_end(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel) as table:
        followed(table)
        table.tap("tile:S-1")
        assert table.says == "Red, where does it lie: Whistling Ford?"
        assert isinstance(table.page, MapPage)
        assert next(str(row.label) for row in table.page.rows if not row.closed) == "1 up"
        table.press("OK")
        assert isinstance(table.page, HomePage)
        assert [str(line) for line in table.view.booked][:2] == [
            "1 movement point: Whistling Ford",
            "1 movement point: home castle",
        ]
        assert [str(each.text) for each in table.view.owed] == ["2 movement points left", "Lay 1 from A"]
        table.press("OK")
        assert table.view.on_turn == "yellow"


def test_a_scot_walks_home_over_the_map_and_counts_there(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "DOWN")
        assert table.rows[0] == "A Scot goes on"
        table.press("OK")
        assert isinstance(table.page, MapPage)
        assert (str(table.page.title), len(table.page.rows)) == ("Which Scot goes?", 1)
        table.press("OK")
        assert isinstance(table.page, MapPage)
        here = next(n for n, row in enumerate(table.page.rows) if str(row.label) == "home castle")
        table.press(*["DOWN"] * here, "OK")
        assert [player.scots_home for player in table.view.players] == [1, 0, 0]


def test_a_turn_goes_back_with_undo_and_says_what_hands_put_back(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "UNDO")
        assert table.says.startswith("Undone: Red lays Whistling Ford: 1 up")
        assert table.rows[-1] == "Take up Whistling Ford from the territory of Red"


def test_a_game_goes_on_where_the_plug_was_pulled(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK")
        before = table.hash
    with Table(tmp_path, game="") as table:
        assert table.hash == before


def test_less_is_followed_from_the_menu_of_corrections(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        followed(table)
        history = table.app.running.history
        question = history.game.question(history.state, CORRECTION)
        assert question
        assert "We tell what our territory gave" in [str(offer.label) for offer in question.offers]
