"""How the devices are connected: kinds, ports and pins as an owner sets them, and one sentence for each wrong one.

Opens no device and imports no driver.
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
"""GPIO numbers (BCM) that the header of a Raspberry Pi has free, and the number that stands for no wire."""


class ReaderWiring(msgspec.Struct, frozen=True):
    """The PN532, the NFC reader. Pins are GPIO numbers (BCM), here and below."""

    kind: str = DESK
    """DESK, "uart" or "i2c"."""
    port: str = ""
    """"/dev/…" for uart, a bus such as "/dev/i2c-1" or "1" for i2c; "" for the default one."""
    reset: int = UNCONNECTED
    """The chip's RSTPD_N."""
    req: int = UNCONNECTED
    """The chip's P32: it wakes the chip on boards whose I2C can't wait for it (Raspberry Pi 4 and older)."""


class ButtonsWiring(msgspec.Struct, frozen=True):
    """Five buttons, each from its pin (GPIO number, BCM) to ground."""

    kind: str = DESK
    """DESK or "gpio"."""
    up: int = 5
    down: int = 6
    ok: int = 13
    back: int = 19
    undo: int = 21


class SignalWiring(msgspec.Struct, frozen=True):
    """LED and active beeper."""

    kind: str = DESK
    """DESK or "gpio"."""
    led: int = 26
    """UNCONNECTED where there is none."""
    beeper: int = 22
    """UNCONNECTED where there is none."""


class DisplayWiring(msgspec.Struct, frozen=True):
    """The e-ink panel on SPI0."""

    kind: str = DESK
    """DESK or "eink"."""
    rst: int = 17
    """Reset, low is active."""
    dc: int = 25
    """Low for a command, high for data."""
    cs: int = 8
    """Chip select; on 7 or 8 the bus moves it by itself."""
    busy: int = 24
    """The panel's BUSY; which level means busy depends on the controller."""
    pwr: int = 18
    """Power of the panel; UNCONNECTED where it is always on: boards with eight wires have no such pin."""
    fast: bool = True
    """Whether this very glass can be refreshed with one short flash; 7.5" ones sold before late 2023 can't."""
    partial: bool = True
    """Whether only what changed may be refreshed, without a flash."""
    partials: int = 0
    """How many of these come in a row before the glass is cleaned; 0 = as many as the panel's maker allows."""


Wiring = ReaderWiring | ButtonsWiring | SignalWiring | DisplayWiring
KINDS = {
    "reader": (DESK, "uart", "i2c"),
    "buttons": (DESK, "gpio"),
    "signal": (DESK, "gpio"),
    "display": (DESK, "eink"),
}
COUNTS, MAX_PARTIALS = ("partials",), 8
"""Numbers that are no pins, and the highest of them."""
MAY_BE_MISSING = {"reader.reset", "reader.req", "signal.led", "signal.beeper", "display.pwr"}

I2C_BUS = r"(?:/dev/i2c-)?(\d{1,3})"
UART_PINS, I2C_PINS, SPI_PINS = (14, 15), (2, 3), (7, 8, 9, 10, 11)
HEADER_SERIAL = ("", "/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
DEFAULT_BUS = 1


class Wire(NamedTuple):
    """Something on a pin."""

    key: str | Message
    """The setting that put it there, or the name of what can't be moved."""
    pin: int
    """GPIO number (BCM)."""


def bus_number(port: str) -> int | None:
    """The number of an I2C bus, None where `port` names none."""
    found = re.fullmatch(I2C_BUS, port)
    return DEFAULT_BUS if not port else int(found[1]) if found else None


def pins_of(wiring: Wiring) -> Iterator[tuple[str, int]]:
    """Every setting that is a pin, and its GPIO number or UNCONNECTED."""
    for field in wiring.__struct_fields__:
        value = getattr(wiring, field)
        if type(value) is int and field not in COUNTS:
            yield field, value


def check_wiring(devices: dict[str, Wiring], file: str) -> None:
    """Raise BadFile at the first thing that can't be connected so; `file` is its name in the sentence."""
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
    _check_shared([wire for name, wiring in devices.items() for wire in _pins_in_use(name, wiring)], file)


def _check_kind(name: str, kind: str, file: str) -> None:
    key = f"{name}.kind"
    if (name, kind) == ("reader", "spi"):
        text = tr(
            "{file}: {key} can't be spi, because its chip select would move the panel's; use uart or i2c.",
            file=file, key=key,
        )  # fmt: skip
        raise BadFile(text)
    if kind not in KINDS[name]:
        raise BadFile(not_one_of(file, key, kind, KINDS[name]))


def _pins(name: str, wiring: Wiring) -> Iterator[Wire]:
    for field, pin in pins_of(wiring):
        yield Wire(f"{name}.{field}", pin)


def _check_pin(key: str, pin: int, file: str) -> None:
    if FIRST_PIN <= pin <= LAST_PIN or (pin == UNCONNECTED and key in MAY_BE_MISSING):
        return
    if key in MAY_BE_MISSING:
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


def _pins_in_use(name: str, wiring: Wiring) -> Iterator[Wire]:
    """The pins of a device that is really there."""
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
    """The sentence for two things on a pin; `one` can be moved."""
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
