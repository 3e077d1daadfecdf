"""Members of the Penny Mobs where territories are followed: who steals, costs coins, carries tiles off."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.boat_race.model import OWN_STATE as RACE
from companion.chronicles.boat_race.questions import ROW_ACTION, boat_location
from companion.chronicles.penny_mobs.model import OWN_STATE
from companion.chronicles.penny_mobs.placed_members import (
    CARRY_QUESTION,
    JUMP_QUESTION,
    STEAL_QUESTION,
    WALK_ACTION,
    member_cell,
)
from companion.chronicles.penny_mobs.powers import PENNY_ON_PASSING_QUESTION
from companion.chronicles.penny_mobs.questions import MOVE_QUESTION
from companion.state.glen_more_2.facts import Cost, Effect
from companion.state.glen_more_2.referee.territory_tiles import scots_in_supply
from companion.state.territory.grid import Cell
from tests.chronicles.followed import FollowedWith, chooses
from tests.screens.test_on_small_glass import SMALLEST, reads
from tests.state.glen_more_2.followed import spot

SLUG = "penny_mobs"
KENNETH, FERGUS, MIKE = "kenneth_mcsnitch", "fergus_macdarkie", "mike_mccastle"
DEREK, BRUCE, PEGGY, BULLY = "derek_anderson", "bruce_mcmail", "peggy_mclaird", "bully_mcmuscle"
CALUM = "calum_mcquack"
MOVE: dict[str, Any] = {"activation": (Effect("move", n=2),)}
WOOD: dict[str, Any] = {"kind": "material", "activation": (Effect("gain", "wood", 1),)}


def with_members(*more: str, players: int = 3, **owners: str) -> FollowedWith:
    """Those control these members; red is on turn, S-2 ahead, which gives 2 movement points."""
    table = FollowedWith(SLUG, *more, players=players)
    table.prints(S_1={}, S_2=MOVE, S_3={}, S_4=WOOD, S_5={})
    tokens = {member: 1 for member in owners if member in (KENNETH, FERGUS, MIKE)}
    bruce = 3 if BRUCE in owners else 0
    table.stage(OWN_STATE.change(table.state, owners=owners, tokens={**tokens, PEGGY: 3}, bruce_coins=bruce))
    table.ring("S-2", "S-3", "S-5")
    return table


def stands(table: FollowedWith, member: str, host: str, x: int, y: int) -> None:
    now = OWN_STATE.of(table.state)
    table.stage(
        OWN_STATE.change(
            table.state,
            hosts={**now.hosts, member: host},
            tracked_positions={**now.member_positions, member: (x, y)},
            tokens={},
        )
    )


# ---- Peggy McLaird (C8-19 to C8-22)


@pytest.mark.rule("C8-20")
@pytest.mark.parametrize(("coins", "wood", "rule"), [(3, 0, ""), (2, 0, "C8-20"), (3, 1, "C8-20"), (5, 1, "")])
def test_who_cannot_pay_for_the_token_and_the_tile_cannot_take_it(coins: int, wood: int, rule: str) -> None:
    cost = (Cost("wood", wood),) if wood else ()
    table = with_members(**{PEGGY: "yellow"})
    table.prints(S_2={"category": "person", "cost": cost})
    table.stage(OWN_STATE.change(table.state, reserved=("S-2", 3)))
    table.has("red", coins=coins)
    assert table.closed("take", "take")["S-2"] == rule


# ---- Kenneth (C8-24 to C8-26)


@pytest.mark.rule("C8-24")
def test_a_scot_of_the_supply_or_of_a_tile_becomes_kenneth() -> None:
    table = with_members(**{KENNETH: "red"})
    table.enters("red", f"{SLUG}.{KENNETH}", "yellow", "0,0", "supply")
    assert (OWN_STATE.of(table.state).hosts[KENNETH], member_cell(table.state, KENNETH)) == ("yellow", Cell(0, 0))
    assert scots_in_supply(table.state, "red") == 7, "9, one on the village, one is Kenneth"
    table = with_members(**{KENNETH: "red"})
    table.lies("red", village=1, castle=1)
    table.enters("red", f"{SLUG}.{KENNETH}", "yellow", "1,0", "1,0")
    assert table.player("red").scots == 0
    assert OWN_STATE.of(table.state).tokens[KENNETH] == 0


def kenneth(**goods: int) -> FollowedWith:
    """He stands on yellow's village, goods lie on the tile above it."""
    table = with_members(**{KENNETH: "red"})
    table.lies("yellow", spot("S-1", 0, 1, **goods), spot("S-3", 1, 1, scots=1, sheep=1), village=0)
    stands(table, KENNETH, "yellow", 0, 0)
    table.lays("red", "S-2", 0, 1)
    return table


@pytest.mark.rule("C8-25")
def test_he_goes_for_movement_points_and_steals_what_nobody_guards() -> None:
    table = kenneth(wood=1, stone=1)
    moves = table.state.turn.work.movement_points
    table.answers("end", WALK_ACTION, "0,1")
    assert table.state.turn.work.movement_points == moves - 1
    table.answers(STEAL_QUESTION, "steals", "stone")
    table.answers("good_onto", "onto", "1,0")
    assert (table.spot("yellow", 0, 1).goods, table.goods("red")) == ({"wood": 1}, {"stone": 1})
    table.answers(JUMP_QUESTION, "to", "blue", "1,0")
    assert (OWN_STATE.of(table.state).hosts[KENNETH], member_cell(table.state, KENNETH)) == ("blue", Cell(1, 0))


@pytest.mark.rule("C8-25")
def test_a_scot_guards_the_goods_and_nobody_must_steal_or_go_on() -> None:
    table = kenneth(wood=1)
    table.answers("end", WALK_ACTION, "1,1")
    assert STEAL_QUESTION not in table.kinds()
    assert table.goods("yellow") == {"wood": 1, "sheep": 1}
    table.answers("end", WALK_ACTION, "0,1")
    table.answers(STEAL_QUESTION, "none")
    assert JUMP_QUESTION not in table.kinds()
    assert table.goods("yellow") == {"wood": 1, "sheep": 1}


@pytest.mark.rule("C8-26", "C8-28")
@pytest.mark.parametrize("member", [KENNETH, FERGUS])
def test_he_must_go_when_a_scot_comes_or_his_tile_leaves(member: str) -> None:
    table = with_members(**{member: "yellow"})
    table.lies("red", spot("S-1", 1, 1))
    stands(table, member, "red", 1, 1)
    table.takes("red", "S-2")
    table.answers("place", "place", "0,-1")
    assert MOVE_QUESTION not in table.kinds(), "nobody came yet"
    table.answers("end", "move", "0,0", "1,1")
    assert table.question(MOVE_QUESTION).player == "yellow"
    table.answers(MOVE_QUESTION, "to", "blue", "0,0")
    assert OWN_STATE.of(table.state).hosts[member] == "blue"
    table = with_members(**{member: "yellow"})
    table.lies("red", spot("S-1", 1, 1))
    stands(table, member, "red", 1, 1)
    table.asks("remove", "red", "landmark:loch_morar")
    table.answers("remove", "remove", "1,1")
    assert table.question(MOVE_QUESTION).player == "yellow"


# ---- Fergus (C8-27, C8-28)


def fergus(coins: int, **tile: Any) -> FollowedWith:
    table = with_members(**{FERGUS: "yellow"})
    table.prints(S_2={**tile}, S_3={}, S_5={}, S_1={})
    table.lies("red", spot("S-1", 1, -1), coins=coins)
    stands(table, FERGUS, "red", 1, -1)
    table.has("yellow", coins=0)
    return table


@pytest.mark.rule("C8-27", "C8-28")
def test_a_tile_beside_fergus_costs_a_coin_and_he_goes() -> None:
    table = fergus(2, cost=(Cost("coin", 1),))
    table.lays("red", "S-2", 0, -1)
    assert (table.player("red").coins, table.player("yellow").coins) == (0, 1)
    assert table.question(MOVE_QUESTION).player == "yellow"
    assert table.choices(MOVE_QUESTION, "to") == ["blue"], "not back to whoever has just paid"


@pytest.mark.rule("C8-27")
def test_elsewhere_it_costs_nothing_and_without_a_coin_nothing_lies_beside_him() -> None:
    table = fergus(1, cost=(Cost("coin", 1),))
    table.takes("red", "S-2")
    closed = table.closed("place", "place")
    assert (closed["0,-1"], closed["0,1"]) == ("GM-TAK-01", "")
    table.answers("place", "place", "0,1")
    assert (table.player("red").coins, table.player("yellow").coins) == (0, 0)
    assert MOVE_QUESTION not in table.kinds()


# ---- Mike (C8-33, C8-34, C7-20)


@pytest.mark.rule("C8-33", "C8-34")
def test_mike_goes_when_a_scot_comes_to_that_castle() -> None:
    table = with_members(**{MIKE: "blue"})
    table.enters("blue", f"{SLUG}.{MIKE}", "red", "supply")
    assert member_cell(table.state, MIKE) == Cell(1, 0)
    table.lays("red", "S-2", 0, 1)
    table.answers("end", "move", "0,0", "1,0")
    table.answers(MOVE_QUESTION, "to", "yellow")
    assert OWN_STATE.of(table.state).hosts[MIKE] == "yellow"


# ---- Derek (C8-31, C8-32)


def derek(*yellow: Any) -> FollowedWith:
    table = with_members(**{DEREK: "red"})
    table.prints(S_1={"kind": "trade"}, S_2=MOVE, S_3={}, S_4=WOOD, S_5={})
    table.lies("yellow", *yellow)
    return table


@pytest.mark.rule("C8-31", "C8-32", "C0-10")
def test_derek_carries_a_tile_off_with_nothing_on_it_and_activates_nothing() -> None:
    table = derek(spot("S-4", 0, 1, scots=1, wood=2))
    table.enters("red", f"{SLUG}.{DEREK}", "yellow", "0,1")
    table.answers(CARRY_QUESTION, "carries", "red", "1,-1")
    assert [s.cell for s in table.player("red").territory.spots if s.top == "S-4"] == [Cell(1, -1)]
    assert table.goods("red") == {}
    assert (table.spot("yellow", 1, 0).goods, table.player("yellow").scots) == ({"wood": 2}, 1)
    assert [table.player(p).tiles for p in ("red", "yellow", "blue")] == [3, 2, 2]
    assert table.refused("ledger", f"{SLUG}.{DEREK}", "yellow", "0,1", player="red")


@pytest.mark.rule("C8-31", "C8-32")
def test_trade_tiles_home_tiles_and_what_holds_others_stay() -> None:
    table = derek(spot("S-1", 0, 1), spot("S-3", 1, 1), spot("S-4", 1, 2))
    owner = next(
        c for c in table.offer("ledger", f"{SLUG}.{DEREK}", "red").parts[0].choices if c.value == "yellow"
    )
    closed = {c.value: c.closed.rule if c.closed else "" for c in owner.then[0].choices}
    assert closed == {"0,0": "GM-EDG-04", "1,0": "GM-EDG-04", "0,1": "C8-32", "1,1": "GM-EDG-04", "1,2": ""}


@pytest.mark.rule("C8-31")
def test_he_needs_no_scot_but_every_other_rule_of_laying() -> None:
    table = derek(spot("S-4", 0, 1))
    table.lies("blue", village=0)
    table.enters("red", f"{SLUG}.{DEREK}", "yellow", "0,1")
    blue = next(c for c in table.offer(CARRY_QUESTION, "carries").parts[0].choices if c.value == "blue")
    cells = {c.value for c in blue.then[0].choices}
    assert "0,1" in cells
    assert "-1,0" not in cells, "left of a river tile lies the river alone"
    assert "yellow" not in [c.value for c in table.offer(CARRY_QUESTION, "carries").parts[0].choices]


@pytest.mark.rule("C1-31", "C8-32")
def test_a_tile_with_a_boat_can_t_be_stolen() -> None:
    table = with_members("boat_race", **{DEREK: "red"})
    table.prints(S_1={"river": True}, S_2=MOVE)
    table.lies("yellow", spot("S-1", -1, 0))
    table.stage(RACE.change(table.state, is_open=True, tracked_positions={"yellow": ("yellow", -1)}))
    owner = next(
        c for c in table.offer("ledger", f"{SLUG}.{DEREK}", "red").parts[0].choices if c.value == "yellow"
    )
    assert {c.value: c.closed.rule for c in owner.then[0].choices if c.closed}["-1,0"] == "C1-31"


# ---- Bruce, Peggy McLaird, Bully


@pytest.mark.rule("C8-18")
@pytest.mark.parametrize("to", ["kept", "sold"])
def test_bruce_takes_a_good_off_the_tile_that_made_it(to: str) -> None:
    table = with_members(**{BRUCE: "blue"})
    table.stage(replace(table.state, market={**table.state.market, "wood": 2}))
    table.prints(S_2=WOOD, S_3={}, S_5={})
    table.has("red", coins=0)
    table.has("blue", coins=0)
    table.lays("red", "S-2", 0, 1)
    table.enters("blue", f"{SLUG}.{BRUCE}", "0 1 wood", to)
    if to == "kept":
        table.answers("good_onto", "onto", "0,0")
        assert table.spot("blue", 0, 0).goods == {"wood": 1}
    assert (table.goods("red"), table.player("red").coins) == ({}, 1)
    assert table.player("blue").coins == (0 if to == "kept" else 2)
    assert table.refused("ledger", f"{SLUG}.{BRUCE}", player="blue").reason.rule == "C8-18"


@pytest.mark.rule("C8-19")
def test_only_what_could_be_taken_now_is_reserved() -> None:
    table = with_members(**{PEGGY: "red"})
    table.prints(S_2=MOVE, S_3={"cost": (Cost("coin", 9),)}, S_5={})
    table.has("red", coins=1)
    pick = table.offer("ledger", f"{SLUG}.{PEGGY}", "red").parts[0]
    assert {c.value: c.closed.rule if c.closed else "" for c in pick.choices} == {
        "S-2": "",
        "S-3": "GM-TAK-01",
        "S-5": "",
    }


@pytest.mark.rule("C8-37")
@pytest.mark.parametrize(("owner", "points"), [("red", 0), ("blue", 1)])
def test_bully_passes_boats_for_nothing(owner: str, points: int) -> None:
    table = with_members("boat_race", **{BULLY: owner})
    left = RACE.of(table.state).castles[1]
    table.stage(RACE.change(table.state, is_open=True, tracked_positions={"blue": ("red", 0)}))
    table.lays("red", "S-2", 0, 1)
    before = table.state.turn.work.movement_points
    table.answers("end", ROW_ACTION, 1)
    assert boat_location(table.state, "red") == ("red", 0) != (left, 1)
    assert before - table.state.turn.work.movement_points == points


def test_kenneth_with_buttons(tmp_path: Path) -> None:
    table = kenneth(wood=1)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "Kenneth McSnitch goes on")
        while "steal" not in desk.says:
            desk.press("OK" if "(1 up)" in str(desk.page.rows[desk.page.cursor].label) else "DOWN")
        desk.press(*desk.keys_to(desk.rows[0]))
        state = desk.app.running.history.state
        assert next(p for p in state.players if p.id == "yellow").territory.at(Cell(0, 1)).goods == {}


# ---- what people are asked where the companion sees it (C8-22, C8-32, C8-35)


def reserves(cost: int, *, number: int = 3) -> FollowedWith:
    """Red has reserved S-3 some turns ago and is on turn again with 5 coins; nothing can be sold."""
    table = with_members(**{PEGGY: "red"})
    table.prints(S_2=MOVE, S_3={"cost": (Cost("coin", cost),)}, S_5={})
    table.has("red", coins=5)
    table.stage(OWN_STATE.change(table.state, reserved=("S-3", 2), reserved_in=table.state.turn.number))
    table.stage(replace(table.state, turn=replace(table.state.turn, number=table.state.turn.number + number)))
    table.arrange("red S-2 yellow S-3 S-5 blue A? A?")
    return table


@pytest.mark.rule("C8-22")
def test_a_reserved_tile_that_can_be_taken_is_not_given_up_unasked() -> None:
    table = reserves(5)
    refusal = table.refused("take", f"{SLUG}.give_up")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "C8-22")
    table = reserves(9)
    assert table.offer("take", f"{SLUG}.give_up").is_suggested, "it can't be paid"
    table.answers("take", f"{SLUG}.give_up")
    assert OWN_STATE.of(table.state).tokens[PEGGY] == 0
    assert OWN_STATE.of(table.state).reserved == ("", 0)
    assert OWN_STATE.of(table.state).controls("red", PEGGY), "the penalty stays"
    table.lays("red", "S-2", 0, 1)


@pytest.mark.rule("C8-32")
def test_a_stack_is_stolen_whole_and_the_landmark_s_card_stays() -> None:
    table = derek(spot("S-4", 0, 1))
    below = replace(table.player("yellow").territory.spots[-1], pieces=("S-4", "castle_moil"))
    table.prints(castle_moil={"kind": "castle", "rebuild": True})
    table.lies("yellow", below, landmarks=("castle_moil",))
    table.enters("red", f"{SLUG}.{DEREK}", "yellow", "0,1")
    table.answers(CARRY_QUESTION, "carries", "red", "1,-1")
    assert table.spot("red", 1, -1).pieces == ("S-4", "castle_moil")
    assert (table.player("yellow").landmarks, table.player("red").landmarks) == (("castle_moil",), ())


@pytest.mark.rule("C8-32")
def test_whether_a_tile_nobody_told_is_a_trade_tile_is_asked_of_people() -> None:
    table = derek(spot("S-4", 0, 1))
    table.prints(S_4={"kind": None})
    refusal = table.refused("ledger", f"{SLUG}.{DEREK}", "yellow", "0,1", player="red")
    assert (refusal.is_soft, refusal.reason.rule) == (True, "C8-32")
    table.enters("red", f"{SLUG}.{DEREK}", "yellow", "0,1", anyway=True)
    assert table.kinds()[0] == CARRY_QUESTION


def alongside(owner: str) -> FollowedWith:
    """Blue's boat lies on the left half of red's home tile, the next tile for red's."""
    table = with_members("boat_race", **{CALUM: owner})
    table.stage(RACE.change(table.state, is_open=True, tracked_positions={"blue": ("red", 0)}))
    table.lays("red", "S-2", 0, 1)
    return table


def passing(owner: str) -> FollowedWith:
    """Red's boat goes past it."""
    table = alongside(owner)
    table.answers("end", ROW_ACTION, 2)
    return table


@pytest.mark.rule("C8-35")
@pytest.mark.parametrize(("owner", "to"), [("red", "blue"), ("blue", "red")])
def test_whenever_boats_pass_each_other_calum_s_owner_is_asked_for_a_penny(owner: str, to: str) -> None:
    table = passing(owner)
    assert str(table.question(PENNY_ON_PASSING_QUESTION).text) == f"Boats passed: a -1 penny to {to.capitalize()}?"
    assert (
        next(each.player for each in table.state.open_questions if each.kind == PENNY_ON_PASSING_QUESTION) == owner
    )
    table.answers(PENNY_ON_PASSING_QUESTION, "gives", player=owner)
    minus = OWN_STATE.of(table.state).minus_pennies
    assert minus[to] - minus[owner] == 2
    table = passing(owner)
    table.answers(PENNY_ON_PASSING_QUESTION, "no", player=owner)
    assert len(set(OWN_STATE.of(table.state).minus_pennies.values())) == 1


@pytest.mark.rule("C8-35")
def test_boats_of_others_that_pass_and_one_that_only_comes_alongside_ask_nothing() -> None:
    assert PENNY_ON_PASSING_QUESTION not in passing("yellow").kinds()
    table = alongside("red")
    table.answers("end", ROW_ACTION, 1)
    assert PENNY_ON_PASSING_QUESTION not in table.kinds()


def test_a_penny_for_a_boat_that_was_passed_is_asked_on_the_smallest_panel(tmp_path: Path) -> None:
    with alongside("red").desk(tmp_path) as desk:
        desk.panel = SMALLEST
        desk.press("DOWN")
        chooses(desk, "The boat goes on")
        desk.press("OK")
        reads(desk, "Boats passed: a −1 penny to Blue?", "Lodě se minuly: penny −1 dostane Modrý?")
        reads(desk, "Yes, by Calum McQuack", "Ano, podle Caluma McQuacka")
        desk.press(*desk.keys_to("Yes"))
        minus = OWN_STATE.of(desk.app.running.history.state).minus_pennies
        assert minus["blue"] - minus["red"] == 2
