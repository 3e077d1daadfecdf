"""The form of a tile in the browser: with mouse or keyboard, the next tile at once, on a phone's width too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games.glen_more_2.catalogue.box import Box, read_box
from companion.games.glen_more_2.catalogue.tile_form import box_descriptions
from tests.web.playing import Desk, at_desk, browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser


def form_of(desk: Desk) -> Page:
    desk.page.get_by_role("link", name="Tiles of your box").click()
    expect(desk.page.get_by_role("heading", level=2)).to_have_text("a start tile without a name")
    return desk.page


def more(page: Page, field: str) -> None:
    """Unfold what is seldom on a tile."""
    page.get_by_role("group", name=field).locator("summary").click()


@pytest.mark.parametrize("size", [(1280, 720), (360, 740)])
def test_a_tile_is_told_and_the_next_one_comes_at_once(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with at_desk(browser, tmp_path, size) as desk:
        page = form_of(desk)
        expect(page.locator("#known")).to_have_text("1 of 70 tiles known")
        page.get_by_label("Name", exact=True).fill("<i>Moor</i>")
        page.get_by_label("What it is").select_option(label="A tile for the territory")
        more(page, "Cost")
        page.get_by_role("group", name="Cost").get_by_label("sheep").fill("2")
        page.get_by_role("group", name="One-time effect").get_by_role("combobox").select_option(label="nothing")
        page.get_by_label("River").select_option(label="Yes")
        page.get_by_role("button", name="Keep it, next tile").click()
        expect(page.get_by_role("heading", level=2)).to_have_text("a start tile without a name")
        expect(page.get_by_role("status")).to_have_text("a start tile without a name is kept.")
        expect(page.locator("#known")).to_have_text("2 of 70 tiles known")
        told = read_box(tmp_path / "box.toml").tile["S-1"]
        assert (told.name, told.cost, told.one_time, told.river) == ("<i>Moor</i>", {"sheep": 2}, (), True)
        page.get_by_label("Which tile?").select_option(label="✓ <i>Moor</i>")
        expect(page.get_by_role("heading", level=2)).to_have_text("<i>Moor</i>")
        expect(page.get_by_label("River")).to_have_accessible_description("you")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], "nothing to scroll sideways"


def test_the_keyboard_alone_tells_a_tile_and_a_mistake_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    with at_desk(browser, tmp_path, (1280, 720)) as desk:
        page = form_of(desk)
        page.get_by_label("Which tile?").focus()
        page.keyboard.press("Tab")
        page.keyboard.type("\u3164")
        page.keyboard.press("Enter")
        refused = "Name: up to 40 letters that can be read; nothing was kept."
        expect(page.get_by_role("status")).to_have_text(refused)
        page.keyboard.press("Backspace")
        page.keyboard.type("Moor")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=2)).to_have_text("a start tile without a name")
        expect(page.get_by_role("heading", level=2)).to_be_focused()
    assert read_box(tmp_path / "box.toml").tile["S-1"].name == "Moor"


@pytest.mark.parametrize("size", [(1280, 720), (360, 740)])
def test_what_is_given_for_what_is_told_exchange_by_exchange(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    with at_desk(browser, tmp_path, size) as desk:
        page = form_of(desk)
        page.get_by_label("Name", exact=True).fill("Fair")
        activation = page.get_by_role("group", name="Activation")
        more(page, "Activation")
        expect(activation.get_by_label("an exchange")).to_have_count(0)
        for n, (given, points) in enumerate([({"wood": 1}, 3), ({"sheep": 2, "stone": 1}, 8)], 1):
            activation.get_by_role("button", name="Say what is exchanged").click()
            one = activation.get_by_role("group", name=f"Exchange {n}")
            expect(one.get_by_label("wood")).to_be_focused()
            for good, count in given.items():
                one.get_by_role("group", name="You give").get_by_label(good).fill(str(count))
            if n == 2:
                page.get_by_role("button", name="Keep it, next tile").click()
                half = "Activation: say what is given and what comes for it; nothing was kept."
                expect(page.get_by_role("status")).to_have_text(half)
            one.get_by_role("group", name="You get").get_by_label("points").fill(str(points))
        page.get_by_role("button", name="Keep it, next tile").click()
        expect(page.get_by_role("status")).to_have_text("a start tile without a name is kept.")
        told = read_box(tmp_path / "box.toml").tile["S-1"].activation or ()
        assert [(step.pay, step.get) for step in told] == [
            ({"wood": 1}, {"vp": 3}),
            ({"stone": 1, "sheep": 2}, {"vp": 8}),
        ]
        page.get_by_label("Which tile?").select_option(label="Fair")
        expect(page.get_by_role("heading", level=2)).to_have_text("Fair")
        second = page.get_by_role("group", name="Exchange 2")
        expect(second.get_by_role("group", name="You give").get_by_label("sheep")).to_have_value("2")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0], "nothing to scroll sideways"
        for side in ("You give", "You get"):
            for number in second.get_by_role("group", name=side).get_by_role("spinbutton").all():
                number.fill("0")
        page.get_by_role("button", name="Keep it, next tile").click()
        expect(page.get_by_role("status")).to_have_text("Fair is kept.")
    told = read_box(tmp_path / "box.toml").tile["S-1"].activation or ()
    assert [step.get for step in told] == [{"vp": 3}]


def test_no_tile_with_a_sticker_is_described_before_it_is_tapped(browser: Browser, tmp_path: Path) -> None:
    slots = [piece.id for piece in box_descriptions(Box()).groups[0].pieces if piece.id.startswith("S-")]
    lines = [f'"04a1b2c3d4e5{n:02}" = "{id}"\n' for n, id in enumerate(slots)]
    (tmp_path / "stickers.toml").write_text("[stickers]\n" + "".join(lines))
    with at_desk(browser, tmp_path, (1280, 720)) as desk:
        page, heading = desk.page, desk.page.get_by_role("heading", level=2)
        page.get_by_role("link", name="Tiles of your box").click()
        expect(heading).to_have_text("a tile of deck A without a name")
        expect(page.get_by_role("button", name="Keep it, next tile")).to_be_visible()
        page.get_by_label("Which tile?").select_option(label="a start tile without a name")
        expect(page.locator("#teaching")).to_contain_text("All tiles that look like this one have stickers.")
        expect(page.get_by_role("button", name="Keep it, next tile")).to_have_count(0)
        page.get_by_role("button", name="The tile tapped on the case").click()
        expect(page.locator("#teaching")).to_contain_text("All tiles that look like this one have stickers.")
        page.get_by_role("button", name="Next tile", exact=True).click()
        expect(heading).to_have_text("a tile of deck A without a name")
