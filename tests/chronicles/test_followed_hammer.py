"""The Englishman where territories are followed: his controller pays, lays and activates; the four tiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.chronicles.hammer.model import ENGLISHMAN, controller
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.facts import Cost, Effect
from tests.chronicles.followed import FollowedWith, chooses
from tests.state.glen_more_2.followed import spot

CHURCH, MONUMENT, WADE = "glenfinnan_church", "glenfinnan_monument", "general_wades_military_roads"
WOOD = {"activation": (Effect("gain", "wood", 1),)}


def his_turn(*ring: str) -> FollowedWith:
    """The Englishman is last and yellow controls him."""
    table = FollowedWith("hammer")
    table.prints(S_1=WOOD, S_2={}, S_3=WOOD)
    table.enters("yellow", "hammer.marker")
    table.arrange(" ".join((ENGLISHMAN, *(ring or ("S-1", "yellow", "red", "S-2", "blue", "A? A?")))))
    return table


@pytest.mark.rule("C4-12", "C4-13")
def test_the_tile_comes_into_the_territory_of_whoever_controls_him_and_is_activated() -> None:
    table = his_turn()
    table.prints(S_1={**WOOD, "cost": (Cost("coin", 1),)}, S_2={}, S_3=WOOD)
    table.has("yellow", coins=5)
    table.lies("yellow", spot("S-3", 1, 1))
    table.answers("hammer.use", "use")
    table.lays("yellow", "S-1", 0, 1)
    assert table.player("yellow").coins == 2, "2 for the row, 1 for the tile"
    assert table.goods("yellow") == {"wood": 2}
    assert table.player("yellow").tiles == 4
    assert table.goods("red") == {}


@pytest.mark.rule("C4-12", "GM-TAK-06")
def test_what_his_controller_cannot_lay_or_pay_is_closed_for_him_too() -> None:
    table = his_turn()
    table.prints(S_1={"cost": (Cost("coin", 9),)}, S_2={"river": True}, S_3={})
    table.lies("yellow", village=0)
    table.has("yellow", coins=3)
    table.answers("hammer.use", "use")
    closed = table.closed("take", "take")
    assert (closed["S-1"], closed["S-2"]) == ("GM-TAK-01", "GM-PLC-02")


@pytest.mark.rule("C4-14", "GM-LMK-09")
def test_loch_ness_and_crests_don_t_work_in_his_turn() -> None:
    table = his_turn()
    table.lies("yellow", spot("S-3", 3, 3), landmarks=("loch_ness",), crests=("maclachlan",))
    table.has("yellow", coins=5)
    table.answers("hammer.use", "use")
    assert "loch_ness" not in table.offers("take")
    table.prints(S_1={"activation": (Effect("move", n=1),)})
    table.answers("hammer.use", "use")
    table.lays("yellow", "S-1", 0, 1)
    assert "loch_ness" not in table.offers("end")
    table.done()
    assert "crest:maclachlan" not in table.player("yellow").points, "unused movement gives nothing"


def red_lays(piece: str, **more: object) -> FollowedWith:
    table = FollowedWith("hammer")
    table.prints(**{piece: dict(more), "S_2": {}, "S_1": {}})
    table.ring(piece, "S-2")
    return table


@pytest.mark.rule("C4-26", "C4-29")
def test_glenfinnan_church_gives_four_points_for_a_barrel_once() -> None:
    table = red_lays(CHURCH)
    table.has("red", barrels=2)
    table.lays("red", CHURCH, 0, 1)
    assert controller(table.state) == "red"
    assert str(table.offer("end", f"use_{CHURCH}").label).endswith(": 1 barrel for 4 points")
    table.answers("end", f"use_{CHURCH}")
    assert (table.player("red").barrels, table.player("red").points) == (1, {"hammer:glenfinnan_church": 4})
    assert f"use_{CHURCH}" not in table.offers("end")


@pytest.mark.rule("C4-26")
def test_without_a_barrel_the_church_gives_nothing() -> None:
    table = red_lays(CHURCH)
    table.lays("red", CHURCH, 0, 1)
    assert f"use_{CHURCH}" not in table.offers("end")
    assert table.refused("ledger", "hammer.barrel", player="red").reason.rule == "C4-26"


@pytest.mark.rule("C4-27")
def test_the_monument_costs_a_scot_and_scores_whenever_it_is_activated() -> None:
    table = red_lays(MONUMENT, cost=(Cost("scot", 1),), activation=(Effect("gain", "vp", 3),))
    table.lies("red", village=1, castle=1)
    table.lays("red", MONUMENT, 0, 1)
    assert sum(spot.scots for spot in table.player("red").territory.spots) == 1
    assert table.player("red").points == {MONUMENT: 3}
    assert table.player("red").scots == table.spot("red", 1, 0).scots


@pytest.mark.rule("C4-28")
def test_wade_s_roads_put_a_scot_on_their_tile() -> None:
    table = red_lays(WADE)
    table.lays("red", WADE, 0, 1)
    assert table.spot("red", 0, 1).scots == 1
    assert [e.why for e in table.happened(ev.ScotPlaced)] == [f"landmark:{WADE}"]


def test_his_turn_with_buttons(tmp_path: Path) -> None:
    table = his_turn()
    table.has("yellow", coins=5)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")  # the desk looks at once a key is pressed
        chooses(desk, "Pay 2")
        desk.press("OK")
        chooses(desk, "tile 1 ahead")
        assert desk.says == "Yellow, where do you place Whistling Ford?"
        desk.press("OK")
        assert desk.view.on_turn == ENGLISHMAN
        yellow = next(p for p in desk.app.running.history.state.players if p.id == "yellow")
        assert [spot.goods for spot in yellow.territory.spots if spot.top == "S-1"] == [{"wood": 1}]
