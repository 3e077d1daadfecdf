"""What people read of a staged table: the words on the glass of a panel, and on the page."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from companion.engine.help_topics import Explainer
from companion.engine.message import Message, literal
from companion.games.glen_more_2.definition import GAME
from companion.games.glen_more_2.help_pages import HELP_PAGES
from companion.menu.menu import menu_page, press_button
from companion.menu.menu_state import (
    HelpTopicList,
    HistoryList,
    Menu,
    MenuContext,
    SheetEntry,
    SheetScreen,
    TurnEntryList,
)
from companion.screens.paper import PANELS
from companion.screens.pen import Pen
from companion.session import history_view
from companion.state.glen_more_2.view import outline_of
from companion.web.page_data import board_data
from companion.web.session_calls import translate_value
from tests.screens.layout import problems
from tests.screens.samples import HOME, sheet
from tests.screens.shown import drawing, sheet_pages
from tests.state.glen_more_2.table import Table

SMALLEST = "2in13"


def home(table: Table, panel: str = SMALLEST) -> Pen:
    """The home page with what is asked first."""
    asked = table.history.game.questions(table.state)[0]
    return drawing(table.view, replace(HOME, text=asked.text), PANELS[panel].paper(), str)


def home_words(table: Table, panel: str = SMALLEST) -> str:
    return " ".join(each.text for each in home(table, panel).drawn)


def first_list(table: Table, panel: str = SMALLEST, translate: Callable[[Message], str] = str) -> str:
    """The list that OK opens on the home page."""
    context = MenuContext(tuple(table.history.game.questions(table.state)))
    menu = press_button(Menu(()), context, "OK")
    assert isinstance(menu, Menu)
    pen = drawing(table.view, menu_page(menu, context), PANELS[panel].paper(), translate)
    assert problems(pen) == []
    return _read([pen])


def everything_owed(table: Table, panel: str = SMALLEST) -> str:
    """The pages of what is owed and booked."""
    paper = PANELS[panel].paper()
    pens = [
        drawing(table.view, sheet("duties", n), paper, str)
        for n in range(sheet_pages(table.view, "duties", paper))
    ]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return _read(pens)


def behind(table: Table, panel: str = SMALLEST) -> str:
    """What stands behind the standings, where the chronicles' lines are."""
    paper = PANELS[panel].paper()
    pages = sheet_pages(table.view, "standings", paper)
    pens = [drawing(table.view, sheet("standings", n), paper, str) for n in range(pages)]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return _read(pens)


def _read(pens: list[Pen]) -> str:
    """The words as they are read: icons between them say nothing."""
    return " ".join(word for pen in pens for each in pen.drawn for word in each.text.split())


def turns(table: Table, panel: str = SMALLEST) -> str:
    """The history turn by turn, the latest chosen, as far as it stands on the first page."""
    running: Any = SimpleNamespace(history=table.history)
    menu = Menu((HistoryList(tuple(reversed(history_view.history_turns(running)))),))
    pen = drawing(table.view, menu_page(menu, MenuContext()), PANELS[panel].paper(), str)
    assert problems(pen) == []
    return _read([pen])


def entries(table: Table, panel: str = SMALLEST, translate: Callable[[Message], str] = str) -> str:
    """The entries of the latest turn, as far as they stand on the first page."""
    running: Any = SimpleNamespace(history=table.history)
    latest = history_view.history_turns(running)[-1]
    menu = Menu((TurnEntryList(latest, len(latest.lines) - 1),))
    pen = drawing(table.view, menu_page(menu, MenuContext()), PANELS[panel].paper(), translate)
    assert problems(pen) == []
    return _read([pen])


def explained(table: Table, kind: str, panel: str = SMALLEST) -> str:
    """All that OK held explains of a sheet, each thing on its page."""
    context = MenuContext(sheets={kind: SheetEntry(literal(kind))}, explain=Explainer(HELP_PAGES, table.state))
    menu = press_button(Menu((SheetScreen(kind),)), context, "OK", True)
    assert isinstance(menu, Menu)
    listed, paper, pens = menu.levels[-1], PANELS[panel].paper(), []
    for _ in listed.keys if isinstance(listed, HelpTopicList) else ("",):
        shown = press_button(menu, context, "OK") if isinstance(listed, HelpTopicList) else menu
        assert isinstance(shown, Menu)
        pens.append(drawing(table.view, menu_page(shown, context), paper, str))
        menu = press_button(menu, context, "DOWN")  # type: ignore[assignment]
    assert [problems(pen) for pen in pens] == [[]] * len(pens)
    return _read(pens)


def on_page(table: Table) -> str:
    """Everything that the page writes on the board and beside it."""
    board = board_data(GAME, table.view, outline_of(table.view), str)
    return str(translate_value(board, str))
