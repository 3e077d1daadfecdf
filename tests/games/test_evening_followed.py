"""What an evening met at referee depth, its box taught as it went: read and pressed at the case."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.offers import Answer
from companion.menu.pages import HomePage, KeysPage
from companion.screens.panels import PANELS
from companion.session.inputs import Answered
from companion.state.glen_more_2.facts import Cost, Effect
from tests.games.test_glen_more_2_referee import choose, corrected, evening, followed, glass, keys
from tests.table import Table

SMALL_AND_USUAL = ("2in13", "4in2")
on_small_and_usual = pytest.mark.parametrize("panel", SMALL_AND_USUAL)
DIFFERENT_FOR_POINTS = (Effect("exchange", pay={"different_good": 2}, get={"vp": 4}),)


def lays(table: Table, *presses: str) -> None:
    """Red has laid Whistling Ford where it goes first."""
    followed(table)
    corrected(table, "count", "red", "coins", 9)
    corrected(table, "goods", "red", "0,0", "sheep", 1)
    table.tap("tile:S-1")
    table.press("OK", *presses)
    assert isinstance(table.page, HomePage)


def pays_a_coin(table: Table) -> None:
    table.press("DOWN")
    choose(table, "Paid 1 coin")


def owed(table: Table) -> list[str]:
    return [str(each.text) for each in table.view.owed]


def answers(table: Table, kind: str, offer: str, *values: str | int) -> None:
    """The open question of that kind, through the rules: only what comes of it is looked at."""
    question = next(q for q in table.app.snapshot.questions if q.kind == kind)
    table.app.submit(Answered(Answer(question.number, offer, values))).result(5)


# ---- what it cost


@pytest.mark.rule("GM-ACT-11", "GM-MKT-05", "GM-TIL-02")
@on_small_and_usual
def test_a_good_bought_for_an_exchange_is_no_part_of_the_cost(tmp_path: Path, panel: str) -> None:
    with evening(tmp_path, panel, cost=None, activation=DIFFERENT_FOR_POINTS) as table:
        lays(table)
        pays_a_coin(table)
        assert "OK also remembers the cost of Whistling Ford: 1 coin" in owed(table)
        table.press("DOWN")
        choose(table, "Whistling Ford (1 up)")
        choose(table, "1 barley, 1 sheep for 4 points")
        assert "OK also remembers the cost of Whistling Ford: 1 coin" in owed(table)
        table.press("OK")
        assert table.view.on_turn == "yellow", "nothing is asked"
        assert table.app.running.history.state.facts.pieces["S-1"].cost == (Cost("coin", 1),)


@pytest.mark.rule("GM-ACT-11", "GM-MKT-05", "GM-TIL-02")
@on_small_and_usual
@pytest.mark.parametrize(("then", "cost"), [(["buy", "barrel"], "1 coin"), (["buy"], "1 coin, 1 barley")])
def test_what_was_bought_between_the_cost_and_a_barrel_was_likely_for_the_barrel(
    tmp_path: Path, panel: str, then: list[str], cost: str
) -> None:
    with evening(tmp_path, panel, cost=None, activation=()) as table:
        lays(table)
        pays_a_coin(table)
        for offer in then:
            answers(table, "ledger", offer, *(["barley"] if offer == "buy" else []))
        table.press("OK")
        assert table.says == "What does it cost? With this the turn ends."
        assert isinstance(table.page, KeysPage)
        on_ok = str(table.page.rows[table.page.keys.index("OK")].label)
        assert on_ok == cost
        assert len(table.rows) == 3, "people may know better"
        assert cost in glass(table)
