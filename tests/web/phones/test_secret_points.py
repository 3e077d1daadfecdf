"""Secret points of Glen More (2010) on real phones: what each browser shows, is sent and is pushed, to the byte.

Two evenings differ in a gain alone. Every phone but that of who gained gets and shows the same in both.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, Response, expect

from companion.web.phones import routes
from companion.web.phones.admission import Viewer
from tests.games.test_glen_more import laid_out
from tests.games.test_glen_more_secret_points import in_secret
from tests.web import plain_http
from tests.web.phones.house import House, house
from tests.web.playing import browser as browser

pytestmark = [pytest.mark.browser, pytest.mark.rule("G1-SCR-06")]
NARROW = {"width": 360, "height": 740}
OWN = "p1"
VIEWERS = {
    OWN: Viewer("seat", "p1"),
    "p2": Viewer("seat", "p2"),
    "spectator": Viewer("spectator"),
}
EVENING = re.compile(rb"\b[0-9a-f]{8}-")
PUSHED = re.compile(rb"(?:data: evening-\d+\n\n|:[^\n]*\n\n)+")
"""All that a stream may say: numbers, and lines that keep it open."""


class Handset:
    """A phone's browser: what it was sent and what stands there."""

    def __init__(self, home: House, browser: Browser, cookie: str) -> None:
        self.context = browser.new_context(viewport=NARROW, has_touch=True)  # type: ignore[arg-type]
        self.context.add_cookies([{"name": "companion_phone", "value": cookie, "url": home.address}])
        self.page: Page = self.context.new_page()
        self.came: list[Response] = []
        self.page.on("response", lambda response: self.came.append(response))
        self.page.goto(home.address)

    def sent(self) -> dict[str, set[bytes]]:
        """All bodies, by their doors; the stream has no end, so `Stream` reads it."""
        found: dict[str, set[bytes]] = {}
        for each in self.came:
            door = each.url.partition("?")[0].rpartition("/")[2]
            if door != "events":
                found.setdefault(door, set()).add(bare(each.body()))
        return found

    def reads(self, words: str) -> None:
        expect(self.page.locator("body")).to_contain_text(words)

    def shows(self) -> str:
        return self.page.locator("body").inner_text()

    def close(self) -> None:
        self.context.close()


class Stream:
    """A phone that keeps the raw bytes of what is pushed to it."""

    def __init__(self, home: House, cookie: str) -> None:
        self.bytes = b""
        self._more = threading.Condition()
        self._web = plain_http.Client(
            base_url=home.address,
            cookies={"companion_phone": cookie},
            headers={"origin": home.address},
            timeout=20,
        )
        threading.Thread(target=self._hear, daemon=True).start()
        self.hears(1)

    def _hear(self) -> None:
        with suppress(httpx2.HTTPError), self._web.stream("GET", "/events", timeout=None) as events:
            for part in events.iter_raw():
                with self._more:
                    self.bytes += part
                    self._more.notify_all()

    def hears(self, times: int) -> None:
        """Wait until it was told so often that there is something new."""
        with self._more:
            assert self._more.wait_for(lambda: self.bytes.count(b"data: ") >= times, 10), self.bytes

    def close(self) -> None:
        self._web.close()


def bare(raw: bytes) -> bytes:
    """Without the name that each evening gets by chance."""
    return EVENING.sub(b"evening-", raw)


@contextmanager
def evening(folder: Path, monkeypatch: pytest.MonkeyPatch, secret: bool) -> Iterator[tuple[House, dict[str, str]]]:
    """Player 1 has taken a tile that brings nothing but a Scot; the phones' cookies."""
    folder.mkdir(parents=True)
    monkeypatch.setattr(routes, "MAX_PER_ADDRESS", 60)  # all browsers here have one address
    with house(folder, monkeypatch, game="glen_more", facts=None) as home:
        (in_secret if secret else laid_out)(home.table)
        home.table.tap("tile:0-08")
        home.table.press("OK")
        home.phones.listener.open()
        yield (
            home,
            {
                name: home.phones.devices.admit(50 + n, viewer)[0]
                for n, (name, viewer) in enumerate(VIEWERS.items())
            },
        )


def gains(home: House, points: int) -> None:
    home.table.tap(f"card:points_{points}")
    home.settled()


def browsed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser, secret: bool
) -> list[dict[str, tuple[dict[str, set[bytes]], str]]]:
    """Of two evenings, what each phone was sent and shows."""
    found = []
    for points in (3, 5):
        with evening(folder / str(points), monkeypatch, secret) as (home, cookies):
            hands = {name: Handset(home, browser, cookie) for name, cookie in cookies.items()}
            for hand in hands.values():
                hand.reads("Took village, road")
            gains(home, points)
            for hand in hands.values():
                hand.reads("(a tile)")
            found.append({name: (hand.sent(), hand.shows()) for name, hand in hands.items()})
            for hand in hands.values():
                hand.close()
    return found


def test_no_phone_but_the_own_is_sent_or_shown_a_secret_gain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    one, other = browsed(tmp_path, monkeypatch, browser, secret=True)
    for name in VIEWERS:
        sent, shown = (a == b for a, b in zip(one[name], other[name], strict=True))
        assert (name, sent, shown) == (name, name != OWN, name != OWN)
    assert "3 points" in one[OWN][1]
    assert "5 points" in other[OWN][1]


def test_without_the_house_rule_the_same_phones_are_sent_and_show_the_gain(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: Browser
) -> None:
    """Else the test above could not fail."""
    one, other = browsed(tmp_path, monkeypatch, browser, secret=False)
    assert [name for name in VIEWERS if one[name][0] == other[name][0] or one[name][1] == other[name][1]] == []


def test_what_is_pushed_is_the_same_whatever_was_gained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Byte for byte: that there is something new, never what."""
    found = []
    for points in (3, 5):
        with evening(tmp_path / str(points), monkeypatch, secret=True) as (home, cookies):
            streams = {name: Stream(home, cookie) for name, cookie in cookies.items()}
            gains(home, points)
            for stream in streams.values():
                stream.hears(2)
            found.append({name: bare(stream.bytes) for name, stream in streams.items()})
            for stream in streams.values():
                stream.close()
    assert found[0] == found[1]
    assert all(PUSHED.fullmatch(raw) for raw in found[0].values()), found[0]
