"""Goods that were given for what people enter themselves leave their tiles, where territories are followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.screens.paper import PANELS
from companion.state.glen_more_2.facts import LAND, Cost, Effect, Piece
from companion.state.glen_more_2.text import labels
from tests.games.test_glen_more_2_referee import choose, corrected, evening, followed, glass, keys
from tests.table import Table


def goods(table: Table, player: int = 0) -> dict[tuple[int, int], dict[str, int]]:
    spots = table.app.running.history.state.players[player].territory.spots
    return {spot.cell: {good: n for good, n in spot.goods.items() if n} for spot in spots}


def laid(table: Table) -> None:
    """Red has two sheep and a stone, and has laid the tile."""
    followed(table)
    corrected(table, "goods", "red", "0,0", "sheep", 2)
    corrected(table, "goods", "red", "1,0", "stone", 1)
    table.tap("tile:S-1")
    table.press("OK")


@pytest.mark.rule("GM-ACT-11")
@pytest.mark.parametrize("panel", PANELS)
def test_points_for_an_exchange_ask_which_own_goods_were_given(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, activation=None) as table:
        laid(table)
        table.press("DOWN+")
        table.press(next(button for button, label in keys(table).items() if label == "4"))
        assert table.says == "Red, which own good was given for the points?"
        assert "Kterou vlastní surovinu dal za body: Červený?" in glass(table, "cs")
        choose(table, "sheep: start village")
        assert table.says == "Red gave 1 own good. Another?"
        assert "Dané vlastní suroviny: 1 (Červený). Další?" in glass(table, "cs")
        choose(table, "stone: home castle")
        choose(table, "No other")
        assert table.view.players[0].points == 4
        assert (goods(table)[0, 0], goods(table)[1, 0]) == ({"sheep": 1}, {})
        table.press("UNDO", "UNDO")
        assert goods(table)[1, 0] == {"stone": 1}


@pytest.mark.rule("GM-ACT-11")
def test_where_no_good_lies_or_the_points_are_of_something_else_nothing_is_asked(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13", activation=None) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "DOWN+")
        table.press(next(button for button, label in keys(table).items() if label == "4"))
        assert table.view.players[0].points == 4
        assert not any(opened.kind == "given" for opened in table.app.running.history.state.open_questions)


@pytest.mark.rule("GM-TAK-02")
@pytest.mark.parametrize("panel", PANELS)
def test_own_goods_that_paid_an_earlier_tile_leave_their_tiles(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None) as table:
        laid(table)
        table.press("OK")
        assert table.view.on_turn == "yellow"
        corrected(table, "late_cost", "red 1", "late_goods")
        assert table.says == "Red, which own good paid for the earlier tile?"
        assert "Která vlastní surovina zaplatila dřívější dílek" in glass(table, "cs")
        choose(table, "sheep: start village")
        choose(table, "No other")
        assert goods(table)[0, 0] == {"sheep": 1}
        assert table.says == "Yellow, tap the tile you take"


@pytest.mark.rule("GM-ACT-11")
@pytest.mark.parametrize("panel", PANELS)
def test_an_exchange_that_nobody_has_told_is_told_and_then_takes_its_goods(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, activation=None) as table:
        laid(table)
        table.press("DOWN")
        choose(table, "Activation of Whistling Ford (1 up)")
        choose(table, "an exchange")
        assert "What do you give for it?" in glass(table)
        assert "Co za to dáváte?" in glass(table, "cs")
        choose(table, "sheep")
        assert "Sheep: how many do you give?" in glass(table)
        assert "Ovce: kolik dáváte?" in glass(table, "cs")
        table.press("UP", "OK")
        assert "What do you get for it?" in glass(table)
        assert "Co za to dostanete?" in glass(table, "cs")
        choose(table, "points")
        assert "Points: how many do you get?" in glass(table)
        table.press(*["UP"] * 5, "OK")
        exchange = Effect("exchange", pay={"sheep": 2}, get={"vp": 6})
        assert table.app.running.history.state.facts.pieces["S-1"].activation == (exchange,)
        table.press("DOWN")
        choose(table, "Whistling Ford (1 up): 2 sheep for 6 points")
        assert table.view.players[0].points == 6
        assert goods(table)[0, 0] == {}


@pytest.mark.parametrize("panel", PANELS)
def test_what_hands_do_with_a_tile_is_no_bare_colon(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, activation=(Effect("tell"),)) as table:
        laid(table)
        table.press("DOWN")
        assert "Whistling Ford (1 up): what it gives, by hand" in table.rows
        assert "ručně" in glass(table, "cs")


@pytest.mark.rule("GM-MOV-08")
@pytest.mark.parametrize("panel", PANELS)
def test_where_a_scot_goes_the_title_asks_and_no_row_repeats_it(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, one_time=(Effect("scots", n=1),)) as table:
        laid(table)
        assert table.says == "Whistling Ford: onto which tile comes the Scot?"
        assert table.rows == ["Onto one of the tiles", "Nothing: it is lost"]
        assert "Na některý z dílků" in glass(table, "cs")


def test_a_tile_without_a_name_that_costs_nothing_is_free() -> None:
    known = Piece("A-1", deck="A", category=LAND, rebuild=False, cost=())
    assert str(labels.known_piece_label(known)) == "a tile of deck A, free"


@pytest.mark.rule("GM-RBD-06")
@pytest.mark.parametrize("panel", PANELS)
def test_the_history_names_a_place_by_the_tile_that_lay_there_then(tmp_path: Path, panel: str) -> None:
    """What a rebuild tile costs comes off the covered tile, what it gives lies on the new one."""
    wood = (Effect("gain", "wood", 1),)
    printed = {"kind": "village", "rebuild": True, "river": True, "activation": wood}
    with evening(tmp_path, panel, cost=(Cost("sheep", 1),), **printed) as table:
        followed(table)
        corrected(table, "goods", "red", "0,0", "sheep", 1)
        table.tap("tile:S-1")
        table.press("OK")
        history = table.app.running.history
        line = str(history.entry_text_at(len(history.standing) - 1, history.standing[-1]))
        assert "-1 sheep (start village)" in line
        assert "+1 wood (Whistling Ford (start village))" in line


@pytest.mark.rule("GM-ACT-11")
def test_an_exchange_of_two_kinds_is_told(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13", activation=None) as table:
        laid(table)
        table.press("DOWN")
        choose(table, "Activation of Whistling Ford (1 up)")
        for row in ("an exchange", "sheep"):
            choose(table, row)
        table.press("OK")
        for row in ("you give something else too", "stone"):
            choose(table, row)
        table.press("OK")
        choose(table, "a clan marker")
        exchange = Effect("exchange", pay={"sheep": 1, "stone": 1}, get={"clan_marker": 1})
        assert table.app.running.history.state.facts.pieces["S-1"].activation == (exchange,)
