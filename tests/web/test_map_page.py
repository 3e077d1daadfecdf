"""A cell of a map touched in Chromium, at the desk and on a phone: by finger and by keys, narrow, seen by axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.installed import InstalledGames
from companion.web.phones.admission import Viewer
from tests.laying_game import GAME
from tests.web.phones.house import House, house
from tests.web.playing import browser as browser
from tests.web.served import Served, served

pytestmark = pytest.mark.browser
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
WITH_MAPS = (
    "-c",
    "import sys; from companion.cli import main; from companion.games.installed import *; "
    "from tests.laying_game import GAME; sys.exit(main(games=InstalledGames([GAME])))",
)
NARROW = {"width": 360, "height": 740}
WHY = "Only at a corner: A stone lies beside another one, not at its corner."


def watched(page: Page) -> list[str]:
    """What the browser complains of."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    return wrong


def violations(page: Page, place: str) -> list[str]:
    """What axe finds wrong there; the board beside it is of a game that is only in tests."""
    page.evaluate(AXE)
    found = page.evaluate("(place) => axe.run(place)", place)["violations"]
    return [f"{each['id']}: {[n['html'][:90] for n in each['nodes']][:3]}" for each in found]


def laid(companion: Served) -> object:
    view = companion.state()
    return view["laid"]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_at_the_desk_a_touched_cell_answers_and_a_closed_one_says_why(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path, "--game", "laying", program=WITH_MAPS) as companion:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        wrong = watched(page)
        page.goto(companion.address)
        companion.tap("pebble:shell")
        cells = page.locator("#forms .cell")
        expect(cells).to_have_count(8)
        said = "Where does the stone lie?; chosen: Beside the stone at 0, 0; UP: before; DOWN: next; UP+: up"
        expect(page.locator("#panel")).to_have_attribute("alt", re.compile("^" + re.escape(said)))
        page.locator("#forms [data-cell='1,1']").click(force=True)
        expect(page.locator("#forms .of_cell")).to_have_text(WHY)
        assert laid(companion) == []
        assert violations(page, "#forms") == []
        page.locator("#forms [data-cell='0,1']").click()
        expect(page.locator("#forms .cell")).to_have_count(0)
        assert laid(companion) == ["0,1"]
        companion.tap("pebble:shell")
        # Keys on the map are the map's: the case hears none of them.
        page.locator("#forms [data-cell='1,0']").focus()
        for key, cell in (("ArrowUp", "1,1"), ("ArrowLeft", "-1,1"), ("ArrowDown", "-1,0")):
            page.keyboard.press(key)
            expect(page.locator(f"#forms [data-cell='{cell}']")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#forms .cell")).to_have_count(0)
        assert laid(companion) == ["0,1", "-1,0"]
        page.set_viewport_size(NARROW)
        companion.tap("pebble:shell")
        expect(page.locator("#forms .cell").first).to_be_visible()
        assert fits(page)
        page.close()
        assert wrong == []


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch, games=InstalledGames([GAME]), game="laying", facts=None) as made:
        made.phones.listener.open()
        yield made


@pytest.mark.parametrize("dark", [False, True])
def test_on_a_phone_a_cell_is_touched_and_nothing_leaves_the_house(
    home: House, browser: Browser, dark: bool
) -> None:
    cookie, _ = home.phones.devices.admit(50, Viewer("seat", "Ann"))
    context = browser.new_context(
        viewport=NARROW,
        has_touch=True,
        color_scheme="dark" if dark else "light",  # type: ignore[arg-type]
    )
    context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
    page = context.new_page()
    wrong, asked = watched(page), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    home.table.tap("pebble:shell")
    page.goto(home.address)
    cells = page.locator("#questions .cell")
    expect(cells).to_have_count(8)
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('#ask .cell')].map((e) => e.getBoundingClientRect().width))"
    )
    assert smallest >= 38
    page.locator("#questions [data-cell='1,1']").tap(force=True)
    expect(page.locator("#questions .of_cell")).to_have_text(WHY)
    expect(page.locator("#questions details.why")).to_contain_text("Stones touch each other with their sides.")
    assert home.table.app.running.history.state.laid == ()
    assert fits(page)
    assert violations(page, "#questions") == []
    page.locator("#questions [data-cell='0,1']").tap()
    expect(page.locator("#questions .cell")).to_have_count(0)
    home.settled()
    assert home.table.app.running.history.state.laid == ("0,1",)
    assert {url.startswith(home.address) for url in asked} == {True}
    loaded = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".map((e) => e.decodedBodySize)"
    )
    assert 0 < sum(loaded) < 150_000
    context.close()
    assert wrong == []


def test_a_phone_reaches_every_cell_by_keys(home: House, browser: Browser) -> None:
    cookie, _ = home.phones.devices.admit(50, Viewer("seat", "Ann"))
    context = browser.new_context(viewport=NARROW)  # type: ignore[arg-type]
    context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
    page = context.new_page()
    home.table.tap("pebble:shell")
    page.goto(home.address)
    expect(page.locator("#questions .cell")).to_have_count(8)
    seen = set()
    for _ in range(12):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.dataset.cell"))
    assert len(seen - {None}) == 8
    page.locator("#questions [data-cell='1,0']").press("Space")
    expect(page.locator("#questions .cell")).to_have_count(0)
    home.settled()
    assert home.table.app.running.history.state.laid == ("1,0",)
    context.close()
