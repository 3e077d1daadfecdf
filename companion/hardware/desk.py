"""Desk versions of the devices, which a page, a test or the demo operates instead of hardware.

They are part of the product: the application runs on them without changes. They know no game.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from companion.hardware.devices import BUTTONS, OFF, REPORT, SIGNALS, Devices, Press

if TYPE_CHECKING:
    from PIL.Image import Image

Item = TypeVar("Item")

PARTIAL_SECONDS, FULL_SECONDS, PARTIALS_PER_FULL = 0.4, 1.5, 8
"""Seconds of a partial and of a full refresh, and the number of partial refreshes before a full one."""


class DeskReader:
    """Reader whose tags come from calls of `tap`."""

    def __init__(self) -> None:
        self._taps: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def tap(self, tag: str) -> None:
        """Lay a tag on the antenna and remove it again."""
        self._taps.put(tag)

    def read(self, timeout: float) -> str | None:
        return _next(self._taps, timeout)

    def interrupt(self) -> None:
        self._taps.put(None)


class DeskButtons:
    """Buttons that calls of `press` press."""

    def __init__(self) -> None:
        self._presses: queue.SimpleQueue[Press | None] = queue.SimpleQueue()

    def press(self, button: str, long: bool = False) -> None:
        """Press a button. Raises ValueError for an unknown name."""
        if button not in (*BUTTONS, OFF, REPORT):
            raise ValueError(button)
        self._presses.put(Press(button, long))

    def next(self, timeout: float) -> Press | None:
        return _next(self._presses, timeout)

    def interrupt(self) -> None:
        self._presses.put(None)


def _next(waiting: queue.SimpleQueue[Item | None], timeout: float) -> Item | None:
    try:
        return waiting.get(timeout=timeout)
    except queue.Empty:
        return None


class DeskScreen:
    """Panel that stores its picture; as slow as e-ink if `slow` is true."""

    def __init__(self, slow: bool = False) -> None:
        self.slow = slow
        self.image: Image | None = None
        self.count = 0
        """Number of pictures shown."""
        self._closing = threading.Event()

    def show(self, image: Image) -> None:
        if self.slow:
            self._closing.wait(FULL_SECONDS if self.count % (PARTIALS_PER_FULL + 1) == 0 else PARTIAL_SECONDS)
        self.image = image
        self.count += 1

    def close(self) -> None:
        """Show pictures at once from now on, so that stopping does not wait for a refresh."""
        self._closing.set()


class DeskSignal:
    """Beeper and LED that store their signals; `on_signal` is called with each one."""

    def __init__(self, on_signal: Callable[[str], None] | None = None) -> None:
        self._on_signal = on_signal
        self.given: list[str] = []

    def give(self, kind: str, aloud: bool = True) -> None:  # noqa: ARG002  the page is told whether it is heard
        if kind not in SIGNALS:
            raise ValueError(kind)
        self.given.append(kind)
        del self.given[:-MAX_SIGNALS]
        if self._on_signal:
            self._on_signal(kind)


MAX_SIGNALS = 1000


def desk_devices(slow: bool = False, on_signal: Callable[[str], None] | None = None) -> Devices:
    """Return a set of desk devices."""
    return Devices(DeskReader(), DeskScreen(slow), DeskButtons(), DeskSignal(on_signal))
