"""Bench of the companion in its case: time from a tap to the beep, and CPU time of an idle minute.

The real drivers of reader and pins run on models of the chips. For the tap, the time of chip, wire and polling is
simulated and the measured time of the software is added; the idle minute runs in real time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from companion.app import build_app
from companion.desk_player import DeskPlayer
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen
from companion.hardware.devices import BUTTONS, Devices
from companion.hardware.eink import EinkScreen
from companion.hardware.eink_driver import DRIVER_CALLS, load_driver
from companion.hardware.gpio import GpioButtons, GpioSignal, beeper_pin, input_pin, led_pin
from companion.hardware.pn532 import Pn532Reader, uart_link
from companion.hardware.wiring import ButtonsWiring, SignalWiring
from companion.screens.paper import PANELS, REFERENCE_PANEL
from companion.session.recording import Recording, Tap, play_recording
from companion.settings import Settings
from tests.hardware_fakes.clock import FakeClock, FastClock, drivers_wait_on
from tests.hardware_fakes.eink_board import FakeEpdConfig
from tests.hardware_fakes.eink_chip import chip_for
from tests.hardware_fakes.pn532_chip import Pn532Chip
from tests.hardware_fakes.pn532_chip import Tag as Sticker
from tests.hardware_fakes.pn532_wires import ChipSerial
from tools.bench import games
from tools.bench.figures import Figure, Sizes, percentile
from tools.players.record import facts_of
from tools.presses import MODES, recording_of

BEEP_MS, IDLE_S = 150, 1
TAG_SECONDS, TAG_INTERVAL = 0.5, 2.0
"""Seconds that a tag stays on the reader, and between two tags."""
POLL_INTERVAL, BEEP_TIMEOUT = 0.002, 0.2
IDLE_FACTOR = 5
"""Duration of the idle measurement as a multiple of the seconds of random play."""


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield both figures."""
    yield _tap_to_beep(sizes, folder)
    yield _idle_minute(sizes, folder)


def _tap_to_beep(sizes: Sizes, folder: Path) -> Figure:
    software = _heard(recording_of(MODES["all_tiles_tapped"]), folder, max(4, sizes.taps // 4))
    read = read_times(len(software))
    whole = [one + other for one, other in zip(read, software, strict=True)]
    more = {
        "median_ms": percentile(whole, 50),
        "reader_median_ms": percentile(read, 50),
        "reader_p95_ms": percentile(read, 95),
        "software_median_ms": percentile(software, 50),
        "of": len(whole),
    }
    return Figure("tap_to_beep_p95_ms", percentile(whole, 95), BEEP_MS, more)


def read_times(count: int) -> list[float]:
    """Return the milliseconds from a tag on the antenna, at a random moment of a poll, to its serial number."""
    clock, dice, found = FakeClock(), Random(5), []
    with pytest.MonkeyPatch.context() as patch:
        drivers_wait_on(clock, patch)
        chip = Pn532Chip(clock)
        reader = Pn532Reader(lambda: uart_link(ChipSerial(chip)), clock, clock.sleep)
        for number in range(count):
            reader.read(TAG_INTERVAL)
            after = dice.uniform(0, 1)
            laid = clock.now + after
            chip.tap(Sticker(f"04{number:012x}"), TAG_SECONDS, after)
            began = time.perf_counter()
            if reader.read(TAG_SECONDS + 1) is None:
                raise RuntimeError("a sticker was not read")
            found.append((clock.now - laid) * 1000 + _share_of(began, after, clock.now - laid))
    return found


def _share_of(began: float, before: float, after: float) -> float:
    """Return the share of the computing time since `began` that came after the tap, in milliseconds."""
    return (time.perf_counter() - began) * 1000 * after / (before + after)


class BeeperPin(MockPin):  # type: ignore[misc]
    """Pin that records when it first goes high."""

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed and value and not self.factory.heard.is_set():
            self.factory.at = time.perf_counter()
            self.factory.heard.set()
        return changed


def _heard(recording: Recording, folder: Path, most: int) -> list[float]:
    """Return the milliseconds from a serial number to the level on the beeper's pin, durable entry included."""
    factory: Any = MockFactory(pin_class=BeeperPin)
    factory.heard, factory.at = Event(), 0.0

    def devices() -> Devices:
        signal = GpioSignal(None, beeper_pin(SignalWiring().beeper, factory))
        return Devices(DeskReader(), DeskScreen(), DeskButtons(), signal)

    found: list[float] = []
    with (
        TemporaryDirectory(dir=folder) as room,
        DeskPlayer(recording.head, Path(room), facts_of(recording.head), devices=devices) as player,
    ):
        steps = play_recording(recording, player)
        for each in recording.inputs:
            player.drawn()
            factory.heard.clear()
            began = time.perf_counter()
            if next(steps, None) is None or len(found) >= most:
                break
            if isinstance(each, Tap) and factory.heard.wait(BEEP_TIMEOUT):
                found.append((factory.at - began) * 1000)
            time.sleep(POLL_INTERVAL)
    return found


class PatientSerial(ChipSerial):
    """Serial line that waits as the system's does, not in small steps."""

    def read(self, size: int = 1) -> bytes:
        if not self.in_waiting:
            self._clock.sleep(POLL_INTERVAL)
        return super().read(size)


def _idle_minute(sizes: Sizes, folder: Path) -> Figure:
    """Return the CPU seconds per idle minute with all devices on, including the models of the chips."""
    seconds = IDLE_FACTOR * sizes.playing_seconds
    with TemporaryDirectory(dir=folder) as room:
        chip, devices = _whole_box()
        app = build_app(
            Settings(panel=REFERENCE_PANEL, data_folder=room),
            devices,
            facts=games.facts(),
            game="glen_more_2",
            house_rules=games.RULES,
        )
        app.start()
        try:
            app.wait(lambda now: now.drawn >= 0)
            polls, began, then = len(chip.polls), time.process_time(), time.monotonic()
            time.sleep(seconds)
            spent, passed = time.process_time() - began, time.monotonic() - then
            more = {"polls_per_s": (len(chip.polls) - polls) / passed, "watched_s": passed}
        finally:
            app.stop()
    return Figure("idle_minute_cpu_s", spent / passed * 60, IDLE_S, more)


def _whole_box() -> tuple[Pn532Chip, Devices]:
    chip, factory, clock = Pn532Chip(FastClock(1)), MockFactory(), FakeClock()
    reader = Pn532Reader(lambda: uart_link(PatientSerial(chip)))
    pins, signal = ButtonsWiring(), SignalWiring()
    buttons = GpioButtons({name: input_pin(getattr(pins, name.lower()), factory) for name in BUTTONS})
    panel = PANELS[REFERENCE_PANEL]
    board = FakeEpdConfig(chip_for(REFERENCE_PANEL, clock, blind=True))
    driver = load_driver(panel, DRIVER_CALLS[REFERENCE_PANEL], board, clock, clock.sleep)
    lights = GpioSignal(led_pin(signal.led, factory), beeper_pin(signal.beeper, factory))
    return chip, Devices(reader, EinkScreen(panel, driver, clock), buttons, lights)
