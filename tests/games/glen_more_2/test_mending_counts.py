"""A tile paid late, after a scoring asked for counts that nobody was sure of: fewer are asked for then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.history import first_difference
from companion.engine.offers import Answer, Value
from companion.menu.pages import KeysPage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from companion.state.glen_more_2.model import MAX_SCOTS
from tests.games.glen_more_2.test_mending import Mending, told_only
from tests.screens.layout import problems
from tests.session.test_living_room import corrects, says
from tests.table import Table


def laid_out(table: Table) -> None:
    """Three sit, and all is set up."""
    table.tap("home:red", "home:yellow", "home:blue")
    says(table, "seat", "done")
    says(table, "spaces", "spaces", 14)
    says(table, "start", "go")
    says(table, "prepare", "all")
    says(table, "layout", "done")


@pytest.fixture
def unpaid(tmp_path: Path) -> Iterator[Mending]:
    """Nothing here has a sticker. Red takes a tile and leaves it unpaid; Yellow's turn has begun."""
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        takes(table)
        table.press("OK")
        yield table


def takes(table: Table) -> None:
    table.press("OK", "UP")
    for row in ("New tile", "A tile for the territory"):
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
    pen = make_drawing(now.game.shown(now.view), now.page, PANELS[table.panel].paper(), Translator("en"))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def said(table: Table) -> list[tuple[str, tuple[Value, ...]]]:
    answers = [entry.answer for entry in table.app.running.history.standing]
    return [(answer.offer, answer.values) for answer in answers if isinstance(answer, Answer)]


def pays_late(table: Mending) -> None:
    """All that people said stands, but what they agreed to of Red; everybody plays on where they were."""
    history, before = table.app.running.history, said(table)
    assert (history.state.turn.number, history.state.done_scorings) == (4, ("A",))
    table.turn(1)
    table.to("Something was forgotten here")
    table.to("Paid 1 coin")
    assert "would go" not in words(table)
    table.to("Yes")
    told_only(table)
    assert ("coins_out", (1,)) in said(table)
    gone = [each for each in before if each not in said(table)]
    assert [offer for offer, _ in gone] == ["counted"]
    assert (history.state.turn.number, history.state.done_scorings) == (4, ("A",))
    assert first_difference(history) is None


def test_a_count_that_is_no_longer_in_doubt_is_left_out_of_those_that_were_confirmed(unpaid: Mending) -> None:
    takes(unpaid)
    scored(unpaid, "red", "yellow")
    pays_late(unpaid)
    scots, barrels = (values for offer, values in said(unpaid) if offer == "counted")
    assert (scots, barrels) == ((0, 0, 0), (0,)), "the barrels of Yellow alone"
    unpaid.press("UNDO")
    assert ("counted", (0, 0)) in said(unpaid)


@pytest.mark.parametrize("panel", PANELS)
@pytest.mark.parametrize(
    ("language", "told", "line"),
    [
        ("en", "corrected: Red's coins 8, not 5", "end of Red's turn, 1 tile laid"),
        ("cs", "opraveno: Červený: mince 8, ne 5", "konec tahu (Červený), vyložen 1 dílek"),
    ],
)
def test_the_history_says_whose_count_was_corrected_from_what_to_what_and_whose_turn_ended(
    unpaid: Mending, panel: str, language: str, told: str, line: str
) -> None:
    corrects(unpaid, "count", "red", "coins", 8)
    history = unpaid.app.running.history
    translate = Translator(language)
    lines = [translate(text) for _, text in history.lines()]
    assert lines[-2:] == [line, told]
    unpaid.press("UNDO+", "OK")
    now = unpaid.app.snapshot
    pen = make_drawing(now.game.shown(now.view), now.page, PANELS[panel].paper(), translate)
    assert problems(pen) == []
    assert told.lower() in " ".join(each.text for each in pen.drawn).lower()


@pytest.fixture
def paid(tmp_path: Path) -> Iterator[Mending]:
    """Red and Yellow paid nothing; deck A was scored without a doubt, and Blue has taken a tile."""
    with Mending(tmp_path, panel="2in13") as table:
        laid_out(table)
        for last in (False, True):
            takes(table)
            table.press("DOWN")
            table.to("Paid nothing")
            if last:
                corrects(table, "deck", "A", 1)
            says(table, "end", "done")
        table.press("OK")
        assert asked(table) == "count_scots"
        table.press("OK+")
        assert asked(table) == "count_rest"
        table.press("OK", "OK")
        takes(table)
        yield table


def test_undo_takes_back_the_count_told_last_before_it_takes_back_an_entry(unpaid: Table) -> None:
    takes(unpaid)
    corrects(unpaid, "deck", "A", 1)
    unpaid.press("OK", "OK")
    before = said(unpaid)
    assert "Red: Scots in the home castle?" in words(unpaid)
    unpaid.press("UP")
    assert "Yellow: Scots in the home castle?" in words(unpaid)
    unpaid.press("UNDO")
    assert "Red: Scots in the home castle?" in words(unpaid)
    assert said(unpaid) == before
    unpaid.press("UNDO")
    assert len(said(unpaid)) == len(before) - 1


def removes_the_payment(table: Mending) -> None:
    table.turn(1)
    table.to("Paid nothing")
    table.to("Remove it")


@pytest.mark.parametrize("panel", PANELS)
def test_a_count_asked_only_now_is_taken_as_it_stands_and_nothing_later_is_lost(paid: Mending, panel: str) -> None:
    history, before = paid.app.running.history, said(paid)
    paid.panel = panel
    removes_the_payment(paid)
    assert paid.says.startswith("Turn 1, Red. This changes too. Scored again, ")
    glass = words(paid)
    assert "Red: barrels? 0" in glass
    assert "as it stands" in glass
    assert said(paid) == before, "people see it before it is done"
    paid.press("OK")
    now = said(paid)
    assert ("counted", (0,)) in now
    assert len(now) == len(before), "one entry less, and one count more"
    assert [offer for offer, _ in now].count("free") == [offer for offer, _ in before].count("free") - 1
    assert (history.state.turn.number, history.state.done_scorings) == (3, ("A",))
    assert history.state.player("red").uncertain_counts == ("coins",), "which that scoring didn't ask for"
    assert first_difference(history) is None
    paid.press("OK", "UNDO")
    assert said(paid) == before


def test_a_count_that_was_corrected_and_is_asked_no_more_is_said_before_it_is_left_out(unpaid: Mending) -> None:
    takes(unpaid)
    corrects(unpaid, "deck", "A", 1)
    unpaid.press("OK", "OK", "OK+")
    assert asked(unpaid) == "count_doubted"
    says(unpaid, "count_doubted", "counted", 3, 0)  # Red has 3 barrels, Yellow 0
    unpaid.press("OK", "OK")
    takes(unpaid)
    unpaid.turn(1)
    unpaid.to("Something was forgotten here")
    unpaid.to("Paid 1 coin")
    assert unpaid.says.startswith("Turn 1, Red. This changes too. Scored again, ")
    glass = words(unpaid)
    assert "Red: barrels? 3" in glass
    assert "left out" in glass


def test_where_no_count_is_in_doubt_any_more_what_was_confirmed_is_not_missed(unpaid: Mending) -> None:
    takes(unpaid)
    unpaid.press("DOWN")
    unpaid.to("Paid nothing")
    scored(unpaid, "red")
    pays_late(unpaid)
    assert [values for offer, values in said(unpaid) if offer == "counted"] == [(0, 0, 0)], "the Scots of all"


def number_keys(table: Table) -> dict[str, str]:
    page = table.page
    assert isinstance(page, KeysPage)
    return {key: str(row.label) for key, row in zip(page.keys, page.rows, strict=True)}


def test_a_count_lies_on_ok_one_more_on_up_and_one_fewer_on_down_whatever_it_is(unpaid: Mending) -> None:
    takes(unpaid)
    for who, scots in (("red", 0), ("yellow", 2), ("blue", MAX_SCOTS)):
        corrects(unpaid, "count", who, "scots", scots)
    corrects(unpaid, "deck", "A", 1)
    unpaid.press("OK", "OK")
    other = "other …"
    assert number_keys(unpaid) == {"UP": "1", "OK": "0", "UP+": "2", "DOWN+": other}
    assert "as now" in words(unpaid)
    unpaid.press("DOWN")
    assert unpaid.says.startswith("Red"), "there are no fewer: the key does nothing"
    unpaid.press("OK")
    assert number_keys(unpaid) == {"UP": "3", "DOWN": "1", "OK": "2", "UP+": "4", "DOWN+": other}
    unpaid.press("OK")
    most = MAX_SCOTS
    assert number_keys(unpaid) == {"DOWN": f"{most - 1}", "OK": f"{most}", "UP+": f"{most - 2}", "DOWN+": other}
    unpaid.press("DOWN")
    assert asked(unpaid) == "count_doubted"
