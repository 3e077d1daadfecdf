"""The wiring guide says and draws what holds in the program: read off the files, not off what made them."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import ImageFont

from companion.hardware.device_opening import HEADER_PORT, HEADER_PORT_PI_5
from companion.hardware.wiring import (
    I2C_PINS,
    OPTIONAL_PINS,
    SPI_PINS,
    UART_PINS,
    UNCONNECTED,
    ButtonsWiring,
    DisplayWiring,
    SignalWiring,
)
from companion.screens.paper import FONTS, PANELS
from companion.settings import read_settings
from tools import wiring

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "builder-guide.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"
USUAL = {"buttons": ButtonsWiring(), "signal": SignalWiring(), "display": DisplayWiring()}
KEYS = {
    f"{table}.{key}": value
    for table, row in USUAL.items()
    for key, value in msgspec.to_builtins(row).items()
    if type(value) is int and value != UNCONNECTED
}


@pytest.fixture(scope="module")
def drawn() -> ET.Element:
    return ET.parse(DOCS / "wiring.svg").getroot()


def rows() -> list[list[str]]:
    lines = [line for line in GUIDE.splitlines() if re.match(r"\|.*\| (GPIO|ground|3\.3 V)", line)]
    return [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines]


def test_both_files_are_as_they_would_be_made_now() -> None:
    assert (DOCS / "wiring.svg").read_text(encoding="utf-8") == wiring.wiring_svg(), 'type "make docs"'
    assert wiring.updated_guide(GUIDE) == GUIDE, 'type "make docs"'


def test_the_table_has_every_pin_of_the_settings() -> None:
    assert {row[4]: row[3] for row in rows() if row[4] != "-"} == {k: f"GPIO {n}" for k, n in KEYS.items()}


def test_the_drawing_has_every_pin_of_the_settings_and_its_wire_begins_there(drawn: ET.Element) -> None:
    wires = drawn.findall(f"{SVG}path")
    assert {w.get("data-setting"): w.get("data-on") for w in wires if w.get("data-setting")} == {
        key: f"GPIO {n}" for key, n in KEYS.items()
    }
    for wire in wires:
        pin = int(wire.get("data-pin") or 0)
        x, y = wiring.pin_position(pin)
        assert (wire.get("d") or "").startswith(f"M{x:g},{y:g} ")


def test_buses_are_where_the_program_takes_them_to_be() -> None:
    told = {row[1]: row[3] for row in rows() if row[4] == "-"}
    assert (told["RX"], told["TX"]) == tuple(f"GPIO {pin}" for pin in UART_PINS)
    assert (told["SDA"], told["SCL"]) == tuple(f"GPIO {pin}" for pin in I2C_PINS)
    assert (told["DIN"], told["CLK"]) == ("GPIO 10", "GPIO 11")
    assert {10, 11} < set(SPI_PINS)


def test_no_pin_of_the_header_is_used_twice() -> None:
    used = [row[2] for row in rows()]
    assert len(used) == len(set(used))


def test_the_header_is_that_of_a_raspberry_pi() -> None:
    """Against what everybody can look up: ground, power, and a few well-known pins."""
    by_pin = dict(enumerate(wiring.HEADER, 1))
    assert len(by_pin) == 40
    assert {pin for pin, what in by_pin.items() if what == "ground"} == {6, 9, 14, 20, 25, 30, 34, 39}
    assert {pin for pin, what in by_pin.items() if what == "3.3 V"} == {1, 17}
    assert {pin for pin, what in by_pin.items() if what == "5 V"} == {2, 4}
    assert sorted(what for what in by_pin.values() if isinstance(what, int)) == list(range(2, 28))
    known = {3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 19: 10, 24: 8, 29: 5, 40: 21}
    assert {pin: by_pin[pin] for pin in known} == known


def test_the_settings_of_the_guide_can_be_read(tmp_path: Path) -> None:
    blocks = re.findall(r"(?m)^(?:    .*\n)+", GUIDE)
    settings = [block.replace("    ", "") for block in blocks if "[buttons]" in block]
    assert len(settings) == 2
    for number, text in enumerate(settings):
        path = tmp_path / f"{number}.toml"
        path.write_text(text, encoding="utf-8")
        assert read_settings(path).buttons.kind == "gpio"


def test_the_guide_names_panels_ports_and_what_may_be_left_out() -> None:
    for panel in ("4in2",):
        assert f'`panel = "{panel}"`' in GUIDE
    for size in ('4.2" V2', '7.5" V2', '2.9" V2', '2.13" V4'):
        assert size in GUIDE
    assert len(PANELS) == 4
    assert "signal.led" in OPTIONAL_PINS
    assert "`led = 0`" in GUIDE
    assert (HEADER_PORT, HEADER_PORT_PI_5) == ("/dev/serial0", "/dev/ttyAMA0")


def test_no_words_in_the_drawing_run_out_of_it_or_into_each_other(drawn: ET.Element) -> None:
    boxes = [_box(text) for text in drawn.findall(f"{SVG}text")]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= wiring.WIDTH
        assert 0 <= top < bottom <= wiring.HEIGHT
    clashes = [
        (one, other)
        for number, one in enumerate(boxes)
        for other in boxes[:number]
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert clashes == []


def _box(text: Any) -> tuple[float, float, float, float]:
    style = text.get("style") or ""
    size = float((re.search(r"font-size:(\d+)", style) or [0, 15 if text.get("class") else 12])[1])
    bold = text.get("class") or "bold" in style
    font = ImageFont.truetype(str(FONTS / ("PTSans-Bold.ttf" if bold else "PTSans-Regular.ttf")), size)
    wide = font.getlength(text.text)
    x, y = float(text.get("x")), float(text.get("y"))
    left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor")]
    return left, y - size * 0.75, left + wide, y + size * 0.2


@pytest.mark.skipif(not shutil.which("make"), reason="no make here")
def test_make_docs_makes_them() -> None:
    message = subprocess.run(["make", "-n", "docs"], cwd=DOCS.parent, capture_output=True, text=True, check=True)
    assert "-m tools.wiring" in message.stdout


def test_boards_without_a_power_pin_are_in_the_guide() -> None:
    assert "With eight wires, leave it out and set `display.pwr = 0`" in GUIDE
