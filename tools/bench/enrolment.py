"""Bench of enrolling stickers for the whole box: presses, and milliseconds from a tag on the antenna to the beep.

The time of chip and wire is simulated; the measured time of the software, including the durable file, is added.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

from gpiozero.pins.mock import MockFactory

from companion.app import App, build_app
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen
from companion.hardware.devices import Devices
from companion.hardware.gpio import GpioSignal, beeper_pin
from companion.hardware.wiring import SignalWiring
from companion.menu.pages import ListPage
from companion.menu.sticker_enrolment import CHECKED_PIECES
from companion.screens.paper import REFERENCE_PANEL
from companion.settings import Settings
from tools.bench.box import BEEP_MS, BeeperPin, read_times
from tools.bench.figures import Figure, Sizes, percentile

PRESSES, PATIENCE = 12, 30.0
MENU_PATH = ("This box", "Stickers", "Begin")


class StickerEnroller:
    """User at the case: presses are counted, taps are timed to the level on the beeper's pin."""

    def __init__(self, folder: Path) -> None:
        self._factory: Any = MockFactory(pin_class=BeeperPin)
        self._factory.heard, self._factory.at = Event(), 0.0
        self._reader, self._buttons = DeskReader(), DeskButtons()
        signal = GpioSignal(None, beeper_pin(SignalWiring().beeper, self._factory))
        devices = Devices(self._reader, DeskScreen(), self._buttons, signal)
        self.app: App = build_app(
            Settings(panel=REFERENCE_PANEL, data_folder=str(folder)), devices, game="glen_more_2"
        )
        self.presses, self.times = 0, list[float]()

    def press(self, *keys: str) -> None:
        """Press buttons; "+" means a long press."""
        for key in keys:
            self.presses += 1
            self._done(lambda key=key: self._buttons.press(key.rstrip("+"), key.endswith("+")))

    def choose(self, word: str) -> None:
        """Choose the row that begins with `word`, by the shorter way."""
        page = self.app.snapshot.page
        assert isinstance(page, ListPage), page
        at = next(n for n, row in enumerate(page.rows) if str(row.label).startswith(word))
        down = (at - page.cursor) % len(page.rows)
        up = len(page.rows) - down
        self.press(*(["DOWN"] * down if down <= up else ["UP"] * up), "OK")

    def tap(self, uid: str) -> None:
        """Tap a sticker and record the time to the beep."""
        self._factory.heard.clear()
        began = time.perf_counter()
        self._done(lambda: self._reader.tap(f"uid:{uid}"))
        if not self._factory.heard.wait(PATIENCE):
            raise RuntimeError("nothing was heard")
        self.times.append((self._factory.at - began) * 1000)
        self.app.wait(lambda now: now.drawn >= now.handled, PATIENCE)

    def _done(self, act: Any) -> None:
        handled = self.app.snapshot.handled
        act()
        self.app.wait(lambda now: now.handled > handled, PATIENCE)


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield both figures."""
    with TemporaryDirectory(dir=folder) as room:
        walker = StickerEnroller(Path(room))
        walker.app.start()
        try:
            pieces = _walked(walker, sizes.taps)
        finally:
            walker.app.stop()
    read = read_times(len(walker.times))
    whole = [one + other for one, other in zip(read, walker.times, strict=True)]
    more = {"pieces": pieces, "taps": len(whole), "whole_walk_s": sum(whole) / 1000}
    yield Figure("sticker_walk_presses", walker.presses, PRESSES, more)
    more = {"median_ms": percentile(whole, 50), "software_p95_ms": percentile(walker.times, 95), "of": len(whole)}
    yield Figure("sticker_walk_tap_to_beep_p95_ms", percentile(whole, 95), BEEP_MS, more)


def _walked(walker: StickerEnroller, most: int) -> int:
    """Enrol up to `most` stickers and read their names; return the number of pieces with a sticker."""
    walker.press("BACK+")
    for word in MENU_PATH:
        walker.choose(word)
    stuck: list[str] = []
    while len(stuck) < most and not _over(walker.app):
        stuck.append(f"04{len(stuck):012x}")
        walker.tap(stuck[-1])
    if not _over(walker.app):
        walker.press("OK")  # With few taps the check comes before the end.
    for uid in stuck[:CHECKED_PIECES]:
        walker.tap(uid)
    walker.press("BACK+", "BACK")
    return len(stuck)


def _over(app: App) -> bool:
    """True if every piece has its sticker."""
    now = app.running.table_game.registry
    return {id for kind in now.kinds for id in kind.ids} <= set(now.meant.values())
