"""Schotten Totten on a phone: the border to look at, a place, a card or a stone of it touched, tables under it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.web.phones.admission import Viewer
from tests.web.phones.house import house
from tests.web.playing import browser as browser

pytestmark = pytest.mark.browser
NARROW = {"width": 360, "height": 740}


def test_a_phone_shows_the_border_and_lays_a_card_by_touch(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with house(tmp_path, monkeypatch, game="schotten_totten", facts=None) as home:
        table = home.table
        table.press("OK", "OK")
        table.press(*table.keys_to("Variants"))
        table.press(*table.keys_to("Tactics"), "BACK")
        table.press(*table.keys_to("Who begins"), "OK")
        table.tap("clan:red-7", "place:a1", "clan:blue-9")
        home.phones.listener.open()
        cookie, _ = home.phones.devices.admit(50, Viewer("table"))
        context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
        context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        page.goto(home.address)
        expect(page.locator("#board .st-stone")).to_have_count(9)
        expect(page.locator("#board button")).to_have_count(0)
        expect(page.locator("#board [data-tag='place:a1'] .st-card:not(.free)")).to_have_text("7")
        expect(page.locator("#questions .st-border [data-cell]")).to_have_count(9)
        page.locator("#questions [data-cell='4,1']").tap()
        expect(page.locator("#board [data-tag='place:b4'] .st-card:not(.free)")).to_have_text("9")
        expect(page.locator("#tables")).to_contain_text("Cards not seen yet")
        assert page.evaluate("document.documentElement.scrollWidth") == NARROW["width"]
        table.tap("tactics:banshee")
        page.locator("#questions .st-border .st-card[data-cell='4,1']").tap()
        expect(page.locator("#board [data-tag='place:b4'] .st-card:not(.free)")).to_have_count(0)
        table.tap("tactics:mud_fight")
        page.locator("#questions .st-stone[data-cell='5,0']").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#board [data-tag='stone:5'] .sign")).to_have_count(1)
        context.close()
        assert wrong == []
