"""Every version of a device with the verbs of its world's side: on the desk, on a chip for tests, the real one.

The contract suites run on all of them.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from companion.hardware.desk import DeskButtons, DeskReader, DeskSignal
from companion.hardware.devices import Buttons, Signal, TagReader
from companion.hardware.gpio import BEEPS, LIGHTS, GpioSignal, Pattern, beeper_pin, led_pin
from companion.hardware.i2c_bus import LinuxI2c
from companion.hardware.opening import open_buttons, open_reader, open_signal
from companion.hardware.pn532 import Pn532Reader, i2c_link, uart_link
from companion.hardware.wiring import ButtonsWiring, ReaderWiring, SignalWiring
from tests.hardware_fakes.buttons_chip import ButtonBoard
from tests.hardware_fakes.clock import FakeClock, drivers_wait_on
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort

REAL_READER, REAL_PINS = "COMPANION_REAL_READER", "COMPANION_REAL_PINS"
"""Set to "uart:/dev/serial0", "i2c:1", and to 1, where the real things are connected."""


class ReaderWorld(NamedTuple):
    """`tap` lays a tag down and takes it away again, after the taps before it."""

    reader: TagReader
    tap: Callable[[str], None]
    clock: Callable[[], float]
    after: Callable[[float, Callable[[], None]], None]


class ButtonsWorld(NamedTuple):
    """`press` presses after the presses before it; `settle` lets all of them happen."""

    buttons: Buttons
    press: Callable[[str, bool], None]
    settle: Callable[[], None]


class SignalWorld(NamedTuple):
    """`heard` tells what was given, by what could be seen and heard."""

    signal: Signal
    heard: Callable[[], list[str]]


def timer(seconds: float, act: Callable[[], None]) -> None:
    threading.Timer(seconds, act).start()


# Readers


class ChipWorld:
    """A reader on a chip, `wire` being "uart" or "i2c"."""

    def __init__(self, wire: str, monkeypatch: pytest.MonkeyPatch, misses: bool = True) -> None:
        self.clock = FakeClock()
        drivers_wait_on(self.clock, monkeypatch)
        self.chip = Pn532Chip(self.clock, misses)
        self.port = SerialPort(self.chip)
        self.wire = wire
        self.reset: Any = None
        self.reader = Pn532Reader(self.connect, self.clock, self.clock.sleep)
        self._free, self._last = self.clock.now, ""

    def connect(self) -> Any:
        if self.wire == "uart":
            return uart_link(self.port.open(), self.reset)
        return i2c_link(LinuxI2c(ChipSmBus(self.chip)), self.reset)

    def tap(self, tag: str, seconds: float = 0.3) -> None:
        """The same tag once more is laid down after a second, so that nobody could take it for resting."""
        begin = max(self.clock.now, self._free + (1.0 if tag == self._last else 0.05))
        self.chip.tap(Tag(tag.removeprefix("uid:")), seconds, begin - self.clock.now)
        self._free, self._last = begin + seconds, tag


def desk_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    reader = DeskReader()
    yield ReaderWorld(reader, reader.tap, time.monotonic, timer)


def uart_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    world = ChipWorld("uart", monkeypatch)
    yield ReaderWorld(world.reader, world.tap, world.clock, world.clock.after)


def i2c_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    world = ChipWorld("i2c", monkeypatch)
    yield ReaderWorld(world.reader, world.tap, world.clock, world.clock.after)


def real_reader(monkeypatch: pytest.MonkeyPatch) -> Iterator[ReaderWorld]:
    where = os.environ.get(REAL_READER)
    if not where:
        pytest.skip(f"no reader is connected here: name it in {REAL_READER}")
    kind, _, port = where.partition(":")
    reader: Any = open_reader(ReaderWiring(kind, port))
    yield ReaderWorld(reader, lambda _tag: pytest.skip("nobody is here to lay a tag down"), time.monotonic, timer)
    reader.close()


# Buttons


def desk_buttons() -> Iterator[ButtonsWorld]:
    buttons = DeskButtons()
    yield ButtonsWorld(buttons, buttons.press, lambda: None)


def chip_buttons() -> Iterator[ButtonsWorld]:
    board = ButtonBoard(FakeClock())
    buttons, free = board.open(), board.clock.now

    def press(button: str, long: bool) -> None:
        nonlocal free
        seconds = 1.0 if long else 0.08
        board.press(button, seconds, after=max(0.0, free - board.clock.now))
        free = max(free, board.clock.now) + seconds + 0.05

    yield ButtonsWorld(buttons, press, lambda: board.clock.sleep(free - board.clock.now))
    board.close(buttons)


def real_buttons() -> Iterator[ButtonsWorld]:
    if not os.environ.get(REAL_PINS):
        pytest.skip(f"no buttons are connected here: set {REAL_PINS}=1 where they are")
    buttons: Any = open_buttons(ButtonsWiring("gpio"))
    yield ButtonsWorld(buttons, lambda _button, _long: pytest.skip("nobody is here to press"), lambda: None)
    buttons.close()


# Signals


def desk_signal() -> Iterator[SignalWorld]:
    heard: list[str] = []
    yield SignalWorld(DeskSignal(heard.append), lambda: heard)


HASTE = 20
"""How much faster than for people the patterns are played to tests."""


def chip_signal() -> Iterator[SignalWorld]:
    board = ButtonBoard(FakeClock())
    led, beeper = led_pin(26, board.factory), beeper_pin(22, board.factory)
    signal = GpioSignal(led, beeper, hasty(LIGHTS), hasty(BEEPS))
    heard: list[str] = []

    class Listening:
        """A person who waits for the end of each signal before the next is given."""

        def give(self, kind: str) -> None:
            pin = board.factory.pin(22)
            pin.clear_states()
            signal.give(kind)
            heard.append(_heard(pin))

    yield SignalWorld(Listening(), lambda: heard)
    signal.close()
    board.close()


def hasty(patterns: Any) -> dict[str, Pattern]:
    return {kind: Pattern(on / HASTE, off / HASTE, times) for kind, (on, off, times) in patterns.items()}


def _heard(pin: Any) -> str:
    """Which pattern the beeper played: by how often it sounded, and how long."""
    before = -1
    while len(pin.states) != before:
        before = len(pin.states)
        time.sleep(0.5 / HASTE + 0.02)
    sounds = [
        length.timestamp * HASTE for sound, length in zip(pin.states, pin.states[1:], strict=False) if sound.state
    ]
    return {(1, False): "accepted", (1, True): "refused", (2, False): "asks", (4, False): "trouble"}[
        (len(sounds), sounds[0] > 0.35)
    ]


def real_signal() -> Iterator[SignalWorld]:
    if not os.environ.get(REAL_PINS):
        pytest.skip(f"no LED and beeper are connected here: set {REAL_PINS}=1 where they are")
    signal: Any = open_signal(SignalWiring("gpio"))
    heard: list[str] = []

    class Playing:
        def give(self, kind: str) -> None:
            signal.give(kind)
            heard.append(kind)
            time.sleep(2)

    yield SignalWorld(Playing(), lambda: heard)
    signal.close()


READERS = {"desk": desk_reader, "uart": uart_reader, "i2c": i2c_reader, "real": real_reader}
BUTTON_SETS = {"desk": desk_buttons, "gpio": chip_buttons, "real": real_buttons}
SIGNALLERS = {"desk": desk_signal, "gpio": chip_signal, "real": real_signal}
