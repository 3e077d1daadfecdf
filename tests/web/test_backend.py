"""What the page is told by the application itself, not by a stub."""

from __future__ import annotations

from pathlib import Path

from companion.screens.panels import PANELS, REFERENCE
from companion.screens.translator import ENGLISH, Translator
from companion.web.app_backend import AppBackend
from tests.table import Table, complete_facts


def backend(table: Table) -> AppBackend:
    return AppBackend(table.app, table.screen, PANELS[REFERENCE], Translator(ENGLISH))


def test_the_page_says_which_turn_it_is_and_none_before_the_first(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        desk = backend(table)
        assert desk.page(1)["now"] == ""
        table.seated("red", "blue")
        assert str(desk.page(2)["now"]) == "Turn 1"
        table.tap("tile:S-1", "card:done")
        assert str(desk.page(3)["now"]) == "Turn 2"
