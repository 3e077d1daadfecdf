"""How the devices are connected: kinds, ports and pins from the owner's settings, and their validation.

No device is opened and no driver is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import msgspec

from companion.engine.message import Message, tr
from companion.storage.toml_file import BadFile, not_one_of, out_of_range

DESK = "desk"
FIRST_PIN, LAST_PIN, UNCONNECTED = 2, 27, 0
"""First and last GPIO number (BCM) on the header of a Raspberry Pi, and the number for no wire."""


class ReaderWiring(msgspec.Struct, frozen=True):
    """Connection of the PN532, the NFC reader. Pins are GPIO numbers (BCM), here and below."""

    kind: str = DESK
    """DESK, "uart" or "i2c"."""
    port: str = ""
    """Name "/dev/…" for uart, a bus such as "/dev/i2c-1" or "1" for i2c; "" for the default one."""
    reset: int = UNCONNECTED
    """Pin of the chip's RSTPD_N."""
    req: int = UNCONNECTED
    """Pin of the chip's P32, which wakes it on boards without I2C clock stretching (Raspberry Pi 4 and older)."""


class ButtonsWiring(msgspec.Struct, frozen=True):
    """Connection of the five buttons, each from its pin (GPIO number, BCM) to ground."""

    kind: str = DESK
    """DESK or "gpio"."""
    up: int = 5
    down: int = 6
    ok: int = 13
    back: int = 19
    undo: int = 21


class SignalWiring(msgspec.Struct, frozen=True):
    """Connection of LED and active beeper."""

    kind: str = DESK
    """DESK or "gpio"."""
    led: int = 26
    """UNCONNECTED if there is none."""
    beeper: int = 22
    """UNCONNECTED if there is none."""


class DisplayWiring(msgspec.Struct, frozen=True):
    """Connection of the e-ink panel on SPI0."""

    kind: str = DESK
    """DESK or "eink"."""
    rst: int = 17
    """Reset, active low."""
    dc: int = 25
    """Low for a command, high for data."""
    cs: int = 8
    """Chip select; the bus drives 7 and 8 itself."""
    busy: int = 24
    """BUSY of the panel; its active level depends on the controller."""
    pwr: int = 18
    """Power of the panel; UNCONNECTED if it is always on, as on boards with eight wires."""
    fast: bool = True
    """True if the panel can be refreshed with one short flash; 7.5" panels sold before late 2023 can't."""
    partial: bool = True
    """True if the panel can refresh only changed pixels, without a flash."""
    partials: int = 0
    """Partial refreshes in a row before the panel is cleaned; 0 for the maker's maximum."""


Wiring = ReaderWiring | ButtonsWiring | SignalWiring | DisplayWiring
DEVICE_KINDS = {
    "reader": (DESK, "uart", "i2c"),
    "buttons": (DESK, "gpio"),
    "signal": (DESK, "gpio"),
    "display": (DESK, "eink"),
}
COUNT_SETTINGS, MAX_PARTIALS = ("partials",), 8
"""Numeric settings that are no pins, and their maximum."""
OPTIONAL_PINS = {"reader.reset", "reader.req", "signal.led", "signal.beeper", "display.pwr"}

I2C_BUS = r"(?:/dev/i2c-)?(\d{1,3})"
UART_PINS, I2C_PINS, SPI_PINS = (14, 15), (2, 3), (7, 8, 9, 10, 11)
HEADER_SERIAL = ("", "/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
DEFAULT_BUS = 1


class Wire(NamedTuple):
    """A device or bus on a pin."""

    key: str | Message
    """Setting that names the pin, or the name of a bus that can't be moved."""
    pin: int
    """GPIO number (BCM)."""


def bus_number(port: str) -> int | None:
    """Return the number of an I2C bus, None if `port` names none."""
    found = re.fullmatch(I2C_BUS, port)
    return DEFAULT_BUS if not port else int(found[1]) if found else None


def pins_of(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Yield each setting that is a pin, with its GPIO number or UNCONNECTED."""
    for field in wiring.__struct_fields__:
        value = getattr(wiring, field)
        if type(value) is int and field not in COUNT_SETTINGS:
            yield field, value


def check_wiring(devices: dict[str, Wiring], file: str) -> None:
    """Raise BadFile at the first invalid connection; `file` is the file name in the message."""
    for name, wiring in devices.items():
        _check_kind(name, wiring.kind, file)
        for wire in _pins(name, wiring):
            _check_pin(str(wire.key), wire.pin, file)
    reader = devices.get("reader")
    if isinstance(reader, ReaderWiring) and reader.kind == "i2c" and bus_number(reader.port) is None:
        text = tr(
            '{file}: {key} must be an I2C bus such as "/dev/i2c-1"; correct it.', file=file, key="reader.port"
        )
        raise BadFile(text)
    display = devices.get("display")
    if isinstance(display, DisplayWiring) and not 0 <= display.partials <= MAX_PARTIALS:
        raise BadFile(out_of_range(file, "display.partials", 0, MAX_PARTIALS))
    _check_shared([wire for name, wiring in devices.items() for wire in wires_in_use(name, wiring)], file)


def _check_kind(name: str, kind: str, file: str) -> None:
    key = f"{name}.kind"
    if (name, kind) == ("reader", "spi"):
        text = tr(
            "{file}: {key} can't be spi, because its chip select would move the panel's; use uart or i2c.",
            file=file, key=key,
        )  # fmt: skip
        raise BadFile(text)
    if kind not in DEVICE_KINDS[name]:
        raise BadFile(not_one_of(file, key, kind, DEVICE_KINDS[name]))


def _pins(name: str, wiring: Wiring) -> Iterator[Wire]:
    for field, pin in pins_of(wiring):
        yield Wire(f"{name}.{field}", pin)


def _check_pin(key: str, pin: int, file: str) -> None:
    if FIRST_PIN <= pin <= LAST_PIN or (pin == UNCONNECTED and key in OPTIONAL_PINS):
        return
    if key in OPTIONAL_PINS:
        text = tr(
            "{file}: {key} must be a GPIO from {low} to {high}, or 0 for none; correct it.",
            file=file, key=key, low=FIRST_PIN, high=LAST_PIN,
        )  # fmt: skip
    else:
        text = tr(
            "{file}: {key} must be a GPIO from {low} to {high}; correct it.",
            file=file, key=key, low=FIRST_PIN, high=LAST_PIN,
        )  # fmt: skip
    raise BadFile(text)


def wires_in_use(name: str, wiring: Wiring) -> Iterator[Wire]:
    """Yield the wires of a device that is not a desk version."""
    if wiring.kind == DESK:
        return
    own = [wire for wire in _pins(name, wiring) if wire.pin != UNCONNECTED]
    yield from own
    match wiring:
        case ReaderWiring(kind="uart", port=port) if port in HEADER_SERIAL:
            yield from (Wire(tr("the reader's serial line"), pin) for pin in UART_PINS)
        case ReaderWiring(kind="i2c", port=port) if bus_number(port) == DEFAULT_BUS:
            yield from (Wire(tr("the reader's I2C bus"), pin) for pin in I2C_PINS)
        case DisplayWiring(cs=cs):
            yield from (Wire(tr("the panel's SPI bus"), pin) for pin in SPI_PINS if pin != cs)


def _check_shared(wires: list[Wire], file: str) -> None:
    for one, other in combinations(wires, 2):
        if one.pin == other.pin:
            raise BadFile(_shared(other, one, file) if isinstance(one.key, Message) else _shared(one, other, file))


def _shared(one: Wire, other: Wire, file: str) -> Message:
    """Return the message for two wires on one pin, of which `one` can be moved."""
    if isinstance(other.key, Message):
        text = tr(
            "{file}: {key} is on GPIO {n}, which belongs to {other}; use another one.",
            file=file, key=one.key, n=one.pin, other=other.key,
        )  # fmt: skip
    else:
        text = tr(
            "{file}: {key} and {other} are both on GPIO {n}; move one of them.",
            file=file, key=one.key, other=other.key, n=one.pin,
        )  # fmt: skip
    return text
