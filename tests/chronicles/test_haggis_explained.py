"""Rows of a haggis scoring, each explained by what it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import ListPage
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
