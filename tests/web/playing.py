"""Somebody plays on the page: Chromium without a window, and what a person does there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.web.served import Served, served

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        pytest.fail("Chromium is missing; make test installs it, make test-core runs without the page tests.")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield started
        started.close()


EARLY = 600
"""Milliseconds until a page that came up by itself takes a press."""


class Desk:
    """A page that somebody plays on, and the companion behind it."""

    def __init__(self, page: Page, companion: Served) -> None:
        self.page = page
        self.companion = companion

    def open(self) -> None:
        self.page.goto(self.companion.address)
        expect(self.page.locator("#pieces .chip").first).to_be_visible()

    def press(self, button: str, hold: int = 0) -> None:
        """A click on a button of the case; the next one waits until it is handled."""
        with self.page.expect_response("**/press"):
            self.page.locator(f"[data-button={button}]").click(delay=hold)

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name, exact=True).click()

    def tap(self, piece: str) -> None:
        """A click on a chip of the tray."""
        with self.page.expect_response("**/tap"):
            self.chip(piece).click()

    def chip(self, piece: str) -> Locator:
        return self.page.locator("#pieces .chip", has_text=re.compile(f"^{re.escape(piece)}"))

    def shown(self) -> dict[str, object]:
        """What the panel says, as values."""
        found = self.companion.state()["page"]
        assert isinstance(found, dict)
        return found

    def choose(self, row: str) -> None:
        """The key that a row of the panel lies on; in a list UP and DOWN to it, then OK."""
        shown = self.shown()
        rows = [each["label"] for each in shown["rows"]]  # type: ignore[attr-defined]
        wanted = next(place for place, label in enumerate(rows) if label.startswith(row))
        if "keys" in shown:
            key = shown["keys"][wanted]  # type: ignore[index]
            self.page.wait_for_timeout(EARLY)
            self.press(key.rstrip("+"), hold=900 if key.endswith("+") else 0)
            return
        while self.shown()["cursor"] != wanted:
            self.press("DOWN")
        self.press("OK")

    def says(self, text: str) -> None:
        """The panel says this (its picture's text, as screen readers get it)."""
        expect(self.page.locator("#panel")).to_have_attribute("alt", re.compile(re.escape(text)))

    def figures(self) -> list[str]:
        """Who stands on the ring, from behind."""
        return self.page.locator("#ring .figure em").all_inner_texts()

    def set_up(self) -> None:
        """Three players, 14 spaces, all tiles laid out and none of them told."""
        for colour in ("Red", "Blue", "Green"):
            self.tap(f"Home tile of {colour}")
        for _ in range(3):
            self.press("OK")
        self.press("OK", hold=900)  # all is prepared
        self.press("OK")
        self.says("Red, tap the tile you take")


@contextmanager
def at_desk(browser: Browser, folder: Path, size: tuple[int, int], has_touch: bool = False) -> Iterator[Desk]:
    """The page of a new companion in a window of that size; whatever the browser complains of fails the test."""
    with served(folder) as companion:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, has_touch=has_touch)
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        made = Desk(page, companion)
        made.open()
        yield made
        page.close()
        assert wrong == []
