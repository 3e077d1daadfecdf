"""The final scoring at the table: the fourth round, territory, coins, cards, ties, the winner."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.games.glen_more_2.screens.final_result import number_leaves
from companion.menu.pages import SheetPage
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.screens.tables import draw_leaf
from companion.screens.translator import Translator
from companion.state.glen_more_2 import events as ev
from tests.screens.layout import problems
from tests.state.glen_more_2.table import Table

VECTORS = {v["id"]: v for v in json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text())}
NAMES = ("red", "yellow", "blue")


def at_the_end(**counts: dict[str, object]) -> Table:
    """Red, the last, moves onto World's End; everybody's Scots are to be counted."""
    table = Table(3)
    table.arrange("red D-6 END+yellow+blue", deck="D", left={"D": 0})
    for who in NAMES:
        table.has(who, **{"coins": 0, "tiles": 5, **counts.get(who, {})})
    table.answers("take", "worlds_end")
    table.done()
    return table


def finish(table: Table, *scots: int) -> Table:
    table.answers("count_scots", "counted", *(scots or (0, 0, 0)))
    table.answers("count_rest", "right")
    return table


def gains(table: Table, who: str) -> dict[str, int]:
    result = table.view.result
    assert result is not None
    return {g.source: g.points for p in result.players if p.name == who for g in p.gains}


@pytest.mark.rule("GM-END-07", "GM-SCR-01")
def test_the_fourth_round_is_the_first_step() -> None:
    table = finish(at_the_end(red={"barrels": 3}, yellow={"landmarks": ("inverness",)}), 2, 0, 0)
    assert gains(table, "red") == {"scots_in_home_castle": 2, "whisky": 3}
    assert gains(table, "yellow") == {"landmarks": 1}
    assert table.state.done_scorings == ("final",)


@pytest.mark.rule("GM-END-08", "GM-RBD-11")
def test_the_printed_penalty_for_large_territories() -> None:
    vector = VECTORS["gm-final-territory-penalty"]
    tiles = dict(zip(NAMES, vector["given"]["territory_tiles"], strict=True))
    table = finish(at_the_end(**{who: {"tiles": n} for who, n in tiles.items()}))
    assert [gains(table, who).get("territory", 0) for who in NAMES] == vector["expect"]["vp"]


@pytest.mark.rule("GM-END-09")
def test_a_point_for_each_coin_left_but_not_for_those_in_the_market() -> None:
    table = finish(at_the_end(red={"coins": 7}))
    assert gains(table, "red") == {"coins": 7}
    assert sum(row.coins for row in table.view.market) > 0
    assert table.player("yellow").total == 0


@pytest.mark.rule("GM-LMK-01", "GM-END-10")
@pytest.mark.parametrize(("coins", "worth"), [(0, 0), (5, 10), (8, 16), (11, 19)])
def test_armadale_castle_doubles_the_first_8_coins(coins: int, worth: int) -> None:
    table = finish(at_the_end(red={"coins": coins, "landmarks": ("armadale_castle",)}))
    red = gains(table, "red")
    assert red.get("coins", 0) + red.get("armadale_castle", 0) == worth
    assert red["landmarks"] == 1, "and the card is compared like any other"


@pytest.mark.rule("GM-END-11")
def test_most_points_win_and_a_total_may_be_below_zero() -> None:
    table = finish(at_the_end(red={"tiles": 9}, yellow={"coins": 3}))
    assert table.player("red").total == -12
    assert table.state.winners == ("yellow",)
    assert table.state.phase == "over"
    assert table.happened(ev.GameEnded) == [ev.GameEnded(("yellow",))]


@pytest.mark.rule("GM-END-12")
def test_barrels_beyond_the_fewest_scots_and_markers_bring_nothing_else() -> None:
    table = finish(
        at_the_end(red={"crests": ("ross",), "barrels": 1}, yellow={"barrels": 1}, blue={"barrels": 1}), 2, 2, 2
    )
    assert [p.total for p in table.state.players] == [0, 0, 0]


def test_in_the_final_coins_and_tiles_are_on_the_sheet_too() -> None:
    table = at_the_end()
    table.answers("count_scots", "counted", 0, 0, 0)
    counts = table.offer("count_rest", "set").parts[0].choices[0].then[0].choices  # type: ignore[union-attr]
    assert sorted(c.value for c in counts) == ["barrels", "coins", "persons", "points", "scots", "tiles"]
    table.answers("count_rest", "set", "red", "tiles", 6)
    table.answers("count_rest", "set", "red", "coins", 4)
    table.answers("count_rest", "right")
    assert gains(table, "red") == {"territory": -3, "coins": 4}


def test_the_home_tile_is_always_counted() -> None:
    table = at_the_end()
    table.answers("count_scots", "counted", 0, 0, 0)
    assert (
        table.refused("count_rest", "set", "red", "tiles", 1).reason.text.text
        == "It must be from {low} to {high}."
    )


# ---- ties


@pytest.mark.rule("GM-TIE-01")
def test_only_a_tie_asks_for_goods_and_only_those_who_are_tied() -> None:
    table = finish(at_the_end(red={"coins": 3}, yellow={"coins": 3}, blue={"coins": 2}))
    assert table.kinds() == ["goods"]
    assert [str(p.text) for p in table.offer("goods", "counted").parts] == [
        "Red: how many goods?",
        "Yellow: how many goods?",
    ]
    table.answers("goods", "counted", 4, 5)
    assert table.state.winners == ("yellow",)
    assert table.player("yellow").total == 3, "goods bring no points"
    assert table.view.result is not None
    assert [(p.name, p.rank) for p in table.view.result.players] == [("red", 2), ("yellow", 1), ("blue", 3)]


@pytest.mark.rule("GM-TIE-01")
def test_a_clear_winner_asks_for_no_goods() -> None:
    table = finish(at_the_end(red={"coins": 3}, yellow={"coins": 1}))
    assert table.state.phase == "over"
    assert table.state.tiebreak_goods == {}


@pytest.mark.rule("GM-TIE-02")
def test_goods_decide_places_behind_a_clear_winner() -> None:
    table = finish(at_the_end(red={"coins": 3}))
    table.answers("goods", "counted", 1, 2)
    assert table.view.result is not None
    assert [(p.name, p.rank) for p in table.view.result.players] == [("red", 1), ("yellow", 3), ("blue", 2)]


@pytest.mark.rule("GM-TIE-01")
def test_barrels_coins_and_scots_do_not_break_a_tie() -> None:
    table = finish(at_the_end(red={"coins": 3}, yellow={"barrels": 3}))
    table.answers("goods", "counted", 0, 0)
    assert table.state.winners == ("red", "yellow")


@pytest.mark.rule("GM-TIE-02")
def test_still_equal_the_victory_is_shared() -> None:
    table = finish(at_the_end())
    table.answers("goods", "counted", 2, 2, 2)
    assert table.state.winners == NAMES
    assert table.view.over
    assert "the game is won by Red, Yellow, Blue" in table.told()[-1]
    table.fits()


# ---- after the end


def test_a_count_put_right_after_the_end_is_scored_anew() -> None:
    table = finish(
        at_the_end(red={"coins": 3, "barrels": 1}, yellow={"coins": 2, "barrels": 1}, blue={"barrels": 1})
    )
    assert table.state.winners == ("red",)
    assert table.player("red").points == {"coins": 3}
    table.corrects("count", "yellow", "barrels", 3)
    assert table.state.phase == "count"
    assert table.state.winners == ()
    assert [p.points for p in table.state.players] == [{}, {}, {}]
    table.answers("count_rest", "right")
    assert table.state.phase == "over"
    assert table.player("yellow").points == {"whisky": 2, "coins": 2}
    assert table.state.winners == ("yellow",)
    assert table.state.done_scorings == ("final",)
    table.undo()
    table.undo()
    assert table.state.winners == ("red",)
    table.redo()
    table.fits()


def test_points_put_right_after_the_end_stay_put_right() -> None:
    table = finish(at_the_end(red={"coins": 3}, yellow={"coins": 2}))
    table.corrects("count", "yellow", "points", 7)
    table.answers("count_rest", "right")
    assert table.player("yellow").points == {"correction": 5, "coins": 2}
    assert table.state.winners == ("yellow",)


def test_a_card_put_right_after_the_end_is_scored_anew() -> None:
    table = finish(at_the_end(red={"coins": 3, "landmarks": ("armadale_castle",)}, yellow={"coins": 5}))
    assert table.state.winners == ("red",)
    table.corrects("card", "armadale_castle", "yellow")
    table.answers("count_rest", "right")
    assert table.state.winners == ("yellow",)
    assert table.player("yellow").total == 5 + 5 + 1
    assert table.player("red").total == 3


def test_a_tie_found_afterwards_asks_for_goods_anew() -> None:
    table = finish(at_the_end(red={"coins": 3}, yellow={"coins": 3}))
    table.answers("goods", "counted", 1, 0)
    assert table.state.winners == ("red",)
    table.corrects("count", "blue", "coins", 3)
    table.answers("count_rest", "right")
    assert table.kinds() == ["goods"]
    table.answers("goods", "counted", 1, 0, 2)
    assert table.state.winners == ("blue",)


@pytest.mark.rule("GM-LMK-03", "GM-SCR-04")
@pytest.mark.parametrize("panel", PANELS)
def test_scots_that_castle_moil_made_equal_are_told_beside_the_counts(panel: str) -> None:
    owner = {"landmarks": ("castle_moil",)}
    table = finish(at_the_end(blue=owner), 2, 2, 1)
    assert "scots_in_home_castle" not in gains(table, "red"), "nobody has more"
    why = "Scots at home: Blue's 1 counts as 2 (Castle Moil), so nobody has more."
    assert [str(each) for each in table.view.castle_moil_notes] == [why]
    for language, said in (
        ("en", why),
        ("cs", "Skoti doma: Modrý má 1, počítá se za 2 (Castle Moil), nikdo nemá víc."),
    ):
        pages = number_leaves(Pen(PANELS[panel].paper(), Translator(language)), table.view)
        words = []
        for at in range(len(pages)):
            pen = Pen(PANELS[panel].paper(), Translator(language))
            draw_leaf(pen, pages, SheetPage("final", (), at, len(pages)))
            assert problems(pen) == []
            words += [each.text for each in pen.drawn]
        assert said in " ".join(words)
    assert finish(at_the_end(blue=owner), 2, 2, 2).view.castle_moil_notes == (), "there its owner has more"
    assert finish(at_the_end(), 2, 2, 2).view.castle_moil_notes == (), "there the numbers tell it"
