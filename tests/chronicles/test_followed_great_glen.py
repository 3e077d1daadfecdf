"""The cards of the Great Glen where territories are followed: what they compare is read off, not asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.chronicles.great_glen.model import ACCEPTED, CARDS, OWN_STATE, SLUG
from companion.chronicles.great_glen.scoring import counts_for
from companion.state.glen_more_2.scoring_rounds import player_standings
from tests.chronicles.followed import FollowedWith
from tests.state.glen_more_2.followed import spot

ANIMAL, WHISKY, CASTLE = {"kind": "animal"}, {"kind": "whisky"}, {"kind": "castle"}


def ended(card: str, **prints: dict[str, Any]) -> FollowedWith:
    """That card is accepted; red has most tiles, yellow some, blue the home tile alone; the end comes."""
    table = FollowedWith(SLUG)
    table.prints(**{"S_1": {}, "S_2": {}, "S_3": {}, "S_4": {}, "S_5": {}, **prints})
    table.stage(OWN_STATE.put(table.state, replace(OWN_STATE.of(table.state), cards={card: ACCEPTED})))
    table.lies(
        "red",
        spot("S-1", 1, 1, scots=1, sheep=1, wood=1),
        spot("S-2", 0, 1, cattle=2, stone=1),
        spot("S-3", 0, 2),
        castle=1,
    )
    table.lies("yellow", spot("S-4", 1, 1, sheep=1), spot("S-5", 1, 2, scots=1, stone=1, wood=2))
    table.arrange("red END+yellow+blue S-1")
    table.answers("take", "worlds_end")
    return table


def counted(card: str, **prints: dict[str, Any]) -> list[int]:
    table = ended(card, **prints)
    table.done()
    assert f"{SLUG}.count" not in table.kinds()
    counts = counts_for(table.state, card, player_standings(table.state))
    assert table.state.phase == "over"
    best = max(counts.values())
    assert {p.id for p in table.state.players if SLUG in p.points} == {w for w, n in counts.items() if n == best}
    return list(counts.values())


@pytest.mark.rule("C7-16")
def test_animals() -> None:
    assert counted("most_animals") == [3, 1, 0]


@pytest.mark.rule("C7-18")
def test_stone_and_wood() -> None:
    assert counted("most_stone_and_wood") == [2, 3, 0]


@pytest.mark.rule("C7-17")
def test_the_side_of_the_largest_square() -> None:
    """r = red's tiles:  r . / r r / v c"""
    assert counted("largest_square") == [2, 1, 1]


@pytest.mark.rule("C7-20")
def test_castles_with_a_scot_the_home_castle_among_them() -> None:
    assert counted("most_castles_with_scot", S_1=CASTLE, S_2=CASTLE, S_5=CASTLE) == [2, 1, 0]


@pytest.mark.rule("C7-21")
def test_whisky_tiles() -> None:
    assert counted("most_whisky_tiles", S_1=WHISKY, S_3=WHISKY, S_4=WHISKY) == [2, 1, 0]


@pytest.mark.rule("C7-23")
def test_animal_tiles_that_touch_by_edges() -> None:
    assert counted("largest_animal_group", S_1=ANIMAL, S_3=ANIMAL, S_4=ANIMAL, S_5=ANIMAL) == [1, 2, 0]


@pytest.mark.rule("C7-24")
def test_the_shortest_way_of_the_farthest_scot() -> None:
    """Yellow's stands two tiles above the castle; the others' are on the village, a step away."""
    assert counted("farthest_scot") == [1, 2, 1]


@pytest.mark.rule("C7-21")
def test_a_kind_that_nobody_told_is_asked_with_what_is_known_of_the_others() -> None:
    table = ended("most_whisky_tiles", S_1={"kind": None}, S_4=WHISKY)
    table.done()
    parts = table.offer(f"{SLUG}.count", "counted").parts
    assert [part.default for part in parts] == [0, 1, 0]
    table.answers(f"{SLUG}.count", "counted", 1, 1, 0)
    assert counts_for(table.state, "most_whisky_tiles", player_standings(table.state)) == {
        "red": 1,
        "yellow": 1,
        "blue": 0,
    }


def test_nothing_that_can_be_read_off_is_asked_of_any_card() -> None:
    for card in CARDS:
        table = ended(card)
        table.done()
        assert table.state.phase == "over"


def test_with_buttons_the_game_ends_without_a_count(tmp_path: Path) -> None:
    table = ended("most_animals")
    with table.desk(tmp_path) as desk:
        desk.press("OK")
        assert desk.view.phase == "over"
        assert [p.points.get(SLUG, 0) for p in desk.app.running.history.state.players] == [10, 0, 0]
