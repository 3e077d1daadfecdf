"""A phone of the table has stickers written on, piece by piece: browser, listener, a chip on its wire."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, expect

from companion.app import App, build_app
from companion.games.sticker_registry import StickerFile
from companion.hardware.desk import DeskButtons, DeskScreen, DeskSignal
from companion.hardware.devices import Devices
from companion.screens.translator import Translator
from companion.session import sticker_enrolment
from companion.settings import Settings
from companion.web.phones.admission import Viewer
from companion.web.phones.phones import Phones
from companion.web.phones.routes import COOKIE_NAME
from tests.hardware.worlds import ChipWorld
from tests.hardware_fakes.ntag import Memory
from tests.hardware_fakes.pn532_chip import Tag
from tests.web.phones.house import Phone
from tests.web.phones.test_phone_page import NARROW
from tests.web.playing import browser

__all__ = ["browser"]

pytestmark = pytest.mark.browser
LOCH, PLAIN, NOBODYS = "04a1b2c3d4e501", "04a1b2c3d4e502", "04a1b2c3d4e504"
FOREIGN = bytes.fromhex("0310d1010c5504") + b"example.org" + b"\xfe"
LAY = "Lay the piece on the reader, and let it lie until the beep."


class Case(NamedTuple):
    """A case with a chip, and the phones that it lets in."""

    world: ChipWorld
    app: App
    phones: Phones

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.phones.listener.port}"

    def cookie(self, viewer: Viewer) -> str:
        return self.phones.devices.admit(50, viewer)[0]

    def phone(self, viewer: Viewer) -> Phone:
        made = Phone(self.address)
        made.web.cookies.set(COOKIE_NAME, self.cookie(viewer))
        return made


@contextmanager
def case(folder: Path, patch: pytest.MonkeyPatch, allowed: bool = True) -> Iterator[Case]:
    world = ChipWorld("uart", patch)
    StickerFile(folder / "stickers.toml").keep("stickers", {LOCH: "loch_ness", PLAIN: "A-1"})
    phones = Phones(folder, Translator("en"), lambda _sentence: None, 0, lambda _on: None)
    devices = Devices(world.reader, DeskScreen(), DeskButtons(), DeskSignal())
    settings = Settings(data_folder=str(folder), write_stickers=allowed)
    app = build_app(settings, devices, game="glen_more_2", translate=Translator("en"), phones=phones.desk)
    app.start()
    phones.begin(app)
    phones.listener.open()
    try:
        yield Case(world, app, phones)
    finally:
        phones.end()
        app.stop()


def test_each_piece_is_asked_for_on_the_phone_and_told_there(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with case(tmp_path, monkeypatch) as here:
        context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
        context.add_cookies([{"name": COOKIE_NAME, "value": here.cookie(Viewer("table")), "url": here.address}])
        page = context.new_page()
        page.goto(here.address)

        def laid(tag: Tag, words: str) -> Memory:
            page.get_by_role("button", name="Write on a sticker").tap()
            expect(page.locator("#said")).to_have_text(LAY)
            here.world.chip.lay(tag)
            expect(page.locator("#said")).to_contain_text(words)
            here.world.chip.lift(tag)
            page.wait_for_timeout(300)
            assert tag.memory
            return tag.memory

        assert b"1;gm2;tile;C;Loch Ness;1\xfe" in laid(Tag(LOCH), "Written: Loch Ness").data
        assert laid(Tag(PLAIN), "it is secret, or what is printed on it is not known yet.").written == []
        assert laid(Tag(NOBODYS), "No piece has this sticker yet").written == []
        foreign = Tag(LOCH)
        assert foreign.memory
        foreign.memory.bytes[16 : 16 + len(FOREIGN)] = FOREIGN
        assert FOREIGN in laid(foreign, "To write over it, ask once more and lay it down again.").data
        assert b"Loch Ness" in laid(foreign, "Written: Loch Ness").data
        context.close()


@pytest.mark.parametrize("viewer", [Viewer("seat", "red"), Viewer("spectator")])
def test_who_has_a_seat_or_looks_on_writes_on_nothing(
    viewer: Viewer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with case(tmp_path, monkeypatch) as here:
        phone = here.phone(viewer)
        assert phone.view()["writes"] is False
        for reply in (phone.web.post("/write", json={}), phone.web.get("/written.json")):
            assert reply.status_code == 403
            assert reply.json()["error"].startswith("Only a phone for the whole table does that")
        tag = Tag(LOCH)
        assert tag.memory
        handled = here.app.snapshot.handled
        here.world.chip.lay(tag)
        here.app.wait(lambda now: now.handled > handled)
        assert tag.memory.written == []
        phone.close()


def test_as_shipped_nothing_is_offered_and_the_door_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with case(tmp_path, monkeypatch, allowed=False) as here:
        phone = here.phone(Viewer("table"))
        assert phone.view()["writes"] is False
        told = phone.post("write")
        assert told["signal"] == "refused"
        assert told["sentence"].startswith("Stickers are only read: with write_stickers = true")
        phone.close()


def test_who_lays_nothing_down_is_told_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sticker_enrolment, "WRITE_TIMEOUT", 0.5)
    with case(tmp_path, monkeypatch) as here:
        phone = here.phone(Viewer("table"))
        assert phone.post("write") == {"signal": "asks", "sentence": LAY}
        told = phone.web.get("/written.json").json()
        assert told == {"signal": "refused", "sentence": "Nothing was written; ask again."}
        phone.close()
