"""Every version of a device with the verbs of its world's side: on the desk, and on a chip for tests.

The contract runs on all of them; on the real ones `companion doctor --contract` runs it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from companion.hardware.desk import DeskButtons, DeskReader, DeskSignal
from companion.hardware.devices import Buttons, Signal, TagReader
from companion.hardware.gpio import BEEP_PATTERNS, LED_PATTERNS, GpioSignal, Pattern, beeper_pin, led_pin
from companion.hardware.pn532 import LinuxI2c, Pn532Reader, i2c_link, uart_link
from tests.hardware_fakes.buttons_chip import ButtonBoard
from tests.hardware_fakes.clock import FakeClock, drivers_wait_on
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort

ONE, OTHER = "uid:04a1b2c3d4e5f6", "uid:04ffffffffffff"


class ReaderWorld(NamedTuple):
    """`tap` lays a tag down and takes it away again, after the taps before it."""

    reader: TagReader
    tap: Callable[[str], None]
    clock: Callable[[], float]
    after: Callable[[float, Callable[[], None]], None]
    tags: tuple[str, str] = (ONE, OTHER)
    patience: float = 5.0


class ButtonsWorld(NamedTuple):
    """`press` presses after the presses before it; `settle` lets all of them happen."""

    buttons: Buttons
    press: Callable[[str, bool], None]
    settle: Callable[[], None]
    patience: float = 2.0


class SignalWorld(NamedTuple):
    """`given` tells what was given, by what could be seen and heard."""

    signal: Signal
    signals_given: Callable[[], list[str]]


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


# Signals


def desk_signal() -> Iterator[SignalWorld]:
    heard: list[str] = []
    yield SignalWorld(DeskSignal(heard.append), lambda: heard)


HASTE = 20
"""How much faster than for people the patterns are played to tests."""


def chip_signal() -> Iterator[SignalWorld]:
    board = ButtonBoard(FakeClock())
    led, beeper = led_pin(26, board.factory), beeper_pin(22, board.factory)
    signal = GpioSignal(led, beeper, hasty(LED_PATTERNS), hasty(BEEP_PATTERNS))
    heard: list[str] = []

    class Listening:
        """A person who waits for the end of each signal before the next is given."""

        def give(self, kind: str, aloud: bool = True) -> None:
            pin = board.factory.pin(22)
            pin.clear_states()
            signal.give(kind, aloud)
            heard.append(_heard(pin))

    yield SignalWorld(Listening(), lambda: heard)
    signal.close()
    board.close()


def hasty(patterns: Any) -> dict[str, Pattern]:
    return {kind: Pattern(on / HASTE, off / HASTE, times) for kind, (on, off, times) in patterns.items()}


def _heard(pin: Any) -> str:
    """Which pattern the beeper played: by how often it sounded, and how long."""
    before, latest = -1, time.monotonic() + 30
    # On a machine with other work the first sound may be late, and a pause long.
    while (len(pin.states) != before or before < 2 or pin.state) and time.monotonic() < latest:
        before = len(pin.states)
        time.sleep(0.5 / HASTE + 0.1)
    sounds = [
        length.timestamp * HASTE for sound, length in zip(pin.states, pin.states[1:], strict=False) if sound.state
    ]
    if len(sounds) == 1:  # only one needs its length: on a machine with other work any sound may last
        return "refused" if sounds[0] > 0.35 else "accepted"
    return {2: "asks", 3: "early", 4: "trouble"}[len(sounds)]


READERS = {"desk": desk_reader, "uart": uart_reader, "i2c": i2c_reader}
BUTTON_SETS = {"desk": desk_buttons, "gpio": chip_buttons}
SIGNALLERS = {"desk": desk_signal, "gpio": chip_signal}
