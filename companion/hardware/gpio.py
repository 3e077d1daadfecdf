"""Buttons, LED and beeper on GPIO pins, by gpiozero.

gpiozero's callbacks only put an edge into a queue: an exception there would end the library's only callback
thread, and with it all buttons. The calling threads do the rest. `ButtonDebounce` turns the times of a button's
edges into presses without a clock or a pin; a button that is held at the start is not reported until it was
released.
"""

from __future__ import annotations

import logging
import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from companion.hardware.devices import BUTTONS, OFF, OFF_HOLD_SECONDS, REPORT, REPORT_BUTTONS, SIGNALS, Press

STABLE_SECONDS, LONG_SECONDS = 0.015, 0.8
"""Seconds until a level counts as stable, and until a press is long."""


class ButtonDebounce:
    """Debounces one button. `edge` and `advance` return the presses that became certain.

    A press is 0 if it was short and released, 1 if it was held for the first time in `marks`, 2 for the second.
    """

    def __init__(self, down: bool, now: float, marks: tuple[float, ...] = (LONG_SECONDS,)) -> None:
        self.down = down
        """Last known level, including bounces."""
        self._since = now
        self._stable = down
        self._marks = marks
        self._pressed_at: float | None = None
        self._reached = 0

    @property
    def was_long(self) -> bool:
        """True if the button is still held after a long press was returned."""
        return self.down and self._reached > 0

    def edge(self, down: bool, at: float) -> list[int]:
        """Record a change of the level; return the presses that became certain."""
        presses = self.advance(at)
        if down != self.down:
            self.down, self._since = down, at
        return presses

    def advance(self, now: float) -> list[int]:
        """Return the presses that became certain by `now`."""
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
        """Return when `advance` may return something without a new edge; None for never."""
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

HOLD_MARKS = {name: (LONG_SECONDS, OFF_HOLD_SECONDS) if name == "BACK" else (LONG_SECONDS,) for name in BUTTONS}
"""Seconds after which a held button is reported: as a long press, and BACK also as OFF."""


class Edge(NamedTuple):
    """A change of a button's level."""

    button: str
    """One of BUTTONS."""
    down: bool
    """True if it is pressed, including bounces."""
    at: float
    """Seconds of the monotonic clock."""


class Edges(Protocol):
    """Queue of edges, such as `queue.SimpleQueue`."""

    def put(self, edge: Edge, /) -> None: ...

    def get(self, *, timeout: float) -> Edge: ...


class InputPin(Protocol):
    """Attributes of `gpiozero.DigitalInputDevice` that are used here."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    @property
    def is_active(self) -> bool: ...

    def close(self) -> None: ...


class OutputPin(Protocol):
    """Attributes of `gpiozero.LED` and `gpiozero.Buzzer` that are used here."""

    def off(self) -> None: ...

    def blink(self, on_time: float, off_time: float, n: int, background: bool) -> None: ...

    def close(self) -> None: ...


class GpioButtons:
    """Buttons on pins. A short press is reported when released, a long one as soon as it is long."""

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
        """Buttons of REPORT_BUTTONS that were held long enough while both are down."""
        now = clock()
        self._buttons = {
            name: ButtonDebounce(pin.is_active, now, HOLD_MARKS[name]) for name, pin in self._pins.items()
        }
        for name, pin in self._pins.items():
            pin.when_activated = self._edge_callback(name, True)
            pin.when_deactivated = self._edge_callback(name, False)

    def next(self, timeout: float) -> Press | None:
        until = self._clock() + timeout
        while True:
            # Edges have times, so a short press is not mistaken for a long one after a delay of this thread.
            now = self._clock()
            self._handle_waiting()
            self._advance(now)
            if self._presses:
                return self._presses.popleft()
            if now >= until:
                return None
            self._wait(until)

    def held(self) -> list[str]:
        """Return the names of the buttons that are down."""
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
        """Wait for an edge, at most until a press may become certain."""
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
        self._advance(edge.at)  # Earlier presses of other buttons come first.
        self._press(edge.button, self._buttons[edge.button].edge(edge.down, edge.at))

    def _read_levels(self) -> None:
        """Correct levels from the pins, because the kernel drops edges when too many come at once."""
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
            elif self._long == set(REPORT_BUTTONS):
                self._presses.append(Press(REPORT))

    def _joins_the_other(self, name: str) -> bool:
        """True if the button is part of a long press of both REPORT_BUTTONS; records it as such.

        A button that was held alone before, such as one that sticks, does not count.
        """
        others = [self._buttons[each] for each in REPORT_BUTTONS if each != name and each in self._buttons]
        self._long = {each for each in self._long if self._buttons[each].was_long}
        if name not in REPORT_BUTTONS or not all(each.down for each in others):
            return False
        if any(each.was_long for each in others) and not self._long:
            return False
        self._long.add(name)
        return len(others) == 1


class Pattern(NamedTuple):
    """Pattern of beeps or flashes."""

    on: float
    """Seconds of each beep or flash."""
    off: float
    """Seconds of pause after each."""
    times: int
    """Number of repetitions."""


BEEP_PATTERNS = {
    "accepted": Pattern(0.06, 0.06, 1),
    "asks": Pattern(0.06, 0.1, 2),
    "refused": Pattern(0.5, 0.1, 1),
    "trouble": Pattern(0.15, 0.1, 4),
    # Short enough to end before the intended press, so that it does not stop players from pressing again.
    "early": Pattern(0.02, 0.04, 3),
}
LED_PATTERNS = {
    "accepted": Pattern(0.4, 0.1, 1),
    "asks": Pattern(0.3, 0.3, 3),
    "refused": Pattern(0.1, 0.1, 6),
    "trouble": Pattern(0.5, 0.5, 6),
    "early": Pattern(0.05, 0.1, 2),
}


class GpioSignal:
    """LED and beeper on pins, each optional. A new signal interrupts the previous one."""

    def __init__(
        self,
        led: OutputPin | None,
        beeper: OutputPin | None,
        lights: Mapping[str, Pattern] = LED_PATTERNS,
        beeps: Mapping[str, Pattern] = BEEP_PATTERNS,
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


HEADER_CHIP_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chip behind the header: Pi 5, Pi 4, and the models before."""


def header_chip(lgpio: Any, numbers: Iterable[int]) -> int | None:
    """Return the number of the header's chip among these; None if none of them is it.

    The number is not fixed: kernels have called the chip of a Pi 5 gpiochip4, gpiochip0 and others.
    """
    for number in numbers:
        try:
            handle = lgpio.gpiochip_open(number)
        except lgpio.error:
            continue
        try:
            _, _, _, label = lgpio.gpio_get_chip_info(handle)
        except (lgpio.error, ValueError):
            continue
        finally:
            lgpio.gpiochip_close(handle)
        if str(label) in HEADER_CHIP_LABELS:
            return number
    return None


DEVICES = Path("/dev")


def use_header_chip() -> None:
    """Let gpiozero use the header's chip, found by its label, unless another library drives the pins."""
    if os.environ.get("GPIOZERO_PIN_FACTORY") != "lgpio":
        return
    names = sorted(DEVICES.glob("gpiochip*"), key=lambda each: (len(each.name), each.name))
    numbers = [int(number) for each in names if (number := each.name.removeprefix("gpiochip")).isdecimal()]
    try:
        from gpiozero import Device

        if Device.pin_factory is not None:
            return
        lgpio: Any = import_module("lgpio")
        from gpiozero.pins.lgpio import LGPIOFactory

        chip = header_chip(lgpio, numbers)
        if chip is not None:
            Device.pin_factory = LGPIOFactory(chip=chip)
    except Exception as error:
        log.debug("the chip of the header was not found: %s", error)


def input_pin(number: int, factory: Any = None) -> InputPin:
    """Return a button to ground. (gpiozero's Button would add a thread that waits for long presses.)"""
    from gpiozero import DigitalInputDevice

    # bounce_time depends on the pin library and loses edges, so ButtonDebounce is used.
    pin: InputPin = DigitalInputDevice(number, pull_up=True, bounce_time=None, pin_factory=factory)
    return pin


def led_pin(number: int, factory: Any = None) -> OutputPin:
    from gpiozero import LED

    pin: OutputPin = LED(number, pin_factory=factory)
    return pin


def beeper_pin(number: int, factory: Any = None) -> OutputPin:
    """Return an active beeper, which sounds while its pin is high."""
    from gpiozero import Buzzer

    pin: OutputPin = Buzzer(number, pin_factory=factory)
    return pin


class OutputLine:
    """Output with the interface of `DigitalInOut`, for the reset and request lines of Adafruit's drivers."""

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
