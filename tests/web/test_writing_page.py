"""A press on the desk's page writes on a sticker: browser, application, and a chip on its wire."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.app import build_app
from companion.games.sticker_registry import StickerFile
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.devices import Devices
from companion.screens.paper import PANELS
from companion.screens.translator import Translator
from companion.settings import Settings
from companion.web.app_backend import AppBackend
from companion.web.server import listen_on_loopback, serve_page
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.ntag import Memory
from tests.hardware_fakes.pn532_chip import Tag
from tests.web.playing import browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser
LOCH, PLAIN, NOBODYS = "04a1b2c3d4e501", "04a1b2c3d4e502", "04a1b2c3d4e504"
FOREIGN = bytes.fromhex("0310d1010c5504") + b"example.org" + b"\xfe"
LAY = "Lay the piece on the reader, and let it lie until the beep."


class Writing(NamedTuple):
    """A page beside a chip."""

    page: Page
    world: ChipWorld
    signal: DeskSignal

    def begun(self) -> None:
        self.page.get_by_role("button", name="Write on a sticker").click()
        expect(self.page.locator("#sentence")).to_have_text(LAY)
        expect(self.page.locator("#panel")).to_have_attribute("alt", re.compile(re.escape(LAY)))

    def laid(self, tag: Tag, words: str) -> Memory:
        """Asked for, laid down, told on the panel, and taken away again."""
        assert tag.memory
        self.begun()
        self.world.chip.lay(tag)
        expect(self.page.locator("#panel")).to_have_attribute("alt", re.compile(re.escape(words)))
        self.world.chip.lift(tag)
        self.page.wait_for_timeout(300)
        return tag.memory


@contextmanager
def beside_a_chip(
    browser: Browser, folder: Path, monkeypatch: pytest.MonkeyPatch, allowed: bool = True, chip: bool = True
) -> Iterator[Writing]:
    world, screen, signal = ChipWorld("uart", monkeypatch), DeskScreen(), DeskSignal()
    reader = world.reader if chip else DeskReader()
    StickerFile(folder / "stickers.toml").keep("stickers", {LOCH: "loch_ness", PLAIN: "A-1"})
    settings = Settings(data_folder=str(folder), write_stickers=allowed)
    app = build_app(
        settings, Devices(reader, screen, DeskButtons(), signal), game="glen_more_2", translate=Translator("en")
    )
    backend = AppBackend(app, screen, PANELS[settings.panel], Translator("en"))
    ended: Future[None] = Future()
    door = listen_on_loopback(0)
    app.start()
    serving = threading.Thread(
        target=serve_page, args=(backend, Translator("en"), door, lambda _address: None, ended), daemon=True
    )
    serving.start()
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    try:
        page.goto(f"http://127.0.0.1:{door.getsockname()[1]}/")
        expect(page.locator("#buttons [data-button=OK]")).to_be_visible()
        yield Writing(page, world, signal)
    finally:
        page.close()
        ended.set_result(None)
        serving.join(10)
        app.stop()
        door.close()
    assert wrong == []


def test_a_press_on_the_page_writes_on_the_sticker_that_is_laid_down(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beside_a_chip(browser, tmp_path, monkeypatch) as desk:
        memory = desk.laid(Tag(LOCH), "Written: Loch Ness")
        assert b"1;gm2;tile;C;Loch Ness;1\xfe" in memory.data
        assert desk.signal.given[-1] == "accepted"


def test_each_that_can_not_be_written_on_is_told_in_one_sentence(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = Tag(LOCH)
    assert locked.memory
    locked.memory.lock(8)
    with beside_a_chip(browser, tmp_path, monkeypatch) as desk:
        for tag, sentence in (
            (locked, "That sticker is locked for ever"),
            (Tag(PLAIN), "it is secret, or what is printed on it is not known yet."),
            (Tag(NOBODYS), "No piece has this sticker yet: put it on one first, Menu, This box."),
        ):
            assert desk.laid(tag, sentence).written == []
        assert desk.signal.given[-1] == "refused"


def test_what_others_wrote_is_written_over_only_when_it_is_asked_for_twice(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag = Tag(LOCH)
    assert tag.memory
    tag.memory.bytes[16 : 16 + len(FOREIGN)] = FOREIGN
    with beside_a_chip(browser, tmp_path, monkeypatch) as desk:
        asked = "Something else is written on that sticker. To write over it, ask once more and lay it down again."
        assert FOREIGN in desk.laid(tag, asked).data
        assert b"Loch Ness" in desk.laid(tag, "Written: Loch Ness").data


def test_as_shipped_the_page_offers_nothing_and_the_door_says_why(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with beside_a_chip(browser, tmp_path, monkeypatch, allowed=False) as desk:
        expect(desk.page.get_by_role("button", name="Write on a sticker")).to_be_hidden()
        door = desk.page.url + "write"
        reply = desk.page.request.post(door, data={}, headers={"origin": desk.page.url.rstrip("/")})
        assert reply.json()["signal"] == "refused"
        assert reply.json()["sentence"].startswith("Stickers are only read: with write_stickers = true")


def test_without_a_reader_it_says_so(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with beside_a_chip(browser, tmp_path, monkeypatch, chip=False) as desk:
        desk.page.get_by_role("button", name="Write on a sticker").click()
        expect(desk.page.locator("#sentence")).to_contain_text("No reader is connected here")
