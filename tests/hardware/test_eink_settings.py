"""The panel as a companion.toml on the disk says: from the command's own door to the bytes that its chip hears."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import Device
from PIL import Image

from companion.commands.context import load_settings
from companion.hardware import eink_driver
from companion.hardware.device_opening import open_devices
from companion.hardware.eink import EinkScreen
from companion.screens.paper import PANELS
from tests.hardware_fakes.clock import FakeClock
from tests.hardware_fakes.eink_chip import chip_for
from tests.hardware_fakes.eink_pins import WiredPins

FULL, FAST, PARTIAL = "full", "fast", "partial"


class Case:
    """A panel on its pins, and the owner's file."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.file = folder / "companion.toml"
        self.clock = FakeClock()
        self._patch = monkeypatch

    def opens(self, name: str, *lines: str, pwr: int = 18) -> EinkScreen:
        """The screen that `companion run` has with these lines in [display]."""
        self.file.write_text("\n".join([f'panel = "{name}"', "[display]", 'kind = "eink"', *lines, ""]))
        self.chip = chip_for(name, self.clock)
        self.pins: Any = WiredPins(self.chip, pwr=pwr)
        if not pwr:
            self.chip.power(True)  # that of a board which always has it
        spidev: Any = ModuleType("spidev")
        spidev.SpiDev = lambda: self.pins.bus
        self._patch.setitem(sys.modules, "spidev", spidev)
        self._patch.setattr(Device, "pin_factory", self.pins)
        self._patch.setattr("companion.hardware.eink.time", self.clock)
        self._patch.setattr(eink_driver.Wires, "delay_ms", lambda _self, ms: self.clock.sleep(ms / 1000))
        settings, troubles = load_settings(str(self.file), None, "desk")
        assert troubles == []
        devices = open_devices(settings)
        assert devices.trouble is None
        assert isinstance(devices.screen, EinkScreen)
        return devices.screen

    def kinds(self, name: str, *lines: str, pictures: int = 20) -> list[str]:
        """The kinds of refresh that so many small changes make."""
        screen = self.opens(name, *lines)
        for n in range(pictures):
            image = Image.new("1", (PANELS[name].width, PANELS[name].height), 1)
            image.paste(0, (10, 10, 30 + n, 30))
            screen.show(image)
            assert self.chip.wrong_pixels(image) == 0
        screen.free()
        return [each.kind for each in self.chip.refreshes]


@pytest.fixture
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    made = Case(tmp_path, monkeypatch)
    yield made
    made.pins.reset()


def test_a_panel_without_a_wire_for_power_shows_its_picture_and_no_pin_is_taken_for_it(case: Case) -> None:
    screen = case.opens("4in2", "pwr = 0", pwr=0)
    image = Image.new("1", (400, 300), 1)
    image.paste(0, (10, 10, 90, 60))
    screen.show(image)
    assert case.chip.wrong_pixels(image) == 0
    assert {pin.info.name for pin in case.pins.pins.values()} == {"GPIO17", "GPIO24", "GPIO25"}
    screen.leave(None)
    screen.free()


@pytest.mark.parametrize("name", PANELS)
def test_glass_that_the_file_says_knows_no_fast_refresh_gets_none(case: Case, name: str) -> None:
    assert FAST in case.kinds(name)
    assert set(case.kinds(name, "fast = false")) == {FULL, PARTIAL}


def test_glass_that_the_file_says_knows_no_partial_refresh_only_flashes(case: Case) -> None:
    assert set(case.kinds("7in5", "partial = false")) == {FULL, FAST}
    assert set(case.kinds("7in5", "partial = false", "fast = false", pictures=3)) == {FULL}


@pytest.mark.parametrize("partials", [2, 4])
def test_the_file_says_how_many_partial_refreshes_come_in_a_row(case: Case, partials: int) -> None:
    assert case.kinds("4in2")[:10] == [FULL, *[PARTIAL] * 8, FAST], "the maker's number"
    told = case.kinds("4in2", f"partials = {partials}")
    assert told[: 2 * partials + 3] == [FULL, *[PARTIAL] * partials, FAST, *[PARTIAL] * partials, FAST]
