"""Clocks for chips: one that only moves when somebody waits, and one that runs faster than ours, for threads."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable
from itertools import count
from typing import Any


class FakeClock:
    """Stands still until somebody sleeps; what was put down for later happens on the way."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._later: list[tuple[float, int, Callable[[], Any]]] = []
        self._order = count()

    def monotonic(self) -> float:
        return self.now

    __call__ = monotonic

    def sleep(self, seconds: float) -> None:
        until = self.now + max(0.0, seconds)
        while self.now < until or (self._later and self._later[0][0] <= until):
            self.step(until)

    def step(self, until: float) -> None:
        """Go on to the next thing that happens, or to `until`."""
        if self._later and self._later[0][0] <= until:
            when, _, act = heapq.heappop(self._later)
            self.now = max(self.now, when)
            act()
        else:
            self.now = max(self.now, until)

    def after(self, seconds: float, act: Callable[[], Any]) -> None:
        heapq.heappush(self._later, (self.now + seconds, next(self._order), act))


class FastClock:
    """Our time, `factor` times as fast; for threads."""

    def __init__(self, factor: float) -> None:
        self._factor, self._began = factor, time.monotonic()

    def monotonic(self) -> float:
        return (time.monotonic() - self._began) * self._factor

    __call__ = monotonic

    def sleep(self, seconds: float) -> None:
        time.sleep(max(0.0, seconds) / self._factor)

    def after(self, seconds: float, act: Callable[[], Any]) -> None:
        timer = threading.Timer(seconds / self._factor, act)
        timer.daemon = True
        timer.start()


Clock = FakeClock | FastClock

WAITING_MODULES = (
    "adafruit_pn532.adafruit_pn532",
    "adafruit_pn532.uart",
    "adafruit_pn532.i2c",
    "adafruit_bus_device.i2c_device",
)


def drivers_wait_on(clock: Clock, monkeypatch: Any) -> None:
    """Adafruit's drivers as they are, but for the `time` they look at."""
    for module in WAITING_MODULES:
        monkeypatch.setattr(f"{module}.time", clock)
