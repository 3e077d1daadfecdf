"""What people meet who play with the panel for the first time: each press does what the picture says."""

from __future__ import annotations

from pathlib import Path

from companion.engine.offers import Answer
from companion.menu import menu_state
from companion.menu.pages import HomePage, ListPage
from companion.state.glen_more_2.facts import GOODS
from companion.state.glen_more_2.preparation import preparation
from tests.games.test_presses import bare, laid_out, table  # noqa: F401 (fixtures)
from tests.games.test_presses import Seated as Evening
from tests.table import Table
from tests.test_living_room import says
from tools.players.planner import lies_open, way_to


def hints(evening: Evening) -> dict[str, str]:
    page = evening.app.snapshot.page
    assert isinstance(page, HomePage), page
    return {hint.button: str(hint.label) for hint in page.hints}


def test_each_step_of_the_set_up_is_one_press(tmp_path: Path) -> None:
    """Setting up and laying out lie open together; OK ticks off the one whose words stand there."""
    with Table(tmp_path) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        says(table, "start", "go")
        state = table.app.running.snapshot.state
        for _ in preparation(state):
            assert isinstance(table.page, HomePage), table.page
            assert any(q.kind == "prepare" for q in table.app.snapshot.questions)
            table.press("OK")
        assert [q.kind for q in table.app.snapshot.questions if q.kind in ("prepare", "layout")] == ["layout"]


def test_down_names_the_payment_until_the_cost_is_entered(bare: Evening) -> None:  # noqa: F811
    """A good that is sold meanwhile pays for nothing."""
    bare.press("OK")
    bare.tap("tile:halkirk")
    menu, context = lies_open(bare.app)
    for key in way_to(menu, context, lambda o: isinstance(o, menu_state.GiveAnswer) and o.answer.offer == "take"):
        bare.press(*key)
    assert hints(bare)["DOWN"] == "pay …"
    bare.reply(Answer(bare.ledger().number, "sell", (GOODS[0],)))
    assert hints(bare)["DOWN"] == "pay …"
    bare.reply(Answer(bare.ledger().number, "coins_out", (2,)))
    assert hints(bare)["DOWN"] == "more"
