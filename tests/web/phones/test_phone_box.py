"""The owner's box on a phone of the table, in headless Chromium: tiles are told by touch and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.glen_more_2.catalogue.box import read_box
from tests.web.phones.house import House, house
from tests.web.phones.test_phone_page import NARROW, WIDE, Handset
from tests.web.playing import browser
from tests.web.sharing import MINE, THEIRS, chosen, each_difference_is_chosen, faults_are_told

__all__ = ["browser"]

pytestmark = pytest.mark.browser
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE])


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """With a box of its own, of which nobody told anything yet."""
    with house(tmp_path, monkeypatch, facts=None) as made:
        yield made


@pytest.fixture
def handset(home: House, browser: Browser) -> Iterator[Handset]:
    context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
    made = Handset(home, context)
    yield made
    context.close()
    assert [line for line in made.wrong if "401" not in line] == []


def unfolded(handset: Handset) -> Page:
    handset.come("For the whole table")
    handset.page.get_by_text("Tiles of your box").tap()
    expect(handset.page.locator("#teaching h2")).to_have_text("a start tile without a name")
    return handset.page


@SIZES
def test_five_tiles_are_told_by_touch(handset: Handset, tmp_path: Path, size: dict[str, int]) -> None:
    handset.page.set_viewport_size(size)  # type: ignore[arg-type]
    page = unfolded(handset)
    for number in range(1, 6):
        expect(page.locator("#known")).to_have_text(f"{number} of 70 tiles known")
        expect(page.locator("#teaching h2")).to_have_text("a start tile without a name")
        page.get_by_label("What it is").select_option(label="A tile for the territory")
        page.get_by_role("group", name="Cost").get_by_label("coins").fill(str(number))
        page.get_by_role("button", name="Keep it, next tile").tap()
    expect(page.locator("#known")).to_have_text("6 of 70 tiles known")
    expect(page.locator("#teaching h2")).to_be_focused()
    told = read_box(tmp_path / "box.toml").tile
    assert [told[f"S-{number}"].cost for number in range(1, 6)] == [{"coin": n} for n in range(1, 6)]
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert handset.violations() == []


def test_a_tile_is_told_by_keyboard_and_a_mistake_loses_nothing(handset: Handset, tmp_path: Path) -> None:
    page = unfolded(handset)
    page.get_by_label("Which tile?").focus()
    page.keyboard.press("Tab")
    page.keyboard.type("\u3164")
    page.keyboard.press("Enter")
    refused = "Name: up to 40 letters that can be read; nothing was kept."
    expect(page.locator("#teaching [role=status]")).to_have_text(refused)
    page.keyboard.press("Backspace")
    page.keyboard.type("Moor")
    page.keyboard.press("Enter")
    expect(page.locator("#teaching h2")).to_have_text("a start tile without a name")
    expect(page.locator("#teaching h2")).to_be_focused()
    assert read_box(tmp_path / "box.toml").tile["S-1"].name == "Moor"


def test_the_form_is_short_and_what_is_seldom_on_a_tile_unfolds_by_keyboard(
    handset: Handset, tmp_path: Path
) -> None:
    page = unfolded(handset)
    high = page.locator("#teaching form").bounding_box()
    assert high
    assert high["height"] < 1.5 * 740, "a screen and a half"
    cost = page.get_by_role("group", name="Cost")
    expect(cost.get_by_label("sheep")).to_be_hidden()
    cost.get_by_label("coins").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(cost.get_by_label("sheep")).to_be_visible()
    assert handset.violations() == []
    cost.get_by_label("sheep").fill("2")
    page.get_by_label("Name", exact=True).fill("Moor")
    page.get_by_role("button", name="Keep it, next tile").tap()
    expect(page.locator("#teaching [role=status]")).to_contain_text("is kept")
    assert read_box(tmp_path / "box.toml").tile["S-1"].cost == {"sheep": 2}
    page.get_by_label("Which tile?").select_option(label="Moor")
    expect(cost.get_by_label("sheep")).to_be_visible()
    expect(cost.get_by_label("coins")).to_be_hidden()


def test_where_the_companion_does_not_answer_the_form_says_so_and_stays(handset: Handset) -> None:
    page = unfolded(handset)
    page.get_by_label("Name", exact=True).fill("Moor")
    page.route("**/tell", lambda route: route.abort())
    page.get_by_role("button", name="Keep it, next tile").tap()
    expect(page.locator("#teaching [role=status]")).to_contain_text("The companion does not answer")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Moor")
    handset.wrong = [line for line in handset.wrong if "ERR_FAILED" not in line]


@pytest.mark.parametrize("row", ["Red", "Only to look on"])
def test_a_seat_and_who_looks_on_have_no_box(handset: Handset, row: str) -> None:
    handset.home.table.tap("home:red", "home:blue")
    handset.come(row)
    expect(handset.page.get_by_text("Tiles of your box")).to_be_hidden()


def test_the_page_with_the_box_stays_small_and_it_is_fetched_only_when_unfolded(handset: Handset) -> None:
    handset.come("For the whole table")
    handset.page.wait_for_timeout(300)
    assert not [each for each in handset.asked if "teaching" in each.url or "tiles" in each.url]
    handset.page.get_by_text("Tiles of your box").tap()
    expect(handset.page.locator("#teaching h2")).to_be_visible()
    loaded = handset.page.evaluate(
        "performance.getEntriesByType('resource').map((e) => e.decodedBodySize)"
        ".concat(performance.getEntriesByType('navigation').map((e) => e.decodedBodySize))"
    )
    assert 0 < sum(loaded) < 150_000
    assert {request.url.startswith(handset.home.address) for request in handset.asked} == {True}


@SIZES
def test_a_box_is_taken_in_on_a_phone_of_the_table(handset: Handset, tmp_path: Path, size: dict[str, int]) -> None:
    handset.page.set_viewport_size(size)  # type: ignore[arg-type]
    (tmp_path / "box.toml").write_text(MINE)
    page = unfolded(handset)
    faults_are_told(page, tmp_path)
    chosen(page, THEIRS)
    expect(page.get_by_role("heading", name="The two boxes differ")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert handset.violations() == []
    each_difference_is_chosen(page, tmp_path)
    with page.expect_download() as coming:
        page.get_by_role("link", name="Your box as a file for other owners").tap()
    assert "Forest" in Path(coming.value.path()).read_text()
