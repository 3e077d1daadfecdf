"""At referee depth: taking, placing, paying, what is gained once (sections 4, 5, 7 and 11 of the ledger)."""

from __future__ import annotations

import msgspec
import pytest

from companion.engine.offers import Place
from companion.state.glen_more import events as ev
from companion.state.territory.model import REFEREE, SCOREKEEPER
from tests.state.glen_more.referee_table import Followed, taking, tile, village
from tests.state.glen_more.table import GAME, Table


@pytest.mark.rule("G1-SET-02")
def test_each_start_village_lies_with_a_scot_on_it() -> None:
    table = Followed(3)
    assert [p.territory.spots for p in table.state.players] == [
        tuple(msgspec.structs.replace(village(), pieces=(f"S-0{n}",)) for _ in "1") for n in (1, 2, 3)
    ]
    assert [p.scots for p in table.state.players] == [1, 1, 1]


@pytest.mark.rule("G1-PLC-07")
def test_the_depth_is_chosen_at_the_set_up_and_shown() -> None:
    assert (Table(2).state.depth, Table(2).view.depth, Table(2).view.territories) == (SCOREKEEPER, SCOREKEEPER, ())
    table = Table(0)
    table.sits(2)
    assert str(table.offer("start", "depth").label) == "Depth: scorekeeper"
    assert [str(offer.name) for offer in GAME.questions(table.state)[0].offers][-1] == "depth"
    table.answers("start", "depth", REFEREE)
    table.answers("start", "depth", REFEREE)
    assert (table.state.depth, table.view.depth, table.events) == (REFEREE, REFEREE, [])


def test_what_only_the_referee_knows_is_in_no_state_of_the_scorekeeper() -> None:
    plain = GAME.canonical(Table(2).state)
    assert b"tracked_territory" not in plain
    assert b"chosen_depth" not in plain
    assert b"tracked_territory" in GAME.canonical(Followed(2).state)


def test_the_depth_may_be_lowered_in_mid_game_and_all_counts_stay() -> None:
    table = taking("1-17", coins=4)
    table.rows(stone=0)
    table.takes("1-17", 0, 1)
    table.answers("use", "done")
    before = [(p.scots, p.coins, p.tiles, p.villages) for p in table.view.players]
    table.answers("correct", "depth")
    assert (table.state.depth, GAME.canonical(table.state).count(b"followed")) == (SCOREKEEPER, 0)
    assert [(p.scots, p.coins, p.tiles, p.villages) for p in table.view.players] == before
    assert "points" in {offer.name for q in GAME.questions(table.state) for offer in q.offers}


# ---- which tile can be taken


@pytest.mark.rule("G1-TRN-02", "G1-WHS-04", "G1-WHS-05")
def test_what_stock_and_all_sales_can_pay_may_be_taken_and_nothing_dearer() -> None:
    table = taking("1-14", tile("0-03", 0, 1, cattle=2), coins=0)
    table.rows(stone=2, cattle=2)
    assert table.closed("take", "take")["1-14"] == "", "two cattle bring 3 coins, a stone costs 3"
    table.rows(cattle=1)
    refusal = table.refused("take", "take", "1-14")
    assert (refusal.is_soft, refusal.reason.rule) == (False, "G1-TRN-02")
    assert str(refusal.reason.text) == "It costs 1 stone: too dear with 0 coins and all that can be sold."
    table.rows(cattle=3, stone=3)
    assert table.closed("take", "take")["1-14"] == "G1-TRN-02", "a full row sells none"


@pytest.mark.rule("G1-TRN-02", "G1-CMP-06", "G1-WHS-07")
def test_a_barrel_is_paid_with_a_barrel() -> None:
    table = taking("2-16", coins=30)
    assert table.closed("take", "take")["2-16"] == "G1-TRN-02"
    table = taking("2-16", tile("0-05", 0, 1, scots=1), barrels=1)
    table.takes("2-16", -1, 1)
    assert table.happened(ev.BarrelsPaid) == [ev.BarrelsPaid("p1", 1, "cost:2-16")]
    assert table.player("p1").barrels == 0


@pytest.mark.rule("G1-TRN-02", "G1-PLC-02", "G1-PLC-05")
def test_a_tile_that_fits_nowhere_is_closed_with_its_rule() -> None:
    table = taking("1-03")
    assert table.closed("take", "take")["1-03"] == "G1-PLC-05", "only the river and the road lie there"
    assert table.closed("take", "take")["1-04"] == "G1-PLC-05"
    far = taking("1-03", village(0), tile("0-05", 0, 1), tile("1-08", 1, 1), tile("1-09", 2, 1), scots=0)
    assert far.closed("take", "take")["1-03"] == "G1-PLC-02"


@pytest.mark.rule("G1-TRN-07")
def test_who_can_take_nothing_moves_to_any_tile_which_leaves_the_game() -> None:
    table = taking("1-03")
    assert not table.offers("take")["nothing"].closed
    table.answers("take", "nothing", "1-10")
    assert [(e.piece, e.rule) for e in table.happened(ev.TileDiscarded)] == [("1-10", "G1-TRN-07")]
    assert table.state.turn.figure == "p2", "nothing is left to decide"
    table = taking("0-02")
    closed = table.offers("take")["nothing"].closed
    assert closed
    assert (closed.rule, str(closed.text)) == ("G1-TRN-07", "Tile 1 ahead, meadow, river can be taken.")


@pytest.mark.rule("G1-TRN-07", "G1-CRD-06")
def test_who_can_take_nothing_may_still_use_loch_ness() -> None:
    table = taking("1-03", tile("0-02", 0, 1), cards=("loch_ness",))
    table.sets("p1", coins=0)
    table.lies("p1", village(0), tile("0-02", 0, 1))
    table.answers("take", "nothing", "1-04")
    assert table.state.stage == "use"
    table.answers("use", "card", "0,1")
    assert table.goods("p1") == {"sheep": 1}
    assert table.happened(ev.TileActivated)[0].by == "loch_ness"


# ---- where it lies


@pytest.mark.rule("G1-PLC-01", "G1-PLC-02", "G1-PLC-03", "G1-PLC-05")
def test_legal_cells_come_first_and_the_others_are_closed_with_their_rule() -> None:
    table = taking("0-02", tile("0-04", -1, 0))
    table.answers("take", "take", "0-02")
    part = table.offers("place")["place"].parts[0]
    assert isinstance(part, Place)
    assert [c.value for c in part.choices if not c.closed] == ["0,1", "0,-1"]
    assert [c.value for c in part.choices][:2] == ["0,1", "0,-1"]
    closed = table.closed("place", "place")
    assert (closed["-1,1"], closed["1,0"], closed["1,1"]) == ("G1-PLC-03", "G1-PLC-03", "G1-PLC-01")
    assert {str(t.label) for t in part.map_tiles} == {"village", "forest"}
    assert part.new_tile is not None
    assert (str(part.new_tile.label), part.new_tile.lines) == ("meadow", (("river", "north_south"),))
    refusal = table.refused("place", "place", "1,0")
    assert (refusal.is_soft, refusal.reason.rule) == (False, "G1-PLC-03")


@pytest.mark.rule("G1-TRN-01", "G1-PLC-02")
def test_where_one_cell_is_legal_it_is_laid_unasked_and_said() -> None:
    table = taking("0-02", village(), tile("0-05", 0, 1), tile("1-13", 0, 2))
    table.lies("p1", village(0), tile("0-05", 0, 1), tile("1-13", 0, 2, scots=1))
    table.answers("take", "take", "0-02")
    assert table.happened(ev.TilePlaced) == [ev.TilePlaced("p1", "0-02", 0, 3)]
    assert "player 1 lays meadow, river: 3 up" in [str(line) for line in table.view.turn_log]


# ---- how it is paid


@pytest.mark.rule("G1-WHS-03", "G1-WHS-04", "G1-WHS-06")
def test_own_goods_come_from_the_fullest_tile_and_the_rest_is_bought_and_spent_at_once() -> None:
    land = (tile("0-05", 0, 1, wood=1), tile("1-07", 1, 1, wood=3), tile("0-04", -1, 0))
    table = taking("1-11", *land, coins=5)
    table.rows(stone=1)
    table.takes("1-11", -1, 1)
    assert table.happened(ev.GoodBought) == [ev.GoodBought("p1", "stone", 2, "cost:1-11")]
    assert table.happened(ev.GoodsGiven) == [ev.GoodsGiven("p1", 1, 1, "wood", 1, "cost:1-11")]
    assert (table.player("p1").coins, table.state.market["stone"]) == (5 - 2 + 3, 2), "the card gives 3 coins"
    assert not [e for e in table.happened(ev.GoodsGained) if e.good == "stone"]


@pytest.mark.rule("G1-WHS-04", "G1-TRN-02")
def test_people_may_pay_otherwise_from_another_tile_or_by_buying() -> None:
    land = (tile("0-05", 0, 1, wood=1), tile("1-07", 1, 1, wood=3), tile("0-04", -1, 0))
    for wishes, given, bought in (
        ([("wood", "0,1")], [(0, 1)], ["stone"]),
        ([("wood", "market")], [], ["wood", "stone"]),
        ([("wood", "market"), ("usual",)], [(1, 1)], ["stone"]),
    ):
        table = taking("1-11", *land, coins=6)
        for wish in wishes:
            table.answers("ledger", "rather", *wish)
        table.answers("take", "take", "1-11")
        table.answers("place", "place", "-1,1")
        assert [(e.x, e.y) for e in table.happened(ev.GoodsGiven)] == given
        assert [e.good for e in table.happened(ev.GoodBought)] == bought
        assert table.state.turn.work.preferred_sources == ()


@pytest.mark.rule("G1-WHS-02", "G1-WHS-05", "G1-TRN-02")
def test_before_the_tile_lies_anything_may_be_sold_and_what_it_costs_is_bought_back() -> None:
    table = taking("1-14", tile("0-05", 0, 1, scots=1, wood=1), tile("0-07", 0, -1, stone=1), coins=0)
    table.rows(wood=1, stone=3)
    table.answers("take", "take", "1-14")
    assert "sell" not in table.offers("place"), "no sale is needed"
    closed = table.closed("ledger", "sell")
    assert (closed["wood"], closed["stone"], closed["sheep"]) == ("", "", "G1-WHS-05")
    table.answers("ledger", "sell", "stone")
    table.answers("ledger", "sell", "wood")
    assert (table.player("p1").coins, table.goods("p1"), table.state.market["wood"]) == (4, {}, 0)
    table.answers("place", "place", "1,1")
    assert (table.player("p1").coins, table.state.market["stone"]) == (1, 3), "bought back for the same coins"


@pytest.mark.rule("G1-TRN-02", "G1-WHS-02")
def test_what_is_sold_for_a_cost_is_the_dearest_or_what_people_say() -> None:
    land = (tile("0-05", 0, 1, scots=1, wood=2), tile("0-03", 0, -1, cattle=1))
    dearest = taking("1-14", *land, coins=0)
    dearest.rows(wood=2, cattle=3, stone=2)
    dearest.answers("take", "take", "1-14")
    dearest.answers("place", "place", "1,1")
    assert [(e.good, e.coins) for e in dearest.happened(ev.GoodSold)] == [("cattle", 3)]
    told = taking("1-14", *land, coins=0)
    told.rows(wood=2, cattle=3, stone=2)
    told.answers("take", "take", "1-14")
    told.answers("place", "sell", "wood")
    told.answers("place", "sell", "wood")
    assert "sell" not in told.offers("place"), "there is enough"
    told.answers("place", "place", "1,1")
    assert (told.goods("p1"), told.player("p1").coins) == ({"wood": 1, "cattle": 1}, 0), "the wood is new"


@pytest.mark.rule("G1-WHS-05")
def test_a_sale_takes_the_good_from_the_tile_that_people_name() -> None:
    table = taking("0-02", tile("0-05", 0, 1, wood=2), tile("1-07", 1, 1, wood=3))
    table.rows(wood=2)
    table.answers("ledger", "sell_from", "wood", "0,1")
    assert table.events[:2] == [ev.GoodsGiven("p1", 0, 1, "wood", 1, "sale"), ev.GoodSold("p1", "wood", 2)]
    assert (table.spot("p1", 0, 1).goods, table.spot("p1", 1, 1).goods) == ({"wood": 1}, {"wood": 3})
    table.answers("ledger", "sell", "wood")
    assert table.events[0] == ev.GoodsGiven("p1", 1, 1, "wood", 1, "sale"), "unsaid it comes from the fullest"


@pytest.mark.rule("G1-WHS-04")
def test_nothing_is_bought_to_be_kept() -> None:
    table = taking("0-02")
    assert "buy" not in table.offers("ledger")
    assert {"points", "barrels", "chieftain"} & table.offers("ledger").keys() == set()


@pytest.mark.rule("G1-LOC-05")
def test_loch_oich_costs_two_goods_that_differ() -> None:
    table = taking("3-16", tile("0-05", 0, 1, scots=1, wood=3), tile("0-03", 0, -1, cattle=1), coins=0)
    table.takes("3-16", 0, 2)
    assert {(e.good, e.n) for e in table.happened(ev.GoodsGiven)} == {("wood", 1), ("cattle", 1)}
    alike = taking("3-16", tile("0-05", 0, 1, scots=1, wood=3), coins=0)
    assert alike.closed("take", "take")["3-16"] == "G1-TRN-02"


# ---- Loch Ness is paid with a Scot or a chieftain


@pytest.mark.rule("G1-LOC-04", "G1-PLC-02")
def test_the_scot_that_is_paid_makes_no_place_legal() -> None:
    table = taking("2-19", village(1), tile("0-05", 0, 1))
    assert table.closed("take", "take")["2-19"] == "G1-LOC-04"
    early = taking("2-19", village(1), house={"loch_ness_place_before_paying": True})
    early.takes("2-19", 0, 1)
    assert early.player("p1").scots == 0
    two = taking("2-19", village(1), tile("0-05", 0, 1), tile("1-07", 1, 1, scots=1))
    two.takes("2-19", 0, 2)
    assert (two.spot("p1", 0, 0).scots, two.spot("p1", 1, 1).scots) == (0, 1), "the one far away is paid"
    assert two.happened(ev.ScotRemoved) == [ev.ScotRemoved("p1", 0, 0, 1, "cost:2-19")]


@pytest.mark.rule("G1-LOC-04")
def test_a_chieftain_pays_where_the_last_scot_would_or_where_people_wish() -> None:
    table = taking("2-19", village(1), chieftains=1)
    table.takes("2-19", 0, 1)
    assert (table.player("p1").scots, table.player("p1").chieftains) == (1, 0)
    assert table.happened(ev.ChieftainPaid) == [ev.ChieftainPaid("p1", "cost:2-19")]
    table = taking("2-19", village(2), chieftains=1)
    table.answers("take", "take", "2-19")
    table.answers("place", "rather", "scot", "chieftain")
    table.answers("place", "place", "0,-1")
    assert (table.player("p1").scots, table.player("p1").chieftains) == (2, 0)


# ---- what is gained once


@pytest.mark.rule("G1-CLN-01", "G1-CLN-02", "G1-CRD-04", "G1-TRN-04")
def test_scots_come_onto_the_tile_and_count_only_for_later_tiles() -> None:
    table = taking("1-13", tile("0-05", 0, 1, wood=1), tile("0-07", 0, -1, stone=1))
    assert table.closed("take", "take")["1-13"] == "G1-PLC-02", "the one it brings does not count for itself"
    near = taking("1-13", village(1), coins=6)
    near.takes("1-13", 0, 1)
    assert near.spot("p1", 0, 1).scots == 2
    assert near.player("p1").cards == ("castle_stalker",)
    assert [e.why for e in near.happened(ev.ScotPlaced)] == ["placing:1-13", "card:castle_stalker"]


@pytest.mark.rule("G1-CRD-01")
def test_loch_lochy_takes_two_goods_of_choice_onto_itself() -> None:
    table = taking("1-23")
    table.takes("1-23", 0, 1)
    table.answers("choose", "choose", "wood", "wood")
    assert table.spot("p1", 0, 1).goods == {"wood": 2}
    assert {e.why for e in table.happened(ev.GoodsGained)} == {"card:loch_lochy"}


@pytest.mark.rule("G1-CRD-13")
def test_loch_shiel_fills_the_empty_tiles_that_make_goods() -> None:
    land = (
        tile("0-05", 0, 1, scots=1), tile("1-07", 1, 1, wood=1), tile("1-05", -1, 1), tile("2-07", -1, 0),
        tile("0-02", 0, -1), tile("1-23", 0, -2),
    )  # fmt: skip
    table = taking("3-17", *land)
    table.takes("3-17", 0, 2)
    assert [(e.x, e.y, e.good) for e in table.happened(ev.GoodsGained)] == [(0, 1, "wood"), (0, -1, "sheep")]
    table.answers("choose", "choose", "grain")
    assert table.spot("p1", -1, 0).goods == {"grain": 1}, "the abbey takes what people choose"
