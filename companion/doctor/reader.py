"""The NFC reader examined: its port, who may use it, the chip's answer, a tag read.

Writes nothing onto a tag.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from typing import Any

from companion.doctor import computer
from companion.doctor.findings import Finding, People, note, root_of, simulated, trouble, unavailable, well
from companion.engine.message import Message, tr, trn
from companion.hardware.devices import ReaderLost
from companion.hardware.opening import READER, DeviceUnavailable, default_port, open_reader
from companion.hardware.pn532 import ADDRESS
from companion.hardware.wiring import DESK, HEADER_SERIAL, UNCONNECTED, ReaderWiring, bus_number

LOOK = 0.4
"""Seconds that a tag is looked for when nobody is there to lay one down."""
ADDRESSES = range(0x08, 0x78)


def examined(wiring: ReaderWiring, people: People) -> Iterator[Finding]:
    """Everything about the reader."""
    if wiring.kind == DESK:
        yield simulated(READER, "reader.kind")
        return
    try:
        reader: Any = open_reader(wiring)
    except DeviceUnavailable as error:
        yield unavailable(READER, error, *_remedies(root_of(error), wiring))
        return
    try:
        yield from _asked(reader, wiring, people)
    except ReaderLost as lost:
        yield unavailable(READER, lost, *_remedies(root_of(lost), wiring))
    finally:
        reader.close()
    yield from _advice(wiring)


def _asked(reader: Any, wiring: ReaderWiring, people: People) -> Iterator[Finding]:
    began = time.monotonic()
    version = reader.version()
    answered = round((time.monotonic() - began) * 1000)
    yield well(
        READER,
        tr(
            "A PN532 (firmware {version}) answers at {port} within {n} ms.",
            version=version, port=_where(wiring), n=answered,
        ),
    )  # fmt: skip
    yield _tag(reader, people)


def _tag(reader: Any, people: People) -> Finding:
    if people.patience:
        people.ask(tr("Lay a sticker on the reader, within {n} seconds.", n=round(people.patience)))
    tag = reader.read(max(LOOK, people.patience))
    if tag:
        digits = len(tag.partition(":")[2])
        return well(
            READER, trn("A sticker of {n} byte was read.", "A sticker of {n} bytes was read.", digits // 2)
        )
    if not people.patience:
        return note(READER, tr("No sticker lay on the reader; nobody was asked to lay one there."))
    return trouble(
        READER,
        tr("No sticker was read."),
        tr("Lay one flat on the middle of the antenna; metal under reader or sticker keeps it from being read."),
        tr("Use stickers of the kind NTAG213, 215 or 216; 125 kHz ones can't be read."),
        tr("Look at its power: weak 3.3 V lets the chip answer and its antenna not."),
    )


def _where(wiring: ReaderWiring) -> str:
    if wiring.kind == "uart":
        return wiring.port or default_port()
    return f"/dev/i2c-{bus_number(wiring.port)}"


def _remedies(error: BaseException, wiring: ReaderWiring) -> Iterator[Message]:
    if isinstance(error, ModuleNotFoundError):
        yield computer.INSTALL
        return
    number = error.errno if isinstance(error, OSError) else None
    if "GPIO" in str(error) or "Pin" in type(error).__name__:
        yield tr("Its reset or request pin is taken: look at reader.reset and reader.req in companion.toml.")
        yield computer.STOP_OTHER
    elif number == errno.ENOENT:
        yield from _no_port(wiring)
    elif number in (errno.EACCES, errno.EPERM):
        yield computer.join(computer.group_of(_where(wiring)) or ("dialout" if wiring.kind == "uart" else "i2c"))
    elif number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        yield from _console(wiring)
        yield computer.STOP_OTHER
    else:
        yield from _silent_uart(wiring) if wiring.kind == "uart" else _silent_i2c(wiring, number)


def _no_port(wiring: ReaderWiring) -> Iterator[Message]:
    if wiring.kind == "i2c":
        yield computer.switch_on("dtparam=i2c_arm=on")
    elif wiring.port not in HEADER_SERIAL:
        yield tr("Plug the USB adapter in; a folder /dev/serial/by-id then names it for reader.port.")
        return
    else:
        yield computer.switch_on("dtparam=uart0=on" if computer.is_pi_5() else "enable_uart=1")
    if not computer.is_pi():
        yield computer.not_a_pi()


def _console(wiring: ReaderWiring) -> Iterator[Message]:
    if wiring.kind == "uart" and wiring.port in HEADER_SERIAL and computer.serial_console():
        yield tr(
            "The serial console is in the way: take console=serial0,115200 out of /boot/firmware/cmdline.txt "
            "and start the computer again."
        )


def _silent_uart(wiring: ReaderWiring) -> Iterator[Message]:
    yield from _console(wiring)
    yield tr("Set the two switches on the reader's board to UART (HSU): both off on most boards.")
    yield tr("Cross the lines: the reader's TX to GPIO 15 (pin 10), its RX to GPIO 14 (pin 8).")
    yield computer.POWER
    if wiring.port == "/dev/serial0" and computer.is_pi_5():
        yield tr('On a Raspberry Pi 5 the header is /dev/ttyAMA0; take reader.port = "/dev/serial0" out.')


def _silent_i2c(wiring: ReaderWiring, number: int | None) -> Iterator[Message]:
    if number == errno.ETIMEDOUT:
        yield tr("The bus is held down: take the reader's power away for ten seconds, and wire reader.reset.")
    else:
        yield from _others_on(bus_number(wiring.port))
    yield tr("Set the two switches on the reader's board to I2C: the first on, the second off on most boards.")
    yield tr("Look at the lines: SDA to GPIO 2 (pin 3), SCL to GPIO 3 (pin 5), short wires.")
    yield computer.POWER


def _others_on(bus: int | None) -> Iterator[Message]:
    """Whoever does answer there: then the bus works, and the reader's own wires or switches don't."""
    from companion.hardware.i2c_bus import open_bus

    assert bus is not None
    try:
        wire = open_bus(bus)
    except Exception:
        return
    try:
        others = [f"0x{each:02x}" for each in ADDRESSES if each != ADDRESS and _answers(wire, each)]
    finally:
        wire.close()
    if others:
        yield tr(
            "The bus works: {others} answers there, but not the reader's address {address}.",
            others=", ".join(others), address=f"0x{ADDRESS:02x}",
        )  # fmt: skip
    else:
        yield tr("Nobody answers on this bus at any address: look at SDA, SCL and power before all else.")


def _answers(wire: Any, address: int) -> bool:
    try:
        wire.readfrom_into(address, bytearray(1))
    except OSError:
        return False
    return True


def _advice(wiring: ReaderWiring) -> Iterator[Finding]:
    if wiring.kind == "uart" and wiring.port in HEADER_SERIAL and computer.serial_console():
        yield note(READER, tr("The system talks on the reader's serial port too."), *_console(wiring))
    has_defect = computer.is_pi() and not computer.is_pi_5()
    if wiring.kind == "i2c" and has_defect and UNCONNECTED in (wiring.reset, wiring.req):
        yield note(
            READER,
            tr("I2C on this board can't wait for the chip."),
            tr("Wire RSTPD_N and P32 and set reader.reset and reader.req, or use UART."),
        )
