"""Clocks for chips: one that only moves when somebody waits, and one that runs faster than ours, for threads."""

from __future__ import annotations

import heapq
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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
        self._ahead = 0.0
        self._stopped: float | None = None
        self._stopper: threading.Thread | None = None

    def monotonic(self) -> float:
        stopped = self._stopped
        return self._running() if stopped is None else stopped

    def _running(self) -> float:
        return (time.monotonic() - self._began) * self._factor + self._ahead

    @contextmanager
    def still(self) -> Iterator[None]:
        """What is done within takes no time but what `sleep` says, and that at once."""
        self._stopper, self._stopped = threading.current_thread(), self.monotonic()
        try:
            yield
        finally:
            self._ahead += max(0.0, self._stopped - self._running())
            self._stopped = None

    __call__ = monotonic

    def sleep(self, seconds: float) -> None:
        if self._stopped is not None and threading.current_thread() is self._stopper:
            self._stopped += seconds
        else:
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
