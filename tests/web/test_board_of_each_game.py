"""One board for all games: players, track, tables, territories; nothing moves at the start; axe finds nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.playing import browser as browser
from tests.web.served import Served, served
from tests.web.test_page_size import choose, press

pytestmark = pytest.mark.browser
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
SHIFTS = """
    window.shifted = 0;
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
    }).observe({ type: "layout-shift", buffered: true });
"""
MOVED = 0.1
"""The most that may move at the start: what Chromium's makers call good."""
LOOKS: list[tuple[tuple[int, int], dict[str, Any]]] = [
    ((360, 740), {"color_scheme": "light", "forced_colors": "active"}),
    ((360, 740), {"color_scheme": "dark"}),
    ((1280, 720), {"color_scheme": "dark"}),
    ((1280, 720), {"forced_colors": "active"}),
    ((1400, 900), {"color_scheme": "light"}),
]


def to_play(companion: Served, game: str) -> None:
    """The first turn; at referee depth where the game has it."""
    if game == "schotten_totten":
        press(companion, "OK", "OK", "DOWN", "DOWN", "OK", "OK")
        for tag in ("clan:red-7", "place:a1", "clan:blue-9"):
            companion.tap(tag)
        return
    if game == "glen_more_2":
        for home in ("home:red", "home:blue"):
            companion.tap(home)
        press(companion, "OK", "OK")
    else:
        choose(companion, "Next player", "without", "Next player", "without", "That is everybody")
    choose(companion, "epth", "referee")
    choose(companion, "Lay out the rondel")
    press(companion, "OK+")
    for _ in range(8):
        if companion.state()["phase"] != "take":
            press(companion, "OK")
    assert companion.state()["phase"] == "take"


@contextmanager
def seen(browser: Browser, companion: Served, size: tuple[int, int], **look: Any) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **look)
    context.add_init_script(SHIFTS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(companion.address)
    expect(page.locator("#pieces .chip").first).to_be_visible()
    yield page
    context.close()
    assert wrong == []


@pytest.mark.parametrize("game", ["glen_more_2", "glen_more", "schotten_totten"])
def test_the_board_of_each_game_is_of_one_house(browser: Browser, tmp_path: Path, game: str) -> None:
    with served(tmp_path, "--game", game, program=["-m", "companion.cli"]) as companion:
        to_play(companion, game)
        for size, look in LOOKS:
            with seen(browser, companion, size, **look) as page:
                page.wait_for_timeout(500)
                assert page.evaluate("shifted") < MOVED, (size, look)
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
                page.evaluate(AXE)
                found = page.evaluate("axe.run()")["violations"]
                told = [f"{each['id']}: {[n['html'][:90] for n in each['nodes']][:3]}" for each in found]
                assert told == [], (size, look)
                if game == "schotten_totten":
                    continue
                expect(page.locator("#players li.turn")).to_have_count(1)
                expect(page.locator("#ring .tile.wanted").first).to_be_visible()
                expect(page.locator("#tables caption").first).to_have_text("Market")
                territory = page.locator("#maps details").first
                territory.locator("summary").click()
                expect(territory.locator(".lies").first).to_be_visible()
