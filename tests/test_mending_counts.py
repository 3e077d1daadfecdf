"""A tile paid late, after a scoring asked for counts that nobody was sure of: fewer are asked for then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.history import check
from companion.engine.offers import Answer, Value
from companion.screens.panels import PANELS
from companion.screens.picture import drawing
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.table import Table
from tests.test_living_room import corrects, says
from tests.test_mending import Mending, told_only


@pytest.fixture
def unpaid(tmp_path: Path) -> Iterator[Mending]:
    """Nothing here has a sticker. Red takes a tile and leaves it unpaid; Yellow's turn has begun."""
    with Mending(tmp_path, panel="2in13") as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "spaces", "spaces", 14)
        says(table, "start", "go")
        says(table, "prepare", "all")
        says(table, "layout", "done")
        takes(table)
        table.press("OK")
        yield table


def takes(table: Table) -> None:
    table.press("OK", "UP")
    for row in ("a start tile", "A tile for the territory"):
        table.press(*table.keys_to(row))


def asked(table: Table) -> str:
    return table.app.snapshot.questions[0].kind


def scored(table: Table, *doubted: str) -> None:
    """Deck A ends with Yellow's turn; all counts are right as the companion has them, and Blue takes a tile."""
    corrects(table, "deck", "A", 1)
    table.press("OK", "OK")
    assert asked(table) == "count_scots"
    table.press("OK+")
    assert asked(table) == "count_doubted"
    offer = table.app.snapshot.questions[0].offer("counted")
    assert offer
    assert [part.name for part in offer.parts] == [f"{who}_barrels" for who in doubted]
    table.press("OK+" if len(doubted) > 1 else "OK")
    assert asked(table) == "count_rest"
    table.press("OK")
    assert asked(table) == "take"
    table.press("OK")  # the result is read
    takes(table)
    table.press("OK")


def words(table: Table) -> str:
    """All words on the picture, which is whole."""
    now = table.app.snapshot
    pen = drawing(now.game.shown(now.view), now.page, PANELS[table.panel].paper(), Translator("en"))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def said(table: Table) -> list[tuple[str, tuple[Value, ...]]]:
    answers = [entry.answer for entry in table.app.running.history.standing]
    return [(answer.offer, answer.values) for answer in answers if isinstance(answer, Answer)]


def pays_late(table: Mending) -> None:
    """All that people said stands, but what they agreed to of Red; everybody plays on where they were."""
    history, before = table.app.running.history, said(table)
    assert (history.state.turn.number, history.state.scored) == (4, ("A",))
    table.turn(1)
    table.to("Something was forgotten here")
    table.to("Paid 1 coin")
    assert "would be dropped" not in words(table)
    table.to("Only the entry was wrong")
    told_only(table)
    assert ("coins_out", (1,)) in said(table)
    gone = [each for each in before if each not in said(table)]
    assert [offer for offer, _ in gone] == ["counted"]
    assert (history.state.turn.number, history.state.scored) == (4, ("A",))
    assert check(history) is None


def test_a_count_that_is_no_longer_in_doubt_is_left_out_of_those_that_were_confirmed(unpaid: Mending) -> None:
    takes(unpaid)
    scored(unpaid, "red", "yellow")
    pays_late(unpaid)
    scots, barrels = (values for offer, values in said(unpaid) if offer == "counted")
    assert (scots, barrels) == ((0, 0, 0), (0,)), "the barrels of Yellow alone"
    unpaid.press("UNDO")
    assert ("counted", (0, 0)) in said(unpaid)


def test_where_no_count_is_in_doubt_any_more_what_was_confirmed_is_not_missed(unpaid: Mending) -> None:
    takes(unpaid)
    unpaid.press("DOWN")
    unpaid.to("Paid nothing")
    scored(unpaid, "red")
    pays_late(unpaid)
    assert [values for offer, values in said(unpaid) if offer == "counted"] == [(0, 0, 0)], "the Scots of all"
