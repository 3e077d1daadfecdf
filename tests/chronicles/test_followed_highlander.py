"""The mountain where territories are followed: goods off tiles, and onto tiles again."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chronicles.highlander.model import LEAVE_QUESTION, OWN_STATE, PAY_QUESTION, Mountain
from companion.chronicles.highlander.questions import SWAP_QUESTION
from companion.state.glen_more_2.facts import Effect
from companion.state.territory.grid import Territory
from tests.chronicles.followed import FollowedWith, chooses
from tests.state.glen_more_2.followed import spot


def passing(coins: int = 0, **goods: int) -> FollowedWith:
    """Red takes a tile beyond the mountain, goods lie on two tiles."""
    table = FollowedWith("highlander")
    table.prints(S_1={}, S_2={}, S_3={}, S_4={})
    table.lies("red", spot("S-1", 1, 1, **goods), spot("S-2", 1, 2, **goods), coins=coins)
    table.arrange("red yellow blue mountain = S-3 S-4 A?")
    table.takes("red", "S-3")
    return table


def lies_there(table: FollowedWith) -> Mountain:
    return OWN_STATE.of(table.state)


@pytest.mark.rule("C2-06")
def test_a_good_comes_off_the_tile_that_the_player_names() -> None:
    table = passing(sheep=1, wood=1)
    assert table.choices(PAY_QUESTION, "good") == ["wood", "sheep"]
    table.answers(PAY_QUESTION, "good", "sheep", "1,2")
    assert (table.spot("red", 1, 1).goods, table.spot("red", 1, 2).goods) == ({"sheep": 1, "wood": 1}, {"wood": 1})
    assert lies_there(table) == Mountain(0, 1, {"sheep": 1})


@pytest.mark.rule("C2-06", "C2-07")
def test_who_has_no_good_can_t_put_one_there() -> None:
    table = passing(coins=1)
    assert table.refused(PAY_QUESTION, "good").reason.rule == "C2-06"
    table.answers(PAY_QUESTION, "coin")
    assert lies_there(table) == Mountain(1)


@pytest.mark.rule("C2-07")
def test_nothing_is_asked_about_while_there_is_a_good() -> None:
    assert passing(sheep=1).refused(PAY_QUESTION, "nothing").reason.rule == "C2-07"
    table = passing()
    table.answers(PAY_QUESTION, "nothing")
    assert lies_there(table) == Mountain()


def leaving(**there: int) -> FollowedWith:
    """Red stands on the mountain, where a coin and these goods lie; one tile has room for two more."""
    table = FollowedWith("highlander")
    table.prints(S_1={}, S_2={}, S_3={})
    kept = Mountain(1, sum(there.values()), there)
    table.stage(OWN_STATE.put(table.state, kept))
    table.lies("red", spot("S-1", 1, 1, wood=1), coins=0)
    table.arrange("mountain+red = yellow blue S-2 S-3 A?")
    return table


@pytest.mark.rule("C2-11", "C0-10")
def test_who_leaves_takes_the_coins_and_says_onto_which_tile_each_good_comes() -> None:
    table = leaving(sheep=1, stone=1)
    assert str(table.offer(LEAVE_QUESTION, "take").label) == "Take everything: 1 coin and 1 sheep, 1 stone"
    table.answers(LEAVE_QUESTION, "take")
    assert table.player("red").coins == 1
    table.answers("good_onto", "onto", "1,1")
    table.answers("good_onto", "onto", "0,0")
    assert table.spot("red", 1, 1).goods == {"wood": 1, "stone": 1}
    assert table.spot("red", 0, 0).goods == {"sheep": 1}
    assert lies_there(table) == Mountain()


@pytest.mark.rule("C2-10", "GM-LMK-09")
def test_a_turn_onto_the_mountain_gives_no_tile_but_loch_ness_works() -> None:
    table = FollowedWith("highlander")
    table.prints(S_1={"activation": (Effect("gain", "wood", 1),)}, S_3={})
    table.lies("red", spot("S-1", 1, 1), landmarks=("loch_ness",))
    table.arrange("red yellow blue mountain = S-3 A?")
    table.takes("red", "mountain")
    assert "place" not in table.kinds()
    table.answers("end", "loch_ness", "1,1")
    assert table.goods("red") == {"wood": 1}
    table.done()
    assert table.player("red").tiles == 3


@pytest.mark.rule("C2-12", "C0-10")
def test_what_finds_no_room_is_lost() -> None:
    table = leaving(sheep=2)
    full = tuple(replace(each, goods={"wood": 3}) for each in table.player("red").territory.spots)
    table.has("red", tracked_territory=Territory(full))
    table.answers(LEAVE_QUESTION, "take")
    assert table.offers("good_onto") == ["none"]
    table.answers("good_onto", "none")
    table.answers("good_onto", "none")
    assert table.goods("red") == {"wood": 9}
    assert lies_there(table) == Mountain()


@pytest.mark.rule("C2-17")
def test_at_the_end_its_goods_come_onto_tiles_before_the_final_scoring() -> None:
    table = leaving(sheep=1)
    table.arrange("yellow S-2 END+blue mountain+red =")
    table.answers("take", "worlds_end")
    table.done()
    table.answers("good_onto", "onto", "1,1")
    assert table.state.phase == "over"
    assert table.goods("red") == {"wood": 1, "sheep": 1}
    assert table.player("red").coins == 1


@pytest.mark.rule("C8-41")
def test_elspeth_swaps_what_lies_there_for_a_good_of_the_supply() -> None:
    table = leaving(sheep=1)
    table.asks(SWAP_QUESTION, "red")
    table.answers(SWAP_QUESTION, "good", "sheep", "cattle")
    assert lies_there(table) == Mountain(1, 1, {"cattle": 1})


def test_what_lies_there_is_put_right_good_by_good() -> None:
    table = leaving(sheep=1)
    table.corrects("highlander.contents", 2, 0, 0, 0, 0, 3)
    assert lies_there(table) == Mountain(2, 3, {"cattle": 3})


def test_passing_with_buttons(tmp_path: Path) -> None:
    table = passing(sheep=1)
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "1 good from a tile")
        desk.press("OK")
        assert OWN_STATE.of(desk.app.running.history.state) == Mountain(0, 1, {"sheep": 1})
