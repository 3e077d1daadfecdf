"""The desk versions of the devices: a page, a test or the demo is their world's side.

They are product, not fakes: the same application runs on them as on the chips. They know nothing of a game.
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

PARTIAL, FULL, PARTIALS = 0.4, 1.5, 8
"""Seconds of a quick refresh, of a full one, and how many quick ones come before a full one."""


class DeskReader:
    """A reader whose tags come from `tap`."""

    def __init__(self) -> None:
        self._taps: queue.SimpleQueue[str] = queue.SimpleQueue()

    def tap(self, tag: str) -> None:
        """Lay a tag on the antenna and take it away again."""
        self._taps.put(tag)

    def read(self, timeout: float) -> str | None:
        return _next(self._taps, timeout)


class DeskButtons:
    """Buttons that `press` presses."""

    def __init__(self) -> None:
        self._presses: queue.SimpleQueue[Press] = queue.SimpleQueue()

    def press(self, button: str, long: bool = False) -> None:
        """Press a button; ValueError where there is none of that name."""
        if button not in (*BUTTONS, OFF, REPORT):
            raise ValueError(button)
        self._presses.put(Press(button, long))

    def next(self, timeout: float) -> Press | None:
        return _next(self._presses, timeout)


def _next(waiting: queue.SimpleQueue[Item], timeout: float) -> Item | None:
    try:
        return waiting.get(timeout=timeout)
    except queue.Empty:
        return None


class DeskScreen:
    """A panel that keeps the picture on its glass; as slow as e-ink when asked."""

    def __init__(self, slow: bool = False) -> None:
        self.slow = slow
        self.image: Image | None = None
        self.count = 0
        """How many pictures it has shown."""
        self._closing = threading.Event()

    def show(self, image: Image) -> None:
        if self.slow:
            self._closing.wait(FULL if self.count % (PARTIALS + 1) == 0 else PARTIAL)
        self.image = image
        self.count += 1

    def close(self) -> None:
        """Refresh at once from now on, so that nobody waits at the end."""
        self._closing.set()


class DeskSignal:
    """A beeper and LED that remember; `on_signal` is called with each signal."""

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
    """A whole desk."""
    return Devices(DeskReader(), DeskScreen(slow), DeskButtons(), DeskSignal(on_signal))
