"""What one Glen More game refuses at referee depth the other refuses too, at the panel."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine.offers import Answer
from companion.session.inputs import AnswerSubmitted
from companion.state.territory import events as ev
from tests.games.test_glen_more import evening as evening_of_2010
from tests.games.test_glen_more_2_referee import choose, corrected, evening, followed
from tests.games.test_glen_more_referee import followed as followed_2010
from tests.games.test_glen_more_referee import followed_not_laid
from tests.table import Table


def submit(table: Table, kind: str, offer: str, *values: str | int, anyway: bool = False) -> None:
    opened = table.app.running.history.state.find_question(kind)
    table.app.submit(AnswerSubmitted(Answer(opened.number, offer, values, anyway))).result(5)


def rules_broken(table: Table) -> list[str]:
    return [each.rule for each in table.entries[-1].events if isinstance(each, ev.Overruled)]


@pytest.mark.rule("G1-TRN-07", "GM-TAK-07")
def test_both_refuse_to_take_no_tile_while_one_can_be_taken(tmp_path: Path) -> None:
    with evening(tmp_path / "ii") as table:
        followed(table)
        before = len(table.entries)
        submit(table, "take", "nothing", "S-1", "coin", anyway=True)
        assert len(table.entries) == before
        assert "Whistling Ford can be taken." in table.says
    with evening_of_2010(tmp_path / "2010") as table:
        followed_not_laid(table)
        table.tap("tile:0-02")
        table.press("OK")
        before = len(table.entries)
        submit(table, "take", "nothing", "0-02", anyway=True)
        assert len(table.entries) == before
        assert "meadow, river can be taken." in table.says


@pytest.mark.rule("G1-WHS-04", "GM-MKT-05")
def test_neither_buys_a_good_that_nothing_costs(tmp_path: Path) -> None:
    with evening(tmp_path / "ii", "2in13") as table:
        followed(table)
        table.tap("card:buy_wood")
        assert "A bought good is used at once, and nothing is to be paid." in table.says
        choose(table, "We did it anyway")
        assert rules_broken(table) == ["GM-MKT-05"]
    with evening_of_2010(tmp_path / "2010", "2in13") as table:
        followed_2010(table)
        before = len(table.entries)
        table.tap("card:buy_wood")
        assert len(table.entries) == before


@pytest.mark.rule("GM-MKT-02")
def test_a_sale_of_a_player_who_is_not_on_turn_needs_confirmation(tmp_path: Path) -> None:
    with evening(tmp_path, "2in13") as table:
        followed(table)
        corrected(table, "goods", "yellow", "0,0", "wood", 1)
        ledger = next(
            o for o in table.app.running.history.state.open_questions if (o.kind, o.player) == ("ledger", "yellow")
        )
        table.app.submit(AnswerSubmitted(Answer(ledger.number, "sell", ("wood",)))).result(5)
        assert "It is not Yellow's turn." in table.says
