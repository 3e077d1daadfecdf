"""Conflicts between config.txt and the pins in use: an overlay that takes a pin, a serial port on other pins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.doctor import computer
from companion.doctor.findings import Finding, trouble_finding
from companion.engine.message import tr
from companion.hardware.device_opening import BUTTONS_LABEL, PANEL_LABEL, READER_LABEL, SIGNAL_LABEL
from companion.hardware.wiring import HEADER_SERIAL, UART_PINS, Wiring, wires_in_use
from companion.settings import Settings

DEVICE_LABELS = {
    "reader": READER_LABEL,
    "display": PANEL_LABEL,
    "buttons": BUTTONS_LABEL,
    "signal": SIGNAL_LABEL,
}
CONFIG_LABEL = tr("config.txt")
ALL_PINS = tuple(range(28))
OVERLAY_PINS: Mapping[str, Mapping[str, int]] = {
    "gpio-fan": {"gpiopin": 12},
    "gpio-ir": {"gpio_pin": 18},
    "gpio-ir-tx": {"gpio_pin": 18},
    "gpio-poweroff": {"gpiopin": 26},
    "gpio-shutdown": {"gpio_pin": 3},
    "gpio-led": {"gpio": 0},
    "gpio-key": {"gpio": 0},
    "w1-gpio": {"gpiopin": 4},
    "dht11": {"gpiopin": 4},
    "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
    "rotary-encoder": {"pin_a": 4, "pin_b": 17},
    "pwm": {"pin": 18},
    "pwm-2chan": {"pin": 18, "pin2": 19},
}
"""Parameters of overlays that name a pin, and the pin without them (overlays/README of the Pi's firmware)."""
FIXED_PINS: Mapping[str, tuple[int, ...]] = {
    "dpi24": ALL_PINS,
    "dpi18": tuple(range(22)),
    "vc4-kms-dpi-generic": ALL_PINS,
    "hifiberry-dac": (18, 19, 21),
    "hifiberry-dacplus": (2, 3, 18, 19, 21),
    "i2s-mmap": (18, 19, 20, 21),
    "googlevoicehat-soundcard": (18, 19, 20, 21),
    "spi1-1cs": (18, 19, 20, 21),
    "spi1-2cs": (17, 18, 19, 20, 21),
    "spi1-3cs": (16, 17, 18, 19, 20, 21),
    "uart3": (4, 5),
    "uart4": (8, 9),
    "uart5": (12, 13),
}
"""Overlays that always use the same pins."""


class Overlay(NamedTuple):
    """Active line of config.txt that uses pins."""

    line: str
    pins: frozenset[int]


def active_overlays() -> Iterator[Overlay]:
    """Yield the overlays in config.txt that are known to use pins."""
    for line in computer.enabled_switches():
        key, _, value = line.partition("=")
        if key != "dtoverlay":
            continue
        name, *options = re.split(r"[,:]", value)
        given = dict(each.partition("=")[::2] for each in options)
        named = {given.get(option, str(pin)) for option, pin in OVERLAY_PINS.get(name, {}).items()}
        pins = {int(pin) for pin in named if pin.isdecimal()} | {*FIXED_PINS.get(name, ())}
        if name == "audremap":
            pins = {12, 13} if "pins_12_13" in given else {18, 19}
        if pins:
            yield Overlay(line, frozenset(pins))


def examine_overlays(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each overlay that takes a pin in use, and for a serial port that config.txt moves."""
    devices: dict[str, Wiring] = {name: getattr(settings, name) for name in DEVICE_LABELS}
    overlays = list(active_overlays())
    for name, label in DEVICE_LABELS.items():
        for wire in wires_in_use(name, devices[name]):
            for overlay in overlays:
                if wire.pin in overlay.pins:
                    yield trouble_finding(
                        label,
                        tr(
                            '"{line}" in config.txt uses GPIO {n}, which belongs to {wire}.',
                            line=overlay.line, n=wire.pin, wire=wire.key,
                        ),
                        tr("Take that line out, or give it another pin, and start the computer again."),
                    )  # fmt: skip
    yield from _moved_serial_port(settings)


def _moved_serial_port(settings: Settings) -> Iterator[Finding]:
    reader = settings.reader
    if reader.kind != "uart" or reader.port not in HEADER_SERIAL:
        return
    for line in computer.enabled_switches():
        named = dict(re.findall(r"\b([tr]xd0_pin)=(\d+)", line))
        pins = int(named.get("txd0_pin", UART_PINS[0])), int(named.get("rxd0_pin", UART_PINS[1]))
        if line.startswith("dtoverlay=uart0") and pins != UART_PINS:
            yield trouble_finding(
                READER_LABEL,
                tr('"{line}" in config.txt puts the serial port on other pins than the reader\'s.', line=line),
                tr("Take that line out and start the computer again: the reader is on GPIO 14 and 15."),
            )
