"""A picture that can't be drawn never leaves an older one standing as if it were true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import app
from companion.menu.pages import HomePage, ListPage, NoticePage, Page
from companion.session.session import PAGE_NOT_DRAWN
from tests.table import Table, complete_facts

SENTENCE = str(PAGE_NOT_DRAWN)


class Pen:
    """The application's pen, which can be told what it can't draw; `shown` are the pages it drew."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        self._draw = draw
        self.breaks: Callable[[Page], bool] = lambda _page: False
        self.shown: list[Page] = []

    def __call__(self, shown: Any, page: Page, *more: Any) -> Any:
        if self.breaks(page):
            raise ValueError("y1 must be greater than or equal to y0")
        self.shown.append(page)
        return self._draw(shown, page, *more)


@pytest.fixture
def pen(monkeypatch: pytest.MonkeyPatch) -> Pen:
    made = Pen(app.make_picture)
    monkeypatch.setattr(app, "make_picture", made)
    return made


@pytest.fixture
def table(tmp_path: Path, pen: Pen) -> Iterator[Table]:
    with Table(tmp_path, watched=True, facts=complete_facts()) as made:
        made.seated("red", "blue")
        yield made


def noticed(table: Table) -> None:
    """Wait until the menu has left the page that could not be drawn."""
    table.app.wait(lambda s: isinstance(s.page, NoticePage) and s.drawn >= s.handled)
    assert table.says == SENTENCE


def test_a_list_that_cannot_be_drawn_is_told_and_closed(table: Table, pen: Pen) -> None:
    before = table.drawn().tobytes()
    pen.breaks = lambda page: isinstance(page, ListPage) and page.kind == "history"
    entries = len(table.entries)
    table.press("UNDO+")
    noticed(table)
    assert table.drawn().tobytes() != before
    assert str(pen.shown[-1].text) == SENTENCE  # type: ignore[union-attr]
    assert table.heard(1) == ["trouble"]
    table.press("OK")  # acts on nothing that was not seen
    assert isinstance(table.page, HomePage)
    table.drawn()
    assert len(table.entries) == entries


def test_a_home_page_that_cannot_be_drawn_is_left_by_undo(table: Table, pen: Pen) -> None:
    table.tap("tile:S-1")
    turn = table.view.turn
    table.press("BACK+")
    table.drawn()
    pen.breaks = lambda page: isinstance(page, HomePage) and table.view.phase == "turn"
    table.press("BACK")
    noticed(table)
    table.press("OK")
    noticed(table)
    table.press("UNDO")
    table.drawn()
    assert table.view.phase == "take"
    assert table.view.turn == turn


def test_a_question_that_cannot_be_drawn_is_put_aside(table: Table, pen: Pen) -> None:
    table.drawn()
    pen.breaks = lambda page: isinstance(page, ListPage)
    table.press("UNDO")
    noticed(table)
    table.press("OK")
    assert isinstance(table.page, HomePage)
    table.drawn()


def test_where_not_even_the_notice_can_be_drawn_the_game_goes_on(table: Table, pen: Pen) -> None:
    pen.breaks = lambda _page: True
    handled = table.app.snapshot.handled
    table.press("DOWN", "BACK")
    pen.breaks = lambda _page: False
    table.press("UNDO")
    table.drawn()
    assert table.app.snapshot.handled < handled + 9
