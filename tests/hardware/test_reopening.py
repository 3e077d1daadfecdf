"""Devices that can't be had at the start: tried again for ever, and never silently replaced."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import Device

from companion.app import App, build_app
from companion.hardware import eink_driver
from companion.hardware.device_opening import (
    SIGNAL_RETRY_INTERVAL,
    DeviceUnavailable,
    ReconnectingButtons,
    ReconnectingReader,
    ReconnectingScreen,
    ReconnectingSignal,
    open_devices,
)
from companion.hardware.devices import PersistentScreen, Press
from companion.hardware.wiring import ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring
from companion.session.inputs import ButtonPressed
from companion.settings import Settings
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_chip import chip_for
from tests.hardware_fakes.eink_pins import WiredPins

EINK = DisplayWiring("eink")


class Board:
    """Pins with a panel on them, whose bus may be missing."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = FakeClock()
        self.chip = chip_for("4in2", self.clock)
        self.pins: Any = WiredPins(self.chip)
        self.spi_error: Exception | None = None
        spidev: Any = ModuleType("spidev")
        spidev.SpiDev = self._bus
        monkeypatch.setitem(sys.modules, "spidev", spidev)
        monkeypatch.setattr(Device, "pin_factory", self.pins)
        monkeypatch.setattr("companion.hardware.eink.time", self.clock)
        monkeypatch.setattr(eink_driver.Wires, "delay_ms", lambda _self, ms: self.clock.sleep(ms / 1000))
        monkeypatch.setattr("companion.app.Display.__init__.__defaults__", _hasty())
        monkeypatch.setattr("companion.session.threads.RECONNECT_PAUSES", (0.02,))

    def _bus(self) -> Any:
        if self.spi_error:
            raise self.spi_error
        return self.pins.bus


def _hasty() -> tuple[Any, ...]:
    """A display that tries a lost panel again at once."""
    from companion.hardware.display import Display

    _, *others = Display.__init__.__defaults__  # type: ignore[misc]
    return (0.02, *others)


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch) -> Any:
    made = Board(monkeypatch)
    yield made
    made.pins.reset()


class Taken(Device):
    """A pin that another program has.

    Only its reservation: gpiozero's own close() frees a pin before it sets it to an input, and a companion that
    waits for the pin has it by then.
    """

    def __init__(self, pin: int) -> None:
        super().__init__()
        self._number = pin
        self.pin_factory.reserve_pins(self, pin)

    def close(self) -> None:
        self.pin_factory.release_pins(self, self._number)
        super().close()


def started(tmp_path: Path, **devices: Any) -> App:
    app = build_app(Settings(data_folder=str(tmp_path), **devices), game="glen_more_2")
    app.start()
    return app


def test_a_panel_that_comes_late_is_used_as_soon_as_it_is_there(board: Board, tmp_path: Path) -> None:
    board.spi_error = PermissionError(1, "Operation not permitted")
    app = started(tmp_path, display=EINK)
    try:
        assert "The system keeps the panel from the companion" in str(app.devices.trouble)
        assert isinstance(app.devices.screen, ReconnectingScreen)
        app.wait(lambda now: now.trouble is not None)
        board.spi_error = None
        seen = app.wait(lambda now: now.trouble is None and now.drawn >= now.handled)
        assert board.chip.wrong_pixels(seen.image) == 0
    finally:
        app.stop()
    assert not board.chip.powered, "left asleep at the end"


def test_buttons_that_come_late_say_so(board: Board, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    taken = Taken(5)
    app = started(tmp_path, buttons=ButtonsWiring("gpio"))
    try:
        app.wait(lambda now: now.last_signal == "trouble")
        while "buttons is lost" not in caplog.text:
            time.sleep(0.01)
        taken.close()
        app.wait(lambda now: "The buttons are back." in str(getattr(now.page, "text", "")))
    finally:
        app.stop()


def test_a_reader_that_could_not_be_opened_is_told_once_and_then_what_else_is_wrong_with_it(
    board: Board, tmp_path: Path
) -> None:
    taken = Taken(20)
    app = started(tmp_path, reader=ReaderWiring("uart", str(tmp_path / "ttyUSB0"), reset=20))
    try:
        seen = app.wait(lambda now: now.last_signal == "trouble")
        time.sleep(0.1)
        assert app.snapshot.handled == seen.handled, "what is wrong was said, with its reason"
        taken.close()
        app.wait(lambda now: now.signals_count > seen.signals_count)
        app.submit(ButtonPressed("OK"))
        app.wait(lambda now: "check its cable" in str(getattr(now.page, "text", "")))
    finally:
        app.stop()


class Flaky:
    """Something that can be opened at the third try."""

    def __init__(self, device: Any) -> None:
        self.device, self.tries = device, 0

    def __call__(self) -> Any:
        self.tries += 1
        if self.tries < 3:
            raise DeviceUnavailable("no")
        return self.device


class Everything:
    """Any device at all."""

    def __init__(self) -> None:
        self.given: list[str] = []
        self.closed = 0
        self.wants_record: Any = None

    def read(self, timeout: float) -> str:
        return f"uid:{timeout:g}"

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        return (uid, record, overwrite) == ("04", "1;gm2", True)

    def next(self, timeout: float) -> Press:
        return Press("OK", timeout > 1)

    def give(self, kind: str, aloud: bool = True) -> None:
        self.given.append(kind if aloud else f"{kind}, silent")

    def close(self) -> None:
        self.closed += 1


def test_reader_and_buttons_are_lost_until_they_can_be_opened() -> None:
    for late in (ReconnectingReader(Flaky(Everything())), ReconnectingButtons(Flaky(Everything()))):
        use: Any = late.read if isinstance(late, ReconnectingReader) else late.next
        for _ in range(2):
            with pytest.raises(late.lost, match="no"):
                use(0.5)
        assert use(0.5) in ("uid:0.5", Press("OK"))


def test_a_late_reader_is_asked_for_records_and_writes_them() -> None:
    device = Everything()
    late = ReconnectingReader(lambda: device)
    late.wants_record = lambda uid: uid == "04"
    late.close()
    assert device.closed == 0, "it was never had"
    assert late.read(1) == "uid:1"
    assert device.wants_record("04")
    assert late.write("04", "1;gm2", overwrite=True)
    late.close()
    assert device.closed == 1


def test_a_late_signal_is_not_tried_at_every_beep() -> None:
    clock, device = FakeClock(), Everything()
    opened = Flaky(device)
    late = ReconnectingSignal(opened, clock)
    for _ in range(10):
        late.give("accepted")
    assert opened.tries == 0
    for tries in (1, 2, 3):
        clock.sleep(SIGNAL_RETRY_INTERVAL)
        late.give("accepted")
        late.give("refused", False)
        assert opened.tries == tries
    assert device.given == ["accepted", "refused, silent"]


def test_a_late_panel_rests_and_leaves_in_silence() -> None:
    late = ReconnectingScreen(Flaky(None))
    assert isinstance(late, PersistentScreen)
    late.expect("turn")
    late.leave(None)
    assert late.rest() is None


def test_nothing_of_a_case_is_replaced_by_a_simulation(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gpiozero", "serial", "spidev", "adafruit_pn532.uart"):
        monkeypatch.setitem(sys.modules, name, None)
    devices = open_devices(
        Settings(
            reader=ReaderWiring("uart"), buttons=ButtonsWiring("gpio"), signal=SignalWiring("gpio"), display=EINK
        )
    )
    kinds = [type(each) for each in (devices.reader, devices.screen, devices.buttons, devices.signal)]
    assert kinds == [ReconnectingReader, ReconnectingScreen, ReconnectingButtons, ReconnectingSignal]
