"""Pins and bus of the panel: our wires on gpiozero's pins, and which of the vendor's packages is used."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

from companion.hardware.device_opening import DeviceUnavailable, open_screen
from companion.hardware.eink import EinkScreen, open_eink
from companion.hardware.eink_driver import DRIVER_CALLS, EinkDriver, Wires, load_driver, open_wires, vendor_module
from companion.hardware.wiring import DisplayWiring, check_wiring
from companion.screens.paper import PANELS
from companion.settings import Settings
from companion.storage.toml_file import BadFile
from tests.hardware.eink_worlds import EinkWorld
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_chip import chip_for
from tests.hardware_fakes.eink_pins import WiredPins

EINK = DisplayWiring("eink")
MOVED = DisplayWiring("eink", rst=5, dc=6, cs=7, busy=13, pwr=0)


class Wired:
    """A panel on gpiozero's pins."""

    def __init__(self, name: str, wiring: DisplayWiring) -> None:
        self.clock = FakeClock()
        self.chip = chip_for(name, self.clock)
        self.pins = WiredPins(self.chip, wiring.rst, wiring.dc, wiring.busy, wiring.pwr)
        if not wiring.pwr:
            self.chip.power(True)
        self.wires = open_wires(wiring, self.pins, self.pins.bus)
        self.wires._sleep = self.clock.sleep
        driver = load_driver(PANELS[name], DRIVER_CALLS[name], self.wires, self.clock, self.clock.sleep)
        self.screen = EinkScreen(PANELS[name], driver, self.clock)
        self.size = (PANELS[name].width, PANELS[name].height)

    def shows(self, *box: int) -> int:
        image = Image.new("1", self.size, 1)
        image.paste(0, box)
        self.screen.show(image)
        return self.chip.wrong_pixels(image)


@pytest.mark.parametrize("wiring", [EINK, MOVED], ids=["usual", "moved"])
@pytest.mark.parametrize("name", PANELS)
def test_the_panel_works_on_the_pins_of_the_settings(name: str, wiring: DisplayWiring) -> None:
    wired = Wired(name, wiring)
    assert [wired.shows(10, 10, 60 + n, 50) for n in range(12)] == [0] * 12
    assert [each.kind for each in wired.chip.refreshes][:2] == ["full", "partial"]
    assert (wired.pins.bus.max_speed_hz, wired.pins.bus.mode) == (4_000_000, 0)
    wired.screen.leave(None)
    assert not wired.pins.bus.is_open
    wired.screen.free()


def test_the_power_pin_takes_the_power_away() -> None:
    wired = Wired("4in2", EINK)
    wired.shows(0, 0, 9, 9)
    wired.screen.leave(None)
    assert not wired.chip.powered
    assert wired.shows(0, 0, 9, 9) == 0


def test_pins_that_were_given_back_can_be_had_again_and_else_not() -> None:
    wired = Wired("4in2", EINK)
    from gpiozero.exc import GPIOPinInUse

    with pytest.raises(GPIOPinInUse):
        open_wires(EINK, wired.pins, wired.pins.bus)
    wired.wires.close()
    again = open_wires(EINK, wired.pins, wired.pins.bus)
    again.close()


def test_a_bus_that_cannot_be_had_gives_the_pins_back() -> None:
    chip = chip_for("4in2", FakeClock())
    pins = WiredPins(chip)

    class NoBus:
        def open(self, *_: int) -> None:
            raise FileNotFoundError(2, "No such file or directory")

    for _ in range(2):
        with pytest.raises(FileNotFoundError):
            open_eink(PANELS["4in2"], EINK, pins, NoBus())


def test_a_chip_select_that_the_bus_does_not_move_is_moved_by_us() -> None:
    wiring = DisplayWiring("eink", cs=27)
    wired = Wired("4in2", wiring)
    wired.pins.pin(27).clear_states()
    wired.shows(0, 0, 9, 9)
    assert len(wired.pins.pin(27).states) > 20
    assert Wires(EINK, wired.pins.bus, {}, None).digital_write(8, 1) is None


def test_the_settings_open_a_panel_or_say_in_one_sentence_why_not() -> None:
    chip = chip_for("7in5", FakeClock())
    pins = WiredPins(chip)
    screen = open_screen(Settings(panel="7in5", display=EINK), pins, pins.bus)
    assert isinstance(screen, EinkScreen)
    with pytest.raises(DeviceUnavailable, match=r"GPIOPinInUse.*\[display\]"):
        open_screen(Settings(panel="7in5", display=EINK), pins, pins.bus)


# Whose driver


VENDOR = """
from . import epdconfig
class EPD:
    def __init__(self):
        self.busy_pin, self.where = epdconfig.BUSY_PIN, __name__
    def send_command(self, command): pass
    def init(self): pass
    def display(self, image): pass
    def display_Partial(self, image): pass
"""


@pytest.fixture
def waveshares_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Waveshare's repository installed beside the package of the index; an old version without fast refresh."""
    package = tmp_path / "waveshare_epd"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "epdconfig.py").write_text("raise OSError('not a Raspberry Pi')")
    (package / "epd4in2_V2.py").write_text(VENDOR)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    sys.modules.pop("waveshare_epd", None)


@pytest.mark.usefixtures("waveshares_own")
def test_waveshares_own_package_goes_before_the_one_of_the_index() -> None:
    board = EinkWorld().board
    epd: Any = vendor_module("epd4in2_V2", board).EPD()
    assert epd.where == "waveshare_epd.epd4in2_V2"
    assert vendor_module("epd7in5_V2", board).EPD().width == 800, "the other one knows it"


@pytest.mark.usefixtures("waveshares_own")
def test_an_older_driver_is_asked_for_nothing_it_does_not_know() -> None:
    world = EinkWorld()
    assert world.driver.kinds == ("full", "partial")


def test_a_driver_that_is_not_installed_is_named() -> None:
    with pytest.raises(ModuleNotFoundError) as caught:
        vendor_module("epd9in99", EinkWorld().board)
    assert caught.value.name == "waveshare-epaper"


def test_loading_a_driver_leaves_nothing_behind() -> None:
    before = {name for name in sys.modules if "epd" in name or name.startswith("RPi")}
    one, other = EinkWorld(), EinkWorld()
    assert {name for name in sys.modules if "epd" in name or name.startswith("RPi")} <= before | {
        "epaper.e-Paper.RaspberryPi_JetsonNano.python.lib.waveshare_epd"
    }
    one.show()
    assert (one.chip.count("full"), other.chip.count("full")) == (1, 0)
    assert isinstance(one.driver, EinkDriver)


# What an owner says of one panel's glass


def as_opened(monkeypatch: pytest.MonkeyPatch, name: str, wiring: DisplayWiring, pictures: int = 20) -> list[str]:
    """The kinds of refresh that a panel opened with these settings makes of so many small changes."""
    clock = FakeClock()
    chip = chip_for(name, clock)
    pins = WiredPins(chip)
    monkeypatch.setattr("companion.hardware.eink.time", clock)
    monkeypatch.setattr("companion.hardware.eink_driver.Wires.delay_ms", lambda _self, ms: clock.sleep(ms / 1000))
    screen = open_eink(PANELS[name], wiring, pins, pins.bus)
    for n in range(pictures):
        image = Image.new("1", (PANELS[name].width, PANELS[name].height), 1)
        image.paste(0, (10, 10, 30 + n, 30))
        screen.show(image)
        assert chip.wrong_pixels(image) == 0
    screen.free()
    return [each.kind for each in chip.refreshes]


@pytest.mark.parametrize(("name", "partials"), [("4in2", 8), ("7in5", 8), ("2in9", 8), ("2in13", 5)])
def test_each_panel_has_its_number_of_partial_refreshes(
    monkeypatch: pytest.MonkeyPatch, name: str, partials: int
) -> None:
    kinds = as_opened(monkeypatch, name, EINK)
    assert kinds[: partials + 2] == ["full", *["partial"] * partials, "fast"]
    told = msgspec.structs.replace(EINK, partials=2)
    assert as_opened(monkeypatch, name, told)[:6] == ["full", "partial", "partial", "fast", "partial", "partial"]


@pytest.mark.parametrize("name", PANELS)
def test_glass_that_knows_no_fast_or_no_partial_refresh_gets_none(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    slow = msgspec.structs.replace(EINK, fast=False)
    assert set(as_opened(monkeypatch, name, slow)) == {"full", "partial"}
    older = msgspec.structs.replace(EINK, fast=False, partial=False)
    assert set(as_opened(monkeypatch, name, older, 3)) == {"full"}


def test_more_partial_refreshes_than_any_maker_allows_are_refused() -> None:
    display = msgspec.structs.replace(EINK, partials=9)
    with pytest.raises(BadFile, match=r"box\.toml: display\.partials must be from 0 to 8; correct it\."):
        check_wiring({"display": display}, "box.toml")
    check_wiring({"display": msgspec.structs.replace(EINK, partials=8)}, "box.toml")
