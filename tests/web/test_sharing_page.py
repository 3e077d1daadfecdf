"""Boxes are shared on the desk's page of tiles: out as a download, in by choosing a file, seen by axe."""

from __future__ import annotations

import tomllib
from importlib import resources
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.playing import Desk, at_desk, browser
from tests.web.sharing import MINE, THEIRS, chosen, each_difference_is_chosen, faults_are_told

__all__ = ["browser"]

pytestmark = pytest.mark.browser
AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
SIZES = pytest.mark.parametrize("size", [(1400, 900), (360, 740)])


def tiles_of(desk: Desk) -> Page:
    desk.page.get_by_role("link", name="Tiles of your box").click()
    expect(desk.page.get_by_role("heading", name="Share your box")).to_be_visible()
    return desk.page


def test_the_box_is_downloaded(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "box.toml").write_text(MINE + '[tile."B-1"]\nriver = true\n')
    with at_desk(browser, tmp_path, (1400, 900)) as desk:
        page = tiles_of(desk)
        expect(page.get_by_text("1 tile was left out: it has neither a name nor kind and cost.")).to_be_visible()
        with page.expect_download() as coming:
            page.get_by_role("link", name="Your box as a file for other owners").click()
        assert coming.value.suggested_filename == "box.toml"
        told = tomllib.loads(Path(coming.value.path()).read_text())
        assert [row["name"] for row in told["tile"]] == ["Forest"]


@SIZES
def test_a_box_is_taken_in_with_each_difference_chosen(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    (tmp_path / "box.toml").write_text(MINE)
    with at_desk(browser, tmp_path, size) as desk:
        page = tiles_of(desk)
        faults_are_told(page, tmp_path)
        chosen(page, THEIRS)
        expect(page.get_by_role("heading", name="The two boxes differ")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.evaluate(AXE)
        assert page.evaluate("axe.run()")["violations"] == []
        page.get_by_role("button", name="Take nothing in").click()
        expect(page.get_by_role("radio")).to_have_count(0)
        assert (tmp_path / "box.toml").read_text() == MINE
        each_difference_is_chosen(page, tmp_path)
