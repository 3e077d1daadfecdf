"""The ledger: entries of a turn, costs, what is asked when a count falls below zero, counts in doubt."""

from __future__ import annotations

import pytest

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost
from companion.state.glen_more_2.model import HouseRules
from tests.state.glen_more_2.table import Table, facts_of, with_piece


def turn(tile: str = "S-1", box: str = "complete", **counts: object) -> Table:
    """Red has taken this tile and stands beyond the others; questions still wait."""
    table = Table(3, box=box)
    table.arrange(f"red blue S-2 S-3 yellow {tile} S-4")
    table.has("red", **counts)
    table.takes("red", tile)
    return table


# ---- entries


@pytest.mark.rule("GM-TRN-05")
@pytest.mark.parametrize("source", ["exchange", "tile", "other"])
def test_points_are_kept_by_source(source: str) -> None:
    table = turn()
    table.enters("red", "points", source, 8)
    table.enters("red", "points", source, 4)
    assert table.player("red").points == {source: 12}
    assert table.view.players[0].sources == ((source, 12),)


@pytest.mark.rule("GM-TRN-05")
def test_barrels_and_coins_in_and_out() -> None:
    table = turn(coins=5, barrels=2)
    table.enters("red", "barrel")
    table.enters("red", "barrels_out", 2)
    table.enters("red", "coins_in", 4)
    table.enters("red", "coins_out", 2)
    assert (table.player("red").barrels, table.player("red").coins) == (1, 7)


@pytest.mark.rule("GM-MOV-08", "GM-TRN-05", "GM-CMP-03")
def test_scots_come_to_the_home_castle_and_leave_it() -> None:
    table = turn()
    assert "scots_out" not in table.offers("ledger", "red")
    table.enters("red", "scots_in", 3)
    table.enters("red", "scots_out", 1)
    assert table.player("red").scots == 2
    assert (
        table.refused("ledger", "scots_out", 3, player="red").reason.text.text
        == "It must be from {low} to {high}."
    )


@pytest.mark.rule("GM-CMP-03")
def test_the_home_castle_holds_at_most_nine() -> None:
    table = turn(scots=9)
    closed = table.offer("ledger", "scots_in", "red").closed
    assert closed is not None
    assert (closed.rule, str(closed.text)) == (
        "GM-CMP-03",
        "All 9 Scots are in the home castle.",
    )


@pytest.mark.rule("GM-EDG-04", "GM-CMP-12")
def test_tiles_removed_never_reach_the_home_tile() -> None:
    table = turn("robert_the_bruce", tiles=2)
    closed = table.offer("ledger", "removed", "red").closed
    assert closed is not None
    assert closed.rule == "GM-EDG-04"
    table = turn(tiles=3)  # 4 with the one laid now
    assert table.refused("ledger", "removed", 3, 0, player="red").reason.rule == ""
    table.enters("red", "removed", 2, 1)
    assert (table.player("red").tiles, table.player("red").scots) == (2, 1)


@pytest.mark.rule("GM-TRN-05", "GM-TRN-09")
def test_the_ledger_is_open_all_the_turn_and_for_everybody() -> None:
    table = Table(3)
    table.arrange("red blue S-2 yellow S-1 S-4")
    table.enters("red", "coins_in", 1)
    table.enters("yellow", "coins_in", 1)
    table.takes("red", "S-1")
    table.enters("red", "coins_in", 1)
    assert [p.coins for p in table.state.players] == [7, 7, 7]
    lines = table.told()
    assert "in Red's turn" not in lines[0]
    assert lines[1].startswith("Yellow")
    assert lines[1].endswith(", in Red's turn")
    assert "in Red's turn" not in lines[2]


def test_what_is_entered_while_the_scoring_is_counted_came_late() -> None:
    table = Table(3)
    table.arrange("red blue S-2 yellow S-1 S-4", deck="A", left={"A": 0})
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    table.enters("red", "barrel")
    assert table.happened(ev.LateEntryMade) == [ev.LateEntryMade("red")]
    assert table.player("red").barrels == 1


# ---- costs


@pytest.mark.rule("GM-TAK-03", "GM-TAK-05", "GM-TIL-02")
@pytest.mark.parametrize(("tile", "coins", "barrels"), [("C-12", 5, 0), ("millburn", 3, 1), ("S-1", 5, 1)])
def test_coins_and_barrels_of_a_known_cost_are_booked(tile: str, coins: int, barrels: int) -> None:
    table = turn(tile, coins=5, barrels=1)
    assert (table.player("red").coins, table.player("red").barrels) == (coins, barrels)


@pytest.mark.rule("GM-TAK-02", "GM-MKT-05")
def test_each_good_of_a_cost_is_asked_own_or_market() -> None:
    table = turn("D-7", coins=10)  # 2 barley
    assert table.kinds().count("good_cost") == 2
    assert [o.name for o in table.question("good_cost").offers] == ["own", "market", "unpaid"]
    table.answers("good_cost", "own")
    table.answers("good_cost", "market")
    assert table.player("red").coins == 8
    assert table.state.market["barley"] == 2
    assert table.kinds() == ["end"]


@pytest.mark.rule("GM-TAK-02")
def test_a_second_good_of_a_row_costs_more() -> None:
    table = turn("D-7", coins=10)
    table.answers("good_cost", "market")
    assert "for 3" in str(table.offer("good_cost", "market").label)
    table.answers("good_cost", "market")
    assert table.player("red").coins == 10 - 2 - 3


@pytest.mark.rule("GM-TAK-02")
def test_any_good_of_a_cost_is_picked_from_the_market() -> None:
    table = turn("B-10", coins=10)
    table.answers("good_cost", "market", "cattle")
    assert table.state.market["cattle"] == 2
    assert table.player("red").coins == 8


@pytest.mark.rule("GM-TAK-04")
def test_two_scots_of_a_cost_are_asked_by_number() -> None:
    facts = with_piece(facts_of("complete"), "S-1", cost=(Cost("scot", 2),))
    table = Table(3, facts=facts)
    table.arrange("red blue S-2 yellow S-1 S-4")
    table.has("red", scots=2)
    table.takes("red", "S-1")
    assert table.offers("scot_cost") == ["no", "home_1", "home_2"]
    table.answers("scot_cost", "home_2")
    assert table.player("red").scots == 0


def test_an_unknown_cost_never_asks_by_itself_but_the_screen_says_so() -> None:
    table = Table(3, box="bare")
    table.arrange("red blue S-2 S-3 yellow donan_castle S-4")
    table.takes("red", "donan_castle")
    assert "good_cost" not in table.kinds()
    words = "Before OK enter the tile's cost, even 0"
    assert words in [str(line) for line in table.owes]
    assert {"coins_out", "barrels_out"} <= set(table.offers("ledger", "red"))
    table.enters("red", "coins_out", 1)
    assert words not in [str(line) for line in table.owes]


def test_a_known_cost_is_not_spoken_of() -> None:
    assert not any("cost" in line for line in turn().owes)


# ---- below zero


@pytest.mark.rule("GM-TAK-01")
def test_a_count_may_stand_below_zero_inside_a_turn_and_its_end_asks() -> None:
    table = turn("millburn", coins=1)
    assert table.player("red").coins == -1
    refusal = table.refused("end", "done")
    assert refusal.is_soft
    assert refusal.reason.rule == "GM-TAK-01"
    assert str(refusal.reason.text) == "By the entries Red has -1 coins"
    table.enters("red", "sell", "wood")
    table.done()
    assert table.player("red").coins == 0
    assert table.view.players[0].uncertain_counts == ("scots_home",)


@pytest.mark.rule("GM-TAK-01")
def test_done_anyway_sets_it_to_zero_and_leaves_a_doubt() -> None:
    table = turn("millburn", coins=0, barrels=0)
    table.enters("red", "barrels_out", 1, anyway=True)
    table.done(anyway=True)
    red = table.player("red")
    assert (red.coins, red.barrels) == (0, 0)
    assert {"coins", "barrels"} <= set(red.uncertain_counts)
    assert "done anyway, against a rule" in table.told()[-1]


# ---- counts in doubt


@pytest.mark.parametrize(
    ("tile", "entry", "doubtful"),
    [
        ("S-1", None, ("scots_home",)),
        ("S-1", "scots_in", ()),
        ("donan_castle", None, ("barrels", "coins", "scots_home")),
        ("donan_castle", "coins_out", ("scots_home",)),
        ("robert_the_bruce", "coins_out", ()),
    ],
)
def test_counts_that_may_be_behind_the_table_are_marked(
    tile: str, entry: str | None, doubtful: tuple[str, ...]
) -> None:
    table = Table(3, box="bare" if tile in ("donan_castle", "robert_the_bruce") else "complete")
    table.arrange(f"red blue S-2 S-3 yellow {tile} S-4")
    table.takes("red", tile)
    if entry:
        table.enters("red", entry, 1)
    table.declines()
    table.done()
    assert table.view.players[0].uncertain_counts == doubtful


def test_a_doubt_goes_when_the_table_says_the_number() -> None:
    table = turn()
    table.done()
    assert table.view.players[0].uncertain_counts == ("scots_home",)
    table.corrects("count", "red", "scots", 2)
    assert table.view.players[0].uncertain_counts == ()


# ---- territory tiles


@pytest.mark.rule("GM-TRN-03", "GM-CMP-12")
def test_a_tile_adds_one_to_the_two_of_the_home_tile() -> None:
    assert Table(2).player("red").tiles == 2
    assert turn().player("red").tiles == 3


@pytest.mark.rule("GM-RBD-01", "GM-RBD-06", "GM-RBD-11", "GM-RBD-12")
def test_a_rebuild_tile_adds_nothing_and_scots_at_home_stay() -> None:
    table = turn("B-7", scots=2)
    assert (table.player("red").tiles, table.player("red").scots) == (2, 2)
    assert table.player("red").rebuilds == 1


@pytest.mark.rule("GM-RBD-09")
def test_a_rebuild_tile_has_its_one_time_effects_too() -> None:
    assert turn("B-6", coins=3).player("red").barrels == 1


@pytest.mark.rule("GM-RBD-01")
@pytest.mark.parametrize(("answer", "tiles", "rebuilds"), [("no", 3, 0), ("yes", 2, 1), ("later", 3, 0)])
def test_whether_it_is_a_rebuild_tile_is_asked_once(answer: str, tiles: int, rebuilds: int) -> None:
    table = Table(3, box="bare")
    table.arrange("red blue S-2 S-3 yellow donan_castle S-4")
    table.takes("red", "donan_castle")
    table.answers("rebuild", answer)
    assert (table.player("red").tiles, table.player("red").rebuilds) == (tiles, rebuilds)
    assert table.state.facts.pieces["donan_castle"].rebuild is {"no": False, "yes": True, "later": None}[answer]
    assert ("tiles" in table.player("red").uncertain_counts) is (answer == "later")


@pytest.mark.rule("GM-PER-01", "GM-PER-03")
def test_a_person_adds_no_tile() -> None:
    table = turn("robert_the_bruce")
    assert (table.player("red").tiles, table.player("red").persons) == (2, ("robert_the_bruce",))


@pytest.mark.parametrize("on", [False, True])
def test_by_house_rule_a_rebuild_tile_needs_a_scot_on_a_neighbour(on: bool) -> None:
    table = Table(3, house=HouseRules(rebuild_needs_scot_on_neighbour=on))
    table.arrange("red blue S-2 S-3 yellow B-7 S-4")
    table.takes("red", "B-7")
    words = "A Scot must stand beside the place, not only on the covered tile"
    assert (words in [str(line) for line in table.owes]) is on


# ---- nothing is ever used up but markers and Scots


@pytest.mark.rule("GM-CMP-09", "GM-CMP-16")
def test_coins_barrels_and_points_never_run_out() -> None:
    table = turn(coins=40, barrels=25)
    for _ in range(3):
        table.enters("red", "barrel")
        table.enters("red", "coins_in", 40)
        table.enters("red", "points", "exchange", 60)
    red = table.player("red")
    assert (red.barrels, red.coins, red.total) == (28, 160, 180)
