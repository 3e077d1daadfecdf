"""The clan board: markers, roads and what they cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.engine.offers import Amount
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Road
from companion.state.glen_more_2.questions.crests import Route, cheapest_routes
from tests.state.glen_more_2.table import Table, facts_of

VECTORS = {v["id"]: v for v in json.loads((Path(__file__).parents[2] / "vectors" / "base.json").read_text())}
PLACED = tuple(facts_of("complete").crests)


def marker(
    box: str = "complete", coins: int = 20, markers: tuple[str, ...] = (), foreign: tuple[str, ...] = ()
) -> Table:
    """Red has taken Robert the Bruce and may place a clan marker; red and blue have these markers already."""
    table = Table(3, box=box)
    table.arrange("red robert_the_bruce blue S-1 yellow S-2")
    table.has("red", coins=coins + (box == "complete"), crests=markers)  # the invented box makes him cost 1 coin
    table.has("blue", crests=foreign)
    table.takes("red", "robert_the_bruce")
    return table


def places(table: Table, crest: str, *road: int, anyway: bool = False) -> None:
    table.answers("crest", "crest", crest, *road, anyway=anyway)


@pytest.mark.rule("GM-CLN-01", "GM-CMP-04")
def test_a_marker_goes_from_the_supply_to_a_free_crest() -> None:
    table = marker()
    assert table.view.players[0].markers_left == 10
    places(table, "brodie")
    assert table.player("red").crests == ("brodie",)
    assert table.view.players[0].markers_left == 9


@pytest.mark.rule("GM-CLN-01", "GM-EDG-09", "GM-CMP-04")
def test_without_a_marker_left_that_part_is_lost_and_the_rest_is_done() -> None:
    table = marker(markers=PLACED[:10])
    assert "crest" not in table.kinds()
    assert table.player("red").persons == ("robert_the_bruce",)
    assert any("No clan marker is left" in str(line) for line in table.owes)
    closed = table.offer("ledger", "crest", "red").closed
    assert closed is not None
    assert str(closed.text) == "All 10 clan markers are placed."


@pytest.mark.rule("GM-EDG-09")
def test_the_last_marker_cannot_be_placed_twice() -> None:
    """Two causes at once: the second finds none left."""
    table = Table(3)
    table.arrange("red duart_castle blue S-1 yellow S-2")
    table.has("red", coins=20, crests=PLACED[:9])
    table.takes("red", "duart_castle")
    table.enters("red", "crest", PLACED[10])
    assert table.choices("crest", "crest") == ["none"]
    assert table.refused("crest", "crest", PLACED[11]).reason.rule == "GM-CLN-01"


# ---- what the roads cost


@pytest.mark.rule("GM-CLN-03")
@pytest.mark.parametrize("box", ["complete", "bare"])
def test_the_printed_free_road_to_macleod(box: str) -> None:
    expect = VECTORS["gm-road-macleod-empty-board"]["expect"]
    table = marker(box)
    places(table, "macleod")
    assert sum(paid.coins for paid in table.happened(ev.CoinsPaid)) == expect["coins_paid"]
    assert table.happened(ev.CoinsGained) == [ev.CoinsGained("red", expect["bonus"]["coins"], "crest:macleod")]
    assert table.player("red").coins == 23


@pytest.mark.rule("GM-CLN-04", "GM-CRS-16")
@pytest.mark.parametrize("box", ["complete", "bare"])
def test_the_printed_way_to_mckay_adds_up(box: str) -> None:
    expect = VECTORS["gm-road-mckay-empty-board"]["expect"]
    table = marker(box)
    places(table, "mckay")
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", expect["coins_paid"], "roads")]
    assert table.player("red").coins == 18
    assert "david_hume" in table.player("red").persons


@pytest.mark.rule("GM-CLN-02", "GM-CLN-05")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_the_printed_way_from_macmillan_for_every_player(owner: str) -> None:
    expect = VECTORS["gm-road-maclachlan-from-macmillan"]["expect"]
    own, foreign = (("macmillan",), ()) if owner == "red" else ((), ("macmillan",))
    table = marker(markers=own, foreign=foreign)
    places(table, "maclachlan")
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", expect["coins_paid"], "roads")]


@pytest.mark.rule("GM-CLN-05")
def test_on_the_bare_catalogue_that_way_is_asked_and_proposed() -> None:
    table = marker("bare", foreign=("macmillan",))
    crest = table.question("crest").offers[0].parts[0]
    choice = next(c for c in crest.choices if c.value == "maclachlan")  # type: ignore[union-attr]
    (road,) = choice.then
    assert isinstance(road, Amount)
    assert (road.low, road.high, road.default) == (0, 20, 1)
    places(table, "maclachlan", 1)
    assert table.player("red").coins == 19


@pytest.mark.rule("GM-CLN-02", "GM-CLN-04")
def test_the_cheapest_sum_over_all_starting_points_counts() -> None:
    """mckay is 2 from the start, 1 from a marker on cameron, 0 from one on itself."""
    roads = facts_of("complete").roads
    assert cheapest_routes(roads, frozenset(), True)["mckay"] == Route(2, True)
    assert cheapest_routes(roads, frozenset({"cameron"}), True)["mckay"] == Route(1, True)
    assert cheapest_routes(roads, frozenset({"cameron", "mckenzie"}), True)["mckinnon"] == Route(1, True)
    assert cheapest_routes(roads, frozenset({"mckay"}), True)["mckay"].coins == 0


@pytest.mark.rule("GM-CLN-03")
def test_roads_without_a_printed_cost_are_free_on_the_way_too() -> None:
    assert cheapest_routes(facts_of("complete").roads, frozenset(), True)["ross"] == Route(1, True)


@pytest.mark.rule("GM-CLN-04")
def test_the_way_leads_across_free_crests() -> None:
    table = marker()
    places(table, "munro")  # start - brodie 1 - grant 1 - gunn 1 - munro 1
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", 4, "roads")]


def test_a_sum_over_several_roads_is_never_reused() -> None:
    """2 from the start to McKay holds on an empty board; with markers about it is only proposed."""
    bare = facts_of("bare").roads
    assert cheapest_routes(bare, frozenset(), False)["mckay"] == Route(2, True)
    assert cheapest_routes(bare, frozenset({"brodie"}), False)["mckay"] == Route(2, False)
    table = marker("bare", foreign=("brodie",))
    assert table.refused("crest", "crest", "mckay").reason.rule == ""
    places(table, "mckay", 5)
    assert table.player("red").coins == 15
    assert table.state.facts.roads == bare, "what was paid once says nothing of the roads"


def test_a_whole_sum_is_no_road_back() -> None:
    assert "brodie" not in cheapest_routes((Road("start", "mckay", 2, is_sum=True),), frozenset({"mckay"}), False)


def test_an_unknown_road_costs_what_people_say() -> None:
    table = marker("bare")
    places(table, "brodie", 3)
    assert table.happened(ev.CoinsPaid) == [ev.CoinsPaid("red", 3, "roads")]


@pytest.mark.rule("GM-CLN-06")
def test_who_cannot_pay_by_the_book_is_asked() -> None:
    table = marker(coins=1)
    refusal = table.refused("crest", "crest", "munro")
    assert refusal.is_soft
    assert refusal.reason.rule == "GM-CLN-06"
    assert str(refusal.reason.text) == "The roads to Munro cost 4, but the companion has Red on 1 coin."
    places(table, "munro", anyway=True)
    assert table.happened(ev.Overruled) == [ev.Overruled("GM-CLN-06")]
    assert table.player("red").coins == -3
    assert table.offer("end", "done").caution is not None, "the turn's end asks which entry is missing"


@pytest.mark.rule("GM-CLN-06")
def test_nobody_has_to_pay() -> None:
    table = marker()
    places(table, "none")
    assert table.player("red").crests == ()
    assert table.player("red").coins == 20
    assert table.kinds()[0] == "end"


@pytest.mark.rule("GM-CLN-07")
def test_first_the_road_then_the_marker_then_the_bonus() -> None:
    table = marker()
    places(table, "mckenzie")
    kinds = [type(e) for e in table.events if type(e) in (ev.CoinsPaid, ev.CrestTaken, ev.BarrelsGained)]
    assert kinds == [ev.CoinsPaid, ev.CrestTaken, ev.BarrelsGained]


# ---- which crests


@pytest.mark.rule("GM-CLN-08")
def test_a_crest_is_used_once_whoever_has_it() -> None:
    table = marker(foreign=("ross",))
    refusal = table.refused("crest", "crest", "ross", anyway=True)
    assert (refusal.reason.rule, str(refusal.reason.text)) == ("GM-CLN-08", "Blue has a marker there already.")


@pytest.mark.rule("GM-CLN-08", "GM-CRS-04")
def test_douglas_is_used_again_and_again_by_anybody_and_takes_a_marker_each_time() -> None:
    table = marker(markers=("douglas",), foreign=("douglas",))
    places(table, "douglas")
    assert table.player("red").crests == ("douglas", "douglas")
    assert table.player("red").markers == 8
    assert table.player("red").coins == 20, "the road costs 0"
    assert table.player("red").points == {"crest:douglas": 3}


@pytest.mark.rule("GM-CLN-09")
def test_only_crests_with_a_picture_can_be_chosen() -> None:
    table = marker()
    assert len(set(table.choices("crest", "crest"))) == 24
    assert table.refused("crest", "crest", "empty").reason.rule == ""


@pytest.mark.rule("GM-CLN-11")
def test_a_crest_whose_bonus_is_worth_nothing_may_be_chosen() -> None:
    table = marker(coins=4)
    places(table, "brodie")
    table.answers("tier", "points_0")
    assert table.player("red").crests == ("brodie",)
    assert table.player("red").total == 0


@pytest.mark.rule("GM-CLN-12", "GM-LMK-05", "GM-LMK-06")
@pytest.mark.parametrize("tile", ["robert_the_bruce", "donan_castle", "duart_castle", "D-12"])
def test_the_same_rules_wherever_a_marker_comes_from(tile: str) -> None:
    table = Table(3)
    table.arrange(f"red {tile} blue S-1 yellow S-2")
    table.has("red", coins=20)
    table.has("blue", crests=("ross",))
    table.takes("red", tile)
    while table.kinds()[0] != "crest":
        table.answers(table.kinds()[0], "own")
    assert table.refused("crest", "crest", "ross").reason.rule == "GM-CLN-08"
    coins = table.player("red").coins
    places(table, "mckay")
    assert table.player("red").coins == coins - 2


@pytest.mark.rule("GM-CLN-12", "GM-ACT-16")
def test_a_marker_by_an_exchange_is_an_entry_and_its_good_is_asked() -> None:
    table = Table(3)
    table.arrange("red S-1 S-2 blue S-3 yellow S-4")
    table.takes("red", "S-1")
    table.enters("red", "crest", "macleod")
    assert table.player("red").crests == ("macleod",)
    assert table.words("good_cost") == "A clan marker: a good of your own, or bought?"
    coins = table.player("red").coins
    table.answers("good_cost", "market", "sheep")
    assert table.player("red").coins == coins - 2
    assert table.state.market["sheep"] == 2


@pytest.mark.rule("GM-ACT-16", "GM-CRS-20")
def test_whether_a_good_was_bought_is_said_before_coins_are_counted() -> None:
    table = Table(3)
    table.arrange("red S-1 S-2 blue S-3 yellow S-4")
    table.has("red", coins=15)
    table.takes("red", "S-1")
    table.enters("red", "crest", "oliphant")  # the way is 5: start - brodie - grant - gunn - munro - oliphant
    assert table.happened(ev.PointsScored) == []
    table.answers("good_cost", "market", "sheep")
    assert table.player("red").coins == 8
    assert table.question("tier").offers[0].name == "points_0", "8 coins are too few: that is proposed"


def test_a_table_of_roads_without_any_knows_no_way() -> None:
    facts = replace(facts_of("complete"), roads=(), roads_complete=False)
    assert cheapest_routes(facts.roads, frozenset({"ross"}), False) == {"ross": Route(0, True)}
