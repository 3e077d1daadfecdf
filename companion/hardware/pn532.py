"""The NFC reader: Adafruit's PN532 driver asked for one tag, and once that is halted, for a second.

Boards that are asked for two at once tell one of them only at every second poll, or now this one and now that.
So one is read and halted, a second looked for, and the field taken away: both are there anew at the next poll.

One thread owns reader, driver and bus. All that can go wrong with them becomes ReaderLost here, and nowhere else.
The driver says "no tag" for "gone" alike: how long it took and, now and then, the firmware's version tell which.

What lies on the antenna: when a tag that was read is a tap, and when it is only still lying there.

Reads no chip and no clock; a resting tag may be missed by many polls and is the same tap all the same.

One of Linux's I2C buses in the shape that Adafruit's drivers want, without their `board`.

`board` would look for the computer's kind and might ask questions on the terminal. The kernel ends every transfer,
a hanging one too; nothing here waits.

adafruit-extended-bus is the same class, but published as source only, and nothing is built on a Raspberry Pi; nor
has its error for a missing bus an errno, which the doctor's advice goes by.
smbus2 would need an adapter as long as this one.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.stickers import decode_record
from companion.hardware.devices import RECORD, ReaderLost
from companion.hardware.sticker_memory import StickerFault, StickerWriter, read_payload

MISSES_ALLOWED, UNSEEN_SECONDS = 3, 0.6
"""A tag is gone when at least so many polls in a row missed it and so many seconds went by since it was seen."""
CHANCE_LIMIT = 1e-6
"""And when the reader would miss a resting tag so often in a row no more often than that."""
FIRST_READ, FIRST_MISSED = 4.8, 1.2
"""Before anything was seen of a reader: how many polls in six it is thought to miss."""
DECAY = 0.99
"""What an observation still counts when the next is made: tags are laid elsewhere, and better."""
TOGETHER_SECONDS = 0.4
"""Seconds: tags that lie there at once and came within that time came together."""
PHONE_UID = "08"
"""How a number begins that a phone invents anew each time it is asked (4 bytes only)."""


class NewTag(NamedTuple):
    """A tag that has newly come."""

    uid: str
    beside: tuple[str, ...] = ()
    """The tags that came together with it and lie there too: nobody knows which one is meant."""


class _PresentTag(msgspec.Struct):
    came: float
    """When it was read first, in seconds by the monotonic clock."""
    seen: float
    """When it was read last."""
    misses: int = 0
    """Polls in a row that did not read it: some boards tell a resting tag at every second one only."""


class TagPresence:
    """Remembers which tags are there, and learns how many polls this reader misses a resting tag in."""

    def __init__(self) -> None:
        self._present: dict[str, _PresentTag] = {}
        self._read, self._missed = FIRST_READ, FIRST_MISSED

    def __bool__(self) -> bool:
        """Whether anything lies there, or may."""
        return bool(self._present)

    def __contains__(self, uid: object) -> bool:
        """Whether that tag lies there, or may."""
        return isinstance(uid, str) and _name(uid) in self._present

    def find_new_tags(self, uids: Sequence[str], now: float) -> list[NewTag]:
        """The tags of one poll that have newly come, in the order they were read."""
        self._present = {name: tag for name, tag in self._present.items() if not self._gone(tag, now)}
        new = [uid for uid in uids if _name(uid) not in self._present]
        read = {_name(uid) for uid in uids}
        for name, tag in self._present.items():
            tag.misses += name not in read
        for uid in uids:
            self._saw(_name(uid), now)
        return [NewTag(uid, self._beside(uid, uids, now)) for uid in new]

    def _saw(self, name: str, now: float) -> None:
        tag = self._present.setdefault(name, _PresentTag(now, now))
        # Only between two sightings is it sure that the tag lay there all the time.
        self._read = DECAY * self._read + 1
        self._missed = DECAY * self._missed + tag.misses
        tag.seen, tag.misses = now, 0

    def _gone(self, tag: _PresentTag, now: float) -> bool:
        missing = self._missed / (self._read + self._missed)
        enough = max(MISSES_ALLOWED, math.log(CHANCE_LIMIT) / math.log(missing))
        return tag.misses >= enough and now - tag.seen >= UNSEEN_SECONDS

    def _beside(self, uid: str, uids: Sequence[str], now: float) -> tuple[str, ...]:
        others = [other for other in uids if _name(other) != _name(uid)]
        return tuple(other for other in others if now - self._present[_name(other)].came <= TOGETHER_SECONDS)


def _name(uid: str) -> str:
    # A phone that is left lying would else be somebody new at every poll.
    return PHONE_UID if len(uid) == 8 and uid.startswith(PHONE_UID) else uid


log = logging.getLogger(__name__)

POLL, GAP = 0.15, 0.02
"""Seconds that the chip looks for tags, and that it is left alone in between."""
SHORT_POLL, SECOND_POLL = 0.06, 0.03
"""Seconds of a poll while a tag lies there, so that it is soon known to be gone; of the look for a second one."""
TOO_SOON = 0.5
"""The part of a poll's seconds. "No tag" sooner than that is a chip that is gone: the driver tells both alike."""
CHECK_AFTER = 2.0
"""Seconds without an answer until the chip is asked whether it is there."""

LIST_TARGETS, ONE_TAG = 0x4A, bytes((1, 0x00))
"""InListPassiveTarget; one tag at 106 kbit/s."""
USUAL_ANSWER, MAX_ANSWER = 13, 64
"""Bytes of an answer about a sticker, and about anything. On a serial line the driver waits for all it asks."""
DESELECT, FIRST_TARGET = 0x44, b"\x01"
"""InDeselect: the tag is halted, and hears nothing more until the field was away."""
RF_CONFIGURATION, FIELD_OFF = 0x32, b"\x01\x00"
"""The next look for tags switches the field on by itself."""
ANSWERS = 0.1
"""Seconds for a command that needs no tag."""
NO_TAG = b"\x00"
"""The answer to a look that found none."""
TYPE_2, SEL_RES = 0x00, 4
"""What a tag with pages says of its kind, and where in the answer."""
PN532_IC = 0x32
UID_LENGTHS = (4, 7, 10)

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
        self._antenna = TagPresence()
        self._taps: deque[str] = deque()
        self._polled = self._answered_at = clock()
        self._pending = False
        self._halted = True
        """Whether a tag may lie there halted: at the start by whoever had the reader before."""
        self._records: dict[str, str] = {}
        """What stood on stickers that came with the poll now."""
        self.wants_record: Callable[[str], bool] = lambda _uid: False
        """Whether a sticker with that number is asked for its record when it comes: it takes 40 ms and more."""

    def read(self, timeout: float) -> str | None:
        until = self._clock() + timeout
        while not self._taps:
            found = self._poll()
            new = self._antenna.find_new_tags(found, self._clock())
            self._taps.extend(tag_text(tag) + self._records.pop(tag.uid, "") for tag in new)
            if not self._taps and self._clock() + GAP >= until:
                return None
        return self._taps.popleft()

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
            return self._targets(link, USUAL_ANSWER)
        except OSError:
            raise
        except Exception as error:
            log.debug("reader, once more: %s: %s", type(error).__name__, error)
        self._pending = False
        self._sleep(GAP)
        # A tag with more to say than a sticker is selected by now, and would not answer.
        self._take_field_away(link.chip)
        return self._targets(link, MAX_ANSWER)

    def _targets(self, link: Link, length: int) -> list[str]:
        if self._halted:
            self._take_field_away(link.chip)
        answer = self._first_target(link, length)
        first = parse_uids(answer)
        self._halted = bool(first)
        if not first:
            return []
        self._records = self._record_of(link.chip, first[0], answer)
        return first + self._second_target(link.chip, first[0])

    def _record_of(self, chip: Chip, uid: str, answer: bytes) -> dict[str, str]:
        """What stands on a sticker that has come and that nobody knows. What goes wrong here takes no tap away."""
        if answer[SEL_RES] != TYPE_2 or uid in self._antenna:
            return {}
        try:
            record = decode_record(read_payload(chip)) if self.wants_record(uid) else ""
        except Exception as error:
            log.debug("reader, record: %s: %s", type(error).__name__, error)
            record = ""
        return {uid: f"{RECORD}{record}"} if record else {}

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        """Write a record on the sticker that lies there; False where it stands there already.

        Raises StickerFault, ForeignRecord unless `overwrite`, and ReaderLost.
        """
        try:
            return StickerWriter(self._linked().chip, self).write(uid, record.encode(), overwrite)
        except StickerFault:
            raise
        except Exception as error:
            self.close()
            raise ReaderLost(f"{type(error).__name__}: {error}") from error
        finally:
            self._polled, self._pending, self._halted = self._clock(), False, True

    def list_tag(self) -> str:
        """For the writer: list one tag, its number; "" for none."""
        answer = self._linked().chip.call_function(
            LIST_TARGETS, params=ONE_TAG, response_length=MAX_ANSWER, timeout=SHORT_POLL
        )
        return next(iter(parse_uids(NO_TAG if answer is None else bytes(answer))), "")

    def halt(self) -> None:
        """For the writer: the listed tag hears nothing more."""
        self._linked().chip.call_function(DESELECT, params=FIRST_TARGET, response_length=1, timeout=ANSWERS)

    def switch_field_off(self) -> None:
        """For the writer: all tags are as if they had just been laid down."""
        self._take_field_away(self._linked().chip)

    def _take_field_away(self, chip: Chip) -> None:
        """Long enough for every tag to forget that it was halted."""
        chip.call_function(RF_CONFIGURATION, params=FIELD_OFF, timeout=ANSWERS)
        self._sleep(GAP)

    def _first_target(self, link: Link, length: int) -> bytes:
        """The answer to the look for one tag."""
        began, patience = self._clock(), SHORT_POLL if self._antenna else POLL
        if self._pending and link.waiting():
            # The chip went on looking after the last poll and found something; asking anew would throw it away.
            answer = link.chip.process_response(LIST_TARGETS, response_length=length, timeout=patience)
        else:
            answer = link.chip.call_function(
                LIST_TARGETS, params=ONE_TAG, response_length=length, timeout=patience
            )
        now = self._clock()
        self._pending = answer is None
        if answer is not None:
            self._answered_at = now
            return bytes(answer)
        if now - began < patience * TOO_SOON:
            raise _NoAnswer("no tag, but too soon")
        if now - self._answered_at >= CHECK_AFTER:
            self._check_alive(link.chip)
        return NO_TAG

    def _second_target(self, chip: Chip, first: str) -> list[str]:
        """Another tag beside the first. What goes wrong here takes no tap away: the next poll meets it again."""
        try:
            chip.call_function(DESELECT, params=FIRST_TARGET, response_length=1, timeout=ANSWERS)
            answer = chip.call_function(
                LIST_TARGETS, params=ONE_TAG, response_length=USUAL_ANSWER, timeout=SECOND_POLL
            )
            found = parse_uids(bytes(answer)) if answer is not None else []
        except Exception as error:
            log.debug("reader, second tag: %s: %s", type(error).__name__, error)
            return []
        return [uid for uid in found if uid != first]

    def _check_alive(self, chip: Chip) -> None:
        if tuple(chip.firmware_version)[:1] != (PN532_IC,):
            raise _NoAnswer("no PN532")
        # A chip whose power was away for a moment may tell its version and look for nothing until it is set up.
        chip.SAM_configuration()
        self._answered_at = self._clock()


def tag_text(tag: NewTag) -> str:
    """What a tap is told as: "uid:" and the number, with "+" those of the tags that came together with it."""
    return f"uid:{'+'.join((tag.uid, *tag.beside))}"


def parse_uids(answer: bytes) -> list[str]:
    """The number in an answer to InListPassiveTarget, in lower-case hex, if any; raises MalformedFrame."""
    if answer == b"\x00":
        return []
    # how many, which target, SENS_RES (2), SEL_RES, length of the UID, UID, and sometimes an answer to select
    length = answer[5] if len(answer) > 5 else 0
    if answer[:1] != b"\x01" or length not in UID_LENGTHS or len(answer) < 6 + length:
        raise MalformedFrame(answer.hex())
    return [answer[6 : 6 + length].hex()]


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

    return i2c_link(open_bus(number), reset, req)


def _set_up(make: Callable[[], Chip], waiting: Callable[[], bool], close: Callable[[], None]) -> Link:
    try:
        chip = make()
        chip.SAM_configuration()
    except BaseException:
        close()
        raise
    return Link(chip, waiting, close)


class SmBus(Protocol):
    """What we use of `Adafruit_PureIO.smbus.SMBus`."""

    def write_bytes(self, addr: int, buf: bytes, /) -> None: ...

    def read_bytes(self, addr: int, number: int, /) -> bytes: ...

    def close(self) -> None: ...


class LinuxI2c:
    """What `adafruit_bus_device` uses of `busio.I2C`. Belongs to one thread, so its lock is always free."""

    def __init__(self, bus: SmBus) -> None:
        self._bus = bus

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        self._bus.write_bytes(address, bytes(buffer[start:end]))

    def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int | None = None) -> None:
        wanted = len(buffer[start:end])
        got = self._bus.read_bytes(address, wanted)
        if len(got) != wanted:
            raise OSError(f"{len(got)} of {wanted} bytes came")
        buffer[start : start + wanted] = got

    def close(self) -> None:
        self._bus.close()


def open_bus(number: int) -> LinuxI2c:
    """/dev/i2c-{number}; raises OSError."""
    from Adafruit_PureIO.smbus import SMBus

    return LinuxI2c(SMBus(number))
