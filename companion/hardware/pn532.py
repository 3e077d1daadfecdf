"""The NFC reader: Adafruit's PN532 driver asked for tags, twice as many as it would look for by itself.

One thread owns reader, driver and bus. All that can go wrong with them becomes ReaderLost here, and nowhere else.
The driver says "no tag" for "gone" alike: how long it took and, now and then, the firmware's version tell which.
"""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.hardware.antenna import Antenna
from companion.hardware.devices import ReaderLost

log = logging.getLogger(__name__)

POLL, GAP = 0.15, 0.02
"""Seconds that the chip looks for tags, and that it is left alone in between."""
MIN_POLL = POLL / 2
"""Seconds. "No tag" sooner than that is a chip that is gone: the driver tells both alike."""
CHECK_AFTER = 2.0
"""Seconds without an answer until the chip is asked whether it is there."""

LIST_TARGETS, TWO_TAGS, MAX_ANSWER = 0x4A, bytes((2, 0x00)), 64
"""InListPassiveTarget; two tags at 106 kbit/s, so that a tile left lying doesn't hide the next one; bytes."""
PN532_IC = 0x32
UID_LENGTHS = (4, 7, 10)
MORE_DATA = 0x20
"""In SEL_RES: the tag speaks ISO 14443-4 and its answer to select follows."""

ADDRESS, READY = 0x24, b"\x01"
BAUD, SERIAL_WAIT, SERIAL_STUCK = 115200, 0.03, 0.5
"""Bits per second, seconds. The driver reads more bytes than come: each read lasts for all of SERIAL_WAIT."""


class Chip(Protocol):
    """What we use of `adafruit_pn532.PN532`."""

    @property
    def firmware_version(self) -> tuple[int, ...]: ...

    def SAM_configuration(self) -> None: ...

    def process_response(
        self, command: int, response_length: int = 0, timeout: float = 1
    ) -> Sequence[int] | None: ...

    def call_function(
        self, command: int, response_length: int = 0, params: Any = b"", timeout: float = 1
    ) -> Sequence[int] | None: ...


class Link(NamedTuple):
    """An open connection to a chip."""

    chip: Chip
    """The driver, once it has found its chip."""
    waiting: Callable[[], bool]
    """Whether the chip has an answer ready that nobody has read."""
    close: Callable[[], None]
    """Gives the port back."""


class _NoAnswer(OSError):
    """The chip doesn't answer."""


class MalformedFrame(ValueError):
    """An answer that can't be what the chip meant."""


class Pn532Reader:
    """A TagReader on a PN532. `connect` opens the port and finds the chip; it is called again after every loss."""

    def __init__(
        self,
        connect: Callable[[], Link],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connect, self._clock, self._sleep = connect, clock, sleep
        self._link: Link | None = None
        self._antenna = Antenna()
        self._taps: deque[str] = deque()
        self._polled = self._answered_at = clock()
        self._pending = False

    def read(self, timeout: float) -> str | None:
        until = self._clock() + timeout
        while not self._taps:
            found = self._poll()
            self._taps.extend(self._antenna.polled(found, self._clock()))
            if not self._taps and self._clock() + GAP >= until:
                return None
        return f"uid:{self._taps.popleft()}"

    def version(self) -> str:
        """The firmware of the chip, asked now; raises ReaderLost."""
        try:
            _, major, minor, _ = self._linked().chip.firmware_version
        except Exception as error:
            self.close()
            raise ReaderLost(f"{type(error).__name__}: {error}") from error
        return f"{major}.{minor}"

    def close(self) -> None:
        """Give the port back; the next read would open it again."""
        link, self._link = self._link, None
        if link:
            try:
                link.close()
            except Exception as error:
                log.debug("the reader's port would not close: %s", error)

    def _poll(self) -> list[str]:
        # An unplugged chip on I2C answers "no tag" at once: without the gap that would be a busy loop.
        self._sleep(max(0.0, self._polled + GAP - self._clock()))
        try:
            return self._poll_chip(self._linked())
        except Exception as error:
            log.debug("reader: %s: %s", type(error).__name__, error)
            self.close()
            raise ReaderLost(f"{type(error).__name__}: {error}") from error
        finally:
            self._polled = self._clock()

    def _linked(self) -> Link:
        if self._link is None:
            self._link, self._pending = self._connect(), False
            self._answered_at = self._clock()
        return self._link

    def _poll_chip(self, link: Link) -> list[str]:
        """The numbers of the tags on the antenna. A bent answer is asked for once more: noise is no loss."""
        try:
            return self._list_targets(link)
        except OSError:
            raise
        except Exception as error:
            log.debug("reader, once more: %s: %s", type(error).__name__, error)
        self._pending = False
        self._sleep(GAP)
        return self._list_targets(link)

    def _list_targets(self, link: Link) -> list[str]:
        began = self._clock()
        if self._pending and link.waiting():
            # The chip went on looking after the last poll and found something; asking anew would throw it away.
            answer = link.chip.process_response(LIST_TARGETS, response_length=MAX_ANSWER, timeout=POLL)
        else:
            answer = link.chip.call_function(
                LIST_TARGETS, params=TWO_TAGS, response_length=MAX_ANSWER, timeout=POLL
            )
        now = self._clock()
        self._pending = answer is None
        if answer is not None:
            self._answered_at = now
            return parse_uids(bytes(answer))
        if now - began < MIN_POLL:
            raise _NoAnswer("no tag, but too soon")
        if now - self._answered_at >= CHECK_AFTER:
            self._check_alive(link.chip)
        return []

    def _check_alive(self, chip: Chip) -> None:
        if tuple(chip.firmware_version)[:1] != (PN532_IC,):
            raise _NoAnswer("no PN532")
        # A chip whose power was away for a moment may tell its version and look for nothing until it is set up.
        chip.SAM_configuration()
        self._answered_at = self._clock()


def parse_uids(answer: bytes) -> list[str]:
    """The numbers in an answer to InListPassiveTarget, in lower-case hex; raises MalformedFrame."""
    count, rest = answer[:1], answer[1:]
    if not count or count[0] > TWO_TAGS[0]:
        raise MalformedFrame(answer.hex())
    uids: list[str] = []
    for _ in range(count[0]):
        uid, rest = _target(rest)
        if uid:
            uids.append(uid.hex())
        elif not uids:
            raise MalformedFrame(answer.hex())
    return uids


def _target(data: bytes) -> tuple[bytes, bytes]:
    """The number of the first target, nothing where it makes no sense, and the bytes after it."""
    # number of the target, SENS_RES (2), SEL_RES, length of the UID, UID, and sometimes the answer to select
    if len(data) < 5 or data[4] not in UID_LENGTHS or len(data) < 5 + data[4]:
        return b"", b""
    end = 5 + data[4]
    uid, rest = data[5:end], data[end:]
    if data[3] & MORE_DATA and rest:
        rest = rest[max(1, rest[0]) :]
    return uid, rest


def uart_link(wire: Any, reset: Any = None) -> Link:
    """The chip at the end of an open serial line; raises whatever the driver raises."""
    from adafruit_pn532.uart import PN532_UART

    return _set_up(lambda: PN532_UART(wire, reset=reset), lambda: wire.in_waiting > 0, wire.close)


def open_uart(port: str, reset: Any = None) -> Link:
    """The chip on a serial port: the header's, or a USB adapter's."""
    import serial

    wire = serial.Serial(port, BAUD, timeout=SERIAL_WAIT, write_timeout=SERIAL_STUCK, exclusive=True)
    return uart_link(wire, reset)


def i2c_link(bus: Any, reset: Any = None, req: Any = None) -> Link:
    """The chip on an open I2C bus; raises whatever the driver raises."""
    from adafruit_pn532.i2c import PN532_I2C

    def waiting() -> bool:
        status = bytearray(1)
        bus.readfrom_into(ADDRESS, status)
        return status == READY

    return _set_up(lambda: PN532_I2C(bus, reset=reset, req=req), waiting, bus.close)


def open_i2c(number: int, reset: Any = None, req: Any = None) -> Link:
    """The chip on one of the computer's I2C buses."""
    from companion.hardware.i2c_bus import open_bus

    return i2c_link(open_bus(number), reset, req)


def _set_up(make: Callable[[], Chip], waiting: Callable[[], bool], close: Callable[[], None]) -> Link:
    try:
        chip = make()
        chip.SAM_configuration()
    except BaseException:
        close()
        raise
    return Link(chip, waiting, close)
