"""NFC reader on a PN532, by Adafruit's driver, for one or two tags at once.

Asked for two tags, some boards report one of them only at every second poll, or alternate. So `Pn532Reader` reads
one tag, halts it, looks for a second one and switches the field off; the next poll finds both again. One thread
owns reader, driver and bus. Every error becomes ReaderLost here. The driver returns "no tag" for a missing chip
too; the time it took and an occasional request for the firmware version tell the difference.

`TagPresence` decides whether a tag is new or still there, although polls may miss it. `LinuxI2c` is an I2C bus for
Adafruit's drivers without their `board` module, which looks for the type of computer and may ask questions on the
terminal. The kernel ends hanging transfers. adafruit-extended-bus is published as source only, and its error for a
missing bus has no errno, which the doctor needs; smbus2 would need an adapter of the same length.
"""

from __future__ import annotations

import logging
import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from companion.engine.stickers import FOREIGN_TAG, decode_record
from companion.hardware.devices import RECORD_SEPARATOR, ReaderLost, StickerFault
from companion.hardware.sticker_memory import FOREIGN, StickerWriter, read_payload

MISSES_ALLOWED, UNSEEN_SECONDS = 3, 0.6
"""A tag is gone after at least this many missed polls in a row and this many seconds since it was last seen."""
CHANCE_LIMIT = 1e-6
"""It is gone only if the probability of missing a resting tag this many times in a row is below this limit."""
FIRST_READ, FIRST_MISSED = 4.8, 1.2
"""Initial estimate for an unknown reader: polls in six that read a resting tag, and that miss it."""
OBSERVATION_DECAY = 0.99
"""Weight of an observation when the next one is made, because the positions of tags change."""
TOGETHER_SECONDS = 0.4
"""Tags that arrive within this many seconds of each other, and are there at once, came together."""
START_POLLS = 9
"""Answered polls after a start or a loss that find resting tags; a tag is hardly ever missed by so many."""
SILENT_POLLS = 5
"""Polls in a row without an answer, most of a second, after which a tag may have come unnoticed."""
PHONE_UID = "08"
"""Beginning of the serial numbers (4 bytes) that a phone changes at each request."""


class NewTag(NamedTuple):
    """Tag that was newly laid on the antenna."""

    uid: str
    beside: tuple[str, ...] = ()
    """Tags that came together with it; it is not known which one the player means."""


class _PresentTag(msgspec.Struct):
    came: float
    """Time of the first reading, in seconds of the monotonic clock."""
    seen: float
    """Time of the last reading."""
    misses: int = 0
    """Polls in a row that missed it. Some boards report a resting tag at every second poll only."""


class TagPresence:
    """Tracks which tags are on the antenna, and estimates how often this reader misses a resting tag."""

    def __init__(self) -> None:
        self._present: dict[str, _PresentTag] = {}
        self._read, self._missed = FIRST_READ, FIRST_MISSED

    def __bool__(self) -> bool:
        """True if any tag is, or may be, on the antenna."""
        return bool(self._present)

    def __contains__(self, uid: object) -> bool:
        """True if the tag is, or may be, on the antenna."""
        return isinstance(uid, str) and _name(uid) in self._present

    def find_new_tags(self, uids: Sequence[str], now: float) -> list[NewTag]:
        """Return the new tags among those of one poll, in reading order."""
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
        # Misses count only between two readings, when the tag is known to have rested there.
        self._read = OBSERVATION_DECAY * self._read + 1
        self._missed = OBSERVATION_DECAY * self._missed + tag.misses
        tag.seen, tag.misses = now, 0

    def _gone(self, tag: _PresentTag, now: float) -> bool:
        missing = self._missed / (self._read + self._missed)
        enough = max(MISSES_ALLOWED, math.log(CHANCE_LIMIT) / math.log(missing))
        return tag.misses >= enough and now - tag.seen >= UNSEEN_SECONDS

    def _beside(self, uid: str, uids: Sequence[str], now: float) -> tuple[str, ...]:
        others = [other for other in uids if _name(other) != _name(uid)]
        return tuple(other for other in others if now - self._present[_name(other)].came <= TOGETHER_SECONDS)


def _name(uid: str) -> str:
    # A phone changes its number at each poll and would always be new.
    return PHONE_UID if len(uid) == 8 and uid.startswith(PHONE_UID) else uid


log = logging.getLogger(__name__)

POLL_SECONDS, POLL_PAUSE = 0.15, 0.02
"""Seconds of a poll, and of the pause between polls."""
SHORT_POLL_SECONDS, SECOND_TAG_SECONDS = 0.06, 0.03
"""Seconds of a poll while a tag is present, so that its removal is noticed soon; of the poll for a second tag."""
MIN_POLL_SHARE = 0.5
"""Share of a poll's time. "No tag" earlier than that means that the chip does not answer."""
CHECK_INTERVAL = 2.0
"""Seconds without a tag after which the chip is asked for its version."""

LIST_TARGETS, ONE_TAG = 0x4A, bytes((1, 0x00))
"""InListPassiveTarget for one tag at 106 kbit/s."""
USUAL_ANSWER, MAX_ANSWER = 13, 64
"""Length of an answer for a sticker, and the maximum. On a serial line the driver waits for all requested bytes.
"""
DESELECT, FIRST_TARGET = 0x44, b"\x01"
"""InDeselect: halts the tag until the field was switched off."""
RF_CONFIGURATION, FIELD_OFF = 0x32, b"\x01\x00"
"""Switches the field off; the next poll switches it on."""
COMMAND_TIMEOUT = 0.1
"""Timeout in seconds of a command that needs no tag."""
NO_TAG = b"\x00"
"""Answer of a poll without a tag."""
TYPE_2, ISO_14443_4, SEL_RES = 0x00, 0x20, 4
"""Value of SEL_RES for a tag with pages; its bit for phones and bank cards; its index in the answer."""
PN532_IC = 0x32
UID_LENGTHS = (4, 7, 10)

ADDRESS, READY = 0x24, b"\x01"
BAUD, SERIAL_WAIT, SERIAL_STUCK = 115200, 0.03, 0.5
"""Bits per second, seconds, seconds. The driver requests more bytes than arrive, so each read takes SERIAL_WAIT.
"""


class Chip(Protocol):
    """Attributes of `adafruit_pn532.PN532` that are used here."""

    @property
    def firmware_version(self) -> tuple[int, ...]: ...

    def SAM_configuration(self) -> None: ...

    def send_command(self, command: int, params: Any = b"", timeout: float = 1) -> bool: ...

    def process_response(
        self, command: int, response_length: int = 0, timeout: float = 1
    ) -> Sequence[int] | None: ...

    def call_function(
        self, command: int, response_length: int = 0, params: Any = b"", timeout: float = 1
    ) -> Sequence[int] | None: ...


class ChipConnection(NamedTuple):
    """Open connection to a chip."""

    chip: Chip
    """Driver that has found its chip."""
    waiting: Callable[[], bool]
    """True if the chip has an unread answer."""
    close: Callable[[], None]
    """Closes the port."""


class _NoAnswer(OSError):
    """The chip does not answer."""


class MalformedFrame(ValueError):
    """An answer of the chip is damaged."""


class Pn532Reader:
    """TagReader and RecordWriter on a PN532.

    connect: opens the port and finds the chip; it is called again after every loss.
    """

    def __init__(
        self,
        connect: Callable[[], ChipConnection],
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._connect, self._clock, self._sleep = connect, clock, sleep
        self._link: ChipConnection | None = None
        self._antenna = TagPresence()
        self._taps: deque[str] = deque()
        self._polled = self._answered_at = clock()
        self._pending, self._is_acknowledged = False, True
        self._unanswered = 0
        """Polls in a row that the chip did not acknowledge."""
        self._start_polls, self._rests = START_POLLS, False
        """Remaining polls whose tags are no taps; True if one of these polls found a tag."""
        self._halted = True
        """True if a tag may be halted; at the start by an earlier process."""
        self._records: dict[str, str] = {}
        """Records read with the current poll, by serial number."""
        self.wants_record: Callable[[str], bool] = lambda _uid: False
        """True if the record of this tag is wanted when it is new; reading takes at least 40 ms."""
        self.on_resting_tag: Callable[[], None] | None = None

    def read(self, timeout: float) -> str | None:
        until = self._clock() + timeout
        while not self._taps:
            found = self._poll()
            # A chip that did not answer knows nothing about a tag.
            new = [] if found is None else self._antenna.find_new_tags(found, self._clock())
            if self._is_start_poll(found):
                new = []
            self._taps.extend(tag_text(tag) + self._records.pop(tag.uid, "") for tag in new)
            if not self._taps and self._clock() + POLL_PAUSE >= until:
                return None
        return self._taps.popleft()

    def _is_start_poll(self, found: list[str] | None) -> bool:
        """True if the tags of this poll are no taps because they may have lain there before; report them once."""
        if self.on_resting_tag is None or not self._start_polls:
            return False
        if found is not None:
            self._start_polls -= 1
            self._rests |= bool(found)
        if self._rests and not self._start_polls:
            self.on_resting_tag()
        return True

    def _expect_resting_tags(self) -> None:
        self._start_polls, self._rests = START_POLLS, False

    def version(self) -> str:
        """Return the firmware version, requested from the chip. Raises ReaderLost."""
        try:
            _, major, minor, _ = self._linked().chip.firmware_version
        except Exception as error:
            self.close()
            raise ReaderLost(f"{type(error).__name__}: {error}") from error
        return f"{major}.{minor}"

    def close(self) -> None:
        """Close the port; the next read opens it again."""
        link, self._link = self._link, None
        if link:
            try:
                link.close()
            except Exception as error:
                log.debug("the reader's port would not close: %s", error)

    def _poll(self) -> list[str] | None:
        """Return the serial numbers of the tags on the antenna; None if the chip did not answer."""
        # An unplugged chip on I2C answers "no tag" at once; without the pause this would be a busy loop.
        self._sleep(max(0.0, self._polled + POLL_PAUSE - self._clock()))
        try:
            uids = self._poll_chip(self._linked())
            return uids if self._is_acknowledged else None
        except Exception as error:
            log.debug("reader: %s: %s", type(error).__name__, error)
            self.close()
            raise ReaderLost(f"{type(error).__name__}: {error}") from error
        finally:
            self._polled = self._clock()

    def _linked(self) -> ChipConnection:
        if self._link is None:
            self._link, self._pending = self._connect(), False
            self._answered_at = self._clock()
            self._expect_resting_tags()
        return self._link

    def _poll_chip(self, link: ChipConnection) -> list[str]:
        """Return the serial numbers of the tags on the antenna. A damaged answer is requested once more."""
        try:
            return self._targets(link, USUAL_ANSWER)
        except OSError:
            raise
        except Exception as error:
            log.debug("reader, once more: %s: %s", type(error).__name__, error)
        self._pending = False
        self._sleep(POLL_PAUSE)
        # A tag with a longer answer than a sticker's is selected now and would not answer.
        self._take_field_away(link.chip)
        return self._targets(link, MAX_ANSWER)

    def _targets(self, link: ChipConnection, length: int) -> list[str]:
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
        """Return the record of an unknown tag, if wanted. Errors are logged; the tap is still reported."""
        if answer[SEL_RES] != TYPE_2 or uid in self._antenna:
            return {}
        try:
            record = decode_record(read_payload(chip)) if self.wants_record(uid) else ""
        except Exception as error:
            log.debug("reader, record: %s: %s", type(error).__name__, error)
            record = ""
        return {uid: f"{RECORD_SEPARATOR}{record}"} if record else {}

    def write(self, uid: str, record: str, overwrite: bool = False) -> bool:
        """Write a record on the tag on the antenna; return False if the tag has that record already.

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
        """List one tag and return its serial number; "" for none. Called by the StickerWriter."""
        answer = self._linked().chip.call_function(
            LIST_TARGETS, params=ONE_TAG, response_length=MAX_ANSWER, timeout=SHORT_POLL_SECONDS
        )
        return next(iter(parse_uids(NO_TAG if answer is None else bytes(answer))), "")

    def halt(self) -> None:
        """Halt the listed tag. Called by the StickerWriter."""
        self._linked().chip.call_function(
            DESELECT, params=FIRST_TARGET, response_length=1, timeout=COMMAND_TIMEOUT
        )

    def switch_field_off(self) -> None:
        """Switch the field off, which resets all tags. Called by the StickerWriter."""
        self._take_field_away(self._linked().chip)

    def _take_field_away(self, chip: Chip) -> None:
        """Switch the field off for long enough that no tag stays halted."""
        chip.call_function(RF_CONFIGURATION, params=FIELD_OFF, timeout=COMMAND_TIMEOUT)
        self._sleep(POLL_PAUSE)

    def _first_target(self, link: ChipConnection, length: int) -> bytes:
        """Return the answer of the poll for one tag."""
        began, patience = self._clock(), SHORT_POLL_SECONDS if self._antenna else POLL_SECONDS
        if self._pending and link.waiting():
            # The chip continued the last poll and found a tag; a new command would discard it.
            self._is_acknowledged = True
        else:
            self._is_acknowledged = link.chip.send_command(LIST_TARGETS, params=ONE_TAG, timeout=patience)
        answer = (
            link.chip.process_response(LIST_TARGETS, response_length=length, timeout=patience)
            if self._is_acknowledged
            else None
        )
        now = self._clock()
        self._unanswered = 0 if self._is_acknowledged else self._unanswered + 1
        if self._unanswered == SILENT_POLLS:
            self._expect_resting_tags()  # A tag may have come unnoticed.
        self._pending = answer is None
        if answer is not None:
            self._answered_at = now
            return bytes(answer)
        if now - began < patience * MIN_POLL_SHARE:
            raise _NoAnswer("no tag, but too soon")
        if now - self._answered_at >= CHECK_INTERVAL:
            self._check_alive(link.chip)
        return NO_TAG

    def _second_target(self, chip: Chip, first: str) -> list[str]:
        """Return another tag beside the first. Errors are logged; the next poll finds it again."""
        try:
            chip.call_function(DESELECT, params=FIRST_TARGET, response_length=1, timeout=COMMAND_TIMEOUT)
            answer = chip.call_function(
                LIST_TARGETS, params=ONE_TAG, response_length=USUAL_ANSWER, timeout=SECOND_TAG_SECONDS
            )
            found = parse_uids(bytes(answer)) if answer is not None else []
        except Exception as error:
            log.debug("reader, second tag: %s: %s", type(error).__name__, error)
            return []
        return [uid for uid in found if uid != first]

    def _check_alive(self, chip: Chip) -> None:
        if tuple(chip.firmware_version)[:1] != (PN532_IC,):
            raise _NoAnswer("no PN532")
        # After a short loss of power the chip may report its version but find no tags until it is configured.
        chip.SAM_configuration()
        self._answered_at = self._clock()


def tag_text(tag: NewTag) -> str:
    """Return the text of a tap: "uid:" and the number, then "+" and the number of each tag that came with it.

    For a phone or a card it is FOREIGN_TAG.
    """
    if tag.uid == FOREIGN:
        return FOREIGN_TAG
    return f"uid:{'+'.join((tag.uid, *(uid for uid in tag.beside if uid != FOREIGN)))}"


def parse_uids(answer: bytes) -> list[str]:
    """Return the serial number in an answer to InListPassiveTarget, in lower-case hex, if any; or FOREIGN.

    Raises MalformedFrame.
    """
    if answer == b"\x00":
        return []
    # The bytes are: count, target, SENS_RES (2), SEL_RES, length of the UID, UID, optional answer to select.
    length = answer[5] if len(answer) > 5 else 0
    if answer[:1] != b"\x01" or length not in UID_LENGTHS or len(answer) < 6 + length:
        raise MalformedFrame(answer.hex())
    return [FOREIGN if answer[SEL_RES] & ISO_14443_4 else answer[6 : 6 + length].hex()]


def uart_link(wire: Any, reset: Any = None) -> ChipConnection:
    """Return the chip on an open serial line. Raises whatever the driver raises."""
    from adafruit_pn532.uart import PN532_UART

    return _set_up(lambda: PN532_UART(wire, reset=reset), lambda: wire.in_waiting > 0, wire.close)


def open_uart(port: str, reset: Any = None) -> ChipConnection:
    """Return the chip on a serial port of the header or of a USB adapter."""
    import serial

    wire = serial.Serial(port, BAUD, timeout=SERIAL_WAIT, write_timeout=SERIAL_STUCK, exclusive=True)
    return uart_link(wire, reset)


def i2c_link(bus: Any, reset: Any = None, req: Any = None) -> ChipConnection:
    """Return the chip on an open I2C bus. Raises whatever the driver raises."""
    from adafruit_pn532.i2c import PN532_I2C

    def waiting() -> bool:
        status = bytearray(1)
        bus.readfrom_into(ADDRESS, status)
        return status == READY

    return _set_up(lambda: PN532_I2C(bus, reset=reset, req=req), waiting, bus.close)


def open_i2c(number: int, reset: Any = None, req: Any = None) -> ChipConnection:
    """Return the chip on the I2C bus with this number."""

    return i2c_link(open_bus(number), reset, req)


def _set_up(make: Callable[[], Chip], waiting: Callable[[], bool], close: Callable[[], None]) -> ChipConnection:
    try:
        chip = make()
        chip.SAM_configuration()
    except BaseException:
        close()
        raise
    return ChipConnection(chip, waiting, close)


class SmBus(Protocol):
    """Methods of `Adafruit_PureIO.smbus.SMBus` that are used here."""

    def write_bytes(self, addr: int, buf: bytes, /) -> None: ...

    def read_bytes(self, addr: int, number: int, /) -> bytes: ...

    def close(self) -> None: ...


class LinuxI2c:
    """I2C bus with the methods of `busio.I2C` that Adafruit's drivers use.

    One thread owns it, so its lock is free.
    """

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
    """Return the bus /dev/i2c-{number}. Raises OSError."""
    from Adafruit_PureIO.smbus import SMBus

    return LinuxI2c(SMBus(number))
