"""Activation, movement, landmark cards and crests of Glen More II at referee depth (sections 13, 14, 20 to 22)."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.offers import Pick
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import GOODS, Cost, Effect, Facts
from companion.state.glen_more_2.model import Tile
from companion.state.territory.grid import Spot, with_goods
from tests.state.glen_more_2.followed import Followed, spot
from tests.state.glen_more_2.test_referee import DRY, box, table_with
from tests.state.glen_more_2.test_vectors import vector

FREE: dict[str, object] = {"river": False, "cost": (), "one_time": ()}
PAY_2 = Effect("exchange", pay={"different_good": 2}, get={"vp": 4})
PAY_4 = Effect("exchange", pay={"different_good": 4}, get={"vp": 8})


def trade(*activation: Effect, **more: dict[str, object]) -> Facts:
    """S-2 is a trade tile that does this, beside others of another print."""
    dry: dict[str, dict[str, object]] = dict.fromkeys(("S_1", "S_3", "S_4", "S_5"), DRY)
    return box(**{"S_2": {**FREE, "kind": "trade", "activation": activation}, **dry, **more})


def laid(facts: Facts, **goods: int) -> Followed:
    """Red has laid S-2 above the start village, with goods on a tile above it; the others of the ring follow."""
    table = table_with("S-2", facts=facts)
    if goods:
        table.lies("red", spot("S-1", 1, 1, **goods))
    table.lays("red", "S-2", 0, 1)
    return table


def ways(table: Followed, piece: str = "S-2") -> list[str]:
    offer = table.offer("end", f"use_{piece}")
    return table.choices("end", f"use_{piece}") if offer.parts else ["only"]


def crest(table: Followed, name: str) -> None:
    """Red enters a marker there, without a good for it."""
    table.enters("red", "crest", name)


# ---- which tiles, how often (GM-ACT-01 to GM-ACT-06)


@pytest.mark.rule("GM-ACT-01", "GM-ACT-06", "GM-ACT-07", "GM-TRN-05")
def test_the_new_tile_and_its_neighbours_are_activated_and_no_others() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("S-2", facts=box(S_2=wood, S_3=wood, S_4=wood))
    table.lies("red", spot("S-3", 1, 1), spot("S-4", 1, 2))
    table.lays("red", "S-2", 0, 1)
    assert table.goods("red") == {"wood": 3}, "each touches it, by an edge or a corner"
    table = table_with("S-2", facts=box(S_2=wood, S_3=wood, S_4=wood))
    table.lies("red", spot("S-3", 1, 1), spot("S-4", 1, 3))
    table.lays("red", "S-2", 0, 1)
    assert table.spot("red", 1, 3).goods == {}


@pytest.mark.rule("GM-ACT-02", "GM-ACT-03", "GM-ACT-04")
def test_people_may_activate_tile_by_tile_in_any_order_or_not_at_all() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("S-2", facts=box(S_2=wood))
    table.answers("take", "by_hand")
    table.lays("red", "S-2", 0, 1)
    assert table.goods("red") == {}
    table.answers("end", "use_home_castle_red")
    assert (table.state.turn.work.movement_points, table.goods("red")) == (1, {})
    table.done()
    assert table.goods("red") == {}


@pytest.mark.rule("GM-ACT-05")
def test_no_tile_is_activated_twice_in_a_turn() -> None:
    table = laid(trade(Effect("move", n=1)))
    assert "use_S-2" not in table.offers("end")
    table.enters("red", "landmark", "loch_ness")
    assert "loch_ness" not in table.offers("end"), "every tile that does anything was used"


# ---- what they make (GM-ACT-08 to GM-ACT-10)


@pytest.mark.rule("GM-ACT-08")
def test_a_good_of_choice_is_asked() -> None:
    table = laid(trade(Effect("gain", "any_good", 1)))
    assert sorted(ways(table)) == ["barley", "cattle", "sheep", "stone", "wood"]
    table.answers("end", "use_S-2", "stone")
    assert table.spot("red", 0, 1).goods == {"stone": 1}


@pytest.mark.rule("GM-ACT-09", "GM-ACT-10", "GM-TIL-09")
def test_of_two_goods_the_owner_keeps_which_where_one_finds_room() -> None:
    both = trade(Effect("gain", "wood", 1), Effect("gain", "stone", 1))
    assert laid(both).spot("red", 0, 1).goods == {"wood": 1, "stone": 1}
    table = table_with("S-4", facts=trade(Effect("gain", "wood", 1), Effect("gain", "stone", 1), S_4=FREE))
    table.lies("red", spot("S-2", 0, 1, sheep=2))
    table.lays("red", "S-4", 1, 1)
    assert sorted(ways(table)) == ["stone", "wood"]
    table.answers("end", "use_S-2", "stone")
    assert table.spot("red", 0, 1).goods == {"sheep": 2, "stone": 1}


@pytest.mark.rule("GM-ACT-10", "GM-EDG-02")
def test_a_full_tile_waits_for_a_sale() -> None:
    table = table_with("S-4", facts=trade(Effect("gain", "wood", 1), S_4=FREE))
    table.lies("red", spot("S-2", 0, 1, sheep=3))
    table.lays("red", "S-4", 1, 1)
    assert table.spot("red", 0, 1).goods == {"sheep": 3}
    table.enters("red", "sell", "sheep", "0,1")
    assert table.spot("red", 0, 1).goods == {"sheep": 2, "wood": 1}


# ---- exchanges (GM-ACT-11 to GM-ACT-17, GM-ACT-20)


@pytest.mark.rule("GM-ACT-11", "GM-ACT-12", "GM-ACT-20")
def test_two_or_four_different_goods_once() -> None:
    table = laid(trade(PAY_2, PAY_4), wood=2, stone=1)
    assert "0:stone+wood" in ways(table)
    assert not any("wood+wood" in way for way in ways(table))
    assert any(way.startswith("1:") for way in ways(table)), "two are bought for the four"
    table.answers("end", "use_S-2", "0:stone+wood")
    assert table.player("red").points["S-2"] == 4
    assert "use_S-2" not in table.offers("end")


@pytest.mark.rule("GM-ACT-13")
@pytest.mark.parametrize("pay", ["cattle+cattle+sheep", "cattle+sheep+sheep"])
def test_three_animals_of_any_kind(pay: str) -> None:
    table = laid(trade(Effect("exchange", pay={"animal": 3}, get={"vp": 8})), sheep=2, cattle=1)
    table.answers("end", "use_S-2", f"0:{pay}")
    assert table.player("red").points["S-2"] == 8


TRADERS = {"any animals": "A-10", "any 3 goods": "B-8", "different goods": "B-14"}
"""Tiles of the box of the tests that print what the rulebooks do."""


@pytest.mark.rule("GM-ACT-12", "GM-ACT-13", "GM-ACT-14")
@pytest.mark.parametrize(
    "name",
    [
        "gm-exchange-animals-1-cattle-2-sheep",
        "gm-exchange-animals-2-cattle-1-sheep",
        "gm-exchange-any-3",
        "gm-exchange-different-2",
        "gm-exchange-different-4",
    ],
)
def test_a_printed_exchange(name: str) -> None:
    given, expect = vector(name)
    paid = given.get("pay") or dict.fromkeys(GOODS[: given["pay_number"]], 1)
    goods = [good for good, n in paid.items() for _ in range(n)]
    trader = TRADERS[given["exchange"]]
    dry: dict[str, dict[str, object]] = {id: {**DRY, "activation": ()} for id in ("S_1", "S_3")}
    table = table_with(trader, facts=box(**{trader.replace("-", "_"): FREE}, **dry))
    table.lies("red", spot("S-1", 1, 1, **Counter(goods[:3])), spot("S-3", 2, 1, **Counter(goods[3:])))
    table.lays("red", trader, 0, 1)
    [way] = [each for each in ways(table, trader) if each.partition(":")[2] == "+".join(sorted(goods))]
    table.answers("end", f"use_{trader}", way)
    assert table.player("red").points[trader] == expect["vp"]
    assert table.goods("red") == {}


@pytest.mark.rule("GM-ACT-14")
def test_any_three_goods() -> None:
    table = laid(trade(Effect("exchange", pay={"any_good": 3}, get={"vp": 7})), sheep=1, stone=2)
    table.answers("end", "use_S-2", "0:sheep+stone+stone")
    assert (table.player("red").points["S-2"], table.goods("red")) == (7, {})


@pytest.mark.rule("GM-ACT-15", "GM-MKT-05")
def test_exactly_the_shown_goods_missing_ones_are_bought() -> None:
    table = laid(trade(Effect("exchange", pay={"sheep": 1, "stone": 1}, get={"vp": 5})), sheep=1)
    events = table.answers("end", "use_S-2")
    assert ev.GoodBought("red", "stone", 2, "activation:S-2") in events
    assert table.player("red").points["S-2"] == 5


@pytest.mark.rule("GM-ACT-11", "GM-MKT-06")
def test_people_say_from_where_an_exchange_is_paid() -> None:
    table = laid(trade(Effect("exchange", pay={"barley": 1}, get={"whisky": 1})), barley=1)
    table.answers("end", "rather", "barley", "market")
    events = table.answers("end", "use_S-2")
    assert ev.GoodBought("red", "barley", 2, "activation:S-2") in events
    assert table.goods("red") == {"barley": 1}


@pytest.mark.rule("GM-ACT-16")
def test_a_good_for_a_clan_marker() -> None:
    table = laid(trade(Effect("exchange", pay={"any_good": 1}, get={"clan_marker": 1})), wood=1)
    table.answers("end", "use_S-2", "0:wood")
    table.answers("crest", "crest", "macleod")
    assert table.player("red").crests == ("macleod",)


@pytest.mark.rule("GM-ACT-17")
def test_barley_for_a_barrel() -> None:
    table = laid(trade(Effect("exchange", pay={"barley": 1}, get={"whisky": 1})), barley=1)
    table.answers("end", "use_S-2")
    assert (table.player("red").barrels, table.goods("red")) == (1, {})


@pytest.mark.rule("GM-ACT-18", "GM-ACT-19", "GM-MOV-01")
def test_points_and_movement_come_by_themselves() -> None:
    table = laid(trade(Effect("gain", "vp", 3), Effect("move", n=1)))
    assert table.player("red").points["S-2"] == 3
    assert table.state.turn.work.movement_points == 2, "the home castle touches it too"


# ---- movement (section 14)


@pytest.mark.rule("GM-MOV-02", "GM-MOV-03", "GM-MOV-04", "GM-MOV-05", "GM-MOV-06", "GM-MOV-08")
def test_a_scot_goes_a_step_a_point_and_points_lapse() -> None:
    table = laid(trade(Effect("move", n=1)))
    table.answers("end", "move", "0,0", "1,0")
    assert (table.player("red").scots, table.state.turn.work.movement_points) == (1, 1)
    table.answers("end", "move", "1,0", "0,1")
    assert "move" not in table.offers("end")
    assert table.player("red").scots == 0
    table.done()
    assert table.state.turn.work.movement_points == 0


@pytest.mark.rule("GM-MOV-05")
def test_movement_that_nobody_used_is_told_when_the_turn_is_over() -> None:
    table = laid(trade(Effect("move", n=2)))
    table.answers("end", "move", "0,0", "1,0")
    table.done()
    assert list(table.booked) == ["2 movement points unused"], "of 2 of the tile and 1 of the home castle"


@pytest.mark.rule("GM-MOV-05")
def test_nothing_is_told_of_movement_where_all_of_it_was_used() -> None:
    table = laid(trade(Effect("move", n=1)))
    for there in ("1,0", "0,1"):
        table.answers("end", "move", "0,0" if there == "1,0" else "1,0", there)
    assert ev.MovementLapsed not in {type(event) for event in table.done()}


@pytest.mark.rule("GM-MOV-09")
def test_the_last_scot_may_be_paid() -> None:
    table = table_with("C-13", facts=box(C_13={"river": False, "one_time": (), "deck": "C", "rebuild": False}))
    assert table.closed("take", "take")["C-13"] == "GM-EDG-03", "but nothing lies legally then"


# ---- landmark cards


@pytest.mark.rule("GM-LMK-04")
def test_castle_of_mey_lets_every_tile_be_activated() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("castle_of_mey", facts=box(castle_of_mey={"river": False, "cost": ()}, S_2=wood))
    table.lies("red", spot("S-3", 0, -1), spot("S-2", 0, -2))
    table.lays("red", "castle_of_mey", 0, 1)
    assert table.spot("red", 0, -2).goods == {"wood": 1}


@pytest.mark.rule("GM-LMK-09", "GM-TRN-09")
def test_loch_ness_activates_one_tile_more_before_the_take_too() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("S-4", facts=box(S_2=wood, S_4=FREE))
    table.lies("red", spot("S-2", 0, 1), landmarks=("loch_ness",))
    table.answers("take", "loch_ness", "0,1")
    assert table.goods("red") == {"wood": 1}
    assert "loch_ness" not in table.offers("take")
    table.lays("red", "S-4", 1, 1)
    assert table.goods("red").get("wood") == 1, "once a turn, however it is activated"


@pytest.mark.rule("GM-LMK-09", "GM-PER-06")
def test_loch_ness_activates_a_tile_in_the_turn_of_a_person_too() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("A-11", facts=box(S_2=wood))
    table.lies("red", spot("S-2", 0, 1), spot("S-4", 0, 2, sheep=1), landmarks=("loch_ness",))
    table.takes("red", "A-11")
    table.answers("crest", "crest", "none")
    assert table.goods("red") == {}, "the person itself activates nothing"
    table.answers("end", "loch_ness", "0,1")
    assert table.goods("red") == {"wood": 1}


@pytest.mark.rule("GM-MKT-05", "GM-TAK-02")
def test_a_good_bought_for_an_exchange_before_the_take_pays_no_tile() -> None:
    sells = {**FREE, "activation": (Effect("exchange", pay={"barley": 1}, get={"vp": 2}),)}
    table = table_with("S-4", facts=box(S_2=sells, S_4={**FREE, "cost": (Cost("barley", 1),)}))
    table.lies("red", spot("S-2", 0, 1), landmarks=("loch_ness",), coins=9)
    table.enters("red", "buy", "wood", anyway=True)
    table.answers("take", "loch_ness", "0,1")
    events = table.lays("red", "S-4", 1, 1)
    assert [e.good for e in events if isinstance(e, ev.GoodBought)] == ["barley"]


@pytest.mark.rule("GM-LMK-09")
def test_loch_ness_names_the_tile_with_most_points_first_and_a_way_only_where_there_are_several() -> None:
    points, goods = (Effect("gain", "vp", 3),), (Effect("gain", "any_good", 1),)
    fields = ({**FREE, "activation": each} for each in ((), goods, points))
    table = table_with("S-4", facts=box(**dict(zip(("S_4", "S_2", "S_3"), fields, strict=True))))
    table.lies("red", spot("S-2", 0, 1), spot("S-3", 0, 2), landmarks=("loch_ness",))
    (tiles,) = table.offer("take", "loch_ness").parts
    assert isinstance(tiles, Pick)
    assert [(each.value, len(each.then)) for each in tiles.choices] == [("0,2", 0), ("1,0", 0), ("0,1", 1)]
    table.answers("take", "loch_ness", "0,1", "stone")
    assert table.goods("red") == {"stone": 1}


@pytest.mark.rule("GM-LMK-10", "GM-EDG-04", "GM-EDG-06")
def test_loch_morar_may_remove_tiles_itself_among_them() -> None:
    wood = {**FREE, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("loch_morar", facts=box(loch_morar={"river": False, "cost": ()}, S_2=wood))
    table.lies("red", spot("S-2", 1, 1))
    table.lays("red", "loch_morar", 0, 1)
    closed = table.closed("remove", "remove")
    assert (closed["0,0"], closed["1,0"], closed["0,1"], closed["1,1"]) == ("GM-EDG-04", "GM-EDG-04", "", "")
    table.answers("remove", "remove", "0,1")
    table.answers("remove", "none")
    assert table.goods("red") == {"wood": 1}, "its neighbours are activated all the same"
    assert (table.player("red").tiles, table.player("red").landmarks) == (3, ("loch_morar",))


@pytest.mark.rule("GM-EDG-04", "GM-CRS-13", "GM-TIL-09")
def test_goods_and_scots_of_a_removed_tile_come_home_and_the_owner_keeps_which() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE))
    table.lies("red", spot("S-2", 0, 1, scots=2, sheep=1, wood=2))
    territory = table.player("red").territory
    table.has("red", tracked_territory=with_goods(territory, (territory.spots[1]).cell, "stone", 2))
    crest(table, "macmillan")
    table.answers("remove", "remove", "0,1", "sheep")
    assert table.spot("red", 1, 0).goods == {"stone": 2, "sheep": 1}
    assert (table.player("red").scots, table.player("red").tiles) == (2, 2)
    assert "S-2" not in [t.piece for t in table.state.discards]


@pytest.mark.rule("GM-EDG-04", "GM-RIV-05")
def test_what_holds_others_or_the_river_stays() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE, S_3=FREE))
    table.lies("red", spot("S-2", 0, 1), spot("S-3", 0, 2), spot("halkirk", 2, 0), spot("inverness", 3, 0))
    crest(table, "macmillan")
    closed = table.closed("remove", "remove")
    assert {cell for cell, rule in closed.items() if not rule} == {"0,2", "3,0"}


# ---- crests (section 21)


@pytest.mark.rule("GM-CRS-02", "GM-MOV-07")
def test_cameron_activates_a_trade_tile_and_gives_three_points() -> None:
    facts = trade(Effect("exchange", pay={"wood": 1}, get={"vp": 5}))
    table = table_with("S-4", facts=facts)
    table.lies("red", spot("S-2", 0, 1, wood=1))
    crest(table, "cameron")
    assert table.state.turn.work.movement_points == 3
    table.answers("activate", "activate", "0,1")
    assert table.player("red").points["S-2"] == 5


@pytest.mark.rule("GM-CRS-08", "GM-CRS-12", "GM-EDG-10")
@pytest.mark.parametrize(("name", "kind"), [("macdonell", "material"), ("maclean", "animal")])
def test_a_tile_of_a_kind_is_activated_and_used_up(name: str, kind: str) -> None:
    wood = {**FREE, "kind": kind, "activation": (Effect("gain", "wood", 1),)}
    table = table_with("S-4", facts=box(S_2=wood, S_4=FREE))
    table.lies("red", spot("S-2", 0, 1))
    crest(table, name)
    table.answers("activate", "activate", "0,1")
    table.answers("activate", "none")
    table.lays("red", "S-4", 1, 1)
    assert table.spot("red", 0, 1).goods == {"wood": 1}


@pytest.mark.rule("GM-CRS-09")
def test_macgregor_takes_three_points_instead_of_the_barrel_and_pays_nothing() -> None:
    distillery = {
        **FREE,
        "kind": "whisky",
        "activation": (Effect("exchange", pay={"barley": 1}, get={"whisky": 1}),),
    }
    table = table_with("S-2", facts=box(S_2=distillery))
    table.has("red", crests=("macgregor",))
    table.lays("red", "S-2", 0, 1)
    table.answers("end", "use_S-2", "points")
    assert (table.player("red").points["crest:macgregor"], table.player("red").barrels) == (3, 0)


@pytest.mark.rule("GM-CRS-10", "GM-PLC-07")
def test_with_mackintosh_castles_count_as_holding_a_scot() -> None:
    table = table_with("S-4", facts=box(S_4=FREE))
    table.lies("red", village=0, crests=("mackintosh",))
    table.takes("red", "S-4")
    closed = table.closed("place", "place")
    assert {cell for cell, rule in closed.items() if not rule} == {"0,1", "1,1", "0,-1", "1,-1"}


@pytest.mark.rule("GM-CRS-11", "GM-MOV-05")
def test_maclachlan_counts_unused_points_by_itself() -> None:
    table = table_with("S-2", facts=trade(Effect("move", n=1)))
    table.has("red", crests=("maclachlan",))
    table.lays("red", "S-2", 0, 1)
    table.answers("end", "move", "0,0", "1,0")
    table.done()
    assert table.player("red").points["crest:maclachlan"] == 1
    assert "movement" not in table.kinds()
    assert not table.booked, "what scores is not lost"


@pytest.mark.rule("GM-CRS-22")
def test_sinclair_lets_a_coin_stand_for_a_good_of_a_trade_tile() -> None:
    table = table_with("S-2", facts=trade(Effect("exchange", pay={"sheep": 1, "stone": 1}, get={"vp": 5})))
    table.lies("red", spot("S-1", 1, 1, sheep=1), crests=("sinclair",), coins=1)
    table.lays("red", "S-2", 0, 1)
    events = table.answers("end", "use_S-2")
    assert ev.CoinsPaid("red", 1, "sinclair") in events
    assert (table.player("red").coins, table.player("red").points["S-2"]) == (0, 5)


@pytest.mark.rule("GM-CRS-03", "GM-CRS-06", "GM-CRS-07", "GM-CRS-17", "GM-CRS-18", "GM-CRS-21")
@pytest.mark.parametrize(
    ("name", "goods", "scots"),
    [
        ("chisholm", {"barley": 1}, 1),
        ("gunn", {"sheep": 1, "cattle": 1}, 0),
        ("macdonald", {"stone": 1, "wood": 1}, 0),
        ("mckenzie", {"barley": 1}, 0),
        ("mckinnon", {}, 1),
        ("ross", {}, 2),
    ],
)
def test_goods_and_scots_of_crests_come_onto_any_tile(name: str, goods: dict[str, int], scots: int) -> None:
    table = table_with("S-4", facts=box(S_4=FREE))
    crest(table, name)
    for _ in goods:
        table.answers("good_onto", "onto", "0,0")
    for _ in range(scots):
        table.answers("scot_onto", "onto", "1,0")
    assert (table.spot("red", 0, 0).goods, table.player("red").scots) == (goods, scots)


@pytest.mark.rule("GM-CRS-01", "GM-CRS-05", "GM-CRS-14", "GM-CRS-23")
@pytest.mark.parametrize(("name", "points"), [("brodie", 5), ("grant", 5), ("sutherland", 5), ("macpherson", 5)])
def test_what_the_map_tells_is_not_asked(name: str, points: int) -> None:
    """3 villages, 5 tiles with Scots, 4 river tiles, 2 rebuild tiles."""
    village = {**FREE, "kind": "village"}
    table = table_with("S-4", facts=box(S_1=village, S_4=FREE, S_5=FREE))
    table.lies(
        "red", spot("halkirk", 2, 0, scots=1), spot("inshriach", 3, 0, scots=1), spot("S-1", 0, 1, scots=1),
        spot("inverness", -1, 0, scots=0) if name == "sutherland" else Spot(0, 2, ("S-5", "inverness", "B-7")),
        castle=1,
    )  # fmt: skip
    crest(table, name)
    assert "tier" not in table.kinds()
    assert table.player("red").points.get(f"crest:{name}", 0) == points


@pytest.mark.rule("GM-CRS-14", "GM-EDG-04")
def test_a_rebuild_tile_that_was_removed_is_counted_no_more() -> None:
    table = table_with("S-4", facts=box(S_4=FREE))
    table.lies("red", Spot(0, 1, ("S-5", "inverness")), Spot(0, 2, ("S-1", "B-7")), castle=1, rebuilds=2, coins=9)
    crest(table, "macmillan")
    table.answers("remove", "remove", "0,2")
    crest(table, "macpherson")
    assert "crest:macpherson" not in table.player("red").points


@pytest.mark.rule("GM-CRS-19")
def test_a_tile_of_the_pile_is_laid_without_its_cost() -> None:
    facts = box(B_5={"river": False, "activation": (), "deck": "B"}, inverness={"kind": "loch"}, S_4=FREE)
    table = table_with("S-4", facts=facts)
    table.arrange("red S-4 yellow blue A? A?", discards=(Tile("B-5", "B"), Tile("inverness", "B")))
    crest(table, "munro")
    assert table.closed("from_discards", "tile")["inverness"] == "GM-RBD-02"
    table.answers("from_discards", "tile", "B-5")
    coins = table.player("red").coins
    table.answers("place", "place", "0,1")
    assert (table.player("red").coins, table.player("red").tiles) == (coins, 3)
    assert ev.TileActivated in {type(e) for e in table.events}, "its neighbours are activated"


# ---- as it was put right


def test_a_territory_put_right_is_marked_where_it_breaks_a_rule() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE))
    table.lies("red", spot("S-2", 0, 1, scots=1, wood=1))
    table.corrects("laid_elsewhere", "red", "0,1", "-1,0")
    assert [e.rule for e in table.happened(ev.Overruled)] == ["GM-RIV-03"]
    moved = table.spot("red", -1, 0)
    assert (moved.top, moved.scots, moved.goods) == ("S-2", 1, {"wood": 1})
    table.corrects("goods", "red", "-1,0", "wood", 3)
    table.corrects("scots", "red", "1,0", 2)
    assert (table.goods("red"), table.player("red").scots) == ({"wood": 3}, 2)
    table.corrects("count", "red", "scots", 1)
    assert table.spot("red", 1, 0).scots == 1


def test_a_tile_that_was_another_persons_is_lifted_and_laid_there() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE))
    table.lies("red", spot("S-2", 0, 1))
    table.corrects("piece", "S-2", "yellow")
    assert [s.top for s in table.player("red").territory.spots] == ["home_village_red", "home_castle_red"]
    table.answers("place", "place", "0,1", player="yellow")
    assert table.spot("yellow", 0, 1).top == "S-2"
    assert (table.player("red").tiles, table.player("yellow").tiles) == (2, 3)


@pytest.mark.rule("GM-RIV-02", "GM-RIV-03", "GM-EDG-04")
@pytest.mark.parametrize(("river", "x", "y"), [(False, 2, 0), (True, 0, 1)])
def test_a_box_that_contradicts_the_map_asks_once_and_loses_nothing(river: bool, x: int, y: int) -> None:
    """A tile lies in the row of the river as if it had none, or beside it as if it were dry."""
    dry = {**FREE, "activation": ()}
    facts = box(S_2={**dry, "river": river}, halkirk={"cost": (), "one_time": ()}, S_4=dry)
    table = table_with("halkirk", facts=facts)
    table.lies("red", spot("S-2", x, y, scots=1, wood=1), castle=1)
    table.takes("red", "halkirk")
    assert [kind for kind in table.kinds() if kind not in ("ledger", "end")] == ["place"]
    assert table.closed("place", "place")["-1,0"] == ""
    table.answers("place", "place", "-1,0")
    odd = table.spot("red", x, y)
    assert (odd.top, odd.scots, odd.goods) == ("S-2", 1, {"wood": 1})
    table.done()
    assert table.happened(ev.TurnBegan)
    table.corrects("laid_elsewhere", "red", f"{x},{y}", "0,-1")
    moved = table.spot("red", 0, -1)
    assert (moved.top, moved.scots, moved.goods) == ("S-2", 1, {"wood": 1})
    assert bool(table.happened(ev.Overruled)) == river


@pytest.mark.rule("GM-TIL-09")
def test_more_goods_than_a_tile_holds_are_allowed_by_hand_and_marked() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE))
    table.lies("red", spot("S-2", 0, 1, wood=3))
    table.corrects("goods", "red", "0,1", "stone", 1)
    assert [e.rule for e in table.happened(ev.Overruled)] == ["GM-TIL-09"]
    assert table.goods("red") == {"wood": 3, "stone": 1}
    assert table.told()[-1].endswith("done anyway, against a rule")


@pytest.mark.rule("GM-CMP-03")
def test_more_scots_than_there_are_are_allowed_by_hand_and_marked() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE))
    table.lies("red", spot("S-2", 0, 1, scots=2))
    table.corrects("scots", "red", "0,1", 8)
    assert table.happened(ev.Overruled) == [], "with the one on the village these are nine"
    table.corrects("scots", "red", "0,1", 9)
    assert table.events[-1] == ev.Overruled("GM-CMP-03")
    table.corrects("scots", "red", "0,1", 4)
    table.corrects("count", "red", "scots", 5)
    assert table.events[-1] == ev.Overruled("GM-CMP-03")


RIVER_TOLD = [("river", 0, 1, "GM-RIV-02"), ("dry", 2, 0, "GM-RIV-03")]


def told_otherwise(river: str, x: int, y: int) -> Followed:
    """A tile lies there, and what is told of its river contradicts that."""
    table = table_with("S-4", facts=box(S_4=FREE, S_2={**FREE, "river": river == "dry"}))
    table.lies("red", spot("S-2", x, y, scots=1, wood=1))
    table.corrects("tile", "S-2", "river", river)
    return table


@pytest.mark.rule("GM-RIV-02", "GM-RIV-03", "GM-TIL-04")
@pytest.mark.parametrize("so", [True, False])
@pytest.mark.parametrize(("river", "x", "y", "rule"), RIVER_TOLD)
def test_a_river_that_contradicts_how_its_tile_lies_is_asked_about_once(
    river: str, x: int, y: int, rule: str, so: bool
) -> None:
    table = told_otherwise(river, x, y)
    placed = {"river": "a tile without river. Does it have one?", "dry": "a river tile. Does it have a river?"}
    assert table.words("lies_otherwise") == f"Two Pines is placed as {placed[river]}"
    runs = (river == "river") is so
    table.answers("lies_otherwise", "yes" if runs else "no")
    assert [e.rule for e in table.happened(ev.Overruled)] == [rule] * so, "as it was laid it breaks none"
    assert table.state.facts.pieces["S-2"].river is runs
    odd = table.spot("red", x, y)
    assert (odd.top, odd.scots, odd.goods) == ("S-2", 1, {"wood": 1})
    table.takes("red", "S-4")
    assert "lies_otherwise" not in table.kinds()


@pytest.mark.rule("GM-TIL-04")
@pytest.mark.parametrize(("river", "x", "y", "rule"), RIVER_TOLD)
def test_a_river_told_back_contradicts_nothing_and_is_asked_about_no_more(
    river: str, x: int, y: int, rule: str
) -> None:
    table = told_otherwise(river, x, y)
    table.corrects("tile", "S-2", "river", river)
    assert table.kinds().count("lies_otherwise") == 1, rule
    table.corrects("tile", "S-2", "river", "dry" if river == "river" else "river")
    assert "lies_otherwise" not in table.kinds()


@pytest.mark.rule("GM-RBD-05")
@pytest.mark.parametrize("piece", ["S-2", "S-3"])
def test_a_stack_of_which_one_tile_alone_turns_out_to_have_a_river_is_asked_about(piece: str) -> None:
    table = table_with("S-4", facts=box(S_4=FREE, S_2=FREE, S_3={**FREE, "rebuild": True}))
    table.lies("red", Spot(0, 1, ("S-2", "S-3")))
    table.corrects("tile", piece, "river", "river")
    table.answers("lies_otherwise", "yes")
    assert [e.rule for e in table.happened(ev.Overruled)] == ["GM-RBD-05"]


NAMELESS = {"name": "", "deck": "A", "cost": (), "one_time": (), "river": False}


@pytest.mark.rule("GM-TIL-04", "GM-ACT-05")
def test_a_tile_that_lies_and_turns_out_to_have_a_name_is_that_tile_from_then_on() -> None:
    halkirk = {"deck": None, "activation": (Effect("gain", "coin", 2),), "river": None}
    table = table_with("S-4 S-5", facts=box(S_4=FREE, S_5=FREE, A_3=NAMELESS, halkirk=halkirk))
    table.lies("red", spot("A-3", 0, 1, scots=1, wood=1))
    table.corrects("tile", "A-3", "named", "halkirk")
    lies = table.spot("red", 0, 1)
    assert (lies.top, lies.scots, lies.goods) == ("halkirk", 1, {"wood": 1})
    assert table.state.facts.pieces["halkirk"].river is False, "as it was laid"
    assert "lies_otherwise" not in table.kinds()
    table.lays("red", "S-4", 0, 2)
    assert ("halkirk", 2) in {(e.piece, 2) for e in table.happened(ev.TileActivated)}


@pytest.mark.rule("GM-TIL-04")
def test_a_name_with_another_river_than_its_tile_was_laid_with_is_asked_about() -> None:
    table = table_with("S-4", facts=box(S_4=FREE, A_3=NAMELESS, halkirk={"deck": None, "river": True}))
    table.lies("red", spot("A-3", 0, 1))
    table.corrects("tile", "A-3", "named", "halkirk")
    assert table.words("lies_otherwise") == "Halkirk is placed as a tile without river. Does it have one?"
    table.answers("lies_otherwise", "no")
    assert table.state.facts.pieces["halkirk"].river is False
    assert not table.happened(ev.Overruled)


def test_a_name_told_while_the_tile_is_laid_is_laid_by_that_name() -> None:
    table = table_with(
        "A-3",
        facts=box(
            A_3={**NAMELESS, "category": "land", "rebuild": False},
            halkirk={"deck": None, "river": False, "cost": ()},
        ),
    )
    table.takes("red", "A-3")
    table.corrects("tile", "A-3", "named", "halkirk")
    table.answers("place", "place", "0,1")
    assert table.spot("red", 0, 1).top == "halkirk"


def test_of_a_tile_that_lies_nowhere_nothing_is_asked() -> None:
    table = table_with("S-4", facts=box(S_4=FREE))
    table.corrects("tile", "S-4", "river", "river")
    assert "lies_otherwise" not in table.kinds()
