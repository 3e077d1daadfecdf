"""Schotten Totten on the page in Chromium: a card and its place by two clicks, a claim by one, all in sight."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from companion.games.installed import installed_games
from companion.games.schotten_totten.definition import GAME
from tests.web.playing import Desk
from tests.web.playing import browser as browser
from tests.web.served import served

pytestmark = pytest.mark.browser
LAPTOP, PHONE = {"width": 1280, "height": 720}, {"width": 360, "height": 740}
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    """Two players at an empty border; whatever the browser complains of fails the test."""
    with served(tmp_path, "--game", GAME.id, program=["-m", "companion.cli"]) as companion:
        page = browser.new_page(viewport=LAPTOP)  # type: ignore[arg-type]
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        made = Desk(page, companion)
        made.open()
        for key in ("OK", "OK", "DOWN", "DOWN", "OK", "OK"):
            made.press(key)
        made.says("Player 1, tap the card that you lay.")
        yield made
        page.close()
        assert wrong == []


def lay(desk: Desk, card: str, place: str) -> None:
    """A click on a card of the tray, a click on a place of the border."""
    with desk.page.expect_response("**/tap"):
        desk.page.locator(f"#pieces [data-tag='clan:{card}']").click()
    there = desk.page.locator(f"#board [data-tag='place:{place}']")
    expect(there).to_have_class(re.compile("wanted"))
    with desk.page.expect_response("**/tap"):
        there.click()
    expect(desk.page.locator("#board .wanted")).to_have_count(0)


def cards(desk: Desk, place: str) -> list[str]:
    return desk.page.locator(f"#board [data-tag='place:{place}'] .st-card:not(.free) b").all_inner_texts()


def a_claim(desk: Desk) -> None:
    """A 7, 8, 9 of red at stone 1 against cards that come to less."""
    for number, (mine, theirs) in enumerate(
        zip(("red-7", "red-8", "red-9"), ("blue-1", "blue-2", "green-9"), strict=True)
    ):
        lay(desk, mine, "a1")
        if number < 2:
            lay(desk, theirs, f"b{number + 1}")


def test_a_card_and_its_place_are_two_clicks_and_a_claim_is_one(desk: Desk) -> None:
    a_claim(desk)
    assert cards(desk, "a1") == ["7", "8", "9"]
    assert cards(desk, "b2") == ["2"]
    stone = desk.page.locator("#board [data-tag='stone:1']")
    expect(stone).to_have_attribute("data-claimable", "A")
    expect(stone).to_have_attribute("title", re.compile("can claim it"))
    with desk.page.expect_response("**/tap"):
        stone.click()
    expect(stone).to_have_attribute("data-owner", "A")
    desk.press("UNDO")
    expect(stone).to_have_attribute("data-owner", "")
    with desk.page.expect_response("**/tap"):
        desk.page.locator("#board [data-tag='stone:5']").click()
    expect(desk.page.locator("#sentence")).to_have_attribute("data-kind", "refused")


def test_the_card_that_waits_stands_large_on_the_page_and_places_come_first_in_the_tray(desk: Desk) -> None:
    with desk.page.expect_response("**/tap"):
        desk.page.locator("#pieces [data-tag='clan:red-7']").click()
    expect(desk.page.locator(".st-head .st-card")).to_have_text("7")
    expect(desk.page.locator("#pieces .chip").first).to_have_attribute("data-tag", "place:a1")
    expect(desk.page.locator("#forms .map")).to_have_count(0)
    with desk.page.expect_response("**/tap"):
        desk.page.locator("#pieces [data-tag='place:a9']").click()
    expect(desk.page.locator("#pieces .chip").first).to_have_attribute("data-tag", "clan:red-1")
    assert cards(desk, "a9") == ["7"]


def in_sight(desk: Desk, places: str, size: dict[str, int]) -> None:
    for part in desk.page.locator(places).all():
        box = part.bounding_box()
        assert box is not None
        assert box["x"] >= 0, places
        assert box["y"] >= 0, places
        assert box["x"] + box["width"] <= size["width"], places
        assert box["y"] + box["height"] <= size["height"], places


def test_border_tray_and_panel_stand_in_one_window(desk: Desk) -> None:
    a_claim(desk)
    for part in ("#panel", ".cap", ".st-stone", ".st-side", ".st-player", "#pieces .chip"):
        in_sight(desk, part, LAPTOP)
    sizes = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert desk.page.evaluate(sizes) == [1280, 720]


def test_a_narrow_window_plays_with_panel_tray_and_border_and_nobody_scrolls(desk: Desk) -> None:
    """A card in the tray, its place on the border: that stands there as long as something on it is asked."""
    desk.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    for tag, whole in (
        ("#pieces [data-tag='clan:red-7']", "#trayside"),
        ("#board [data-tag='place:a2']", "#boardside"),
    ):
        there = desk.page.locator(tag)
        in_sight(desk, f"#panel, .cap, {whole}", PHONE)
        with desk.page.expect_response("**/tap"):
            there.click()
        expect(desk.page.locator("#board .wanted")).to_have_count(9 if "clan" in tag else 0)
        assert desk.page.evaluate("scrollY") == 0
    expect(desk.page.locator("#board [data-tag='place:a2'] .st-card:not(.free)")).to_have_count(1)
    in_sight(desk, "#panel, .cap, #trayside", PHONE)
    assert desk.page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    board = desk.page.locator("#boardside").bounding_box()
    assert board is not None
    assert board["height"] < PHONE["height"] / 2
    smallest = (
        "Math.min(...[...document.querySelectorAll('.st-side')].map((each) => each.getBoundingClientRect().width))"
    )
    assert desk.page.evaluate(smallest) >= 30


def test_no_word_of_another_game_stands_on_it_and_axe_finds_nothing_wrong(desk: Desk) -> None:
    a_claim(desk)
    desk.page.evaluate(AXE)
    found = desk.page.evaluate("axe.run('#board')")["violations"]
    assert [f"{each['id']}: {[n['html'][:90] for n in each['nodes']][:3]}" for each in found] == []
    said = set(re.findall("[a-z]+", desk.page.locator("body").inner_text().lower()))
    others = {word for game in installed_games().known.values() if game.id != GAME.id for word in game.words}
    assert said & (others | {"tile", "tiles"}) == {"clan"}, "its own cards are clan cards"
