"""Rows of a haggis scoring, each explained by what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu import menu as menus
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import ListPage
from companion.session.history_view import last_roll_offer
from tests.chronicles.haggis_table import ONES, THREES, TWOS, holds, rolls, scoring, table_of
from tests.chronicles.on_the_desk import on_the_desk, panel_words


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("en", "Turn it back", "lies face down again. The roll stays, and the same is asked again."),
        ("cs", "Otočit zpět", "leží znovu lícem dolů. Hod platí a průvodce se znovu ptá na totéž."),
    ],
)
def test_the_row_that_turns_a_token_back_says_so_and_what_is_asked_next(
    tmp_path: Path, language: str, title: str, said: str
) -> None:
    table = table_of(stickers=True)
    holds(table, red=(ONES[0], TWOS[0], THREES[0]))
    table.has("red", barrels=2)
    scoring(table)
    rolls(table, 1, 1, 1, 2)
    with on_the_desk(table, tmp_path) as desk:
        assert isinstance(desk.page, ListPage), desk.page
        desk.press("UP")  # the staged table comes onto the glass with the first press
        far = next(n for n, row in enumerate(desk.rows) if row.startswith("Turn it back: Red's 2"))
        for _ in range((far - desk.page.cursor) % len(desk.rows)):
            desk.press("DOWN")
        desk.press("OK+")
        words = panel_words(desk, language)
        assert title in words
        assert said in words


@pytest.mark.parametrize(
    ("last", "row"),
    [
        ("face_3", "We rolled a 1"),
        ("companion_rolls", "Roll all 4"),
        ("ourselves", "We do it ourselves"),
        ("", "Roll all 4"),
    ],
)
def test_a_haggis_begins_on_the_row_of_whoever_rolled_the_last_one(last: str, row: str) -> None:
    table = table_of()
    holds(table, red=(ONES[0], TWOS[0], THREES[0]))
    scoring(table)
    context = MenuContext(table.history.game.questions(table.state), last_roll_offer=lambda _question: last)
    page = menus.menu_page(Menu(), context)
    assert isinstance(page, ListPage)
    assert str(page.rows[page.cursor].label).startswith(row)


def test_who_rolled_last_is_read_from_the_journal() -> None:
    table = table_of()
    holds(table, red=(ONES[0], TWOS[0], THREES[0]))
    scoring(table)
    asked = table.question("haggis.roll")
    assert last_roll_offer(table.history, asked) == ""
    rolls(table, 1, 3)
    assert last_roll_offer(table.history, asked) == "face_3"
    table.answers("haggis.roll", "companion_rolls", "1", "1")
    assert last_roll_offer(table.history, asked) == "companion_rolls"
