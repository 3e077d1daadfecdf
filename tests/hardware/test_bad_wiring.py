"""What is wrongly wired, named, written or not allowed: one sentence with file, key and remedy, at the door.

What can't be used at all ends the command with 2; a part that can't be had is told, and the game goes on.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import serial
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.app import App, build_app
from companion.cli import main
from companion.commands.context import COMMANDS_THAT_MUST_START, command_name, load_settings
from companion.hardware.device_opening import ReconnectingReader
from companion.settings import read_settings
from tests.table import Table, complete_facts

UID = "04a1b2c3d4e5f6"
ASIDE = "stickers.toml.damaged-1"
PANEL, BUTTONS, READER = '[display]\nkind = "eink"\n', '[buttons]\nkind = "gpio"\n', '[reader]\nkind = "uart"\n'
DOORS = (["games", "list"], ["tags", "list"])
"""Commands that only read: they stop. Those that people play with start, and those that help, see below."""


def door_name(line: list[str]) -> str:
    return line[0]


@pytest.fixture
def refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """The one sentence of a command that can't begin."""

    def refuse(line: list[str], settings: str = "", stickers: str = "") -> str:
        config, data = tmp_path / "companion.toml", tmp_path / "data"
        config.write_text(settings or "# Nothing is set.\n", encoding="utf-8")
        if stickers:
            data.mkdir(exist_ok=True)
            (data / "stickers.toml").write_text(stickers, encoding="utf-8")
        capsys.readouterr()
        code = main(["--config", str(config), "--data", str(data), *line])
        told = capsys.readouterr()
        assert (code, told.out) == (2, ""), told
        assert told.err.count("\n") == 1
        return told.err.strip()

    return refuse


@pytest.mark.parametrize("door", DOORS, ids=door_name)
@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("[buttons]\nok = 40", "companion.toml: buttons.ok must be a GPIO from 2 to 27; correct it."),
        ("[display]\nbusy = 0", "companion.toml: display.busy must be a GPIO from 2 to 27; correct it."),
        ("[display]\ndc =", "companion.toml is not valid TOML; correct its last line."),
        ('[signal]\nled = "26"', "companion.toml: signal.led must be a whole number; correct it."),
        (
            f"{PANEL}{BUTTONS}up = 17",
            "companion.toml: buttons.up and display.rst are both on GPIO 17; move one of them.",
        ),
        (
            f"{READER}[signal]\nkind = 'gpio'\nled = 14",
            "companion.toml: signal.led is on GPIO 14, which belongs to the reader's serial line; "
            "use another one.",
        ),
        ('panel = "4in2b"', "companion.toml: panel can't be 4in2b; did you mean 4in2?"),
        ('panel = "tv"', "companion.toml: panel can't be tv; use one of 4in2, 7in5, 2in9, 2in13."),
        (
            '[reader]\nkind = "spi"',
            "companion.toml: reader.kind can't be spi, because its chip select would move the panel's; "
            "use uart or i2c.",
        ),
        ('panel = "4in2"\n[reader]\nkind = "ua', "companion.toml is not valid TOML; correct its last line."),
        ("[reader", "companion.toml is not valid TOML; correct"),
        ("[buttons]\nokay = 4", "companion.toml: buttons.okay is not known; did you mean buttons.ok?"),
    ],
)
def test_bad_settings_are_one_sentence_at_every_door(
    refused: Callable[..., str], door: list[str], settings: str, message: str
) -> None:
    assert refused(door, settings).startswith(message)


@pytest.mark.parametrize(
    ("settings", "why", "held"),
    [
        ("panel = 'tv'\n[display]\nkind = 'eink'", "companion.toml: panel can't be tv", {"display": "eink"}),
        (
            f"{PANEL}busy = 0\n{READER}",
            "companion.toml: display.busy must be",
            {"display": "eink", "reader": "uart"},
        ),
        (f"language = = cs\n{PANEL}{BUTTONS}", "companion.toml is not valid TOML", {"display": "eink"}),
        (f"{PANEL}[reader", "companion.toml is not valid TOML", {"display": "eink", "reader": "desk"}),
        ("\0\0\0", "companion.toml is empty", {"display": "desk"}),
        ("[" * 5000, "companion.toml", {"display": "desk"}),
        (f"{PANEL}[lights]\nkind = 'desk'", "companion.toml: lights is not known", {"display": "eink"}),
        (f"lights = 3\n{PANEL}", "companion.toml: lights is not known", {"display": "eink"}),
        (f"{PANEL}lamp = 3", "companion.toml: display.lamp is not known", {"display": "eink"}),
    ],
)
@pytest.mark.parametrize("door", [["run"], ["--lang", "en", "desk"]])
def test_whoever_plays_starts_with_the_settings_that_hold(
    tmp_path: Path, door: list[str], settings: str, why: str, held: dict[str, str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text(settings, encoding="utf-8")
    assert command_name(door) in COMMANDS_THAT_MUST_START
    found, (told,) = load_settings(str(config), str(tmp_path / "data"), "desk")
    assert {name: getattr(found, name).kind for name in held} == held
    assert str(told).startswith(why)
    assert str(told).endswith("Until then the companion starts without it.")
    assert config.read_text(encoding="utf-8") == settings
    with Table(tmp_path / "data", notices=[told]) as table:
        assert table.says == str(told)
        table.drawn()
        table.press("OK")
        table.tap("home:red")
        assert len(table.entries) == 1


@pytest.mark.parametrize("door", [["tags"], ["--data", "run", "export"], ["--config", "desk", "score"]])
def test_other_commands_do_not_start_with_bad_settings(door: list[str]) -> None:
    assert command_name(door) not in COMMANDS_THAT_MUST_START


@pytest.mark.parametrize("door", [["update", "--back"], ["rehearse"], ["report"], ["installing", "start"]])
def test_what_helps_out_of_trouble_starts_with_bad_settings(door: list[str]) -> None:
    assert command_name(door) in COMMANDS_THAT_MUST_START


def test_the_doctor_tells_of_bad_settings_and_examines_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "companion.toml"
    config.write_text("[lights]\nkind = 'desk'\n", encoding="utf-8")
    assert main(["--config", str(config), "--data", str(tmp_path / "data"), "doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    (told,) = (line for line in lines if "lights" in line)
    assert told.startswith("TROUBLE    settings: companion.toml: lights is not known")
    assert not any("companion.toml is right" in line for line in lines)
    assert any("panel" in line for line in lines), "and what else there is"


def test_a_file_of_settings_that_is_not_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--config", str(tmp_path / "ours.toml"), "tags", "list"])
    assert code == 2
    assert capsys.readouterr().err.endswith("ours.toml is not there; check its name or leave the setting out.\n")


@pytest.mark.parametrize(
    ("stickers", "message"),
    [
        (
            f'[stickers]\n"{UID}" = "loch_ness"\n"{UID}" = "loch_oich"\n',
            "stickers.toml is not valid TOML; correct line 3.",
        ),
        (
            f'[stickers]\n"{UID}" = "loch_ness"\n"04:A1:B2:C3:D4:E5:F6" = "loch_oich"\n',
            f"stickers.toml: the sticker {UID} stands there twice; remove one.",
        ),
        (
            '[stickers]\n"04a1" = "loch_ness"\n',
            "stickers.toml: 04a1 is not the number of a sticker; use 8, 14 or 20 hex digits.",
        ),
        (f'[stickers]\n"{UID}" = 4\n', f"stickers.toml: stickers.{UID} must be a text in quotes; correct it."),
        (f'[stickers]\n"{UID}" = "loch', "stickers.toml is not valid TOML; correct its last line."),
    ],
)
def test_bad_stickers_are_one_sentence_and_stop_no_start(
    refused: Callable[..., str], tmp_path: Path, stickers: str, message: str
) -> None:
    assert refused(["tags", "list"], "", stickers) == message
    with Table(tmp_path / "data") as table:
        assert table.says == f"{message} The companion plays without this file; it is kept as {ASIDE}."
        table.press("OK")
        table.tap("home:red")
        assert len(table.entries) == 1
    assert (tmp_path / "data" / ASIDE).read_text("utf-8") == stickers


# Parts that can't be had: the game goes on


class NoBus:
    """SPI that is not there, or not for us."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def open(self, _bus: int, _device: int) -> None:
        raise self._error

    def close(self) -> None:
        pass


@pytest.fixture
def goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The sentence people read, with a game that takes their taps all the same."""
    factory: Any = MockFactory()
    monkeypatch.setattr(Device, "pin_factory", factory)

    def told(settings: str) -> str:
        config = tmp_path / "companion.toml"
        config.write_text(f'data_folder = "data"\n{settings}', encoding="utf-8")
        app = build_app(read_settings(config), facts=complete_facts(), game="glen_more_2")
        app.start()
        try:
            seen = app.wait(lambda now: now.last_signal == "trouble")
            _taps_count(app)
            return str(getattr(seen.page, "text", seen.page))
        finally:
            app.stop()

    yield told
    factory.reset()


def _taps_count(app: App) -> None:
    """Whichever reader there is, the page can tap; the notice is put away and three people sit down."""
    from companion.session.inputs import ButtonPressed, TagSeen

    app.submit(ButtonPressed("BACK")).result(10)
    for colour in ("red", "blue", "green"):
        app.submit(TagSeen(f"home:{colour}")).result(10)
    assert len(app.running.history.entries) == 3


def spi(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    spidev: Any = ModuleType("spidev")
    spidev.SpiDev = lambda: NoBus(error)
    monkeypatch.setitem(sys.modules, "spidev", spidev)


def test_without_a_bus_for_the_panel_the_game_goes_on(
    goes_on: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spi(monkeypatch, FileNotFoundError(errno.ENOENT, "No such file or directory"))
    assert goes_on(PANEL) == (
        'There is no bus for the panel; ask "companion doctor", or correct [display] in companion.toml.'
    )


def test_without_permission_for_the_panel_the_game_goes_on(
    goes_on: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spi(monkeypatch, PermissionError(errno.EACCES, "Permission denied"))
    assert goes_on(PANEL) == (
        'This user may not use the panel; ask "companion doctor", or correct [display] in companion.toml.'
    )


def test_without_permission_for_the_pins_the_game_goes_on(
    goes_on: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def denied(*_: Any) -> Any:
        raise PermissionError(errno.EACCES, "can not open gpiochip")

    monkeypatch.setattr("companion.hardware.gpio.input_pin", denied)
    assert goes_on(BUTTONS) == (
        'This user may not use the buttons; ask "companion doctor", or correct [buttons] in companion.toml.'
    )


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_without_a_port_or_permission_for_the_reader_the_game_goes_on(
    goes_on: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def closed(*_: Any, **__: Any) -> Any:
        raise serial.SerialException(number, "could not open port")

    monkeypatch.setattr("serial.Serial", closed)
    assert goes_on(READER).startswith("The reader does not answer; ")


def test_where_several_parts_can_not_be_had_they_are_one_sentence(
    goes_on: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spi(monkeypatch, FileNotFoundError(errno.ENOENT, "No such file or directory"))
    monkeypatch.setattr("companion.hardware.gpio.input_pin", lambda *_: 1 / 0)
    assert goes_on(PANEL + BUTTONS) == (
        "Not working: the panel, the buttons; look at the wires and at companion.toml, the game goes on."
    )


def test_what_can_not_be_had_is_said_and_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adafruit_pn532.uart", None)
    config = tmp_path / "companion.toml"
    config.write_text(f'data_folder = "data"\n{READER}', encoding="utf-8")
    app = build_app(read_settings(config), facts=complete_facts(), game="glen_more_2")
    assert isinstance(app.devices.reader, ReconnectingReader)
    assert "companion with its extra" in str(app.devices.trouble)
    app.running.archive.close()
