"""A phone says when it is asked and when it hears nothing: title, focus, vibration, a silent stream."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from companion.web.phones.admission import Viewer
from tests.web.phones.house import House, house
from tests.web.playing import browser as browser

pytestmark = pytest.mark.browser
NARROW = {"width": 360, "height": 740}
SILENCE = 31_000
"""Milliseconds after which a silent stream is lost."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with house(tmp_path, monkeypatch) as made:
        made.table.tap("home:red", "home:blue", "home:green")
        made.table.press("OK", "OK", "OK", "OK+", "OK")
        made.phones.listener.open()
        yield made


def phone(home: House, browser: Browser, viewer: Viewer) -> Page:
    context = browser.new_context(viewport=NARROW)  # type: ignore[arg-type]
    cookie, _ = home.phones.devices.admit(50, viewer)
    context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
    context.add_init_script(
        "window.felt = 0; Object.defineProperty(navigator, 'vibrate', {value: () => (window.felt += 1)})"
    )
    page = context.new_page()
    page.clock.install()
    page.goto(home.address)
    expect(page.locator("#game")).to_be_visible()
    return page


def test_whose_turn_it_is_stands_in_the_title_and_a_new_question_is_felt_and_seen(
    home: House, browser: Browser
) -> None:
    red, blue = phone(home, browser, Viewer("seat", "red")), phone(home, browser, Viewer("seat", "blue"))
    expect(red).to_have_title("● Your turn · Companion")
    expect(blue).to_have_title("Red's turn · Companion")
    expect(blue.locator("#askhead")).to_have_text("To answer")
    blue.get_by_label("Sound and vibration when I am asked").check()
    blue.evaluate("scrollTo(0, document.body.scrollHeight)")
    home.table.tap("tile:S-1")
    home.table.press("OK", "OK")
    expect(blue).to_have_title("● Your turn · Companion")
    expect(blue.locator("#askhead")).to_have_text("Your turn")
    assert blue.evaluate("felt") == 1
    assert red.evaluate("felt") == 0
    head = blue.locator("#questions h3").first
    expect(head).to_be_focused()
    expect(head).to_be_in_viewport()


def test_a_question_names_the_player_who_is_asked_once(home: House, browser: Browser) -> None:
    page = phone(home, browser, Viewer("table"))
    head = page.locator("#questions h3").first
    expect(head).to_contain_text("Red")
    assert head.inner_text().count("Red") == 1


def test_a_stream_that_is_silent_is_lost_and_found_again(
    home: House, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.http.KEEP_ALIVE_INTERVAL", 0.2)
    page = phone(home, browser, Viewer("seat", "red"))
    said = page.locator("#word")
    for _ in range(3):
        page.wait_for_timeout(500)
        page.clock.fast_forward(SILENCE / 2)
    expect(said).to_have_text("")
    monkeypatch.setattr("companion.web.http.KEEP_ALIVE_INTERVAL", 600)
    page.wait_for_timeout(500)
    held: list[Route] = []
    page.route("**/view.json", lambda route: held.append(route))
    page.clock.fast_forward(SILENCE)
    expect(said).to_contain_text("does not answer")
    held[0].continue_()
    page.unroute("**/view.json")
    expect(said).to_have_text("")
    with page.expect_request("**/events"):
        page.clock.fast_forward(SILENCE)


def test_a_refusal_goes_when_the_game_goes_on(home: House, browser: Browser) -> None:
    page = phone(home, browser, Viewer("table"))
    page.route("**/step", lambda route: route.fulfill(status=409, json={"error": "That question is answered."}))
    page.locator("#correct").click()
    expect(page.locator("#said")).to_have_text("That question is answered.")
    page.clock.fast_forward(60_000)
    expect(page.locator("#said")).to_have_text("That question is answered.")
    home.table.tap("card:points_2")
    expect(page.locator("#players li", has_text="Red")).to_contain_text("2 points")
    page.clock.fast_forward(1)
    expect(page.locator("#said")).to_have_text("")
