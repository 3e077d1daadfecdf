"""Activating and moving at referee depth (sections 6 and 8 to 12 of the ledger), with the ledger's examples."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.engine.offers import Pick, Place
from companion.state.glen_more import events as ev
from companion.state.territory.grid import Spot
from tests.state.glen_more.referee_table import Followed, taking, tile, village

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "other_games.json").read_text(encoding="utf-8"))
HUB = tile("0-05", 0, 1, scots=1)
"""A forest with river; beside it lies whatever has neither river nor road."""


def vector(name: str) -> tuple[Any, Any]:
    [found] = [one for one in VECTORS if one["id"] == name]
    return found["given"], found["expect"]


def beside(piece: str, *spots: Spot, **counts: object) -> Followed:
    """The tile was just laid at 1,1, beside the forest; p1 has no coins unless told otherwise."""
    table = taking(piece, village(), *(spots or (HUB,)), **{"coins": 0, **counts})
    table.takes(piece, 1, 1)
    return table


def ways(table: Followed, piece: str) -> dict[str, str]:
    """What can be done with a tile, in words."""
    offer = table.offers("use").get(f"use_{piece}")
    if offer is None:
        return {}
    part = offer.parts[0] if offer.parts else None
    return {c.value: str(c.label) for c in part.choices} if isinstance(part, Pick) else {"": str(offer.label)}


def used(table: Followed) -> list[str]:
    return [event.piece for event in table.happened(ev.TileActivated)]


# ---- which tiles, how often, in which order


@pytest.mark.rule("G1-ACT-01", "G1-PRD-01", "G1-TRN-01")
def test_the_new_tile_and_all_that_touch_it_are_activated_after_what_it_gives_once() -> None:
    table = beside("1-05", HUB, tile("1-03", 2, 2), tile("1-04", 3, 1), tile("0-02", 0, -1), coins=6)
    assert used(table) == ["S-01", "0-05", "1-03"], "by edge or corner, and the distillery waits for grain"
    kinds = [type(event).__name__ for event in table.events]
    assert kinds.index("TilePlaced") < kinds.index("BarrelsGained") < kinds.index("TileActivated")
    assert table.goods("p1") == {"wood": 1, "sheep": 1}


@pytest.mark.rule("G1-ACT-02", "G1-ACT-03")
def test_people_may_say_of_each_tile_whether_it_is_activated() -> None:
    table = taking("1-03", village(), HUB)
    table.answers("ledger", "by_hand")
    table.takes("1-03", 1, 1)
    assert used(table) == []
    assert {name for name in table.offers("use") if name.startswith("use_")} == {
        "use_S-01",
        "use_0-05",
        "use_1-03",
    }
    table.answers("use", "use_0-05")
    assert table.goods("p1") == {"wood": 1}
    assert "use_0-05" not in table.offers("use"), "each tile once"
    table.answers("use", "done")
    assert (table.goods("p1"), table.state.turn.figure) == ({"wood": 1}, "p1")


@pytest.mark.rule("G1-PRD-02", "G1-PRD-03")
def test_a_full_tile_waits_for_a_sale_to_make_room_and_lapses_at_the_end() -> None:
    table = taking("1-04", village(), tile("0-05", 0, 1, scots=1, wood=3))
    table.rows(wood=1)
    table.takes("1-04", 1, 1)
    assert used(table) == ["S-01", "1-04"]
    table.answers("ledger", "sell", "wood")
    assert used(table) == ["0-05"]
    assert table.spot("p1", 0, 1).goods == {"wood": 3}
    lapsed = taking("1-04", village(), tile("0-05", 0, 1, scots=1, wood=3))
    lapsed.rows(wood=1)
    lapsed.takes("1-04", 1, 1)
    assert "Full: forest (1 up)" in lapsed.says("use")
    lapsed.answers("use", "done")
    lapsed.answers("ledger", "sell", "wood")
    assert lapsed.goods("p1") == {"wood": 2, "cattle": 1}


def test_g1_v_014() -> None:
    given, expect = vector("G1-V-014")
    table = beside("1-04", tile("0-05", 0, 1, scots=1, wood=given["cubes_on_tile"]))
    assert sum(table.spot("p1", 0, 1).goods.values()) == expect["cubes_on_tile"]


@pytest.mark.rule("G1-ACT-04")
def test_what_one_tile_gives_pays_for_the_next() -> None:
    table = beside("1-20", HUB, tile("1-04", 2, 1))
    assert ways(table, "1-20") == {"": "butcher (1 up, 1 right): 1 cattle for 2 points"}
    table.answers("use", "use_1-20")
    assert (table.goods("p1"), table.player("p1").points) == ({"wood": 1}, {"1-20": 2})


@pytest.mark.rule("G1-TRN-06", "G1-CLN-03")
def test_movement_comes_after_all_activations() -> None:
    table = beside("1-05", HUB, coins=6)
    assert ways(table, "1-05")
    table.answers("use", "move", "0,1", "1,1")
    assert ways(table, "1-05") == {}


def test_an_exchange_that_needs_a_sale_first_keeps_the_turn_open() -> None:
    table = taking("1-21", village(), tile("0-05", 0, 1, wood=1, scots=1), coins=0)
    table.rows(wood=0, stone=0)
    table.takes("1-21", 1, 1)
    assert table.state.stage == "use"


# ---- each kind of tile


@pytest.mark.rule("G1-DST-01", "G1-DST-02", "G1-DST-03", "G1-BRN-07")
def test_a_distillery_gives_a_barrel_and_one_more_for_a_grain_of_any_tile_or_bought() -> None:
    far = taking("1-05", village(), HUB, tile("0-01", -2, 0, grain=3), coins=1)
    far.rows(stone=0)
    far.takes("1-05", 1, 1)
    far.answers("use", "use_1-05")
    assert (far.player("p1").barrels, far.goods("p1")["grain"]) == (2, 2)
    buys = taking("1-05", village(), HUB, coins=2)
    buys.rows(stone=0, grain=0)
    buys.takes("1-05", 1, 1)
    buys.answers("use", "use_1-05")
    assert buys.happened(ev.GoodBought) == [ev.GoodBought("p1", "grain", 1, "activation:1-05")]
    assert (buys.player("p1").barrels, buys.player("p1").coins) == (2, 0)


@pytest.mark.rule("G1-ACT-03")
def test_g1_v_008() -> None:
    given, expect = vector("G1-V-008")
    table = taking("1-05", village(), HUB, tile("0-01", -1, 0, grain=given["grain"]), coins=6)
    table.takes("1-05", 1, 1)
    before = table.player("p1").barrels
    grain = table.goods("p1")["grain"]
    table.answers("use", "use_1-05")
    assert grain - table.goods("p1")["grain"] == expect["grain_spent"]
    assert table.player("p1").barrels - before == expect["barrels"]
    assert table.refused("use", "use_1-05")


@pytest.mark.rule("G1-ION-01", "G1-PRD-02")
def test_iona_abbey_takes_a_good_of_choice_up_to_three() -> None:
    table = taking("1-04", village(), HUB, tile("2-07", -1, 0, wood=1, grain=1))
    table.takes("1-04", -1, 1)
    assert ways(table, "2-07") == {good: f"1 {good}" for good in ("wood", "stone", "sheep", "cattle", "grain")}
    table.answers("use", "use_2-07", "sheep")
    assert table.spot("p1", -1, 0).goods == {"wood": 1, "grain": 1, "sheep": 1}
    full = taking("1-04", village(), HUB, tile("2-07", -1, 0, wood=3))
    full.takes("1-04", -1, 1)
    assert ways(full, "2-07") == {}


@pytest.mark.rule("G1-BRN-01")
def test_g1_v_009() -> None:
    given, expect = vector("G1-V-009")
    for piece, good in (("1-19", "sheep"), ("1-20", "cattle")):
        table = taking(piece, village(), HUB, tile("0-02", 0, -1, **{good: 3}), coins=0)
        table.takes(piece, 1, 1)
        for hand_in, points in zip(given["hand_in_options"], expect["vp"], strict=True):
            value = "+".join([good] * hand_in["sheep"])
            words = ways(table, piece).get(value, "")
            assert words == (f"{hand_in['sheep']} {good} for {points} points" if points else "")


@pytest.mark.rule("G1-BRN-02")
def test_g1_v_010() -> None:
    given, expect = vector("G1-V-010")
    table = taking("2-14", village(), HUB, tile("0-02", 0, -1, **given["hand_in"]), coins=1)
    table.rows(wood=0, sheep=3, cattle=3)
    table.takes("2-14", 1, 1)
    table.answers("use", "use_2-14")
    assert table.player("p1").points == {"2-14": expect["vp"]}
    assert {"sheep", "cattle"} & table.goods("p1").keys() == set()


FAIRS = {"small": "1-21", "medium": "2-15", "large": "3-13"}


def at_the_fair(size: str, **goods: int) -> Followed:
    """The fair with its neighbours, these goods on tiles far away; nothing can be bought."""
    kinds = [tile("2-18", 0, -1 - n, **{good: n_}) for n, (good, n_) in enumerate(goods.items())]
    table = taking("1-04", village(), HUB, tile(FAIRS[size], 2, 2), *kinds, coins=0)
    table.rows(wood=3, stone=3, sheep=3, cattle=3, grain=3)
    table.answers("ledger", "by_hand")
    table.takes("1-04", 1, 1)
    return table


@pytest.mark.rule("G1-BRN-03")
def test_g1_v_006_and_007() -> None:
    given, expect = vector("G1-V-006")
    found = ways(at_the_fair("medium", **given["hand_in"]), FAIRS["medium"])
    assert (set(found), expect["accepted"]) == ({"sheep", "cattle", "sheep+cattle"}, False)
    given, expect = vector("G1-V-007")
    table = at_the_fair("medium", **given["hand_in"])
    table.answers("use", f"use_{FAIRS['medium']}", "wood+stone+sheep+grain")
    assert table.player("p1").points == {FAIRS["medium"]: expect["vp"]}


@pytest.mark.rule("G1-BRN-03", "G1-ACT-03")
def test_g1_v_011_and_026() -> None:
    _, expect = vector("G1-V-011")
    sizes = vector("G1-V-011")[0]["tile_sizes"]
    goods = ("wood", "stone", "sheep", "cattle", "grain")
    for size, most in sizes.items():
        table = at_the_fair(size, **dict.fromkeys(goods, 1))
        found = ways(table, FAIRS[size])
        assert max(map(len, (value.split("+") for value in found))) == most
        assert next(iter(found.values())).endswith(f"for {expect['vp'][size]} points"), "the best stands first"
    given, expect = vector("G1-V-026")
    found = ways(at_the_fair("large", **dict.fromkeys(goods, 1)), FAIRS["large"])
    for n, points in zip(given["different_resources"], expect["vp"], strict=True):
        words = found["+".join(goods[:n])]
        assert words.endswith(f"for {points} point{'s' * (points > 1)}")


@pytest.mark.rule("G1-BRN-04")
def test_g1_v_012() -> None:
    _, expect = vector("G1-V-012")
    table = taking("3-14", village(), HUB, tile("0-02", 0, -1, sheep=2, cattle=1), coins=1)
    table.rows(stone=0, sheep=3, cattle=3, grain=3, wood=3)
    table.takes("3-14", 1, 1)
    assert "sheep+sheep+cattle" in ways(table, "3-14"), "they may be alike"
    table.answers("use", "use_3-14", "sheep+sheep+cattle")
    assert table.player("p1").points == {"3-14": expect["vp"]}
    assert table.goods("p1") == {"wood": 1}


@pytest.mark.rule("G1-BRN-05")
def test_g1_v_013() -> None:
    given, expect = vector("G1-V-013")
    table = taking("3-12", village(), tile("1-07", 1, 1, **given["hand_in"]), coins=0)
    table.takes("3-12", 0, 1)
    table.answers("use", "use_3-12")
    assert table.player("p1").points == {"3-12": expect["vp"]}


@pytest.mark.rule("G1-BRN-06")
@pytest.mark.parametrize(("piece", "points"), [("2-16", 3), ("2-17", 3), ("3-15", 4)])
def test_a_tavern_gives_its_points_at_no_further_cost(piece: str, points: int) -> None:
    table = beside(piece, barrels=1)
    assert (table.player("p1").points, table.player("p1").barrels) == ({piece: points}, 0)
    assert f"player 1: {points} points (tavern, for 1 barrel)" in [*map(str, table.view.turn_log)]


@pytest.mark.rule("G1-BRN-07", "G1-WHS-04")
def test_goods_for_a_brown_tile_may_be_bought_and_the_row_says_so() -> None:
    table = beside("1-19", coins=3)
    table.rows(sheep=0)
    part = table.offers("use")["use_1-19"].parts[0]
    assert isinstance(part, Pick)
    notes = {choice.value: str(choice.note) for choice in part.choices}
    assert notes == {"sheep": "buys 1 sheep for 1 coin", "sheep+sheep": "buys 2 sheep for 3 coins"}
    table.answers("use", "use_1-19", "sheep+sheep")
    assert [(e.good, e.coins, e.why) for e in table.happened(ev.GoodBought)] == [
        ("sheep", 1, "activation:1-19"), ("sheep", 2, "activation:1-19"),
    ]  # fmt: skip
    assert (table.player("p1").coins, table.player("p1").points) == (0, {"1-19": 4})


# ---- cards that activate


@pytest.mark.rule("G1-CRD-06", "G1-ACT-03")
def test_loch_ness_activates_any_one_unused_tile_once_a_turn() -> None:
    table = beside("1-04", HUB, tile("0-02", 0, -1), tile("0-04", -1, 0), tile("2-19", 0, 2), cards=("loch_ness",))
    part = table.offers("use")["card"].parts[0]
    assert isinstance(part, Place)
    assert [choice.value for choice in part.choices] == ["0,-1", "-1,0"], "not those that were used"
    table.answers("use", "card", "0,-1")
    assert table.happened(ev.TileActivated) == [ev.TileActivated("p1", "0-02", "loch_ness", 0, -1)]
    assert "card" not in table.offers("use")


@pytest.mark.rule("G1-CRD-06")
def test_loch_ness_works_from_the_turn_it_is_placed() -> None:
    table = taking("2-19", village(), tile("0-05", 0, 1, scots=2), tile("0-02", 0, -1))
    table.takes("2-19", 0, 2)
    table.answers("use", "card", "0,-1")
    assert table.goods("p1") == {"wood": 1, "sheep": 1}


@pytest.mark.rule("G1-CRD-12", "G1-ACT-03", "G1-LOC-03")
def test_loch_oich_activates_every_tile_once() -> None:
    land = (tile("0-05", 0, 1), tile("0-02", 0, -1), tile("0-03", 0, -2), tile("2-18", 0, 2, scots=1))
    table = taking("3-16", village(), *land, tile("1-05", 1, 1), coins=6)
    table.takes("3-16", 0, 3)
    table.answers("use", "use_1-05")
    assert table.goods("p1") == {"wood": 1, "sheep": 1, "cattle": 1}, "far away too; lochs do nothing"
    assert {event.by for event in table.happened(ev.TileActivated)} == {"loch_oich"}
    assert "card" not in table.offers("use")


# ---- Scots


@pytest.mark.rule("G1-CLN-03", "G1-CLN-04", "G1-CLN-05", "G1-CLN-06")
def test_points_are_spread_over_scots_and_chieftains_never_come_back() -> None:
    table = taking("1-17", village(2), tile("0-08", 1, 0), coins=3)
    table.takes("1-17", 0, 1)
    assert table.state.turn.work.movement_points == 3
    table.answers("use", "move", "0,0", "1,0")
    assert table.happened(ev.ScotMoved) == [ev.ScotMoved("p1", 0, 0, 1, 0)]
    table.answers("use", "chieftain", "0,0")
    table.answers("use", "move", "0,1", "1,0")
    assert [(s.x, s.y, s.scots) for s in table.player("p1").territory.spots] == [(0, 0, 0), (1, 0, 2), (0, 1, 0)]
    assert (table.player("p1").chieftains, table.state.turn.work.movement_points) == (1, 0)
    assert {"move", "chieftain"} & table.offers("use").keys() == set()


@pytest.mark.rule("G1-CLN-04")
def test_g1_v_005() -> None:
    given, expect = vector("G1-V-005")
    # A row of tiles along the road; steps by as many Scots as the example has.
    row = [tile(piece, x, 0) for x, piece in ((-1, "0-01"), (-2, "0-04"), (-3, "0-06"), (-4, "1-02"))]
    for spread in (*expect["allowed"], *expect["not_allowed"]):
        table = taking("1-17", village(len(spread)), *row, tile("0-08", 1, 0), coins=3)
        table.takes("1-17", 0, 1)
        assert table.state.turn.work.movement_points == given["movement_points"]
        assert can_spread(table, spread) == (spread in expect["allowed"])


def can_spread(table: Followed, spread: list[int]) -> bool:
    for steps in spread:
        for n in range(steps):
            if "move" not in table.offers("use"):
                return False
            table.answers("use", "move", f"{-n},0", f"{-n - 1},0")
    return True


@pytest.mark.rule("G1-CLN-07")
def test_the_last_scot_is_warned_about_at_this_depth_too() -> None:
    table = taking("0-08", village(1))
    table.takes("0-08", 1, 0)
    table.answers("use", "chieftain", "1,0")
    refusal = table.refused("use", "chieftain", "0,0")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "G1-CLN-07")


@pytest.mark.rule("G1-WHS-08", "G1-ACT-04")
def test_g1_v_001() -> None:
    given, expect = vector("G1-V-001")
    land = (
        tile("1-09", 2, 1), tile("1-03", 1, 1), tile("2-15", 1, 0, scots=1), tile("0-04", -1, 0, wood=2, cattle=1),
    )  # fmt: skip
    table = taking("2-07", village(0), *land, coins=given["player"]["coins"])
    table.rows(**given["warehouse_spaces_covered"], wood=0)
    coins = []
    table.answers("ledger", "sell", "cattle")
    coins.append(table.player("p1").coins)
    table.answers("take", "take", "2-07")
    assert table.happened(ev.TilePlaced) == [ev.TilePlaced("p1", "2-07", 2, 0)], "the one place for it"
    prices = [event.coins for event in table.happened(ev.GoodBought)]
    coins += [coins[-1] - prices[0], coins[-1] - sum(prices)]
    table.answers("use", "use_2-07", "sheep")
    table.answers("ledger", "sell_from", "sheep", "2,0")
    coins.append(table.player("p1").coins)
    table.answers("use", "use_2-15", "wood+stone+sheep+grain")
    coins.append(table.player("p1").coins)
    assert coins == expect["coins_after_each_trade"]
    assert table.player("p1").points == {"2-15": expect["vp_gained"]}
    assert table.goods("p1") == {}
    after = expect["warehouse_spaces_covered_after"]
    assert {good: table.state.market[good] for good in after} == after
