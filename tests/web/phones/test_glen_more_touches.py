"""A turn of Glen More (2010) by touch on a phone: what is touched is what `tools.presses_by_turn` counts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.engine.offers import Answer
from companion.web.phones.admission import Viewer
from tests.games.test_glen_more_referee import followed
from tests.web.phones.house import House, house
from tests.web.playing import browser as browser
from tools.presses_by_turn import touches_of_entries

pytestmark = pytest.mark.browser
NARROW = {"width": 360, "height": 740}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch, game="glen_more", facts=None) as made:
        followed(made.table, 2)
        made.phones.listener.open()
        yield made


@pytest.fixture
def page(home: House, browser: Browser) -> Iterator[Page]:
    """Of the table's phone."""
    cookie, _ = home.phones.devices.admit(50, Viewer("table"))
    context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
    context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
    made = context.new_page()
    made.goto(home.address)
    yield made
    context.close()


def counted(home: House, since: int, asked: object) -> int:
    """What the bench would count of the entries since then."""
    home.settled()
    return sum(touches_of_entries(asked, home.table.entries[since:]))  # type: ignore[arg-type]


def test_with_the_tile_tapped_a_turn_is_a_cell_and_its_end(home: House, page: Page) -> None:
    home.table.tap("tile:0-02")
    home.table.press("OK")
    asked, before = home.table.app.snapshot.questions, len(home.table.entries)
    cells = page.locator("#questions .cell:not([aria-disabled])")
    expect(cells).to_have_count(2)
    cells.first.tap()
    expect(page.locator("#questions")).to_contain_text("1 movement point")
    assert counted(home, before, asked) == 1
    asked, before = home.table.app.snapshot.questions, len(home.table.entries)
    page.locator("#questions").get_by_role("button", name="Done").tap()
    expect(page.locator("#questions")).to_contain_text("Player 2, tap the tile you take")
    assert counted(home, before, asked) == 1


def test_on_a_phone_alone_a_tile_is_two_touches_its_place_and_its_name(home: House, page: Page) -> None:
    asked, before = home.table.app.snapshot.questions, len(home.table.entries)
    page.locator("#questions").get_by_role("button", name="tile 2 ahead").tap()
    page.locator("#sheet").get_by_role("button", name="meadow, river", exact=True).tap()
    expect(page.locator("#questions .cell").first).to_be_visible()
    assert counted(home, before, asked) == 2
    answer = home.table.entries[before].answer
    assert isinstance(answer, Answer)
    assert answer.values == ("ahead:2", "0-02")
