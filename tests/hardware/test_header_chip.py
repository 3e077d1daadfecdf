"""The chip of the header is found by its label, whatever number the kernel gave it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.hardware.device_opening import open_buttons
from companion.hardware.gpio import header_chip
from companion.hardware.wiring import ButtonsWiring

PI_5 = {10: "gpio-brcmstb@107d508500", 11: "gpio-brcmstb@107d517c00", 13: "pinctrl-rp1"}


class Lgpio(ModuleType):
    """The library, with the chips of a computer by number."""

    class error(Exception):
        pass

    def __init__(self, chips: dict[int, str]) -> None:
        super().__init__("lgpio")
        self.chips, self.opened = chips, set[int]()

    def gpiochip_open(self, number: int) -> int:
        if number not in self.chips:
            raise self.error("can not open gpiochip")
        self.opened.add(number)
        return number

    def gpiochip_close(self, handle: int) -> None:
        self.opened.remove(handle)

    def gpio_get_chip_info(self, handle: int) -> tuple[int, int, str, str]:
        return 0, 54, f"gpiochip{handle}", self.chips[handle]


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        (PI_5, 13),
        ({0: "pinctrl-rp1", 10: "gpio-brcmstb"}, 0),
        ({4: "pinctrl-rp1", 0: "gpio-brcmstb"}, 4),
        ({0: "pinctrl-bcm2711", 1: "raspberrypi-exp-gpio"}, 0),
        ({0: "raspberrypi-exp-gpio", 1: "pinctrl-bcm2835"}, 1),
        ({0: "gpio-mockup"}, None),
        ({}, None),
    ],
)
def test_the_chip_with_the_label_of_the_header_is_chosen(chips: dict[int, str], number: int | None) -> None:
    library = Lgpio(chips)
    assert header_chip(library, range(20)) == number
    assert library.opened == set(), "each was closed again"


def test_buttons_of_a_pi_5_work_on_a_chip_with_another_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """gpiozero itself tries chips 4 and 0 only."""
    for number in PI_5:
        (tmp_path / f"gpiochip{number}").touch()
    chosen: list[int] = []

    def factory(chip: int) -> Any:
        chosen.append(chip)
        return MockFactory()

    lgpio_pins: Any = ModuleType("gpiozero.pins.lgpio")
    lgpio_pins.LGPIOFactory = factory
    monkeypatch.setitem(sys.modules, "lgpio", Lgpio(PI_5))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", lgpio_pins)
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    monkeypatch.setattr("companion.hardware.gpio.DEVICES", tmp_path)
    buttons: Any = open_buttons(ButtonsWiring(kind="gpio"))
    buttons.close()
    assert chosen == [13]
