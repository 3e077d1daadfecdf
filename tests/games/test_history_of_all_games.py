"""The history through the panel in all three games: typed texts, changed colours, undo and redo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import CORRECTION
from companion.engine.offers import Answer
from companion.menu.pages import NoticePage
from companion.session.inputs import AnswerSubmitted
from companion.web import page_data
from tests.games import test_glen_more, test_schotten_totten_told
from tests.games.test_glen_more_2_referee import evening as refereed
from tests.games.test_glen_more_2_referee import followed
from tests.table import Table


def glen_more_2(folder: Path) -> Table:
    table = refereed(folder)
    followed(table)
    return table


def glen_more(folder: Path) -> Table:
    table = test_glen_more.evening(folder)
    test_glen_more.laid_out(table)
    return table


def schotten_totten(folder: Path) -> Table:
    return test_schotten_totten_told.evening(folder)


GAMES = (glen_more_2, glen_more, schotten_totten)


def enter(table: Table, offer: str, *values: Any) -> None:
    table.app.submit(AnswerSubmitted(Answer(CORRECTION, offer, values))).result(5)


def typed_form(table: Table) -> Any:
    """Return the form of the open entry on the page."""
    assert table.app.snapshot.typed
    [form] = page_data.open_forms((table.app.snapshot.typed,))
    return form


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_note_is_corrected_from_the_page_while_its_entry_is_open(game: Any, tmp_path: Path) -> None:
    with game(tmp_path) as table:
        enter(table, "note", "wrnog")
        table.press("UNDO+", "OK")
        [entry] = [row for row in table.rows if row.endswith("note: wrnog")]
        table.press(*table.keys_to(entry))
        [row] = [row for row in table.rows if row.startswith(("What shall", "Which words"))]
        table.press(*table.keys_to(row))
        assert isinstance(table.page, NoticePage)
        assert table.says.startswith("Letters can't be typed with buttons")
        form = typed_form(table)
        assert str(form.offer.label) == "Change the open entry: A note"
        enter(table, "note", "right")
        assert table.says == "Corrected: note: right"
        table.press("OK")
        assert table.app.snapshot.typed is None
        notes = [
            e.answer.values for e in table.app.running.history.standing if getattr(e.answer, "offer", "") == "note"
        ]
        assert notes == [("right",)]


@pytest.mark.parametrize("game", GAMES)
def test_a_typed_name_is_corrected_from_the_page_while_its_entry_is_open(game: Any, tmp_path: Path) -> None:
    with game(tmp_path) as table:
        who = next(iter(table.app.running.history.state.players)).id
        enter(table, "name", who, "new", "Anm")
        table.press("UNDO+", "OK")
        table.press(*table.keys_to("corrected: "))
        table.press(*table.keys_to("What is the name?"))
        assert table.says.startswith("Letters can't be typed with buttons")
        enter(table, "name", who, "new", "Ann")
        assert "Ann" in table.says
        table.press("OK")
        assert str(next(iter(table.app.running.history.state.players)).name) == "Ann"


def test_the_history_opens_after_a_colour_was_corrected(tmp_path: Path) -> None:
    with refereed(tmp_path) as table:
        followed(table)
        table.tap("tile:S-1")
        table.press("OK", "OK")
        enter(table, "colour", "red", "green")
        table.press("UNDO+")
        assert table.says == "History"
        assert any("Whistling Ford" in str(row) for row in table.rows)
        table.press("DOWN", "OK")
        assert any("Whistling Ford" in row for row in table.rows)
        table.press("OK")
        assert "Something went wrong" not in table.says


@pytest.mark.parametrize("game", [glen_more_2, glen_more])
def test_redo_takes_one_press_in_the_open_history_and_says_what_stands_again(game: Any, tmp_path: Path) -> None:
    with game(tmp_path) as table:
        for note in ("one", "two", "three"):
            enter(table, "note", note)
        table.press("UNDO", "UNDO", "UNDO", "UNDO+")
        assert {hint.button: str(hint.label) for hint in table.page.hints}["UNDO+"] == "redo"
        for note in ("one", "two", "three"):
            table.press("UNDO+")
            assert f"It stands again: corrected: note: {note}" in table.says
        table.press("OK")
        assert table.says == "History"


def test_redo_says_what_hands_do(tmp_path: Path) -> None:
    with glen_more_2(tmp_path) as table:
        table.tap("tile:S-1")
        table.press("OK", "UNDO")
        assert table.says.startswith("Undone: ")
        table.press("OK", "BACK", "UNDO+", "UNDO+")
        assert table.says == (
            "It stands again: Red lays Whistling Ford: 1 up, 2 movement points. "
            "On the table: Red lays Whistling Ford: 1 up"
        )
