"""`companion doctor` on the desk, on chips, and with everything wrong that can be: what it says is to be done."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
import sys
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import pytest
import serial
from gpiozero import Device, OutputDevice

from companion.cli import main
from companion.commands import doctor
from companion.desk_player import DeskPlayer
from companion.doctor import computer, stored_data
from companion.doctor.findings import guard_findings
from companion.engine.history import History
from companion.engine.offers import Answer, Refusal
from companion.games.installed import InstalledGames, installed_games
from companion.hardware import eink, eink_driver
from companion.hardware.device_opening import open_buttons
from companion.hardware.eink import EinkScreen
from companion.session.inputs import AnswerSubmitted
from companion.session.recording import RecordingHead
from companion.state.glen_more_2.facts import Facts
from companion.storage.archive import Archive
from companion.storage.game_summary import GameSummary
from tests.counting_game import GAME as COUNTING
from tests.counting_game import rules
from tests.hardware_fakes.clock import FakeClock, FastClock
from tests.hardware_fakes.eink_chip import chip_for
from tests.hardware_fakes.eink_pins import WiredPins
from tests.hardware_fakes.pn532_chip import Pn532Chip, Tag, flipped
from tests.hardware_fakes.pn532_wires import ChipSmBus, SerialPort
from tests.table import complete_facts

UID = "04a1b2c3d4e5f6"
PI = {
    "proc/device-tree/model": "Raspberry Pi Zero 2 W Rev 1.0\0",
    "etc/os-release": 'PRETTY_NAME="Raspberry Pi OS"\n',
    "boot/firmware/config.txt": "# mine\ndtparam=spi=on\nenable_uart=1\n",
    "boot/firmware/cmdline.txt": "console=tty1 root=PARTUUID=1\n",
    "dev/spidev0.0": "",
    "dev/gpiochip0": "",
}
READER = '[reader]\nkind = "uart"\n'
I2C = READER.replace("uart", "i2c")
BUTTONS = '[buttons]\nkind = "gpio"\n'
SIGNAL = '[signal]\nkind = "gpio"\n'
PANEL = '[display]\nkind = "eink"\n'
CASE = READER + BUTTONS + SIGNAL + PANEL


class Box:
    """A Pi with everything connected, of which any part may be broken. `run` is the command."""

    def __init__(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.root, self.home, self.data = (
            tmp_path / "root",
            tmp_path / "home",
            tmp_path / "home" / "annabel" / "games",
        )
        self.monkeypatch, self._capsys = monkeypatch, capsys
        for name, text in PI.items():
            self.write(name, text)
        self.data.mkdir(parents=True)
        self.config = self.home / "companion.toml"
        self.config.write_text(CASE)
        self.out = tmp_path / "report.txt"
        self._wire()

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def only(self, *tables: str) -> None:
        """Nothing else is connected."""
        self.config.write_text("".join(tables) or "# Nothing is set.\n")

    def take(self, pin: int) -> None:
        """Another program gets the pin first."""
        self._taken = OutputDevice(pin)

    def _wire(self) -> None:
        patch = self.monkeypatch.setattr
        patch(computer, "ROOT", self.root)
        patch("companion.hardware.device_opening.MODEL_FILE", self.root / "proc/device-tree/model")
        self.reader = Pn532Chip(FastClock(20))
        self.port = SerialPort(self.reader)
        self.port_error: Exception | None = None
        self.bus_error: Exception | None = None
        self.others: set[int] = set()
        patch("serial.Serial", self._serial)
        patch("Adafruit_PureIO.smbus.SMBus", self._smbus)
        self.clock = FakeClock()
        self.clock.now = time.monotonic()
        self.panel = chip_for("4in2", self.clock)
        self.pins: Any = WiredPins(self.panel)
        patch(Device, "pin_factory", self.pins)
        patch(eink, "time", self.clock)
        patch(eink, "EinkScreen", partial(EinkScreen, clock=self.clock))
        patch(eink_driver.Wires, "delay_ms", lambda _self, ms: self.clock.sleep(ms / 1000))
        hasty = SimpleNamespace(monotonic=time.monotonic, sleep=self.clock.sleep)
        patch("companion.doctor.devices.time", self.clock)
        patch("companion.doctor.device_contracts.time", hasty)
        spidev: Any = ModuleType("spidev")
        spidev.SpiDev = lambda: self.pins.bus
        self.monkeypatch.setitem(sys.modules, "spidev", spidev)

    def _serial(self, _port: str, _baud: int, **_how: Any) -> Any:
        if self.port_error:
            raise self.port_error
        return self.port.open()

    def _smbus(self, _number: int) -> Any:
        if self.bus_error:
            raise self.bus_error
        box = self

        class Crowded(ChipSmBus):
            def read_bytes(self, addr: int, number: int) -> bytes:
                return bytes(number) if addr in box.others else super().read_bytes(addr, number)

        return Crowded(self.reader)

    def run(self, *more: str, command: str = "doctor") -> tuple[int, str]:
        self._capsys.readouterr()
        code = main(["--config", str(self.config), "--data", str(self.data), command, *more])
        told = self._capsys.readouterr()
        assert told.err == ""
        return code, told.out

    def trouble(self, part: str, *more: str) -> str:
        """The lines about the one part that is in trouble; all the others are well."""
        code, told = self.run(*more)
        found = [block for block in told.split("\n") if block]
        parts = {line[11:].partition(":")[0] for line in found if line.startswith("TROUBLE")}
        assert (code, parts) == (1, {part}), told
        start = next(number for number, line in enumerate(found) if line.startswith("TROUBLE"))
        return "\n".join(found[start:])


@pytest.fixture
def box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Box]:
    made = Box(tmp_path, monkeypatch, capsys)
    yield made
    made.pins.reset()


# All is well


def test_on_the_desk_it_says_what_is_simulated(box: Box) -> None:
    box.only()
    code, told = box.run()
    assert code == 0
    for part in ("the reader", "the panel", "the buttons", "LED and beeper"):
        assert f"simulated  {part}: Nothing is connected" in told
    assert told.endswith("Nothing is wrong.\n" + told.splitlines()[-1] + "\n")
    assert "An entry is on the disk after" in told
    assert "A picture for 4in2 is drawn in" in told


def test_everything_connected_is_asked_one_by_one(box: Box) -> None:
    box.reader.lay(Tag(UID))
    code, told = box.run()
    assert code == 0, told
    for line in (
        "well       the reader: A PN532 (firmware 1.6) answers at /dev/serial0",
        "well       the reader: A sticker of 7 bytes was read.",
        "well       the panel: A test picture was shown in full, in 4.",
        "well       the panel: A part of it was changed without a flash, in 0.",
        "well       the buttons: Five buttons are on their pins, and none is stuck.",
        "well       LED and beeper: Two beeps and three flashes were given on GPIO 26 (LED), GPIO 22 (beeper).",
        "well       games: No game is kept yet.",
    ):
        assert line in told
    assert UID not in told
    assert [each.kind for each in box.panel.refreshes] == ["full", "partial", "full"]
    assert not box.panel.powered, "it was left clean, and asleep"


OVERLAYS = {
    "dtoverlay=gpio-fan,gpiopin=14,temp=60000": (
        "the reader",
        "uses GPIO 14, which belongs to the reader's serial",
    ),
    "dtoverlay=gpio-fan,gpiopin=13": ("the buttons", "uses GPIO 13, which belongs to buttons.ok"),
    "dtoverlay=gpio-poweroff": ("LED and beeper", "uses GPIO 26, which belongs to signal.led"),
    "dtoverlay=audremap,pins_18_19": ("the panel", "uses GPIO 18, which belongs to display.pwr"),
    "dtoverlay=w1-gpio,gpiopin=24": ("the panel", "uses GPIO 24, which belongs to display.busy"),
    "dtoverlay=uart0,txd0_pin=32,rxd0_pin=33": ("the reader", "puts the serial port on other pins"),
    "dtoverlay=dpi24": ("the panel", "uses GPIO 25, which belongs to display.dc"),
}


@pytest.mark.parametrize("line", OVERLAYS)
def test_an_overlay_that_takes_a_pin_in_use_is_named_with_the_pin(box: Box, line: str) -> None:
    box.write("boot/firmware/config.txt", f"\ufeff{line}\ndtparam=spi=on\nenable_uart=1\n")
    part, sentence = OVERLAYS[line]
    code, told = box.run()
    (found, *_) = (each for each in told.splitlines() if sentence in each)
    assert code == 1
    assert found.startswith(f'TROUBLE    {part}: "{line}" in config.txt')


def test_overlays_beside_the_pins_in_use_are_no_trouble(box: Box) -> None:
    free = "dtoverlay=gpio-fan,gpiopin=12\ndtoverlay=vc4-kms-v3d\ndtoverlay=uart0\n"
    box.write("boot/firmware/config.txt", f"{free}#dtoverlay=dpi24\ndtparam=spi=on\nenable_uart=1\n")
    code, told = box.run()
    assert code == 0, told


def test_a_glass_with_a_colour_is_named_with_the_setting(box: Box) -> None:
    box.panel.glass = box.panel.glass._replace(full=16.0, fast=16.0, partial=16.0)
    _, told = box.run()
    assert "A glass that also shows red or yellow takes 15 s and more" in told
    assert "display.partial" in told


def test_the_devices_are_given_back(box: Box) -> None:
    for _ in range(2):
        code, told = box.run()
        assert code == 0, told


def test_i2c_is_asked_like_uart(box: Box) -> None:
    box.only(I2C)
    code, told = box.run()
    assert code == 0
    assert "answers at /dev/i2c-1" in told
    assert "I2C on this board can't wait for the chip." in told
    assert "Wire RSTPD_N and P32 and set reader.reset and reader.req, or use UART." in told


def hands(box: Box, press: Callable[[str], None]) -> None:
    """People who do what they are told."""
    real = doctor._print_line

    def tell(line: str) -> None:
        real(line)
        if line.startswith("  > "):
            press(line)

    box.monkeypatch.setattr(doctor, "_print_line", tell)


PINS = {"UP": 5, "DOWN": 6, "OK": 13, "BACK": 19, "UNDO": 21}


def obedient(box: Box, crossed: dict[str, str] | None = None, deaf: str = "") -> Callable[[str], None]:
    free = 0.0

    def act(line: str) -> None:
        nonlocal free
        name = next((name for name in PINS if f" {name}" in line), "")
        if name and name != deaf:
            pin = box.pins.pin(PINS[(crossed or {}).get(name, name)])
            pin.drive_low()
            threading.Timer(1.0 if "Hold" in line else 0.08, pin.drive_high).start()
            time.sleep(1.1 if "Hold" in line else 0.12)
        elif "sticker" in line:
            free = max(free, time.monotonic())
            tag = Tag(UID if "second" not in line else "04ffffffffffff")
            threading.Timer(free - time.monotonic(), lambda: box.reader.lay(tag)).start()
            threading.Timer(free - time.monotonic() + 0.4, lambda: box.reader.lift(tag)).start()
            free += 1.3

    return act


def test_people_are_asked_for_a_sticker_and_each_button(box: Box) -> None:
    hands(box, obedient(box))
    code, told = box.run("--wait", "2")
    assert code == 0, told
    assert "  > Lay a sticker on the reader, within 2 seconds." in told
    for button in PINS:
        assert f"well       the buttons: {button} was felt." in told


def test_a_button_that_is_not_felt_is_named_with_its_pin(box: Box) -> None:
    box.only(BUTTONS)
    hands(box, obedient(box, deaf="BACK"))
    told = box.trouble("the buttons", "--wait", "1")
    assert "BACK was not felt.\n            - Look at its two wires: one to GPIO 19 (buttons.back)" in told


def test_crossed_buttons_are_named(box: Box) -> None:
    box.only(BUTTONS)
    hands(box, obedient(box, crossed={"UP": "DOWN", "DOWN": "UP"}))
    assert "UP was asked for and DOWN was felt." in box.trouble("the buttons", "--wait", "1")


def test_a_sticker_that_is_not_read_gets_advice(box: Box) -> None:
    box.only(READER)
    hands(box, lambda _line: None)
    assert "metal under reader or sticker" in box.trouble("the reader", "--wait", "1")


# The reader in trouble


def denied() -> Exception:
    return serial.SerialException(errno.EACCES, "could not open port: Permission denied")


READER_FAULTS: dict[str, tuple[Callable[[Box], Any], str]] = {
    "no port": (
        lambda box: setattr(box, "port_error", serial.SerialException(errno.ENOENT, "No such file")),
        'add the line "enable_uart=1" to /boot/firmware/config.txt',
    ),
    "no port on a Pi 5": (
        lambda box: (
            box.write("proc/device-tree/model", "Raspberry Pi 5 Model B"),
            setattr(box, "port_error", serial.SerialException(errno.ENOENT, "No such file")),
        ),
        'add the line "dtparam=uart0=on"',
    ),
    "no adapter": (
        lambda box: (
            box.only(READER, 'port = "/dev/ttyUSB0"'),
            setattr(box, "port_error", serial.SerialException(errno.ENOENT, "No such file")),
        ),
        "Plug the USB adapter in",
    ),
    "not allowed": (
        lambda box: setattr(box, "port_error", denied()),
        '"sudo usermod -aG dialout $USER"',
    ),
    "in use": (
        lambda box: setattr(
            box, "port_error", serial.SerialException(errno.EAGAIN, "Could not exclusively lock port")
        ),
        '"sudo systemctl stop companion"',
    ),
    "unplugged": (lambda box: box.reader.unplug(), "Cross the lines: the reader's TX to GPIO 15 (pin 10)"),
    "wrong switches": (lambda box: setattr(box.reader, "hangs", True), "Set the two switches"),
    "console": (
        lambda box: (
            box.write("boot/firmware/cmdline.txt", "console=serial0,115200 console=tty1"),
            box.reader.unplug(),
        ),
        "- The serial console is in the way: take console=serial0,115200 out of /boot/firmware/cmdline.txt",
    ),
    "noise": (
        lambda box: (
            box.reader.spoil("ack", *[flipped(2)] * 40),
            box.reader.spoil("answer", *[flipped(5)] * 40),
        ),
        "Look at its power",
    ),
    "no package": (
        lambda box: box.monkeypatch.setitem(sys.modules, "adafruit_pn532.uart", None),
        'with its extra "pi"',
    ),
    "reset pin taken": (
        lambda box: (box.only(READER, "reset = 4"), box.take(4)),
        "look at reader.reset and reader.req",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", READER_FAULTS)
def test_a_reader_in_trouble_is_told_with_the_remedy(box: Box, name: str) -> None:
    box.only(READER)
    fault, remedy = READER_FAULTS[name]
    fault(box)
    assert remedy in box.trouble("the reader")


I2C_FAULTS: dict[str, tuple[Callable[[Box], Any], str]] = {
    "no bus": (
        lambda box: setattr(box, "bus_error", FileNotFoundError(errno.ENOENT, "No such file", "/dev/i2c-1")),
        'add the line "dtparam=i2c_arm=on"',
    ),
    "not allowed": (
        lambda box: setattr(box, "bus_error", PermissionError(errno.EACCES, "Permission denied")),
        "sudo usermod -aG i2c $USER",
    ),
    "unplugged": (lambda box: box.reader.unplug(), "Nobody answers on this bus at any address"),
    "another address": (
        lambda box: (box.reader.unplug(), box.others.add(0x48)),
        "The bus works: 0x48 answers there, but not the reader's address 0x24.",
    ),
    "held down": (lambda box: setattr(box.reader, "hangs", True), "Set the two switches"),
}


@pytest.mark.parametrize("name", I2C_FAULTS)
def test_a_reader_on_i2c_in_trouble_is_told_with_the_remedy(box: Box, name: str) -> None:
    box.only(I2C)
    fault, remedy = I2C_FAULTS[name]
    fault(box)
    assert remedy in box.trouble("the reader")


def test_a_console_on_the_readers_port_is_named_even_when_the_reader_answers(box: Box) -> None:
    box.only(READER)
    box.write("boot/firmware/cmdline.txt", "console=ttyAMA0,115200")
    code, told = box.run()
    assert code == 0
    assert "look here  the reader: The system talks on the reader's serial port too." in told


# The panel in trouble


class NoBus:
    """SPI that is not there, or not for us."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def open(self, _bus: int, _device: int) -> None:
        raise self._error

    def close(self) -> None:
        pass


def no_bus(error: Exception) -> Callable[[Box], Any]:
    return lambda _box: setattr(sys.modules["spidev"], "SpiDev", lambda: NoBus(error))


PANEL_FAULTS: dict[str, tuple[Callable[[Box], Any], str]] = {
    "cable out": (lambda box: box.panel.unplug(), "- Press the flat cable home at both ends, and look at BUSY"),
    "BUSY never ends": (lambda box: setattr(box.panel, "stuck", 1), "BUSY on GPIO 24 never ends"),
    "BUSY never begins": (lambda box: setattr(box.panel, "stuck", 0), "at BUSY (GPIO 24)"),
    "bus breaks off": (lambda box: setattr(box.pins.bus, "failing", 1e9), "broke off: look at DIN (GPIO 10)"),
    "no bus": (no_bus(FileNotFoundError(errno.ENOENT, "No such file")), 'add the line "dtparam=spi=on"'),
    "not allowed": (no_bus(PermissionError(errno.EACCES, "Permission denied")), "sudo usermod -aG"),
    "pin taken": (lambda box: box.take(17), "GPIO 17 (display.rst) is taken."),
    "no driver": (
        lambda box: box.monkeypatch.setattr("companion.hardware.eink_driver.DRIVER_PACKAGES", ()),
        'with its extra "pi"',
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PANEL_FAULTS)
def test_a_panel_in_trouble_is_told_with_the_remedy(box: Box, name: str) -> None:
    box.only(PANEL)
    fault, remedy = PANEL_FAULTS[name]
    fault(box)
    assert remedy in box.trouble("the panel")


def test_a_slow_panel_is_told(box: Box) -> None:
    box.only(PANEL)
    box.panel.slow = 3.0
    code, told = box.run()
    assert code == 0
    assert "look here  the panel: That is slow: 4 s are usual." in told


# Pins in trouble


class GPIOBusy(Exception):
    """lgpio's way of saying it."""


def test_a_pin_that_another_program_has_is_named(box: Box) -> None:
    box.only(BUTTONS)
    box.take(13)
    told = box.trouble("the buttons")
    assert "- GPIO 13 (buttons.ok) is taken.\n" in told
    assert "GPIO 5 " not in told
    assert "sudo systemctl stop companion" in told


def test_a_button_that_is_always_down_is_named(box: Box) -> None:
    box.only(BUTTONS)

    def opened(wiring: Any) -> Any:
        buttons = open_buttons(wiring)
        box.pins.pin(6).drive_low()
        return buttons

    box.monkeypatch.setattr("companion.doctor.devices.open_buttons", opened)
    told = box.trouble("the buttons")
    assert "DOWN is down all the time." in told
    assert "its wire on GPIO 6 (buttons.down) touches ground" in told


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (PermissionError(errno.EACCES, "can not open gpiochip"), "sudo usermod -aG"),
        (RuntimeError("Unable to load any default pin factory!"), "sudo apt install python3-lgpio"),
        (ModuleNotFoundError("No module named 'lgpio'", name="lgpio"), 'with its extra "pi"'),
        (GPIOBusy("'GPIO busy'"), "sudo systemctl stop companion"),
    ],
)
def test_pins_that_can_not_be_had_are_told_with_the_remedy(box: Box, error: Exception, remedy: str) -> None:
    box.only(SIGNAL)

    def led(*_: Any) -> Any:
        raise error

    box.monkeypatch.setattr("companion.hardware.gpio.led_pin", led)
    assert remedy in box.trouble("LED and beeper")


def test_on_a_computer_without_pins_it_says_so(box: Box) -> None:
    box.write("proc/device-tree/model", "")
    box.only(BUTTONS)

    def no_pins(*_: Any) -> Any:
        raise RuntimeError("Unable to load any default pin factory!")

    box.monkeypatch.setattr("companion.hardware.gpio.input_pin", no_pins)
    assert "This computer is not a Raspberry Pi" in box.trouble("the buttons")


def test_whatever_goes_wrong_with_one_part_the_next_is_asked(box: Box) -> None:
    box.only(PANEL, BUTTONS)

    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("nobody thought of that")

    box.monkeypatch.setattr("companion.doctor.devices.open_screen", broken)
    told = box.trouble("the panel")
    assert "Not working: the panel (ZeroDivisionError: nobody thought of that).\n" in told
    assert "well       the buttons: Five buttons" in told


# Files and games


@pytest.fixture
def facts() -> Facts:
    return complete_facts()


def played_a_little(data: Path, facts: Facts) -> None:
    with DeskPlayer(RecordingHead(1, 3, "complete", seed=3), data, facts) as player:
        for button in ("OK", "DOWN", "OK"):
            player.press(button, False)


def test_every_game_is_read_and_nothing_is_changed(box: Box, facts: Facts) -> None:
    box.only()
    played_a_little(box.data, facts)
    before = {path.name: path.read_bytes() for path in box.data.iterdir()}
    code, told = box.run()
    assert code == 0
    assert "well       games: Game 1: " in told
    assert {path.name: path.read_bytes() for path in box.data.iterdir()} == before


def test_games_of_a_newer_companion_are_not_called_damaged(box: Box, facts: Facts) -> None:
    box.only()
    played_a_little(box.data, facts)
    path = box.data / "games.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 7")
    code, told = box.run()
    assert code == 1
    assert f"{path} is from another version of the companion; install that version or use another folder." in told


def test_a_damaged_file_of_games_is_told_and_left_as_it_is(box: Box, facts: Facts) -> None:
    box.only()
    played_a_little(box.data, facts)
    path = box.data / "games.sqlite"
    bent = bytearray(path.read_bytes())
    bent[5000:9000] = b"\xff" * 4000
    path.write_bytes(bent)
    told = box.trouble("games")
    assert "The file of the games is damaged.\n            - Start the companion: it saves all" in told
    assert path.read_bytes() == bent


def test_one_sticker_on_two_pieces_is_told_without_its_number_in_the_report(box: Box) -> None:
    box.only()
    (box.data / "stickers.toml").write_text(
        f'[stickers]\n"{UID}" = "loch_ness"\n"{UID.upper()}" = "loch_oich"\n', encoding="utf-8"
    )
    told = box.trouble("settings", "--out", str(box.out))
    assert f"stickers.toml: the sticker {UID} stands there twice; remove one." in told
    assert UID not in box.out.read_text()
    assert "the sticker (number) stands there twice" in box.out.read_text()


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("box.toml", "[rondel]\nspaces = ", "box.toml is not valid TOML"),
        ("stickers.toml", '[stickers]\nxyz = "loch_ness"', "xyz is not the number of a sticker"),
    ],
)
def test_a_bad_file_is_told(box: Box, file: str, content: str, message: str) -> None:
    box.only()
    (box.data / file).write_text(content)
    assert message in box.trouble("settings")


def test_bad_house_rules_are_told(box: Box) -> None:
    box.only('house_rules = "ours.toml"\n')
    (box.home / "ours.toml").write_text("differnce_above_five = 3")
    assert "ours.toml: differnce_above_five is not known" in box.trouble("settings")


def test_a_disk_that_can_not_be_written_is_told(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    box.only()

    def full(**_: Any) -> Any:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("companion.doctor.computer.tempfile.TemporaryFile", full)
    assert "Let this user write to the data folder" in box.trouble("speed")


# A case whose files belong to its service


class Closed:
    """What the service's folder is to anybody else: what is in it can't even be asked for."""

    def __init__(self, box: Box) -> None:
        self.data = box.data
        real = Path.exists

        def exists(path: Path, *how: Any, **more: Any) -> bool:
            if self.data in path.parents:
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return real(path, *how, **more)

        def no_file(dir: Path) -> Any:
            raise PermissionError(errno.EACCES, "Permission denied", str(dir))

        box.monkeypatch.setattr(Path, "exists", exists)
        box.monkeypatch.setattr("companion.doctor.computer.tempfile.TemporaryFile", no_file)


def test_whoever_may_not_see_the_games_is_told_how_to_ask(box: Box) -> None:
    Closed(box)
    code, told = box.run()
    assert code == 0, "nothing is wrong with the case"
    for part in ("settings", "games", "speed"):
        assert f"look here  {part}: This user may not see {box.data}" in told
    assert told.count('- Ask once more as the one who may: "sudo companion doctor".') == 3
    assert "not foreseen" not in told
    assert "Let this user write" not in told
    assert "well       the reader: A PN532" in told, "the rest is asked all the same"


@pytest.mark.skipif(not hasattr(os, "fork") or os.geteuid() != 0, reason="only root can be somebody else")
def test_another_user_really_sees_nothing_there(tmp_path: Path) -> None:
    """By the kernel's word: the folder is the service's, and closed."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    for folder in (tmp_path, *tmp_path.parents[:2]):
        folder.chmod(0o755)
    child = os.fork()
    if not child:
        seen = ["none"]
        try:
            os.setgid(65534)
            os.setuid(65534)
            seen = [
                each.state
                for each in guard_findings(
                    stored_data.GAMES_LABEL, stored_data.examine_games(data, installed_games())
                )
            ]
        finally:  # whatever happens: nobody else may come out of here
            os._exit(0 if seen == ["note"] else 1)
    assert os.waitpid(child, 0)[1] == 0


@pytest.mark.parametrize(
    ("mounts", "cmdline", "lost"),
    [
        ("overlay / overlay rw,lowerdir=/lower 0 0\n", "boot=overlay console=tty1", True),
        ("overlayroot / overlay rw 0 0\n", "overlayroot=tmpfs", True),
        ("overlay / overlay rw 0 0\n/dev/sda1 {data} ext4 rw 0 0\n", "boot=overlay", False),
        ("overlay / overlay rw 0 0\n", "console=tty1", False),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs {data} tmpfs rw 0 0\n", "", True),
        ("/dev/mmcblk0p2 / ext4 rw 0 0\ntmpfs /tmp/elsewhere tmpfs rw 0 0\n", "", False),
        ("", "", False),
    ],
)
def test_games_that_are_in_memory_only_are_noticed(box: Box, mounts: str, cmdline: str, lost: bool) -> None:
    box.only()
    box.write("proc/mounts", mounts.format(data=box.data))
    box.write("proc/cmdline", cmdline)
    told = "Games are kept in memory only, and gone when the power is; switch the overlay file system off"
    if lost:
        assert told in box.trouble("games")
        assert "raspi-config" in box.trouble("games")
    else:
        assert told not in box.run()[1]


# The file for a bug report


def test_the_report_holds_everything_and_no_secret(
    box: Box, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(box.home / "annabel"))
    monkeypatch.setattr("getpass.getuser", lambda: "annabel")
    monkeypatch.setattr("platform.node", lambda: "annabels-box")
    played_a_little(box.data, facts)
    rules = f'house_rules = "{box.home}/annabel/ours.toml"\n'
    box.only(rules, READER, 'port = "/dev/serial/by-id/usb-FTDI_A50285BI-if00"')
    box.port_error = serial.SerialException(
        errno.EACCES, f"could not open {box.home}/annabel/port on annabels-box"
    )
    box.run("--out", str(box.out))
    text = box.out.read_text()
    for held in (
        "model                          Raspberry Pi Zero 2 W Rev 1.0",
        "switched on                    dtparam=spi=on, enable_uart=1",
        "reader.kind                    uart",
        "reader.port                    /dev/serial/by-id/…",
        "waveshare-epaper               1.4.0",
        "/dev/spidev0.0                 may be used, group ",
        "trouble  the reader: Not working",
        "An entry is on the disk after",
        "house_rules                    set",
    ):
        assert held in text
    for secret in ("annabel", str(box.home), "A50285BI", UID):
        assert secret not in text


LOGGED = "2026-11-21T20:15:03 annabels-box companion[7]: WARNING companion.app: the turn of Annabel broke"


def with_a_log(box: Box, line: str) -> None:
    """systemd keeps this of the companion."""
    script = box.home / "bin" / "journalctl"
    script.parent.mkdir()
    script.write_text(f'#!/bin/sh\ncase "$*" in *unit=companion*) echo "{line}";; esac\n')
    script.chmod(0o755)
    box.monkeypatch.setenv("PATH", f"{script.parent}:/usr/bin:/bin")


def annabel_plays(data: Path, facts: Facts, name: str = "Annabel") -> None:
    """A game with a name in it."""
    with DeskPlayer(RecordingHead(1, 3, "complete", seed=3), data, facts) as player:
        for tag in ("home:red", "home:blue"):
            player.tap(tag)
        player.press("OK", False)
        question = player.app.snapshot.questions[0]
        named = Answer(question.number, "name", ("red", "new", name))
        assert player.app.submit(AnswerSubmitted(named)).result(5).signal == "accepted"


def annabels_evening(box: Box, facts: Facts) -> None:
    """Her name is in the game, in systemd's log and in the computer's name."""
    box.monkeypatch.setattr("platform.node", lambda: "annabels-box")
    annabel_plays(box.data, facts)
    with_a_log(box, LOGGED)
    box.only()


def members(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


def test_a_zip_holds_what_a_maintainer_needs_the_game_and_the_log_too(
    box: Box, facts: Facts, capsys: pytest.CaptureFixture[str]
) -> None:
    annabels_evening(box, facts)
    out = box.home / "report.zip"
    code, told = box.run("--out", str(out))
    assert code == 0
    assert (
        f"{out} holds what was found, the log if there is one, and the last game with its players' names; "
        "--without-games leaves that out."
    ) in told
    held = members(out)
    assert sorted(held) == ["game.jsonl", "log.txt", "report.txt"]
    assert "well     games: Game 1: " in held["report.txt"]
    assert "panel                          4in2" in held["report.txt"]
    assert held["log.txt"] == LOGGED.replace("annabels-box", "(computer)").replace("Annabel", "(player)") + "\n"
    assert main(["games", "export", "1", "--data", str(box.data)]) == 0
    assert held["game.jsonl"] == capsys.readouterr().out
    assert "Annabel" in held["game.jsonl"]


def test_the_log_of_our_own_is_in_it_without_names(box: Box, facts: Facts) -> None:
    annabel_plays(box.data, facts)
    box.only()
    (box.data / "log.txt.1").write_text("WARNING before: Annabel\n")
    (box.data / "log.txt").write_text(f"WARNING companion: {UID}\n")
    out = box.home / "report.zip"
    box.run("--out", str(out))
    assert members(out)["own-log.txt"] == "WARNING before: (player)\nWARNING companion: (number)\n"


def test_without_games_nobodys_name_is_in_it(box: Box, facts: Facts) -> None:
    annabel_plays(box.data, facts)
    with_a_log(box, LOGGED)
    box.only()
    out = box.home / "report.zip"
    told = box.run("--out", str(out), "--without-games")[1]
    assert f"{out} holds what was found, and the log if there is one; no game, and nobody's name." in told
    held = members(out)
    assert sorted(held) == ["log.txt", "report.txt"]
    assert not [name for name, text in held.items() if "Annabel" in text]


def test_without_a_log_and_with_spoilt_games_there_is_a_file_all_the_same(box: Box) -> None:
    with_a_log(box, "-- No entries --")
    box.only()
    (box.data / "games.sqlite").write_bytes(b"no games" * 1000)
    (box.data / "names.json").write_bytes(b"no names")
    out = box.home / "report.zip"
    box.run("--out", str(out))
    assert [*members(out)] == ["report.txt"]
    assert "trouble  games: " in members(out)["report.txt"]


def test_a_report_that_can_not_be_written_is_one_sentence(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    box.only()
    where = str(box.home / "nowhere" / "report.txt")
    code = main(["--config", str(box.config), "--data", str(box.data), "doctor", "--out", where])
    assert code == 1
    assert capsys.readouterr().err.count("\n") == 1


# One file for whoever helps


def reported(box: Box, *words: str) -> tuple[int, str]:
    """`companion report`; what it says."""
    return box.run(*words, command="report")


def test_a_report_holds_everything_and_nobodys_name_and_its_game_replays(
    box: Box, facts: Facts, capsys: pytest.CaptureFixture[str]
) -> None:
    annabels_evening(box, facts)
    (box.data / "log.txt").write_text("WARNING before: Annabel\n")
    out = box.home / "helped.zip"
    code, told = reported(box, str(out))
    assert (code, told) == (0, f"{out} holds what was found, settings, log and the last game; no names.\n")
    held = members(out)
    assert sorted(held) == ["game.jsonl", "log.txt", "own-log.txt", "report.txt"]
    assert not [name for name, text in held.items() if "annabel" in text.casefold()]
    assert '"player 1"' in held["game.jsonl"]
    game = box.home / "game.jsonl"
    game.write_text(held["game.jsonl"])
    assert main(["replay", str(game), "--check"]) == 0, "with other names it is the same game"
    capsys.readouterr()


def people_were(box: Box, *names: str) -> None:
    (box.data / "names.json").write_text(json.dumps(names))
    box.only()


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("Jo", "Jo broke, Joan's mojo; jo: major", "(player) broke, Joan's mojo; (player): major"),
        ("Annabel", "ANNABEL and annabel's turn, not annabelle", "(player) and (player)'s turn, not annabelle"),
        ("Pavel", "tah pro Pavla? pro Pavelem, Pavlov, Pavelova", "tah pro Pavla? pro (player), Pavlov, (player)"),
        ("Jana", "Janě, s Janou, Janiny; a jantar, January", "(player), s (player), (player); a jantar, January"),
        ("Mark", "market of Markem", "market of (player)"),
        ("Ann", "Anna and ann", "Anna and (player)"),
        ("(x", "(x) \\1", "(player)) \\1"),
    ],
)  # fmt: skip
def test_a_name_is_found_in_a_log_however_it_is_written_and_only_whole(
    box: Box, name: str, line: str, told: str
) -> None:
    people_were(box, "Somebody", name)
    (box.data / "log.txt").write_text(f"{line}\n")
    out = box.home / "helped.zip"
    reported(box, str(out))
    assert members(out)["own-log.txt"] == f"{told}\n"


def setup_told(box: Box, capsys: pytest.CaptureFixture[str], setup: dict[str, Any]) -> Any:
    """A game that began from this, as it is in the report."""
    header = msgspec.structs.replace(rules.header(), setup=msgspec.Raw(msgspec.json.encode(setup)))
    with Archive(box.data / "games.sqlite") as archive:
        kept = archive.create(header, GameSummary("counting"))
        entries = History(COUNTING.rules, header).propose(rules.add(1))
        assert not isinstance(entries, Refusal)
        archive.append(kept, entries, COUNTING.rules)
    out = box.home / "helped.zip"
    line = ["--config", str(box.config), "--data", str(box.data), "report", str(out)]
    assert main(line, InstalledGames([COUNTING])) == 0
    capsys.readouterr()
    return json.loads(members(out)["game.jsonl"].splitlines()[0])["setup"]


def test_names_leave_a_game_in_keys_and_in_other_letters_too(box: Box, capsys: pytest.CaptureFixture[str]) -> None:
    people_were(box, "Annabel", "Jo", "Jana", "Jane")
    colours = {"Annabel": 1, "jo": 2, "Jane": 3, "Jana": 4}
    setup = {"stones": 3, "colours": colours, "note": "ANNABEL lost to Jo, as in June"}
    assert setup_told(box, capsys, setup) == {
        "stones": 3,
        "colours": {"player 1": 1, "player 2": 2, "player 4": 3, "player 3": 4},
        "note": "player 1 lost to player 2, as in June",
    }


def test_who_is_called_like_a_word_of_the_game_but_for_a_capital_spoils_no_report(
    box: Box, capsys: pytest.CaptureFixture[str]
) -> None:
    people_were(box, "Stones")
    setup = {"stones": 3, "colours": {}, "note": "Stones has no stones"}
    assert setup_told(box, capsys, setup)["note"] == "player 1 has no stones"


def test_who_is_called_as_the_game_calls_a_player_spoils_no_report(box: Box, facts: Facts) -> None:
    annabel_plays(box.data, facts, "red")
    box.only()
    out = box.home / "helped.zip"
    reported(box, str(out))
    game = box.home / "game.jsonl"
    game.write_text(members(out)["game.jsonl"])
    assert main(["replay", str(game), "--check"]) == 0


def test_rather_no_game_than_one_with_names(box: Box, facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("an event of another form")

    annabel_plays(box.data, facts)
    box.only()
    monkeypatch.setattr("companion.doctor.report.anonymize_game", broken)
    out = box.home / "helped.zip"
    assert "but no game" in reported(box, str(out))[1]
    assert sorted(members(out)) == ["report.txt"]


def test_a_report_lies_on_the_boot_partition_too_where_there_is_one(
    box: Box, monkeypatch: pytest.MonkeyPatch
) -> None:
    box.only()
    card = box.home / "card"
    card.mkdir()
    monkeypatch.setattr("companion.commands.doctor.BOOT_FOLDER", card)
    monkeypatch.chdir(box.home)
    code, told = reported(box)
    assert code == 0
    assert told.splitlines() == [
        f'{file} holds what was found, settings and log, but no game; in a case type "sudo companion report".'
        for file in ("companion-report.zip", card / "companion-report.zip")
    ]
    assert members(card / "companion-report.zip") == members(box.home / "companion-report.zip")


# The contract


def test_on_the_desk_the_contract_says_why_it_is_not_tried(box: Box) -> None:
    box.only()
    code, told = box.run("--contract")
    assert code == 0
    assert told.count("Its contract was not tried: it is simulated here") == 4


def test_the_contract_is_tried_on_what_is_connected(box: Box) -> None:
    code, told = box.run("--contract")
    assert code == 0, told
    for kept in (
        "the reader: Kept: an empty antenna is reported as empty, in time.",
        "the panel: Kept: single dots in all corners are where they were meant.",
        "the panel: Kept: a picture stays when the panel rests, and when it is left.",
        "the buttons: Kept: nobody presses, and nothing is felt.",
        "LED and beeper: Kept: every signal can be given.",
    ):
        assert f"well       {kept}" in told
    assert "Not tried: a sticker is read once per tap, in order (nobody was there" in told
    assert "Not tried: a storm of presses loses none (people's hands are too slow" in told


def test_people_keep_the_contract_with_their_hands(box: Box) -> None:
    box.only(READER, BUTTONS)
    hands(box, obedient(box))
    code, told = box.run("--contract", "--wait", "4")
    assert code == 0, told
    for kept in (
        "the reader: Kept: a sticker is read once per tap, in order.",
        "the reader: Kept: a tap wakes a waiting reader.",
        "the buttons: Kept: presses come in order, short ones and long ones.",
    ):
        assert kept in told


def test_a_broken_contract_is_told(box: Box) -> None:
    box.only(BUTTONS)
    hands(box, obedient(box))
    box.monkeypatch.setattr("companion.doctor.device_contracts.UserButtons.press", lambda *_: None)
    told = box.trouble("the buttons", "--contract", "--wait", "1")
    assert "Broken: presses come in order, short ones and long ones (ContractBroken: " in told


def test_a_device_that_is_lost_has_no_contract_to_try(box: Box) -> None:
    box.only(READER)
    box.reader.unplug()
    _, told = box.run("--contract")
    assert "look here  the reader: Its contract was not tried: RuntimeError: Failed to detect" in told
