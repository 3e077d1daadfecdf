"""Five buttons, an LED and a beeper on gpiozero's mock pins, which are better behaved than metal and Linux are.

Contacts bounce here, and callbacks come from one thread that an exception ends for ever, as lgpio's does.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from random import Random
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin

from companion.hardware.gpio import Edge, GpioButtons, input_pin
from companion.hardware.wiring import ButtonsWiring
from tests.hardware_fakes.clock import FakeClock

BOUNCE = 0.005
"""Seconds that a contact trembles."""


class CallbackThread:
    """The library's only thread for callbacks. `do` waits until the thing is done: time can stand still."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Any], threading.Event] | None] = queue.SimpleQueue()
        self.died_of: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="lgpio's", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], Any]) -> None:
        if self.died_of is None:
            done = threading.Event()
            self._jobs.put((job, done))
            done.wait()

    def stop(self) -> None:
        self._jobs.put(None)

    def _run(self) -> None:
        while (waiting := self._jobs.get()) is not None:
            job, done = waiting
            try:
                job()
            except BaseException as error:
                self.died_of = error
                return
            finally:
                done.set()


class ThreadedPin(MockPin):
    """A mock pin that calls back as lgpio does."""

    thread: CallbackThread

    def _call_when_changed(self) -> None:
        self.factory.thread.do(super()._call_when_changed)


class EdgesInTime:
    """The queue of edges, on a clock that only moves when somebody waits."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()

    def put(self, edge: Edge) -> None:
        self._edges.put(edge)

    def get(self, *, timeout: float) -> Edge:
        until = self._clock.now + timeout
        while self._edges.empty() and self._clock.now < until:
            self._clock.step(until)
        return self._edges.get_nowait()


class ButtonBoard:
    """The buttons as fingers have them. `open()` gives the driver over them."""

    def __init__(self, clock: FakeClock, seed: int = 1) -> None:
        self.clock = clock
        self.factory: Any = MockFactory(pin_class=ThreadedPin)
        self.factory.thread = self.thread = CallbackThread()
        self._chance = Random(seed)
        self._pins = ButtonsWiring()
        self.edges = 0

    def open(self) -> GpioButtons:
        names = ("UP", "DOWN", "OK", "BACK", "UNDO")
        pins = {name: input_pin(getattr(self._pins, name.lower()), self.factory) for name in names}
        return GpioButtons(pins, self.clock, EdgesInTime(self.clock))

    def pin(self, button: str) -> Any:
        pin = self.factory.pin(getattr(self._pins, button.lower()))
        if pin.pull != "up" and pin.function == "input":
            pin.pull = "up"
        return pin

    def down(self, button: str, bounces: int | None = None, after: float = 0.0) -> None:
        """Close a contact, trembling."""
        self._contact(button, True, bounces, after)

    def up(self, button: str, bounces: int | None = None, after: float = 0.0) -> None:
        self._contact(button, False, bounces, after)

    def press(self, button: str, seconds: float = 0.1, bounces: int | None = None, after: float = 0.0) -> None:
        """Press and let go."""
        self.down(button, bounces, after)
        self.up(button, bounces, after + seconds)

    def close(self, buttons: GpioButtons | None = None) -> None:
        if buttons:
            buttons.close()
        self.factory.reset()
        self.thread.stop()

    def _contact(self, button: str, down: bool, bounces: int | None, after: float) -> None:
        """5 to 20 edges within 5 ms, the last of which stays."""
        edges = bounces if bounces is not None else self._chance.randrange(5, 21) | 1
        times = sorted(self._chance.uniform(0, BOUNCE) for _ in range(edges - 1))
        for number, when in enumerate([0.0, *times]):
            level = down if (number % 2 == 0) else not down
            if number == edges - 1:
                level = down
            self.clock.after(after + when, lambda level=level: self.move(button, level))

    def move(self, button: str, down: bool) -> None:
        """One edge, now."""
        self.edges += 1
        pin = self.pin(button)
        if down:
            pin.drive_low()
        else:
            pin.drive_high()
