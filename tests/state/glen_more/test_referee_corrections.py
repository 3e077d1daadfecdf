"""At referee depth: territories put right by hand, scorings that ask for no count (G1-SCR-01, G1-FIN-06)."""

from __future__ import annotations

import pytest

from companion.engine.game import CORRECTION
from companion.state.glen_more import events as ev
from companion.state.glen_more.game import reconcile_table
from companion.state.glen_more.model import State
from tests.independent_scorer_glen_more import score_sheet
from tests.state.glen_more.referee_table import Followed, taking, tile, village
from tests.state.glen_more.table import GAME
from tests.state.glen_more.test_scoring import sheet

FOREST = tile("0-05", 0, 1, scots=1, wood=2)


def test_goods_and_scots_are_set_and_the_counts_follow() -> None:
    table = taking("0-02", village(), FOREST)
    table.answers("correct", "goods", "p1", "0,1", "stone", 1)
    assert table.events == [ev.GoodsSet("p1", 0, 1, "stone", 1)]
    assert table.spot("p1", 0, 1).goods == {"wood": 2, "stone": 1}
    table.answers("correct", "goods", "p1", "0,1", "wood", 0)
    table.answers("correct", "scots", "p1", "0,0", 3)
    assert (table.goods("p1"), table.view.players[0].scots) == ({"stone": 1}, 4)


@pytest.mark.rule("G1-PRD-02")
def test_more_goods_than_a_tile_holds_are_allowed_by_hand_and_marked() -> None:
    table = taking("0-02", village(), FOREST)
    table.answers("correct", "goods", "p1", "0,1", "stone", 3)
    assert table.events[-1] == ev.Overruled("G1-PRD-02")
    question = GAME.question(table.state, CORRECTION)
    assert question


def test_a_tile_is_moved_with_all_that_is_on_it() -> None:
    table = taking("0-02", village(), FOREST)
    table.answers("correct", "laid_elsewhere", "p1", "0,1", "0,-1")
    assert [type(event).__name__ for event in table.events] == [
        "TileRemoved",
        "TilePlaced",
        "GoodsSet",
        "ScotsSet",
    ]
    assert table.player("p1").territory.spots[-1] == tile("0-05", 0, -1, scots=1, wood=2)
    assert (table.player("p1").taken_tiles, table.view.players[0].tiles) == (("0-05",), 2)


@pytest.mark.rule("G1-PLC-03")
def test_a_place_that_breaks_a_rule_is_allowed_by_hand_and_marked() -> None:
    table = taking("0-02", village(), FOREST)
    table.answers("correct", "laid_elsewhere", "p1", "0,1", "1,0")
    assert table.happened(ev.Overruled) == [ev.Overruled("G1-PLC-03")]


def test_a_tile_that_nobody_was_believed_to_have_is_laid_by_hand_and_may_leave_again() -> None:
    table = taking("0-02")
    table.answers("correct", "laid_by_hand", "1-17", "p2", "0,1")
    assert (table.player("p2").taken_tiles, table.view.players[1].villages) == (("1-17",), 2)
    table.answers("correct", "tile", "1-17", "out")
    assert table.happened(ev.TileRemoved) == [ev.TileRemoved("p2", "1-17", 0, 1)]
    assert (table.player("p2").taken_tiles, [gone.piece for gone in table.state.removed_tiles]) == ((), ["1-17"])


def test_points_go_back_as_people_say_it() -> None:
    state = taking("0-02").state
    undone = [GAME.undo_instructions(state, [ev.PointsScored("p2", n, "whisky")]) for n in (-6, 1)]
    words = [str(each.text) for (each,) in undone]
    assert words == ["player 2 gets back 6 points", "player 2 gives back 1 point"]


def test_hands_lay_a_tile_elsewhere_where_another_past_has_it_there() -> None:
    """Only the territory differs: without a line nobody would be asked whether the table was wrong too."""
    table = taking("0-02", village(), FOREST)
    before = table.state
    table.answers("correct", "laid_elsewhere", "p1", "0,1", "0,-1")
    table.answers("correct", "goods", "p1", "0,-1", "wood", 1)
    lines = [str(line.text) for line in reconcile_table(before, table.state)]
    assert lines == ["player 1 lays forest, river: 1 down", "player 1: forest (1 down): 1 wood"]


def test_what_territories_tell_is_put_right_there_alone() -> None:
    table = taking("0-02")
    part = table.offer("correct", "count").parts[0]
    counts = {choice.value for choice in part.choices[0].then[0].choices}  # type: ignore[union-attr]
    assert counts == {"coins", "barrels", "chieftains", "points"}


def test_a_tile_that_no_rule_lets_lie_after_a_correction_goes_out_of_the_game() -> None:
    table = taking("0-02", village(), FOREST)
    table.answers("take", "take", "0-02")
    for cell in ("0,0", "0,1"):
        table.answers("correct", "scots", "p1", cell, 0)
    assert set(table.closed("place", "place").values()) <= {"G1-PLC-01", "G1-PLC-02", "G1-PLC-03", "G1-PLC-05"}
    table.answers("place", "nowhere")
    assert (table.state.stage, table.player("p1").taken_tiles) == ("use", ("0-05",))
    assert "nowhere" not in taking_offers()


def taking_offers() -> set[str]:
    table = taking("0-02")
    table.answers("take", "take", "0-02")
    return {*table.offers("place")}


# ---- scoring


def before_the_end(deck: str) -> Followed:
    table = Followed(4)
    left = {f"d{each}": 0 for each in "0123" if each < deck} | {f"d{deck}": 1}
    table.arrange("p1 0-02 0-08 p2 0-04 p3 p4 1-07 1-08 1-09 1-10 1-03 1-23", **left)
    return table


def ends(table: Followed) -> None:
    table.takes("0-02", 0, 1)
    if table.state.find_question("use"):
        table.answers("use", "done")


@pytest.mark.rule("G1-SCR-01", "G1-TRK-06")
def test_no_count_is_asked_before_a_scoring() -> None:
    table = before_the_end("1")
    table.sets("p2", barrels=2)
    ends(table)
    assert table.state.done_scorings == ("1",)
    assert table.player("p2").points == {"whisky": 2}
    assert table.state.stage == "take"


@pytest.mark.rule("G1-FIN-01", "G1-FIN-04", "G1-FIN-06")
def test_goods_in_a_tie_are_those_on_the_tiles_and_the_result_says_so() -> None:
    table = before_the_end("3")
    for player, wood in (("p2", 1), ("p3", 2), ("p4", 2)):
        table.lies(player, tile("0-05", 0, 1, wood=wood))
    ends(table)
    assert table.view.over
    assert table.state.winners == ("p3", "p4")
    assert {e.player: e.goods for e in table.happened(ev.GoodsCounted)} == {"p1": 1, "p2": 1, "p3": 2, "p4": 2}
    state: State = table.state
    told = sheet(state, "final")
    assert told["players"]


def test_after_the_end_a_territory_put_right_scores_the_end_again() -> None:
    table = before_the_end("3")
    for player in ("p2", "p3", "p4"):
        table.lies(player, tile("0-05", 0, 1))
    ends(table)
    assert table.state.winners == ("p1",), "a sheep decides"
    table.answers("correct", "goods", "p3", "0,1", "wood", 3)
    assert table.state.winners == ("p3",)


def test_points_of_the_end_are_those_of_the_scorer_of_its_own() -> None:
    table = before_the_end("3")
    table.lies("p2", tile("0-05", 0, 1), tile("0-03", 0, -1), tile("1-07", 1, 1))
    table.sets("p2", cards=("iona_abbey", "loch_morar"), coins=9)
    table.takes("0-02", 0, 1)
    wanted = score_sheet(sheet(table.state, "final"))
    table.answers("use", "done")
    assert {p.id: p.total for p in table.state.players} == {p["name"]: p["points"] for p in wanted["players"]}
