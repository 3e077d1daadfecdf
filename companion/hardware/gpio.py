"""Buttons, LED and beeper on the pins, by gpiozero.

Its callbacks put an edge into a queue and do nothing else: an exception there would end the library's only thread
for them, and with it all buttons. Everything else happens on the threads that ask. Never runs game code.

Debounces one button: from the times of its edges alone to presses, whenever the edges are looked at.

Reads no clock and no pin. A button that is held when we begin is not reported until it was released.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from companion.hardware.devices import BUTTONS, HOLD, OFF, REPORT, SIGNALS, TOGETHER, Press

STABLE_SECONDS, LONG_SECONDS = 0.015, 0.8
"""Seconds until a level counts, and until a press is a long one."""


class ButtonDebounce:
    """One button. `edge` and `advance` return the presses that became certain.

    0 is a short press, released; 1 one that is held for the first of the seconds in `marks`, 2 for the second.
    """

    def __init__(self, down: bool, now: float, marks: tuple[float, ...] = (LONG_SECONDS,)) -> None:
        self.down = down
        """The level last seen, bounces included."""
        self._since = now
        self._stable = down
        self._marks = marks
        self._pressed_at: float | None = None
        self._reached = 0

    @property
    def was_long(self) -> bool:
        """It is held, and a long press was returned."""
        return self.down and self._reached > 0

    def edge(self, down: bool, at: float) -> list[int]:
        """The level changed."""
        presses = self.advance(at)
        if down != self.down:
            self.down, self._since = down, at
        return presses

    def advance(self, now: float) -> list[int]:
        """Time went by."""
        presses = self._held(now)
        if self.down != self._stable and now >= self._since + STABLE_SECONDS:
            self._stable = self.down
            if self.down:
                self._pressed_at, self._reached = self._since, 0
                return self._held(now)
            if self._pressed_at is not None and not self._reached:
                presses.append(0)
            self._pressed_at = None
        return presses

    def deadline(self) -> float | None:
        """When `advance` may return something although no edge comes; None for never."""
        if self.down != self._stable:
            return self._since + STABLE_SECONDS
        if self._pressed_at is None or self._reached == len(self._marks):
            return None
        return self._pressed_at + self._marks[self._reached]

    def _held(self, now: float) -> list[int]:
        if not self._stable or self._pressed_at is None:
            return []
        held_until = now if self.down else self._since
        before = self._reached
        self._reached = max(before, sum(held_until >= self._pressed_at + mark for mark in self._marks))
        return list(range(before + 1, self._reached + 1))


log = logging.getLogger(__name__)

MARKS = {name: (LONG_SECONDS, HOLD) if name == "BACK" else (LONG_SECONDS,) for name in BUTTONS}
"""How long a button is held for a long press and, the one that switches off, for that."""


class Edge(NamedTuple):
    """A button's level changed."""

    button: str
    """One of BUTTONS."""
    down: bool
    """Pressed, bounces included."""
    at: float
    """Seconds by the monotonic clock."""


class Edges(Protocol):
    """What waits for edges: `queue.SimpleQueue`."""

    def put(self, edge: Edge, /) -> None: ...

    def get(self, *, timeout: float) -> Edge: ...


class InputPin(Protocol):
    """What we use of `gpiozero.DigitalInputDevice`."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    @property
    def is_active(self) -> bool: ...

    def close(self) -> None: ...


class OutputPin(Protocol):
    """What we use of `gpiozero.LED` and `gpiozero.Buzzer`."""

    def off(self) -> None: ...

    def blink(self, on_time: float, off_time: float, n: int, background: bool) -> None: ...

    def close(self) -> None: ...


class GpioButtons:
    """Implements Buttons. A press is reported when it is released, a long one as soon as it is long."""

    def __init__(
        self,
        pins: Mapping[str, InputPin],
        clock: Callable[[], float] = time.monotonic,
        edges: Edges | None = None,
    ) -> None:
        self._pins, self._clock = dict(pins), clock
        self._edges: Edges = edges or SimpleQueue()
        self._presses: deque[Press] = deque()
        self._long: set[str] = set()
        """Which of TOGETHER were held long enough since both are down."""
        now = clock()
        self._buttons = {name: ButtonDebounce(pin.is_active, now, MARKS[name]) for name, pin in self._pins.items()}
        for name, pin in self._pins.items():
            pin.when_activated = self._edge_callback(name, True)
            pin.when_deactivated = self._edge_callback(name, False)

    def next(self, timeout: float) -> Press | None:
        until = self._clock() + timeout
        while True:
            # Edges wait with their times: whoever could not look for a while takes no short press for a long one.
            now = self._clock()
            self._handle_waiting()
            self._advance(now)
            if self._presses:
                return self._presses.popleft()
            if now >= until:
                return None
            self._wait(until)

    def held(self) -> list[str]:
        """The buttons that are down now."""
        return [name for name, pin in self._pins.items() if pin.is_active]

    def close(self) -> None:
        for pin in self._pins.values():
            pin.close()

    def _edge_callback(self, button: str, down: bool) -> Callable[[], None]:
        edges, clock = self._edges, self._clock

        def callback() -> None:
            edges.put(Edge(button, down, clock()))

        return callback

    def _wait(self, until: float) -> None:
        """Wait for an edge, until something is due."""
        due = [when for button in self._buttons.values() if (when := button.deadline()) is not None]
        try:
            self._handle(self._edges.get(timeout=max(0.0, min([until, *due]) - self._clock())))
        except Empty:
            self._read_levels()

    def _handle_waiting(self) -> None:
        try:
            while True:
                self._handle(self._edges.get(timeout=0.0))
        except Empty:
            pass

    def _handle(self, edge: Edge) -> None:
        self._advance(edge.at)  # presses of other buttons that came before go first
        self._press(edge.button, self._buttons[edge.button].edge(edge.down, edge.at))

    def _read_levels(self) -> None:
        """The kernel drops edges when too many come at once; the pins tell how it ended."""
        levels = {name: (pin.is_active, self._clock()) for name, pin in self._pins.items()}
        self._handle_waiting()
        for name, (down, at) in levels.items():
            if down != self._buttons[name].down and down == self._pins[name].is_active:
                self._handle(Edge(name, down, at))

    def _advance(self, now: float) -> None:
        for name, button in self._buttons.items():
            self._press(name, button.advance(now))

    def _press(self, name: str, presses: list[int]) -> None:
        kinds = (Press(name), Press(name, long=True), Press(OFF))
        for press in presses:
            if not (kinds[press].long and self._joins_the_other(name)):
                self._presses.append(kinds[press])
            elif self._long == set(TOGETHER):
                self._presses.append(Press(REPORT))

    def _joins_the_other(self, name: str) -> bool:
        """Count a button that is held long enough, where it is held with the other of TOGETHER; whether it is.

        One that has been held alone, as a button that sticks, is no part of that.
        """
        others = [self._buttons[each] for each in TOGETHER if each != name and each in self._buttons]
        self._long = {each for each in self._long if self._buttons[each].was_long}
        if name not in TOGETHER or not all(each.down for each in others):
            return False
        if any(each.was_long for each in others) and not self._long:
            return False
        self._long.add(name)
        return len(others) == 1


class Pattern(NamedTuple):
    """How a beeper sounds or an LED flashes."""

    on: float
    """Seconds."""
    off: float
    """Seconds after each time on."""
    times: int
    """How often it is on."""


BEEPS = {
    "accepted": Pattern(0.06, 0.06, 1),
    "asks": Pattern(0.06, 0.1, 2),
    "refused": Pattern(0.5, 0.1, 1),
    "trouble": Pattern(0.15, 0.1, 4),
    # A rattle, over before the press that is meant: it must not keep anybody from pressing again.
    "early": Pattern(0.02, 0.04, 3),
}
LIGHTS = {
    "accepted": Pattern(0.4, 0.1, 1),
    "asks": Pattern(0.3, 0.3, 3),
    "refused": Pattern(0.1, 0.1, 6),
    "trouble": Pattern(0.5, 0.5, 6),
    "early": Pattern(0.05, 0.1, 2),
}


class GpioSignal:
    """Implements Signal; either pin may be missing. A new signal cuts the one before short."""

    def __init__(
        self,
        led: OutputPin | None,
        beeper: OutputPin | None,
        lights: Mapping[str, Pattern] = LIGHTS,
        beeps: Mapping[str, Pattern] = BEEPS,
    ) -> None:
        self._outputs = [(pin, patterns) for pin, patterns in ((beeper, beeps), (led, lights)) if pin]
        self._beeper = beeper
        self._failed = False

    def give(self, kind: str, aloud: bool = True) -> None:
        if kind not in SIGNALS:
            raise ValueError(kind)
        for pin, patterns in self._outputs:
            if aloud or pin is not self._beeper:
                self._play(pin, patterns[kind])

    def close(self) -> None:
        for pin, _ in self._outputs:
            pin.close()

    def _play(self, pin: OutputPin, pattern: Pattern) -> None:
        try:
            pin.off()
            pin.blink(pattern.on, pattern.off, pattern.times, background=True)
        except Exception as error:
            if not self._failed:
                log.warning("no signal could be given: %s: %s", type(error).__name__, error)
            self._failed = True
        else:
            self._failed = False


def input_pin(number: int, factory: Any = None) -> InputPin:
    """A button to ground. (gpiozero's Button is the same with a thread of its own that waits for long presses.)"""
    from gpiozero import DigitalInputDevice

    # bounce_time means something else with each pin library, and loses edges: `debounce` does it.
    pin: InputPin = DigitalInputDevice(number, pull_up=True, bounce_time=None, pin_factory=factory)
    return pin


def led_pin(number: int, factory: Any = None) -> OutputPin:
    from gpiozero import LED

    pin: OutputPin = LED(number, pin_factory=factory)
    return pin


def beeper_pin(number: int, factory: Any = None) -> OutputPin:
    """An active beeper: it sounds while its pin is high."""
    from gpiozero import Buzzer

    pin: OutputPin = Buzzer(number, pin_factory=factory)
    return pin


class OutputLine:
    """An output in the shape of a `DigitalInOut`, for the reset and request lines of Adafruit's drivers."""

    def __init__(self, number: int, factory: Any = None) -> None:
        from gpiozero import DigitalOutputDevice

        self.direction: object = None
        self._pin = DigitalOutputDevice(number, initial_value=True, pin_factory=factory)

    @property
    def value(self) -> bool:
        return bool(self._pin.value)

    @value.setter
    def value(self, high: bool) -> None:
        self._pin.value = int(high)

    def close(self) -> None:
        self._pin.close()
