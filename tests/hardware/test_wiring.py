"""What is connected where: pins that can't be, pins used twice, and a bus the reader must not use."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.settings import Settings, read_settings
from companion.storage.toml_file import BadFile

CASE = """
[reader]
kind = "uart"
[buttons]
kind = "gpio"
[signal]
kind = "gpio"
[display]
kind = "eink"
"""


def settings(folder: Path, text: str) -> Settings:
    path = folder / "companion.toml"
    path.write_text(text, encoding="utf-8")
    return read_settings(path)


def test_a_case_wired_as_usual_has_no_pin_twice(tmp_path: Path) -> None:
    case = settings(tmp_path, CASE)
    assert (case.reader.kind, case.buttons.ok, case.signal.beeper, case.display.busy) == ("uart", 13, 22, 24)


def test_the_other_bus_fits_the_usual_pins_too(tmp_path: Path) -> None:
    case = settings(tmp_path, CASE.replace('"uart"', '"i2c"\nport = "/dev/i2c-1"\nreset = 20\nreq = 16'))
    assert (case.reader.reset, case.reader.req) == (20, 16)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('[reader]\nkind = "usb"', "reader.kind can't be usb; use one of desk, uart, i2c."),
        (
            '[reader]\nkind = "spi"',
            "reader.kind can't be spi, because its chip select would move the panel's; use uart or i2c.",
        ),
        ('[display]\nkind = "eink2"', "display.kind can't be eink2; did you mean eink?"),
        ("[buttons]\nok = 28", "buttons.ok must be a GPIO from 2 to 27; correct it."),
        ("[buttons]\nok = 0", "buttons.ok must be a GPIO from 2 to 27; correct it."),
        ("[signal]\nled = -1", "signal.led must be a GPIO from 2 to 27, or 0 for none; correct it."),
        ("[signal]\nled = true", "signal.led must be a whole number; correct it."),
        ('[buttons]\nkind = "gpio"\nup = 6', "buttons.up and buttons.down are both on GPIO 6; move one of them."),
        (
            '[display]\nkind = "eink"\n[buttons]\nkind = "gpio"\nundo = 25',
            "buttons.undo and display.dc are both on GPIO 25; move one of them.",
        ),
        (
            '[reader]\nkind = "uart"\n[signal]\nkind = "gpio"\nled = 15',
            "signal.led is on GPIO 15, which belongs to the reader's serial line; use another one.",
        ),
        (
            '[reader]\nkind = "i2c"\n[signal]\nkind = "gpio"\nled = 3',
            "signal.led is on GPIO 3, which belongs to the reader's I2C bus; use another one.",
        ),
        (
            '[display]\nkind = "eink"\n[buttons]\nkind = "gpio"\nup = 11',
            "buttons.up is on GPIO 11, which belongs to the panel's SPI bus; use another one.",
        ),
        (
            '[display]\nkind = "eink"\nrst = 10',
            "display.rst is on GPIO 10, which belongs to the panel's SPI bus; use another one.",
        ),
        (
            '[reader]\nkind = "i2c"\nport = "i2c-1"',
            'reader.port must be an I2C bus such as "/dev/i2c-1"; correct it.',
        ),
    ],
)
def test_a_wrong_wire_is_one_sentence_with_key_and_remedy(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(BadFile) as caught:
        settings(tmp_path, content)
    assert str(caught.value.message) == f"companion.toml: {message}"


@pytest.mark.parametrize(
    "content",
    [
        '[buttons]\nup = 6\n[display]\nkind = "eink"',  # these buttons are on the page
        '[signal]\nkind = "gpio"\nled = 0\nbeeper = 0',  # two that are not there share nothing
        '[reader]\nkind = "uart"\nport = "/dev/ttyUSB0"\n[signal]\nkind = "gpio"\nled = 15',
        '[reader]\nkind = "i2c"\nport = "3"\n[signal]\nkind = "gpio"\nled = 3',
        '[display]\nkind = "eink"\ncs = 7\n',
    ],
)
def test_pins_that_nobody_uses_are_free(tmp_path: Path, content: str) -> None:
    assert isinstance(settings(tmp_path, content), Settings)
