"""Boats where territories are followed: down the rivers tile by tile for movement points, castles on the way."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.boat_race.model import OWN_STATE, BoatHome, CastleReached
from companion.chronicles.boat_race.questions import (
    BOAT_CORRECTION,
    CASTLE_ENTRY,
    LENGTH_QUESTION,
    REWARD_QUESTION,
    RIVER_TILES_FACT,
    ROW_ACTION,
    boat_location,
    places_ahead,
    river_tiles,
)
from companion.state.glen_more_2.facts import Effect
from tests.chronicles.followed import FollowedWith, chooses
from tests.chronicles.test_boat_race import vector
from tests.state.glen_more_2.followed import spot
from tests.state.glen_more_2.table import Table
from tools.players.boxes import referee_box as whole_box

RIVER: dict[str, Any] = {"river": True}


def race(moves: int, *red: Any, yellow: tuple[Any, ...] = (), players: int = 3) -> FollowedWith:
    table = FollowedWith("boat_race", players=players)
    table.prints(S_1={"activation": (Effect("move", n=moves - 1),)}, S_2={}, S_3=RIVER, S_4=RIVER, S_5=RIVER)
    table.stage(OWN_STATE.change(table.state, is_open=True, castles=tuple(OWN_STATE.of(table.state).castles)))
    table.lies("red", *red)
    table.lies("yellow", *yellow)
    others = ("yellow", "blue", "green")[: players - 1]
    table.arrange(" ".join(("red", "S-1", *others, "S-2 A? A?")))
    table.lays("red", "S-1", 1, 1)
    assert table.state.turn.work.movement_points == moves, "the home castle gives one besides"
    return table


def castles(table: FollowedWith) -> tuple[str, ...]:
    return OWN_STATE.of(table.state).castles


@pytest.mark.rule("C1-12", "C1-13")
def test_a_boat_goes_from_right_to_left_a_tile_for_each_point() -> None:
    table = race(4, spot("S-3", -1, 0))
    assert river_tiles(table.state, "red") == [1, 0, -1]
    table.answers("end", ROW_ACTION, 2)
    assert boat_location(table.state, "red") == ("red", -1)
    assert table.state.turn.work.movement_points == 2
    table.answers("end", "move", "0,0", "1,0")
    assert table.state.turn.work.movement_points == 1, "points are split freely between boat and Scots"


@pytest.mark.rule("C1-09", "C1-12")
def test_before_the_race_no_boat_moves() -> None:
    table = race(4)
    table.corrects("boat_race.open")
    assert ROW_ACTION not in table.offers("end")
    table.corrects("boat_race.open")
    assert ROW_ACTION in table.offers("end")


@pytest.mark.rule("C1-13", "C1-14", "C1-17", "C1-20")
def test_from_the_leftmost_tile_it_goes_on_to_the_rightmost_of_whoever_sits_left() -> None:
    table = race(6)
    left = castles(table)[1]
    table.answers("end", ROW_ACTION, 1)
    table.answers("end", ROW_ACTION, 1)
    right = river_tiles(table.state, left)[0]
    assert boat_location(table.state, "red") == (left, right)


@pytest.mark.rule("C1-13", "C1-15", "C1-17")
def test_where_who_sits_where_was_told_wrongly_a_boat_still_comes_home_after_the_castle_next_to_it() -> None:
    table = race(9)
    table.answers("end", ROW_ACTION, 2)
    castle = boat_location(table.state, "red")[0]
    orders = (f"order_{n}" for n in range(1, 7))
    while castles(table)[-1] != castle:
        table.corrects("boat_race.seats", next(orders))
    assert OWN_STATE.of(table.state).boats["red"].castles_reached == 3, (
        "the two before it, and the one where it lies"
    )
    events = table.answers("end", ROW_ACTION, len(list(places_ahead(table.state, "red"))))
    assert [e.player for e in events if isinstance(e, BoatHome)] == ["red"]


@pytest.mark.rule("C1-14", "C1-20")
def test_a_neutral_river_is_rowed_tile_by_tile_and_its_castle_has_rewards() -> None:
    table = race(8, players=2)
    assert castles(table)[1].startswith("river_")
    events = table.answers("end", ROW_ACTION, 3)
    assert [e.castle for e in events if isinstance(e, CastleReached)] == [castles(table)[1]]
    assert boat_location(table.state, "red") == (castles(table)[1], 1)
    assert table.kinds()[0] == REWARD_QUESTION
    table.answers(REWARD_QUESTION, "none")


@pytest.mark.rule("C1-07")
@pytest.mark.parametrize(("players", "rivers"), [(2, 2), (3, 1), (4, 0)])
def test_neutral_rivers_are_part_of_the_way_between_players(players: int, rivers: int) -> None:
    """With 2 players one on each side, with 3 one, with 4 none; as long as people said."""
    table = FollowedWith("boat_race", players=players)
    way = list(places_ahead(table.state, "red"))
    met = list(dict.fromkeys(castle for castle, _ in way))
    neutral = [castle.startswith("river_") for castle in met]
    assert sum(neutral) == rivers
    assert players != 2 or neutral == [False, True, False, True], "yellow's lies between two neutral ones"
    longer = replace(table.state.facts, more={**table.state.facts.more, RIVER_TILES_FACT: 3})
    table.stage(replace(table.state, facts=longer))
    assert len(list(places_ahead(table.state, "red"))) == len(way) + rivers


@pytest.mark.rule("C1-15")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_lap_is_as_long_as_all_rivers_together(players: int) -> None:
    """With fewer players neutral rivers stand for those that are missing."""
    table = FollowedWith("boat_race", players=players)
    assert len(list(places_ahead(table.state, "red"))) == 8
    table.prints(S_3=RIVER)
    table.lies("yellow", spot("S-3", 2, 0))
    assert len(list(places_ahead(table.state, "red"))) == 9
    assert list(places_ahead(table.state, "red"))[-1] == ("red", 1)


@pytest.mark.rule("C1-15")
def test_rule_boat_lap_length_4p_home_tiles_only() -> None:
    given, expect = vector("rule-boat-lap-length-4p-home-tiles-only")
    points = expect["mp_for_full_lap"]
    table = race(points, players=given["players"])
    assert [len(river_tiles(table.state, player.id)) for player in table.state.players] == (
        given["river_tiles_per_territory"]
    )
    neutral = [castle for castle in castles(table) if castle.startswith("river_")]
    assert sum(len(river_tiles(table.state, castle)) for castle in neutral) == given["neutral_river_tiles"]
    assert table.state.turn.work.movement_points == points
    events = table.answers("end", ROW_ACTION, points)
    assert [e.castle for e in events if isinstance(e, CastleReached)][-1] == "red", "home with the last point"
    assert table.state.turn.work.movement_points == 0


@pytest.mark.rule("C1-16")
def test_a_river_that_grows_is_rowed_as_it_lies_now() -> None:
    table = race(5)
    table.answers("end", ROW_ACTION, 1)
    before = len(list(places_ahead(table.state, "red")))
    table.stage(table.state)
    table.lies("red", spot("S-3", -1, 0))
    assert len(list(places_ahead(table.state, "red"))) == before + 1
    assert next(places_ahead(table.state, "red")) == ("red", -1)


@pytest.mark.rule("C1-15", "C1-19", "C1-22", "C1-25")
def test_home_after_every_other_castle_with_the_place_and_no_further() -> None:
    table = race(9, players=4)
    events = table.answers("end", ROW_ACTION, 8)
    assert [e.castle for e in events if isinstance(e, CastleReached)] == [*castles(table)[1:], "red"]
    while REWARD_QUESTION in table.kinds():
        table.answers(REWARD_QUESTION, "none")
    assert table.player("red").points == {"boat_race": 15}
    assert table.player("red").barrels == 1
    assert table.state.turn.work.movement_points == 1
    assert ROW_ACTION not in table.offers("end")


@pytest.mark.rule("C1-30")
def test_a_ship_builder_gives_two_points() -> None:
    table = FollowedWith("boat_race")
    table.prints(ship_builder_1={"activation": (Effect("move", n=2),)}, S_2={})
    table.ring("ship_builder_1", "S-2")
    table.lays("red", "ship_builder_1", 0, 1)
    assert table.state.turn.work.movement_points == 3, "the home castle gives one besides"


@pytest.mark.rule("C1-31")
def test_a_tile_with_a_boat_can_t_be_removed() -> None:
    table = race(3, spot("S-3", -1, 0))
    table.answers("end", ROW_ACTION, 2)
    table.asks("remove", "red", "landmark:loch_morar")
    assert table.closed("remove", "remove")["-1,0"] == "C1-31"
    table = race(3, spot("S-3", -1, 0))
    table.asks("remove", "red", "landmark:loch_morar")
    assert table.closed("remove", "remove")["-1,0"] == ""


@pytest.mark.rule("C1-32")
def test_a_boat_stays_where_it_is_when_its_tile_is_covered() -> None:
    table = race(3, spot("S-3", -1, 0))
    table.answers("end", ROW_ACTION, 2)
    table.done()
    table.prints(S_3={**RIVER, "kind": "loch"}, S_4={**RIVER, "kind": "loch", "rebuild": True})
    table.arrange("red S-4 yellow S-2 blue A? A?")
    table.lays("red", "S-4", -1, 0)
    assert boat_location(table.state, "red") == ("red", -1)
    assert next(places_ahead(table.state, "red"))[0] != "red"


def reward(kind: str, n: int) -> FollowedWith:
    table = race(8, players=2)
    table.answers("end", ROW_ACTION, 2)
    table.answers(REWARD_QUESTION, "new", kind, n)
    return table


@pytest.mark.rule("C1-17")
def test_movement_and_goods_of_a_reward_come_at_once() -> None:
    table = reward("movement", 3)
    assert table.state.turn.work.movement_points == 8 - 2 + 3
    table = reward("sheep", 1)
    table.answers("good_onto", "onto", "0,0")
    assert table.spot("red", 0, 0).goods == {"sheep": 1}


def test_where_a_boat_is_can_be_put_right() -> None:
    table = race(4)
    assert CASTLE_ENTRY not in table.offers("ledger", "red")
    table.corrects(BOAT_CORRECTION, "red", "under_way", 1)
    assert boat_location(table.state, "red")[0] == castles(table)[1]
    assert "river tiles to go" in " ".join(str(line) for line in table.view.players[0].lines)


def test_how_long_a_neutral_river_is_is_asked_once_before_the_game() -> None:
    game = Table(0, facts=whole_box(), chronicles=("boat_race",))
    game.sits("red", "yellow")
    game.answers("start", "depth", "referee")
    game.answers("start", "go")
    while game.kinds()[0] != LENGTH_QUESTION:
        game.answers(game.kinds()[0], "later")
    game.answers(LENGTH_QUESTION, "tiles", "3")
    assert game.state.facts.more[RIVER_TILES_FACT] == 3


def test_rowing_with_buttons(tmp_path: Path) -> None:
    table = race(4)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "The boat goes on")
        desk.press("OK")
        state = desk.app.running.history.state
        assert boat_location(state, "red") != ("red", 1)
        assert state.turn.work.movement_points == 0 or OWN_STATE.of(state).boats["red"].castles_reached
