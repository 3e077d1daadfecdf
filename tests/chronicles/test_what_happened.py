"""The list "What happened?" of a turn without a special moment: short, whichever chronicle is on."""

from __future__ import annotations

import pytest

from companion.games.glen_more_2.screens.icons import ROW_ICONS
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import KeysPage, ListPage
from tests.state.glen_more_2.table import Table

TWO_SCREENS = 18
"""Rows of one line on two screens of the 4.2" panel."""
PAID = [
    "Paid nothing: it was free",
    "Paid 1 coin",
    "Paid 2 coins",
    "Paid 3 coins",
    "Paid with own goods",
    "A good bought for it",
]
CHRONICLES = ("highlander", "single_cask", "hammer", "great_glen", "turbulent", "penny_mobs")
"""Those that ask for nothing before the rondel is laid out."""


def listed(table: Table, *keys: str) -> ListPage | KeysPage:
    """The list after DOWN and these keys."""
    context = MenuContext(table.history.game.questions(table.state), subject=table.state.turn.tile)
    menu = Menu()
    for key in ("DOWN", *keys):
        outcome = press_button(menu, context, key.rstrip("+"), key.endswith("+"))
        assert isinstance(outcome, Menu)
        menu = outcome
    shown = menu_page(menu, context)
    assert isinstance(shown, ListPage | KeysPage)
    return shown


def rows(table: Table, *keys: str) -> list[str]:
    return [str(row.label) for row in listed(table, *keys).rows]


def after_taking(*chronicles: str, box: str = "complete") -> Table:
    table = Table(3, box=box, chronicles=chronicles)
    table.arrange("red yellow blue A-6 S-2")
    table.has("red", coins=5, barrels=1)
    table.takes("red", "A-6")
    table.declines()
    return table


@pytest.mark.parametrize("chronicles", [(), *((each,) for each in CHRONICLES)])
def test_a_turn_without_a_special_moment_has_two_screens_of_rows(chronicles: tuple[str, ...]) -> None:
    found = rows(after_taking(*chronicles))
    assert len(found) <= TWO_SCREENS
    assert found[-1] == "Entries for other players"
    assert "Rarely needed" in found
    assert not {"Tiles removed", "A landmark card", "Deck A is empty"} & set(found)


def test_what_happens_seldom_is_still_there() -> None:
    table = after_taking()
    assert {"Tiles removed", "A landmark card", "Deck A is empty", "Got more coins"} <= set(
        rows(table, "UP", "UP", "OK")
    )


@pytest.mark.rule("GM-TIL-02")
def test_a_cost_that_nobody_knows_is_paid_with_the_first_rows() -> None:
    table = after_taking(box="bare")
    assert [*rows(table)[:4], *rows(table, "DOWN+")[:2]] == PAID, "on keys"
    assert rows(table, "DOWN+", "DOWN+")[: len(PAID)] == PAID, "and in the list behind them"
    table.enters("red", "coins_out", 1)
    assert not set(PAID) & set(rows(table)[:3]), "nothing is owed any more"


def test_a_good_can_be_sold_from_the_list_that_opens_where_an_entry_is_missing() -> None:
    assert "Sell a good" in rows(after_taking())


def test_of_other_people_the_list_names_what_is_forgotten_most() -> None:
    assert rows(after_taking(), "UP", "OK") == [
        "Yellow: Points",
        "Yellow: +1 barrel",
        "Yellow: something else",
        "Blue: Points",
        "Blue: +1 barrel",
        "Blue: something else",
    ]


def test_what_a_chronicle_brings_carries_its_picture() -> None:
    signs = {str(row.label): row.sign for row in listed(after_taking("single_cask")).rows}
    assert signs["1 barrel for barley and wood"] == "keg"
    assert signs["+1 barrel"] == "barrel"
    assert {"keg", "barrel"} <= set(ROW_ICONS)
