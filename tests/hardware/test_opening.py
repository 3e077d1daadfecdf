"""Devices as the settings name them; what can't be had is said in one sentence, and the game goes on."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.app import build_app
from companion.hardware import device_opening
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.device_opening import (
    DeviceUnavailable,
    ReconnectingReader,
    close_devices,
    open_buttons,
    open_devices,
    open_reader,
    open_signal,
)
from companion.hardware.devices import Devices, Press, ReaderLost
from companion.hardware.gpio import GpioButtons
from companion.hardware.pn532 import Pn532Reader
from companion.hardware.wiring import ButtonsWiring, DisplayWiring, ReaderWiring, SignalWiring
from companion.settings import Settings
from tests.hardware_fakes.clock import FastClock
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort

LIBRARIES = (
    "adafruit_pn532",
    "adafruit_bus_device",
    "Adafruit_PureIO",
    "serial",
    "gpiozero",
    "spidev",
    "epaper",
    "board",
)
CASE = Settings(
    reader=ReaderWiring("uart"),
    buttons=ButtonsWiring("gpio"),
    signal=SignalWiring("gpio"),
)


@pytest.fixture
def no_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """A desk install: importing any of them fails."""
    for name in {*LIBRARIES, *(loaded for loaded in sys.modules if loaded.split(".")[0] in LIBRARIES)}:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.fixture
def factory() -> Iterator[Any]:
    factory: Any = MockFactory()
    yield factory
    factory.reset()


@pytest.mark.usefixtures("no_libraries")
def test_a_desk_needs_no_library() -> None:
    devices = open_devices(Settings(show_slowness=True))
    assert isinstance(devices.screen, DeskScreen)
    assert devices.screen.slow
    assert devices.trouble is None
    assert [type(device) for device in (devices.reader, devices.buttons, devices.signal)] == [
        DeskReader,
        DeskButtons,
        DeskSignal,
    ]


@pytest.mark.usefixtures("no_libraries")
def test_a_library_that_is_missing_is_said_with_the_remedy() -> None:
    devices = open_devices(Settings(reader=ReaderWiring("uart")))
    assert str(devices.trouble).startswith("The package for the reader is not installed (")
    assert str(devices.trouble).endswith('; install the companion with its extra "pi".')
    assert isinstance(devices.reader, ReconnectingReader)


@pytest.mark.usefixtures("no_libraries")
def test_several_that_are_missing_are_one_sentence() -> None:
    assert str(open_devices(CASE).trouble) == (
        "Not working: the reader, the buttons, LED and beeper; "
        "look at the wires and at companion.toml, the game goes on."
    )


@pytest.mark.parametrize(
    ("pins", "message"),
    [
        (
            "lgpio",
            'The package for the buttons is not installed (lgpio); install the companion with its extra "pi".',
        ),
        (
            "none",
            "Not working: the buttons (BadPinFactory: Unable to find pin factory 'none'); "
            "look at the wires and at [buttons] in companion.toml.",
        ),
    ],
)
def test_pins_that_can_not_be_had_are_said(monkeypatch: pytest.MonkeyPatch, pins: str, message: str) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.setattr("gpiozero.Device.pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", pins)
    with pytest.raises(DeviceUnavailable) as caught:
        open_buttons(ButtonsWiring("gpio"))
    assert str(caught.value.message) == message


def test_a_pin_that_somebody_has_is_said_and_the_others_are_given_back(factory: Any) -> None:
    signal: Any = open_signal(SignalWiring("gpio", led=13), factory=factory)
    with pytest.raises(DeviceUnavailable, match=r"the buttons \(GPIOPinInUse: "):
        open_buttons(ButtonsWiring("gpio"), factory)
    signal.close()
    buttons: Any = open_buttons(ButtonsWiring("gpio"), factory)
    assert isinstance(buttons, GpioButtons)
    buttons.close()


def test_the_buttons_are_on_their_pins(factory: Any) -> None:
    buttons: Any = open_buttons(ButtonsWiring("gpio", undo=4), factory)
    factory.pin(4).drive_low()
    assert buttons.next(0.02) is None
    factory.pin(4).drive_high()
    assert buttons.next(1) == Press("UNDO")
    buttons.close()


@pytest.mark.parametrize(("led", "beeper"), [(26, 0), (0, 22), (0, 0)])
def test_led_and_beeper_may_each_be_missing(factory: Any, led: int, beeper: int) -> None:
    signal: Any = open_signal(SignalWiring("gpio", led, beeper), factory=factory)
    signal.give("asks")
    outputs = {pin for pin in (26, 22) if factory.pin(pin).function == "output"}
    assert outputs == {led, beeper} - {0}
    signal.close()


def test_a_reader_that_is_not_there_is_opened_all_the_same_and_looked_for(tmp_path: Path) -> None:
    reader: Any = open_reader(ReaderWiring("uart", str(tmp_path / "ttyUSB0")))
    assert isinstance(reader, Pn532Reader)
    for _ in range(2):
        with pytest.raises(ReaderLost, match="No such file"):
            reader.read(0.2)
    reader.close()


def test_a_bus_that_is_not_there_is_a_lost_reader(factory: Any) -> None:
    reader: Any = open_reader(ReaderWiring("i2c", "/dev/i2c-99", reset=20, req=16), factory)
    assert factory.pin(20).state
    assert factory.pin(16).state
    with pytest.raises(ReaderLost, match="No such file"):
        reader.read(0.2)


def test_a_reader_whose_reset_pin_is_taken_is_said(factory: Any) -> None:
    buttons: Any = open_buttons(ButtonsWiring("gpio"), factory)
    with pytest.raises(DeviceUnavailable, match="the reader"):
        open_reader(ReaderWiring("i2c", reset=5), factory)
    buttons.close()


def test_the_serial_port_is_opened_as_the_driver_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    chip = Pn532Chip(FastClock(20))
    opened: list[tuple[Any, ...]] = []

    def open_serial(port: str, baud: int, **how: Any) -> Any:
        opened.append((port, baud, how))
        return SerialPort(chip).open()

    monkeypatch.setattr("serial.Serial", open_serial)
    reader: Any = open_reader(ReaderWiring("uart", "/dev/ttyUSB0"))
    chip.lay(Tag("04a1b2c3d4e5f6"))
    assert reader.read(2) == "uid:04a1b2c3d4e5f6"
    assert opened == [("/dev/ttyUSB0", 115200, {"timeout": 0.03, "write_timeout": 0.5, "exclusive": True})]


def test_the_bus_is_opened_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    chip, numbers = Pn532Chip(FastClock(20)), []

    def open_bus(number: int) -> ChipSmBus:
        numbers.append(number)
        return ChipSmBus(chip)

    monkeypatch.setattr("Adafruit_PureIO.smbus.SMBus", open_bus)
    for port, number in (("", 1), ("3", 3), ("/dev/i2c-11", 11)):
        reader: Any = open_reader(ReaderWiring("i2c", port))
        assert reader.read(0.2) is None
        assert numbers[-1] == number
        reader.close()


@pytest.mark.parametrize(
    ("model", "port"),
    [
        ("Raspberry Pi Zero 2 W Rev 1.0\0", "/dev/serial0"),
        ("Raspberry Pi 5 Model B Rev 1.0\0", "/dev/ttyAMA0"),
        (None, "/dev/serial0"),
    ],
)
def test_the_usual_serial_port_depends_on_the_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: str | None, port: str
) -> None:
    monkeypatch.setattr(device_opening, "MODEL_FILE", tmp_path / "model")
    if model:
        (tmp_path / "model").write_text(model)
    assert device_opening.default_port() == port


def test_the_libraries_are_told_what_they_would_ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("GPIOZERO_PIN_FACTORY", "LG_WD", "BLINKA_SKIP_DEPENDENCY_CHECK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    device_opening.prepare_libraries()
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "lgpio"
    assert os.environ["LG_WD"] == str(tmp_path)
    assert os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] == "1"
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    device_opening.prepare_libraries()
    assert os.environ["GPIOZERO_PIN_FACTORY"] == "mock"


def test_drivers_are_imported_inside_functions_only() -> None:
    """A desk install starts without them, and a Pi starts before them."""
    early = []
    for path in sorted(Path(device_opening.__file__).parents[1].rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            early += [f"{path.name}: {name}" for name in names if name.split(".")[0] in LIBRARIES]
    assert early == []


def test_everything_is_given_back(factory: Any) -> None:
    class Closing:
        closed = 0

        def close(self) -> None:
            self.closed += 1

    device: Any = Closing()
    close_devices(Devices(device, device, device, device))
    assert device.closed == 3, "the screen is closed by whoever shows the last picture"
    close_devices(open_devices(Settings()))


@pytest.mark.usefixtures("no_libraries")
def test_the_app_goes_on_without_a_device_and_says_so(tmp_path: Path) -> None:
    app = build_app(Settings(data_folder=str(tmp_path), buttons=ButtonsWiring("gpio"), display=DisplayWiring()))
    app.start()
    try:
        seen = app.wait(lambda now: now.last_signal == "trouble")
        assert "The package for the buttons is not installed" in str(getattr(seen.page, "text", seen.page))
    finally:
        app.stop()
