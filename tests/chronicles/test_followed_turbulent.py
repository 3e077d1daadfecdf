"""Events where territories are followed: what is paid off tiles, which tiles are activated or leave."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.turbulent.effects import ABROAD_QUESTION, SCOT_QUESTION
from companion.chronicles.turbulent.model import OWN_STATE, PAYMENT_QUESTION, turned_sides
from companion.chronicles.turbulent.questions import EVENT_ENTRY
from companion.chronicles.turbulent.scoring import EVENT_SIDE_ENDS_RULE
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost, Effect
from companion.state.glen_more_2.model import Tile
from tests.chronicles.followed import FollowedWith, chooses
from tests.chronicles.test_turbulent import vector
from tests.state.glen_more_2.followed import spot

SLUG = "turbulent"
WOOD: dict[str, Any] = {"activation": (Effect("gain", "wood", 1),)}
SHEEP: dict[str, Any] = {"kind": "animal", "activation": (Effect("gain", "sheep", 1),)}


def seated(
    *cards: str, village: int = 1, castle: int = 0, tiles: tuple[Any, ...] = (), **counts: Any
) -> FollowedWith:
    """Red is on turn, S-2 ahead; red has these cards and tiles."""
    table = FollowedWith(SLUG)
    land = {card: {} for card in ("loch_shiel", "loch_lochy", "gathering_a", "old_man_of_storr")}
    table.prints(S_1={}, S_2={}, S_3={}, S_4=WOOD, S_5=SHEEP, **land)
    table.ring("S-2", "S-3")
    table.lies("red", *tiles, village=village, castle=castle, landmarks=cards, **counts)
    return table


def triggers(table: FollowedWith, card: str) -> None:
    table.enters("red", EVENT_ENTRY, card)


# ---- the symbol (C6-10)


@pytest.mark.rule("C6-10", "C6-11")
def test_a_gathering_that_is_activated_triggers_an_event_each_turn() -> None:
    table = seated("loch_ness", "castle_moil", tiles=(spot("gathering_a", 0, 1),))
    table.lays("red", "S-2", 1, 1)
    assert str(table.offer("end", "use_gathering_a").label).endswith(": an event")
    table.answers("end", "use_gathering_a")
    table.answers(f"{SLUG}.which", "event", "loch_ness")
    assert list(turned_sides(table.state)) == ["loch_ness"]
    assert "use_gathering_a" not in table.offers("end")


@pytest.mark.rule("C6-13")
def test_without_a_card_the_symbol_does_nothing() -> None:
    table = seated(tiles=(spot("gathering_a", 0, 1),))
    table.lays("red", "S-2", 1, 1)
    assert "use_gathering_a" not in table.offers("end")


def test_a_gathering_asks_for_no_event_before_it_is_laid() -> None:
    table = seated("loch_ness")
    table.ring("gathering_a", "S-3")
    table.takes("red", "gathering_a")
    assert table.kinds()[0] == "place"


# ---- cards (C6-18 to C6-21)


@pytest.mark.rule("C6-18")
def test_old_man_of_storr_gets_two_stones() -> None:
    table = seated()
    table.ring("old_man_of_storr", "S-3")
    table.lays("red", "old_man_of_storr", 0, 1)
    assert table.spot("red", 0, 1).goods == {"stone": 2}


@pytest.mark.rule("C6-19")
def test_wallace_monument_lets_every_tile_be_activated_once() -> None:
    table = seated(tiles=(spot("S-1", 1, 1), spot("S-3", 1, 2), spot("S-4", 1, 3)))
    table.prints(wallace_monument={}, S_1={}, S_2={}, S_3={}, S_4=WOOD)
    table.ring("wallace_monument", "S-2")
    table.lays("red", "wallace_monument", 0, 1)
    assert table.spot("red", 1, 3).goods == {"wood": 1}


@pytest.mark.rule("C6-21")
def test_fort_george_brings_as_many_scots_home_as_people_want() -> None:
    table = seated(village=2, tiles=(spot("S-1", 1, 1, scots=1),))
    table.prints(fort_george={}, S_1={}, S_2={})
    table.ring("fort_george", "S-2")
    table.lays("red", "fort_george", 0, 1)
    table.answers(SCOT_QUESTION, "home", "1,1")
    table.answers(SCOT_QUESTION, "home", "0,0")
    assert (table.player("red").scots, table.spot("red", 0, 0).scots) == (2, 1)
    table.answers(SCOT_QUESTION, "none")
    assert SCOT_QUESTION not in table.kinds()


# ---- what is paid (C6-33)


@pytest.mark.rule("C6-20", "C6-33")
def test_dunvegan_takes_two_sheep_off_the_territory() -> None:
    table = seated("dunvegan_castle", tiles=(spot("S-1", 1, 1, sheep=3),))
    triggers(table, "dunvegan_castle")
    table.answers(PAYMENT_QUESTION, "pay_0")
    assert (table.goods("red"), table.player("red").points) == ({"sheep": 1}, {f"{SLUG}:dunvegan_castle": 7})


@pytest.mark.rule("C6-12", "C6-33")
def test_who_can_t_pay_only_turns_the_card() -> None:
    table = seated("dunvegan_castle", coins=0)
    triggers(table, "dunvegan_castle")
    assert table.refused(PAYMENT_QUESTION, "pay_0").reason.rule == "C6-20"
    table.answers(PAYMENT_QUESTION, "turn")
    assert (list(turned_sides(table.state)), table.player("red").points) == (["dunvegan_castle"], {})


@pytest.mark.rule("C6-32", "C6-33")
def test_scots_are_paid_from_where_people_say() -> None:
    table = seated("loch_morar", village=1, castle=2)
    triggers(table, "loch_morar")
    table.answers(PAYMENT_QUESTION, "pay_0")
    table.answers("scot_from", "scot", "1,0")
    table.answers("scot_from", "scot", "0,0")
    assert (table.player("red").scots, table.spot("red", 0, 0).scots) == (1, 0)
    assert table.player("red").points == {f"{SLUG}:loch_morar": 9}
    table = seated("loch_morar", village=1)
    triggers(table, "loch_morar")
    assert table.refused(PAYMENT_QUESTION, "pay_0").reason.rule == "C6-32"


@pytest.mark.rule("C6-28")
def test_armadale_gives_three_points_a_stone_own_or_bought() -> None:
    table = seated("armadale_castle", tiles=(spot("S-1", 1, 1, stone=2),), coins=2)
    triggers(table, "armadale_castle")
    table.answers(PAYMENT_QUESTION, "pay_0", 3)
    assert [e.good for e in table.happened(ev.GoodBought)] == ["stone"]
    assert (table.goods("red"), table.player("red").points) == ({}, {f"{SLUG}:armadale_castle": 9})


# ---- what events do


@pytest.mark.rule("C6-21", "C6-30", "C0-10")
@pytest.mark.parametrize("card", ["fort_george", "castle_of_mey"])
def test_two_tiles_are_removed_and_what_lay_there_comes_home(card: str) -> None:
    tiles = (spot("S-1", 1, 1, scots=1, wood=1), spot("S-3", 1, 2, sheep=2), spot("S-4", 1, 3, stone=1))
    table = seated(card, tiles=tiles)
    triggers(table, card)
    table.answers(PAYMENT_QUESTION, "pay_0")
    table.answers("scot_from", "scot", "0,0")
    assert table.closed("remove", "remove")["1,2"] == "GM-EDG-04", "the rest must hang together"
    table.answers("remove", "remove", "1,3")
    table.answers("remove", "remove", "1,2")
    assert len(table.player("red").territory.spots) == table.player("red").tiles == 3
    assert table.spot("red", 1, 0).goods == {"stone": 1, "sheep": 2}


@pytest.mark.rule("C6-22")
def test_castle_stalker_lays_a_discarded_tile_and_activates_it_and_its_neighbours() -> None:
    table = seated("castle_stalker", village=2, tiles=(spot("S-4", 1, 1),))
    table.stage(replace(table.state, discards=(Tile("S-5", "S"),)))
    triggers(table, "castle_stalker")
    table.answers(PAYMENT_QUESTION, "pay_0")
    table.answers("scot_from", "scot", "0,0")
    table.answers("from_discards", "tile", "S-5")
    table.answers("place", "place", "0,1")
    assert table.goods("red") == {"sheep": 1, "wood": 1}


@pytest.mark.rule("C6-23")
def test_donan_activates_two_tiles_of_others_for_oneself() -> None:
    table = seated("donan_castle")
    table.lies("yellow", spot("S-4", 1, 1), spot("S-5", 0, 1))
    triggers(table, "donan_castle")
    table.answers(ABROAD_QUESTION, "activate", "yellow", "1,1")
    table.answers("good_onto", "onto", "0,0")
    assert (table.goods("red"), table.goods("yellow")) == ({"wood": 1}, {})
    assert "1,1" not in str(table.offer(ABROAD_QUESTION, "activate").parts), "2 different tiles"
    table.answers(ABROAD_QUESTION, "activate", "yellow", "0,1")
    table.answers("good_onto", "onto", "1,0")
    assert table.goods("red") == {"wood": 1, "sheep": 1}
    assert ABROAD_QUESTION not in table.kinds()


@pytest.mark.rule("C6-24")
def test_loch_lochy_brings_a_cattle_and_activates_the_animal_tiles_alone() -> None:
    table = seated("loch_lochy", tiles=(spot("loch_lochy", 1, 1), spot("S-5", 1, 2), spot("S-4", 1, 3)))
    table.takes("red", "S-2")
    table.answers("place", "place", "0,-1")
    assert table.goods("red") == {}
    triggers(table, "loch_lochy")
    assert (table.spot("red", 1, 1).goods, table.goods("red")) == ({"cattle": 1}, {"cattle": 1, "sheep": 1})
    table = seated("loch_lochy")
    triggers(table, "loch_lochy")
    assert table.spot("red", 1, 0).goods == {"cattle": 1}, "on the home castle without the tile"


@pytest.mark.rule("C6-27")
def test_loch_shiel_gets_two_scots_for_a_point() -> None:
    given, expect = vector("rule-event-loch-shiel")
    table = seated("loch_shiel", tiles=(spot("loch_shiel", 1, 1),))
    table.has("red", points={"other": given["vp_before"]})
    triggers(table, "loch_shiel")
    table.answers(PAYMENT_QUESTION, "pay_0")
    assert table.player("red").total == expect["vp_after"]
    assert table.spot("red", 1, 1).scots == expect["scotsmen_placed_on_loch_shiel"]
    table = seated("loch_shiel")
    triggers(table, "loch_shiel")
    assert table.refused(PAYMENT_QUESTION, "pay_0").reason.rule == "C6-27"


@pytest.mark.rule("C6-31")
def test_castle_moil_brings_a_scot_home() -> None:
    table = seated("castle_moil", coins=0)
    triggers(table, "castle_moil")
    table.answers(SCOT_QUESTION, "home", "0,0")
    assert (table.player("red").coins, table.player("red").scots) == (2, 1)
    assert {e.why for e in table.happened(ev.ScotPlaced)} == {f"{SLUG}:castle_moil"}


@pytest.mark.rule("C6-35")
def test_glenfinnan_church_and_its_neighbours_are_activated() -> None:
    table = FollowedWith("hammer", SLUG)
    table.prints(glenfinnan_church={}, S_2={}, S_3={}, S_4=WOOD, S_5=SHEEP)
    table.ring("S-2", "S-3")
    tiles = (spot("glenfinnan_church", 1, 1), spot("S-4", 1, 2), spot("S-5", 1, 3))
    table.lies("red", *tiles, landmarks=("glenfinnan_church",))
    table.lays("red", "S-2", 0, -1)
    triggers(table, "glenfinnan_church")
    assert table.goods("red") == {"wood": 1}, "the third tile is no neighbour"


def test_an_event_with_buttons(tmp_path: Path) -> None:
    table = seated("dunvegan_castle", tiles=(spot("gathering_a", 0, 1, sheep=2),))
    table.lays("red", "S-2", 1, 1)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "Gathering (A)")
        chooses(desk, "An event")
        if "Which card" in desk.says:
            chooses(desk, "Dunvegan Castle")
        chooses(desk, "2 sheep, for 7 points")
        state = desk.app.running.history.state
        assert [p.points.get(f"{SLUG}:dunvegan_castle") for p in state.players if p.id == "red"] == [7]


# ---- landmark sides (C6-26, C6-29)


@pytest.mark.rule("C6-26")
def test_inverness_lays_a_barley_on_its_tile_and_gives_a_barrel() -> None:
    table = seated()
    table.prints(inverness={"kind": "village", "rebuild": False, "one_time": (Effect("landmark_card"),)})
    table.ring("inverness", "S-3")
    table.lays("red", "inverness", 0, 1)
    assert table.spot("red", 0, 1).goods == {"barley": 1}
    assert (table.player("red").barrels, table.player("red").landmarks) == (1, ("inverness",))


@pytest.mark.rule("C6-29", "C6-39")
def test_loch_ness_activates_one_tile_more_and_its_event_pays_for_turned_cards() -> None:
    """One in each turn, one that takes a person too, anywhere in the territory."""
    table = seated("loch_ness", "loch_shiel", tiles=(spot("S-4", 0, 1),), coins=0)
    table.answers("take", "loch_ness", "0,1")
    assert table.goods("red") == {"wood": 1}
    assert "loch_ness" not in table.offers("take"), "once a turn"
    table = seated("loch_ness", "loch_shiel", tiles=(spot("S-4", 0, 2),), coins=9)
    table.arrange("red robert_the_bruce yellow S-3 blue A? A?")
    table.takes("red", "robert_the_bruce")
    table.answers("end", "loch_ness", "0,2")
    assert table.goods("red") == {"wood": 1}
    table = seated("loch_ness", "loch_shiel", tiles=(spot("S-4", 0, 1),), coins=0)
    table.stage(OWN_STATE.change(table.state, turned_cards={"loch_shiel": True}))
    triggers(table, "loch_ness")
    assert table.player("red").coins == 2, "two cards lie on their event side"
    assert "loch_ness" in table.offers("take"), "a lasting effect lasts (C6-39)"
    table.stage(replace(table.state, switches={**table.state.switches, EVENT_SIDE_ENDS_RULE: 1}))
    assert "loch_ness" not in table.offers("take"), "by house rule not"


@pytest.mark.rule("C6-29", "GM-EDG-03")
def test_the_scot_for_loch_ness_is_paid_before_its_place_is_legal() -> None:
    table = seated(village=1)
    table.prints(loch_ness={"cost": (Cost("scot", 1),), "one_time": (Effect("landmark_card"),)})
    table.ring("loch_ness", "S-3")
    assert table.refused("take", "take", "loch_ness").reason.rule == "GM-EDG-03"
    table.lies("red", castle=1, village=1)
    table.lays("red", "loch_ness", 0, 1)
    assert sum(each.scots for each in table.player("red").territory.spots) == 1
