"""What is said before the past is changed: what stays, what becomes of a scoring, and what hands do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.menu.pages import HomePage, ListPage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.picture import make_drawing
from companion.screens.translator import Translator
from tests.chronicles.on_the_desk import on_the_desk
from tests.screens.layout import problems
from tests.state.glen_more_2.test_put_right import at
from tests.table import Table


@pytest.fixture
def scored(tmp_path: Path) -> Iterator[Table]:
    """Red took Whistling Ford, and deck A was scored."""
    table = at("red S-1 yellow blue S-2 S-3", left={"A": 1})
    table.enters("red", "barrel")
    table.takes("red", "S-1")
    table.done()
    table.answers("deck_end", "yes")
    table.answers("count_scots", "counted", *[player.scots for player in table.state.players])
    table.answers("count_rest", "right")
    with on_the_desk(table, tmp_path) as desk:
        desk.press("OK", "UNDO+", "OK")
        desk.press(*desk.keys_to("Red takes"))
        yield desk


def reads(table: Table, english: str, czech: str) -> None:
    """On the smallest picture, in each language, without its ends of lines."""
    now = table.app.snapshot
    for language, words in (("en", english), ("cs", czech)):
        pen = make_drawing(now.shown, now.page, PANELS["2in13"].paper(), Translator(language))
        assert problems(pen) == []
        assert words in " ".join(each.text for each in pen.drawn)


def to(table: Table, *rows: str) -> None:
    for row in rows:
        table.press(*table.keys_to(row))


def another_tile(table: Table) -> None:
    to(table, "Which tile", "tile 2 ahead, Two Pines")


def test_a_scoring_that_falls_with_an_entry_is_said_to_be_asked_again(scored: Table) -> None:
    to(scored, "Remove it")
    reads(scored, "Asked again: scoring round A.", "Zeptá se znovu: bodování A.")


def test_a_scoring_that_stays_is_said_to_be_scored_again(scored: Table) -> None:
    another_tile(scored)
    reads(
        scored,
        "Scored again, with the same points: scoring round A.",
        "Přepočítá se samo, se stejnými body: bodování A.",
    )
    entries = len(scored.entries)
    to(scored, "Yes")
    assert len(scored.entries) > entries
    scored.press("OK")
    assert isinstance(scored.page, HomePage), "nobody is asked"


def test_each_answer_to_what_lies_on_the_table_says_what_hands_do(scored: Table) -> None:
    another_tile(scored)
    reads(scored, "Done already?", "Je to už hotové?")
    assert scored.rows == ["Yes", "Not yet", "In part", "Change something else"]
    reads(scored, "Two Pines from the rondel to Red", "Two Pines: z rondelu do území (Červený)")
    reads(scored, "2 more things to do", "A ještě 2 věci")
    scored.press("DOWN", "DOWN")
    reads(scored, "tick what is done", "odškrtněte, co je hotové")


def test_where_some_of_it_was_laid_right_that_is_ticked_and_undo_asks_only_for_it(scored: Table) -> None:
    another_tile(scored)
    to(scored, "In part")
    reads(scored, "Tick what is done already:", "Odškrtněte, co už je hotové:")
    pawn = "The pawn of Red"
    assert [row.startswith(pawn) for row in scored.rows].count(True) == 1
    to(scored, pawn)
    scored.press("UNDO")
    assert [row for row in scored.rows if row.startswith(pawn)], "it stands where it was not entered"
    assert not [row for row in scored.rows if row.startswith("Two Pines")], "nobody moved it"


def test_where_all_is_as_people_say_now_hands_do_nothing(scored: Table) -> None:
    another_tile(scored)
    to(scored, "Yes")
    assert isinstance(scored.page, NoticePage)
    assert scored.says.startswith("Corrected: Red takes Two Pines")


def test_the_answer_just_given_is_said_to_stay_where_others_go(tmp_path: Path) -> None:
    table = at("red yellow blue S-1 S-2 S-3 A-6 A?")
    for who, tile in (("red", "S-1"), ("yellow", "S-2")):
        table.takes(who, tile)
        table.done()
    with on_the_desk(table, tmp_path) as desk:
        while not isinstance(desk.page, HomePage):
            desk.press("BACK")
        desk.press("UNDO+", "DOWN", "OK")
        to(desk, "Red takes", "Which tile", "tile 2 ahead, Two Pines")
        assert "your answer and all others stay" in desk.says
        reads(desk, "your answer and all others stay", "vaše odpověď a ostatní zůstanou")


def test_a_turn_is_opened_on_what_was_done_first_in_it_not_on_its_end(tmp_path: Path) -> None:
    table = at("red yellow blue S-1 S-2 S-3 A-6 A?")
    for who, tile in (("red", "S-1"), ("yellow", "S-2")):
        table.takes(who, tile)
        table.done()
    with on_the_desk(table, tmp_path) as desk:
        while not isinstance(desk.page, HomePage):
            desk.press("BACK")
        desk.press("UNDO+", "DOWN", "OK", "OK")
        reads(desk, "Red takes Whistling Ford", "Červený bere Whistling Ford")


def test_under_its_heading_too_the_cursor_stands_on_the_tile_that_was_entered(tmp_path: Path) -> None:
    with Table(tmp_path, panel="2in13", facts=replace(effective_facts(), rondel_spaces=14)) as table:
        table.seated("red", "blue", "green")
        table.press("OK", "DOWN+", "DOWN")
        to(table, "a tile by its name")
        assert isinstance(table.page, ListPage)
        table.press("DOWN", "DOWN", "DOWN")
        tile = table.rows[table.page.cursor]
        assert table.page.cursor == 3
        table.press("OK")
        while not isinstance(table.page, HomePage):
            table.press("BACK")
        table.press("UNDO+", "OK", "OK")
        to(table, "Which tile is it?")
        assert table.rows[table.page.cursor] == "a tile by its name"
        table.press("OK")
        assert table.rows[table.page.cursor] == tile
        reads(table, tile, tile)
