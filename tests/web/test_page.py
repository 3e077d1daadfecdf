"""The page in headless Chromium: people play on it with the mouse, or with the keyboard alone."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.web.playing import EARLY, Desk, at_desk, browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")

SPOILT = 4
"""Pictures that don't come: more than the companion tells of changes after one tap."""


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    with at_desk(browser, tmp_path, (1440, 900)) as made:
        yield made


def test_the_page_shows_the_exact_picture_in_whole_pixels(desk: Desk) -> None:
    desk.says("Tap the home tiles in the order of the pawns")
    real = desk.page.evaluate(
        """async () => {
            const image = document.getElementById("panel");
            await image.decode();
            const box = image.getBoundingClientRect();
            return [image.naturalWidth, image.naturalHeight, box.width % image.naturalWidth,
                    box.height / box.width, getComputedStyle(image).imageRendering];
        }"""
    )
    assert real == [400, 300, 0, 0.75, "pixelated"]


def test_a_game_is_set_up_with_the_mouse(desk: Desk) -> None:
    desk.set_up()
    assert desk.figures() == ["Red", "Blue", "Green"]
    expect(desk.page.locator("#ring .tile")).to_have_count(10)
    expect(desk.page.locator("#ring strong")).to_have_text("Red's turn")
    expect(desk.page.locator("#groups [aria-selected=true]")).to_have_text("Deck A")


def test_a_whole_turn_is_played_and_taken_back_with_what_goes_back_on_the_table(desk: Desk) -> None:
    desk.set_up()
    desk.tab("Start tiles")
    desk.tap("S-2")
    desk.says("which tile ahead was it?")
    desk.choose("tile 2 ahead")
    desk.choose("A tile for the territory")
    desk.says("Lay 1 from A.")
    expect(desk.page.get_by_role("list", name="Booked").locator("li")).to_have_text(["Took a start tile"])
    owed = desk.page.get_by_role("list", name="To do").locator("li")
    expect(owed).to_have_text(["Before OK enter the tile's cost, even 0", "Lay 1 from A"])
    desk.press("OK")
    desk.says("Blue, tap the tile you take")
    expect(desk.page.locator("#ring strong")).to_have_text("Blue's turn")
    assert desk.figures() == ["Blue", "Green", "Red"]

    for _ in range(4):  # the end of the turn, what the tile is, the tile
        desk.press("UNDO")
        if "a start tile back to the rondel" in str(desk.shown()):
            break
    desk.says("a start tile back to the rondel")
    desk.tap("S-2")
    ticked = {row["label"]: row["ticked"] for row in desk.shown()["rows"]}  # type: ignore[attr-defined]
    assert ticked["a start tile back to the rondel"], ticked
    desk.choose("All done")
    desk.says("Red, tap the tile you take")
    expect(desk.page.locator("#ring strong")).to_have_text("Red's turn")
    assert desk.figures() == ["Red", "Blue", "Green"]


def test_a_tile_that_lies_on_the_ring_is_tapped_there(desk: Desk) -> None:
    for colour in ("Red", "Blue"):
        desk.tap(f"Home tile of {colour}")
    for _ in range(3):
        desk.press("OK")
    desk.tab("Start tiles")
    desk.tap("S-1")
    desk.tap("S-2")
    desk.tap("S-3")
    for _ in range(20):
        if desk.companion.state()["phase"] == "take":
            break
        desk.press("OK")
    lying = desk.page.locator("#ring button.tile", has_text="S-2")
    expect(lying).to_be_visible()
    desk.tab("Start tiles")
    expect(desk.chip("S-2")).to_contain_text("on the rondel")
    with desk.page.expect_response("**/tap"):
        lying.click()
    desk.says("What kind of start tile is it?")


def test_a_scoring_round_comes_when_a_deck_is_empty(desk: Desk) -> None:
    desk.set_up()
    desk.tab("Start tiles")
    desk.tap("S-1")
    desk.choose("tile 1 ahead")
    desk.choose("Skip, say it later")
    desk.press("DOWN")
    while "keys" in desk.shown():
        desk.choose("other")
    desk.choose("Rarely needed")
    desk.choose("Deck A is empty")
    for _ in range(12):
        if desk.shown()["type"] == "sheet":
            break
        desk.press("OK")
    assert desk.shown()["kind"] == "result"
    desk.press("OK")
    assert desk.companion.state()["result"]["round"] == "A"  # type: ignore[index]
    expect(desk.page.locator("#groups [role=tab]").first).to_have_text("Deck B")


def test_players_get_their_names_by_writing_them(desk: Desk) -> None:
    desk.set_up()
    form = desk.page.locator("details[data-offer=name]")
    form.locator("summary").click()
    form.locator("select").first.select_option("Blue")
    form.locator("input").fill("Žofie")
    with desk.page.expect_response("**/answer"):
        form.get_by_role("button").click()
    expect(desk.page.locator("#ring .figure em").nth(1)).to_have_text("Žofie")


def test_pieces_are_found_by_name_whatever_accents_are_typed(desk: Desk) -> None:
    desk.page.locator("#search").fill("löch n")
    expect(desk.page.locator("#pieces .chip > span")).to_have_text(["Loch Ness", "Loch Ness"])
    desk.page.locator("#search").fill("worlds end")
    expect(desk.page.locator("#pieces .chip > span").first).to_have_text("World's End")
    desk.page.locator("#search").fill("nothing of that name")
    expect(desk.page.locator("#pieces")).to_have_text("No piece has that name.")


def test_rules_and_pieces_are_looked_up_by_a_few_letters(desk: Desk) -> None:
    page = desk.page
    page.locator("#lookup summary").click()
    page.locator("#wanted").fill("castle moil")
    expect(page.locator("#articles dt").first).to_have_text(re.compile("^Castle Moil"))
    expect(page.locator("#articles dd").first).to_contain_text("count twice in every scoring round")
    page.locator("#wanted").fill("creek inn")
    expect(page.locator("#articles dt")).to_have_text(["Creek Inn"])
    expect(page.locator("#articles dd")).to_contain_text("Address to a Haggis is not in this game. ")
    page.locator("#wanted").fill("zebra")
    expect(page.locator("#articles")).to_have_text("Nothing is written about that here.")
    page.locator("#wanted").fill("")
    expect(page.locator("#articles")).to_have_text("")


def test_a_sticker_nobody_knows_is_told_and_the_case_shows_it(desk: Desk) -> None:
    with desk.page.expect_response("**/tap"):
        desk.page.get_by_role("button", name="An unknown sticker").click()
    desk.says("On which piece is this sticker?")
    expect(desk.page.locator("#led")).to_have_attribute("data-kind", "asks")
    expect(desk.page.locator("#led")).to_have_class(re.compile("on"))


def test_the_same_tag_again_is_the_same_tap(desk: Desk) -> None:
    again = desk.page.get_by_role("button", name="The same sticker again")
    expect(again).to_be_disabled()
    desk.tap("Home tile of Red")
    with desk.page.expect_response("**/tap"):
        again.click()
    assert len(desk.companion.state()["players"]) == 1  # type: ignore[arg-type]


def test_a_button_held_is_a_long_press(desk: Desk) -> None:
    desk.set_up()
    desk.press("BACK", hold=800)
    assert desk.shown()["type"] != "home"
    desk.press("BACK")
    with desk.page.expect_response("**/press") as long:
        desk.page.keyboard.press("Shift+Enter")
    assert long.value.request.post_data_json == {"button": "OK", "long": True}


def test_the_keyboard_alone_is_enough(desk: Desk) -> None:
    desk.page.locator("#pieces .chip").first.focus()
    with desk.page.expect_response("**/tap"):
        desk.page.keyboard.press("Enter")
    expect(desk.page.locator("#pieces .chip").first).to_be_focused()
    desk.page.evaluate("document.activeElement.blur()")
    for key, button in {"ArrowDown": "DOWN", "ArrowUp": "UP", "Backspace": "BACK", "u": "UNDO"}.items():
        with desk.page.expect_response("**/press") as pressed:
            desk.page.keyboard.press(key)
        assert pressed.value.request.post_data_json == {"button": button, "long": False}
    with desk.page.expect_response("**/press") as held:
        desk.page.keyboard.down("ArrowDown")
        desk.page.wait_for_timeout(800)
        desk.page.keyboard.up("ArrowDown")
    assert held.value.request.post_data_json == {"button": "DOWN", "long": True}
    desk.page.locator("#search").focus()
    desk.page.keyboard.type("u")
    expect(desk.page.locator("#search")).to_have_value("u")


def test_the_glass_can_be_as_slow_as_real_e_ink(desk: Desk) -> None:
    desk.says("Tap the home tiles in the order of the pawns")
    slow = desk.page.get_by_label("As slow as real e-ink")
    expect(slow).not_to_be_checked()
    with desk.page.expect_response("**/slow"):
        slow.check(force=True)
    desk.page.reload()
    expect(slow).to_be_checked()
    shown_before = desk.page.locator("#panel").get_attribute("src")
    desk.tap("Home tile of Red")
    expect(desk.page.locator("#panel")).not_to_have_attribute("src", shown_before or "", timeout=15_000)
    with desk.page.expect_response("**/slow"):
        slow.uncheck(force=True)
    desk.page.reload()
    expect(slow).not_to_be_checked()


def test_a_picture_that_comes_late_does_not_cover_the_newer_one(desk: Desk) -> None:
    held: list[Route] = []
    desk.page.route("**/panel.png?*", lambda route: route.continue_() if held else held.append(route))
    desk.tap("Home tile of Red")
    while not held:
        desk.page.wait_for_timeout(20)
    desk.tap("Home tile of Blue")
    desk.says("Blue")
    held[0].continue_()
    desk.page.wait_for_timeout(300)
    assert "Blue" in (desk.page.locator("#panel").get_attribute("alt") or "")


def test_a_picture_that_did_not_come_is_asked_for_again(desk: Desk) -> None:
    spoilt: list[Route] = []

    def spoil_some(route: Route) -> None:
        if len(spoilt) == SPOILT:
            route.continue_()
        else:
            spoilt.append(route)
            route.fulfill(content_type="image/png", body=b"torn")

    desk.page.route("**/panel.png?*", spoil_some)
    desk.tap("Home tile of Red")
    desk.says("Red")
    assert len(spoilt) == SPOILT


def test_another_page_follows_and_an_end_of_the_companion_is_told(desk: Desk, browser: Browser) -> None:
    other = browser.new_page()
    other.goto(desk.companion.address)
    expect(other.locator("#pieces .chip").first).to_be_visible()
    desk.set_up()
    expect(other.locator("#ring strong")).to_have_text("Red's turn")
    desk.companion.process.terminate()
    expect(other.locator("#lost")).to_be_visible(timeout=10_000)
    other.close()


@pytest.mark.parametrize("width", [1920, 1024, 390])
def test_nothing_lies_outside_the_window(desk: Desk, width: int) -> None:
    desk.page.set_viewport_size({"width": width, "height": 900})
    desk.page.wait_for_timeout(100)
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_language_of_the_menu_is_the_pages_too(desk: Desk) -> None:
    desk.press("BACK")
    desk.press("BACK", hold=800)
    desk.choose("This box")
    desk.choose("Language")
    with desk.page.expect_navigation():
        desk.choose("Čeština")
    expect(desk.page.locator("html")).to_have_attribute("lang", "cs")
    assert desk.shown()["title"] == "Tato krabička"


@pytest.mark.parametrize("size", [(1400, 900), (360, 740)])
def test_a_phone_is_invited_from_the_page_and_the_case_asks_first(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with at_desk(browser, tmp_path, size) as desk:
        button = desk.page.get_by_role("button", name="Invite a phone")
        button.focus()
        desk.page.keyboard.press("Enter")
        desk.says("Let phones in over the Wi-Fi?")
        assert desk.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        desk.page.evaluate(AXE)
        assert desk.page.evaluate("axe.run(document.querySelector('.settings'))")["violations"] == []


def test_a_press_on_a_chip_counts_though_something_else_happens_under_the_finger(desk: Desk) -> None:
    desk.chip("Home tile of Red").hover()
    desk.page.mouse.down()
    desk.companion.tap("home:blue")
    desk.says("Blue")
    with desk.page.expect_response("**/tap"):
        desk.page.mouse.up()


def test_a_piece_of_the_tray_and_the_buttons_of_the_case_go_by_finger(browser: Browser, tmp_path: Path) -> None:
    """As on a tablet: no mouse, and the finger that lifts off presses nothing twice."""
    with at_desk(browser, tmp_path, (820, 1180), has_touch=True) as desk:
        page, sent = desk.page, []
        page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        desk.tab("Home tiles")
        for colour in ("Red", "Blue"):
            with page.expect_response("**/tap"):
                page.locator("#pieces .chip", has_text=colour).tap()
        page.wait_for_timeout(EARLY)
        for button in ("DOWN", "UP", "OK"):
            with page.expect_response("**/press"):
                page.locator(f"[data-button={button}]").tap()
        desk.says("How many spaces does your rondel have?")
        doors = [url.rpartition("/")[2] for url in sent]
        assert doors == ["tap", "tap", "press", "press", "press"], "one of each for each touch"


def test_a_form_says_done_only_when_it_is_entered_and_not_for_long(desk: Desk) -> None:
    desk.set_up()
    form = desk.page.locator("details[data-offer=name]")
    form.locator("summary").click()
    form.locator("select").first.select_option("Blue")
    form.locator("input").fill("Cleo")
    asks = {"signal": "asks", "sentence": ""}
    desk.page.route("**/answer", lambda route: route.fulfill(json=asks))
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Not yet: the panel asks something first.")
    desk.page.unroute("**/answer")
    form.get_by_role("button").click()
    expect(form.get_by_role("status")).to_have_text("Cleo is written down.")
    # Whatever is handled next, by whom and wherever, makes it stale.
    desk.companion.tap("tile:nothing")
    expect(form.locator("[role=status]")).to_have_text("")
    expect(desk.page.locator("#sentence")).to_have_text("")


def test_the_tab_says_whose_turn_it_is_and_a_companion_that_says_nothing_is_missed(desk: Desk) -> None:
    desk.page.clock.install()
    desk.set_up()
    expect(desk.page).to_have_title("Red's turn · Companion")
    pid, lost = desk.companion.process.pid, desk.page.locator("#lost")
    os.kill(pid, signal.SIGSTOP)
    try:
        desk.page.clock.fast_forward(31_000)
        expect(lost).to_be_visible()
    finally:
        os.kill(pid, signal.SIGCONT)
    desk.page.clock.fast_forward(3_000)
    expect(lost).to_be_hidden()
