"""Fast fingers right after a start on a game that has entries already: no press is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.menu.pages import HomePage, KeysPage
from tests.session.test_living_room import says
from tests.table import Table, complete_facts


def at_once(table: Table, key: str) -> None:
    """A press before anybody can have read what came up."""
    table.clock.now += 0.01
    table._after(lambda: table.buttons.press(key.rstrip("+"), key.endswith("+")))


@pytest.mark.parametrize("turned", [0, 1])
def test_a_key_on_the_first_page_that_people_open_after_a_start_is_taken(tmp_path: Path, turned: int) -> None:
    """Points for an exchange: held DOWN opens them, UP is the first number on each page."""
    with Table(tmp_path, facts=complete_facts()) as table:
        table.tap("home:red", "home:yellow", "home:blue")
        says(table, "seat", "done")
        says(table, "start", "go")
        says(table, "prepare", "all")
        table.tap("tile:S-1", "tile:S-2", "tile:S-3")
        says(table, "layout", "done")
        table.tap("tile:S-1")
    with Table(tmp_path, facts=complete_facts()) as table:
        assert isinstance(table.page, HomePage)
        kept = len(table.entries)
        at_once(table, "DOWN+")
        assert isinstance(table.page, KeysPage)
        for _ in range(turned):
            at_once(table, "DOWN+")
        at_once(table, "UP")
        assert len(table.entries) == kept + 1, "what was pressed is in the journal"
        assert table.view.players[0].points == (1 if turned else 2)
