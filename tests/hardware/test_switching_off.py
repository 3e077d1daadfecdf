"""BACK held for seconds asks whether the companion shall be switched off, and only a yes does it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.message import tr
from companion.menu.pages import HomePage, NoticePage
from tests.table import Table, complete_facts


class Switch:
    """The machine's switch: remembers, or is broken."""

    def __init__(self) -> None:
        self.times = 0
        self.broken = False

    def __call__(self) -> None:
        if self.broken:
            raise OSError(13, "Permission denied")
        self.times += 1


@pytest.fixture
def switch() -> Switch:
    return Switch()


@pytest.fixture
def table(tmp_path: Path, switch: Switch) -> Iterator[Table]:
    with Table(tmp_path, facts=complete_facts(), switch_off=switch) as made:
        yield made.seated("red", "blue", "green")


def test_holding_back_asks_first_and_no_is_the_first_row(table: Table, switch: Switch) -> None:
    before = table.hash
    table.press("OFF")
    assert table.says == "Switch off? The game is kept."
    assert table.rows == ["No", "Switch off"]
    table.press("OK")
    assert isinstance(table.page, HomePage)
    assert (switch.times, table.hash) == (0, before)


def test_yes_switches_off_once_and_says_what_to_wait_for(table: Table, switch: Switch) -> None:
    table.press("OFF", "DOWN", "OK")
    assert switch.times == 1
    assert table.says == "Switching off; leave the plug in until the panel says so."
    assert table.heard(1) == ["accepted"]


def test_holding_back_longer_asks_only_once(table: Table, switch: Switch) -> None:
    table.press("BACK+", "OFF", "OFF", "BACK", "BACK")
    assert isinstance(table.page, HomePage)
    assert switch.times == 0


def test_the_menu_offers_it_too(table: Table, switch: Switch) -> None:
    table.press("BACK+")
    assert table.says == "Menu"
    assert table.rows[-1] == "Switch off"
    table.press("UP", "OK", "DOWN", "OK")
    assert switch.times == 1


def test_a_switch_that_fails_is_one_sentence_and_the_game_goes_on(table: Table, switch: Switch) -> None:
    switch.broken = True
    table.press("OFF", "DOWN", "OK")
    assert isinstance(table.page, NoticePage)
    assert table.says == "The machine won't switch off (Permission denied); pull the plug, nothing is lost."
    assert table.heard(1) == ["trouble"]
    table.tap("tile:S-4")
    assert str(table.view.phase) == "turn"


def test_a_desk_that_cannot_switch_off_offers_nothing(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as desk:
        page = desk.page
        desk.press("OFF")
        assert desk.page == page
        desk.seated("red", "blue").press("BACK+")
        assert desk.says == "Menu"
        assert "Switch off" not in desk.rows


def test_the_last_picture_says_that_the_companion_is_off(tmp_path: Path) -> None:
    farewell = tr("Off. The game is kept.")
    with Table(tmp_path, watched=True, facts=complete_facts()) as desk:
        before = desk.drawn().tobytes()
        desk.app.stop(farewell)
        after = desk.screen.image
        assert after is not None
        assert after.tobytes() != before
