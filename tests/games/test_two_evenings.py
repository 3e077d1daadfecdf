"""What newcomers met in lists and questions on two evenings without stickers, read on the smallest glass."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.catalogue.glen_more_2.facts_in_force import load_facts
from companion.menu.pages import ArticlePage
from tests.test_mending import Mending

SMALLEST = "2in13"


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Mending]:
    """The first turn of three players; the box has no stickers and nobody has told it anything."""
    with Mending(tmp_path, panel=SMALLEST, facts=replace(load_facts(), rondel_spaces=14)) as table:
        table.seated("red", "blue", "green")
        yield table


def cursor_on(table: Mending, words: str) -> None:
    table.press(*table.keys_to(words)[:-1])
    assert table.chosen().startswith(words)


def explained(table: Mending) -> tuple[str, str]:
    """What held OK says of the row under the cursor; then the list lies there as before."""
    table.press("OK+")
    page = table.page
    assert isinstance(page, ArticlePage), page
    glass = table.glass()
    table.press("OK")
    return str(page.title), glass


# ---- which tile it is


def test_rows_that_name_no_tile_are_explained_themselves(bare: Mending) -> None:
    bare.press("OK")
    bare.press("DOWN+")
    bare.to("tile 6 ahead")
    assert bare.says == "Which tile is it?"
    cursor_on(bare, "one not in this list: its cost will be remembered")
    title, said = explained(bare)
    assert title == "One not in this list"
    assert "does not know yet" in said
    cursor_on(bare, "any tile: no need to say which")
    title, said = explained(bare)
    assert title == "Any tile"
    assert "nothing is remembered of the tile" in said
