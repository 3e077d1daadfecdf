"""The page in headless Chromium: what belongs together fits one window, what can be tapped says what it does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from companion.session.inputs import SAME_TAP_SECONDS
from tests.web.playing import Desk, at_desk, browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser

LAPTOP, PHONE = (1280, 720), (360, 740)


@pytest.fixture
def desk(browser: Browser, tmp_path: Path) -> Iterator[Desk]:
    with at_desk(browser, tmp_path, LAPTOP) as made:
        yield made


def look(desk: Desk, size: tuple[int, int]) -> None:
    desk.page.set_viewport_size({"width": size[0], "height": size[1]})
    desk.page.wait_for_timeout(150)


def in_sight(desk: Desk, *parts: Locator) -> None:
    """All of it lies in the window as it stands: nobody has scrolled."""
    assert desk.page.evaluate("window.scrollY") == 0
    size = desk.page.viewport_size
    assert size
    for part in parts:
        part.wait_for()  # the page may be drawing it again
        box = part.bounding_box()
        assert box, part
        assert box["x"] >= 0, (part, box)
        assert box["y"] >= 0, (part, box)
        assert box["x"] + box["width"] <= size["width"], (part, box)
        assert box["y"] + box["height"] <= size["height"], (part, box)


def panel_buttons_tray(desk: Desk) -> list[Locator]:
    page = desk.page
    caps = [page.locator(f"[data-button={name}]") for name in ("UP", "DOWN", "OK", "BACK", "UNDO")]
    tapped = [page.locator("#pieces .chip").nth(number) for number in range(4)]
    return [page.locator("#panel"), *caps, page.locator("#search"), page.locator("#pieces"), *tapped]


@pytest.mark.parametrize("size", [LAPTOP, PHONE])
def test_panel_buttons_and_what_is_tapped_are_in_sight_together(desk: Desk, size: tuple[int, int]) -> None:
    look(desk, size)
    in_sight(desk, *panel_buttons_tray(desk))
    desk.set_up()
    in_sight(desk, *panel_buttons_tray(desk))
    desk.tab("Command cards")
    in_sight(desk, *panel_buttons_tray(desk))
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size == LAPTOP:
        in_sight(desk, *(desk.page.locator("#ring .tile").nth(number) for number in range(10)))
        in_sight(desk, desk.page.locator("#duties .to_do li").first)
        assert desk.page.evaluate("document.documentElement.scrollHeight") <= size[1]


@pytest.mark.parametrize(("density", "width"), [(1, 1280), (2, 1280), (3, 360)])
def test_each_pixel_of_the_panel_is_a_whole_number_of_the_screens(
    desk: Desk, browser: Browser, density: int, width: int
) -> None:
    other = browser.new_page(viewport={"width": width, "height": 740}, device_scale_factor=density)
    other.goto(desk.companion.address)
    expect(other.locator("#panel")).to_have_attribute("src", re.compile("panel"))
    wide, how = other.locator("#panel").evaluate("p => [p.getBoundingClientRect().width, p.style.imageRendering]")
    assert (round(wide * density) % 400, how) == (0, "pixelated")
    other.close()


def test_letters_are_softened_where_no_whole_number_fits(desk: Desk) -> None:
    look(desk, PHONE)
    panel = desk.page.locator("#panel")
    assert panel.evaluate("p => p.style.imageRendering") == "auto"
    in_sight(desk, panel)


def test_the_tray_says_where_a_tile_is_and_what_its_tap_would_do(desk: Desk) -> None:
    home = desk.chip("Home tile of Red")
    expect(home).to_contain_text("Next player")
    desk.set_up()
    expect(desk.chip("Castle Stalker")).to_have_attribute(
        "title", re.compile("which tile ahead was Castle Stalker")
    )
    desk.tab("Start tiles")
    desk.tap("S-2")
    desk.choose("tile 2 ahead")
    desk.choose("A tile for the territory")
    taken, other = desk.chip("S-2"), desk.chip("S-3")
    expect(taken).to_contain_text("Red has it")
    expect(taken.locator(".mark path")).to_have_attribute("d", re.compile("M"))
    expect(taken.locator("span")).to_have_css("text-decoration-line", "line-through")
    expect(other.locator("span")).to_have_css("text-decoration-line", "none")
    expect(taken).to_have_attribute("title", re.compile("Red has it"))


def test_a_tap_by_mistake_is_left_with_back(desk: Desk) -> None:
    desk.set_up()
    desk.tab("Start tiles")
    desk.tap("S-2")
    before = len(desk.companion.state()["track"])  # type: ignore[arg-type]
    desk.press("BACK")
    desk.says("Red, tap the tile you take")
    assert len(desk.companion.state()["track"]) == before  # type: ignore[arg-type]
    desk.tap("S-2")
    desk.tap("S-3")
    desk.says("which tile ahead was it?")


def test_what_lies_on_a_place_is_told_by_a_click_there_and_a_tap(desk: Desk) -> None:
    desk.set_up()
    place = desk.page.locator("#ring .tile").nth(2)
    expect(place).to_have_attribute("title", "Say what lies here")
    with desk.page.expect_response("**/open"):
        place.click()
    desk.says("What lies there?")
    desk.tab("Start tiles")
    expect(desk.chip("S-4")).to_contain_text("answers")
    desk.tap("S-4")
    desk.says("Red, tap the tile you take")
    expect(desk.page.locator("#ring .tile").nth(2)).to_contain_text("S-4")
    # Within a breath it would be the same tap.
    desk.page.wait_for_timeout(1000 * (SAME_TAP_SECONDS + 0.2))
    with desk.page.expect_response("**/tap"):
        desk.page.locator("#ring .tile").nth(2).click()
    desk.says("What kind of start tile is it?")


def test_places_are_reached_by_keyboard_too(desk: Desk) -> None:
    desk.set_up()
    expect(desk.page.locator("#ring .hole")).to_have_count(1)
    expect(desk.page.locator("#ring button.hole")).to_have_count(0)  # one space always stays free: nothing to tell
    with desk.page.expect_response("**/open") as asked:
        desk.page.locator("#ring button.tile").nth(1).press("Enter")
    assert asked.value.request.post_data_json == {"question": 0, "offer": "space", "values": ["space:4"]}
    desk.says("What lies there?")


def test_a_name_is_written_once_and_the_page_says_that_it_is(desk: Desk) -> None:
    for colour in ("Red", "Blue"):
        desk.tap(f"Home tile of {colour}")
    desk.press("OK")
    desk.press("OK")
    forms = desk.page.locator("#forms details", has_text="layer")
    expect(forms).to_have_count(1)
    forms.locator("summary").click()
    for name in ("Ann", "Bob"):
        forms.locator("input").fill(name)
        with desk.page.expect_response("**/answer"):
            forms.get_by_role("button").click()
        expect(forms.get_by_role("status")).to_have_text(f"{name} is written down.")
    assert [player["name"] for player in desk.companion.state()["players"]] == ["Ann", "Bob"]  # type: ignore[attr-defined]
    forms.locator("input").fill("bob")
    with desk.page.expect_response("**/answer"):
        forms.get_by_role("button").click()
    expect(forms.get_by_role("status")).to_contain_text("is taken; choose another name.")


def test_who_can_not_see_hears_turn_duties_market_and_counts(desk: Desk) -> None:
    desk.set_up()
    for words in ("Red's turn", "Next: Blue", "wood: buy 2, sell 1", "Blue: points 0", "coins 6"):
        desk.says(words)
    desk.tab("Start tiles")
    desk.tap("S-2")
    desk.choose("tile 2 ahead")
    desk.choose("A tile for the territory")
    desk.says("To do: Lay 1 from A")
    desk.says("Booked: Took a start tile")
    desk.press("OK", hold=900)
    desk.says("Red: before 0")
    desk.says("total 0, place 1")


def test_everything_that_can_be_used_has_a_name(desk: Desk) -> None:
    desk.set_up()
    nameless = desk.page.evaluate(
        """() => {
            const said = (e) => e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent.trim();
            const refs = [...document.querySelectorAll("[aria-controls], [aria-labelledby]")].filter(
                (e) => !["aria-controls", "aria-labelledby"].every(
                    (name) => !e.hasAttribute(name) || document.getElementById(e.getAttribute(name))));
            const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
            return [
                ...[...document.querySelectorAll("button, a, input, select, section")].filter((e) => !said(e)),
                ...[...document.querySelectorAll("img")].filter((e) => !e.hasAttribute("alt")),
                ...refs,
            ].map((e) => e.outerHTML.slice(0, 120)).concat(ids.filter((id, at) => ids.indexOf(id) !== at));
        }"""
    )
    assert nameless == []


def test_pictures_come_from_the_panels_own_set_and_the_page_stays_small(desk: Desk) -> None:
    desk.page.wait_for_function("[...document.querySelectorAll('.cap img')].every((one) => one.naturalWidth > 0)")
    assert desk.page.evaluate(
        "document.fonts.ready.then(() => document.fonts.check('700 16px \"PT Serif Companion\"'))"
    )
    loaded = desk.page.evaluate("performance.getEntriesByType('resource').map((e) => [e.name, e.decodedBodySize])")
    kept = [size for name, size in loaded if not re.search(r"\.json|events|panel\.png", name)]
    assert 0 < sum(kept) < 400_000
