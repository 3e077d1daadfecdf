"""What newcomers stumbled over when they tapped: questions nobody could read, long lists, notices in the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.chronicles.hammer.model import ENGLISHMAN
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import EMPTY_MENU as HOME_MENU
from companion.menu.menu_state import Menu, MenuContext
from companion.menu.pages import HomePage, KeysPage, ListPage, NoticePage
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from tests.screens.layout import problems
from tests.screens.shown import drawing
from tests.session.test_living_room import says
from tests.state.glen_more_2.table import Table as Rules
from tests.table import Table

SMALLEST, REFERENCE = "2in13", "4in2"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A bare box; the rondel is laid, and nobody tapped a tile of it."""
    with Table(tmp_path, panel=SMALLEST) as made:
        made.tap("home:red", "home:yellow", "home:blue")
        says(made, "seat", "done")
        says(made, "spaces", "spaces", 14)
        says(made, "start", "go")
        says(made, "prepare", "all")
        says(made, "layout", "done")
        yield made


def on(table: Table, panel: str = SMALLEST, language: str = "en") -> str:
    """All words on the picture, which is whole."""
    snapshot = table.app.snapshot
    pen = drawing(snapshot.view, snapshot.page, PANELS[panel].paper(), Translator(language))
    assert problems(pen) == []
    return " ".join(each.text for each in pen.drawn)


def row(table: Table, words: str) -> None:
    table.press(*table.keys_to(words))


def test_which_tile_it_was_is_asked_without_a_name_that_nobody_can_tell_apart(table: Table) -> None:
    table.tap("tile:S-2")
    assert "Red: which tile ahead was it?" in " ".join(on(table).split())
    assert "který dílek vpředu" in " ".join(on(table, language="cs").split())
    table.press("BACK")
    table.tap("tile:castle_stalker")
    assert "was Castle Stalker?" in " ".join(on(table).split())


def test_a_tile_believed_elsewhere_asks_what_happened_before_which_tile(table: Table) -> None:
    table.tap("tile:castle_stalker")
    while not table.says.startswith("Yellow, tap"):
        table.press("OK")
    table.tap("tile:castle_stalker")
    assert isinstance(table.page, ListPage)
    assert len(table.rows) <= 6
    assert all(words in on(table, REFERENCE) for words in (*table.rows, "Never mind"))
    row(table, "It is still ahead")
    assert isinstance(table.page, KeysPage)
    assert str(table.page.rows[0].label) == "It is tile 1 ahead"
    on(table)
    table.press("UP")
    table.tap("tile:castle_stalker")
    assert [player.landmarks for player in table.view.players] == [0, 1, 0]


def test_a_card_that_came_with_the_tile_costs_no_press(table: Table) -> None:
    table.tap("tile:castle_stalker")
    table.tap("tile:card_castle_stalker")
    assert "First answer: Red: which tile ahead was Castle Stalker?" in " ".join(on(table).split())
    on(table, language="cs")
    table.press("UP")
    assert table.view.players[0].landmarks == 1
    before, asked = len(table.entries), table.says
    table.tap("tile:card_castle_stalker")
    assert not isinstance(table.page, NoticePage)
    assert (len(table.entries), table.says) == (before, asked)
    assert table.heard(1) == ["asks"], "the question of the tile is still open"


@pytest.mark.parametrize("panel", [SMALLEST, "2in9"])
def test_the_foot_of_a_notice_says_what_each_key_does(table: Table, panel: str) -> None:
    home = table.page
    assert isinstance(home, HomePage)
    table.tap("uid:04ffffffffff01")
    while not isinstance(table.page, NoticePage):
        table.press("BACK")
        table.tap("home:red")
    words = on(table, panel)
    assert all(word in words for word in ("go on", "back", "undo"))
    below = {hint.button: str(hint.label) for hint in home.hints}
    assert all(below[key] in words for key in ("UP", "DOWN") if key in below)
    table.press("DOWN")
    assert isinstance(table.page, ListPage), "as it said"


@pytest.mark.rule("GM-SET-11", "C4-24")
@pytest.mark.parametrize(("left", "early"), [(16, True), (8, False)])
def test_the_englishman_is_led_to_worlds_end_when_it_can_lie_there(left: int, early: bool) -> None:
    """It goes about half-way down deck D; before, nobody knows better, and one row keeps the way open."""
    rules = Rules(3, box="bare", chronicles=("hammer",))
    gone = {"S": 0, "A": 0, "B": 0, "C": 0, "D": left}
    rules.arrange(f"{ENGLISHMAN} D? red D-2 yellow D? blue D-4", deck="D", left=gone)
    rules.answers("hammer.holder", "holder", "red")
    context = MenuContext(rules.history.game.questions(rules.state))
    shown = menu_page(HOME_MENU, context)
    assert isinstance(shown, ListPage)
    labels = [str(row.label) for row in shown.rows]
    assert ("Move onto World's End" in labels) is not early
    assert labels[-1] == ("Rarely needed" if early else "Move onto World's End")
    if early:
        behind = press_button(HOME_MENU, context, "UP")
        assert isinstance(behind, Menu)
        behind = press_button(behind, context, "OK")
        assert isinstance(behind, Menu)
        listed = menu_page(behind, context)
        assert isinstance(listed, ListPage)
        pen = drawing(rules.view, listed, PANELS[SMALLEST].paper(), str)
        assert problems(pen) == []
        assert any("Move onto World's End" in each.text for each in pen.drawn)
