"""Haggis where territories are followed: a sheep of the own tiles for a token, each tile once."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.chronicles.haggis.model import OWN_STATE
from companion.chronicles.haggis.questions import SHEEP_ENTRY, TOKEN_AT_ONCE_QUESTION
from companion.state.glen_more_2 import events as ev
from tests.chronicles.followed import FollowedWith, chooses
from tests.state.glen_more_2.followed import spot

INN = "creek_inn"


def seated(**goods: int) -> FollowedWith:
    """Red is on turn, Creek Inn ahead; goods lie on a tile above the castle."""
    table = FollowedWith("haggis")
    table.prints(**{INN: {}, "S_1": {}, "S_2": {}})
    table.ring(INN, "S-2")
    table.lies("red", spot("S-1", 1, 1, **goods))
    return table


def held(table: FollowedWith, who: str = "red") -> int:
    return len(OWN_STATE.of(table.state).face_down[who])


@pytest.mark.rule("C5-11", "C0-11")
def test_an_inn_that_is_activated_sells_one_token_for_a_sheep_of_the_territory() -> None:
    table = seated(sheep=2)
    table.lays("red", INN, 0, 1)
    table.answers(TOKEN_AT_ONCE_QUESTION, "no")
    assert str(table.offer("end", f"use_{INN}").label) == "Creek Inn (1 up): 1 sheep for a haggis token"
    table.answers("end", f"use_{INN}")
    assert (held(table), table.goods("red")) == (1, {"sheep": 1})
    assert f"use_{INN}" not in table.offers("end"), "no tile is activated twice"


@pytest.mark.rule("C0-12", "C5-11")
def test_the_sheep_may_be_bought_for_it() -> None:
    table = seated()
    table.has("red", coins=3)
    table.lays("red", INN, 0, 1)
    table.answers(TOKEN_AT_ONCE_QUESTION, "no")
    table.answers("end", f"use_{INN}")
    assert [e.good for e in table.happened(ev.GoodBought)] == ["sheep"]
    assert (held(table), table.goods("red"), table.player("red").coins) == (1, {}, 1)


@pytest.mark.rule("C5-11")
def test_an_inn_further_away_sells_nothing() -> None:
    table = seated(sheep=1)
    table.prints(**{INN: {}, "S_1": {}, "S_2": {}, "S_3": {}})
    table.lies("red", spot("S-1", 1, 1, sheep=1), spot("S-3", 1, 2), spot(INN, 1, 3))
    table.ring("S-2")
    table.lays("red", "S-2", 0, -1)
    assert f"use_{INN}" not in table.offers("end")


@pytest.mark.rule("C5-10")
def test_without_a_token_in_the_supply_no_sheep_is_paid() -> None:
    table = seated(sheep=1)
    for who, n in (("red", 4), ("yellow", 5), ("blue", 4)):
        table.corrects("haggis.count", who, n)
    table.lays("red", INN, 0, 1)
    table.answers(TOKEN_AT_ONCE_QUESTION, "no")
    assert f"use_{INN}" not in table.offers("end")
    assert table.goods("red") == {"sheep": 1}


@pytest.mark.rule("C5-12")
def test_a_token_at_once_comes_when_the_tile_is_laid() -> None:
    table = seated()
    assert TOKEN_AT_ONCE_QUESTION not in [
        e.kind for e in table.takes("red", INN) if isinstance(e, ev.QuestionAsked)
    ]
    events = table.answers("place", "place", "0,1")
    asked = [e for e in events if isinstance(e, ev.QuestionAsked | ev.TilePlaced)]
    assert [getattr(e, "kind", "laid") for e in asked] == ["laid", TOKEN_AT_ONCE_QUESTION]
    table.answers(TOKEN_AT_ONCE_QUESTION, "yes")
    assert held(table) == 1


@pytest.mark.rule("C5-11")
def test_what_nobody_saw_is_entered_as_long_as_a_sheep_can_be_paid() -> None:
    table = seated(sheep=1)
    table.enters("red", SHEEP_ENTRY)
    assert (held(table), table.goods("red")) == (1, {})
    table.has("red", coins=0)
    refused = table.refused("ledger", SHEEP_ENTRY, player="red")
    assert (refused.reason.rule, str(refused.reason.text)) == ("C5-11", "Red can't pay 1 sheep.")


def test_with_buttons_it_is_one_row_of_the_turn(tmp_path: Path) -> None:
    table = seated(sheep=1)
    table.lays("red", INN, 0, 1)
    table.answers(TOKEN_AT_ONCE_QUESTION, "no")
    with table.desk(tmp_path) as desk:
        desk.press("DOWN")
        chooses(desk, "Creek Inn")
        assert "+1 haggis token" in " ".join(str(line) for line in desk.view.turn_log)
        assert "-1 sheep" in " ".join(str(line) for line in desk.view.turn_log)
