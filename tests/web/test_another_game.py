"""Another game is chosen on a running desk: nothing of the game before stays on its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.playing import Desk
from tests.web.playing import browser as browser
from tests.web.served import served

pytestmark = pytest.mark.browser
SPACES = "#board .space"


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    """A desk with the board of Glen More II that asks which game is played next."""
    with served(tmp_path, program=["-m", "companion.cli"]) as companion:
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        made = Desk(page, companion)
        page.goto(companion.address)
        made.says("Which game do you play?")
        made.choose("Glen More II")
        expect(page.locator("#ring")).to_be_visible()
        made.press("BACK")
        made.press("BACK", hold=900)
        made.choose("New game")
        made.says("Which game next?")
        yield made
        page.close()


def to_the_rondel(desk: Desk) -> None:
    """Two players of 2010 sit down and lay out."""
    desk.press("DOWN")
    desk.press("OK")
    for row in ("Next player", "without a name", "Next player", "without a name", "That is everybody"):
        desk.choose(row)
    for _ in range(8):
        if desk.page.locator(SPACES).count():
            return
        desk.press("OK")


def overlapping(page: Page) -> int:
    """How many pairs of spaces of the rondel cover each other."""
    found: int = page.evaluate(
        """(spaces) => {
            const boxes = [...document.querySelectorAll(spaces)].map((each) => each.getBoundingClientRect());
            const covers = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
                && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            return boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => covers(a, b))).length;
        }""",
        SPACES,
    )
    return found


def test_the_rondel_of_the_game_chosen_last_is_no_heap(desk: Desk) -> None:
    to_the_rondel(desk)
    expect(desk.page.locator(SPACES).nth(3)).to_be_visible()
    assert overlapping(desk.page) == 0
