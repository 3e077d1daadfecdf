"""Records on stickers: reading and writing them, the layout of the memory, and the NDEF message around a record.

Stickers are NFC Forum Type 2 tags: NTAG213, 215 or 216. Their memory consists of pages of four bytes: serial
number and locks (0 to 2), capability container (3), blocks of tag, length and value (from 4). Pages 0 to 3 can be
changed only once, so they are never written. A message is written such that a reader sees the old one, none, or
the new one at every moment: its length is 0 until the rest is complete.

The chip always talks to its target 1. So `StickerWriter` lists one tag only, refuses to write while a second one
is present, and compares the serial number in the memory before and after. StickerFault gives one sentence; a chip
that does not answer raises whatever its driver raises. NDEF is encoded here, because the library for it is
unmaintained and slow to load.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.engine.message import tr
from companion.hardware.devices import TWO_STICKERS, ForeignRecord, StickerFault

log = logging.getLogger(__name__)

PAGE_BYTES, CONTAINER_PAGE, FIRST_DATA_PAGE = 4, 3, 4
"""Bytes of a page; page of the capability container; first page of data."""
MAGIC, VERSION_1, READ_ONLY = 0xE1, 1, 0x0F
EMPTY, LOCK_CONTROL, MEMORY_CONTROL, MESSAGE, END = 0x00, 0x01, 0x02, 0x03, 0xFE
LONG_LENGTH = 0xFF
"""Length value that is followed by two bytes with the real length."""
STATIC_PAGES = range(3, 16)
"""Pages that have a lock of their own in page 2."""


FOREIGN = "foreign"
"""Replaces the serial number of a phone or a bank card, which may change or be that of many."""


NOT_PREPARED = tr(
    "Nothing can be written on that: it is not an NTAG213, 215 or 216 sticker, or it is not formatted."
)
TOO_SMALL = tr("That sticker is too small to be written on; use NTAG213, 215 or 216.")
LOCKED = tr("That sticker is locked for ever: nothing more can be written on it.")
PROTECTED = tr("A password protects that sticker: nothing can be written on it.")


class StickerChip(NamedTuple):
    """Location of the dynamic locks and the password of a type of sticker."""

    lock_page: int
    """Page of the dynamic locks; the two pages after it hold the settings."""
    pages_per_lock: int
    """Number of pages per dynamic lock, from page 16 on."""


STICKER_CHIPS = {0x0F: StickerChip(0x28, 2), 0x11: StickerChip(0x82, 16), 0x13: StickerChip(0xE2, 16)}
"""Types of sticker by the storage size in the chip's version: NTAG213, 215, 216."""


class MessagePlace(NamedTuple):
    """Location of a message in the data area."""

    at: int
    """First byte of its block."""
    start: int
    """First byte of the message."""
    length: int
    """Length of the message in bytes; 0 for none."""

    @property
    def end(self) -> int:
        return self.start + self.length


def data_capacity(container: bytes) -> int:
    """Return the size of the data area in bytes. Raises StickerFault if it cannot be written."""
    magic, version, size, access = container
    if magic != MAGIC or version >> 4 != VERSION_1:
        raise StickerFault(NOT_PREPARED)
    if access & 0x0F == READ_ONLY:
        raise StickerFault(LOCKED)
    return size * 8


def find_message(area: bytes) -> MessagePlace | None:
    """Return the location of the message; None if `area`, the beginning of the data, is too short to know it."""
    at = 0
    while at < len(area):
        tag = area[at]
        if tag == EMPTY:
            at += 1
        elif tag in (LOCK_CONTROL, MEMORY_CONTROL) and area[at + 1 : at + 2] == b"\x03":
            at += 2 + 3
        elif tag == END:
            return MessagePlace(at, at + 2, 0)
        else:  # The block is a message or of an unknown type.
            return _message_block(area, at)
    return None


def _message_block(area: bytes, at: int) -> MessagePlace | None:
    length = area[at + 1 : at + 2]
    if length == bytes((LONG_LENGTH,)):
        long = area[at + 2 : at + 4]
        return MessagePlace(at, at + 4, int.from_bytes(long)) if len(long) == 2 else None
    return MessagePlace(at, at + 2, length[0]) if length else None


def empty_message_place(area: bytes) -> MessagePlace:
    """Return the location for a message; the beginning if the area is empty."""
    return MessagePlace(0, 2, 0) if not any(area) else (find_message(area) or MessagePlace(0, 2, 0))


class PageWrite(NamedTuple):
    """Four bytes to write to a page."""

    page: int
    four: bytes


def page_writes(area: bytes, at: int, message: bytes) -> list[PageWrite]:
    """Return the writes, in order, that store a message at a location of the data area, which begins with `area`.

    The length is written as 0 first, then the rest, and the page with the length last.
    """
    block = bytes((MESSAGE, len(message))) + message + bytes((END,))
    after = area[at + len(block) :] if len(area) > at + len(block) else b""
    whole = area[:at] + block + after
    whole += bytes(-len(whole) % PAGE_BYTES)
    last = (at + len(block) - 1) // PAGE_BYTES
    pages = {n: whole[n * PAGE_BYTES : (n + 1) * PAGE_BYTES] for n in range(at // PAGE_BYTES, last + 1)}
    length_page, byte = divmod(at + 1, PAGE_BYTES)
    none = pages[length_page][:byte] + bytes((0, END, 0, 0))
    order = [(length_page, none[:PAGE_BYTES])]
    order += [(n, four) for n, four in pages.items() if n != length_page]
    return [PageWrite(FIRST_DATA_PAGE + n, four) for n, four in (*order, (length_page, pages[length_page]))]


def check_locks(static: bytes, dynamic: bytes, chip: StickerChip, pages: Iterable[int]) -> None:
    """Raise StickerFault if one of the pages is locked.

    static: last two bytes of page 2.
    dynamic: first two bytes of the chip's lock page.
    """
    each, groups = int.from_bytes(static, "little"), int.from_bytes(dynamic, "little")
    for page in pages:
        locks, number = (each, page) if page in STATIC_PAGES else (groups, (page - 16) // chip.pages_per_lock)
        if locks >> number & 1:
            raise StickerFault(LOCKED)


def check_password(first_protected: int, pages: Iterable[int]) -> None:
    """Raise StickerFault if a password protects one of the pages."""
    if any(page >= first_protected for page in pages):
        raise StickerFault(PROTECTED)


def check_message_fits(place: MessagePlace, message: bytes, room: int) -> None:
    """Raise StickerFault if the message is too long for the data area of `room` bytes."""
    if place.at + 2 + len(message) + 1 > room or len(message) >= LONG_LENGTH:
        raise StickerFault(TOO_SMALL)


MIME_TYPE = b"application/vnd.tabletop-companion.piece"
NDEF_HEADER = 0xD2
"""Header of a first and last, short record without id that names a MIME type (NDEF 1.0, 3.2)."""
MAX_PAYLOAD = 255


def encode_ndef(payload: bytes) -> bytes:
    """Return the NDEF message of at most MAX_PAYLOAD bytes."""
    return bytes((NDEF_HEADER, len(MIME_TYPE), len(payload))) + MIME_TYPE + payload


def decode_ndef(message: bytes) -> bytes:
    """Return the payload of the companion's record; b"" for any other message."""
    payload = message[3 + len(MIME_TYPE) :]
    return payload if message.lower() == encode_ndef(payload[:MAX_PAYLOAD]).lower() else b""


EMPTY_RECORD, NAME_FORMAT, ONE_RECORD = 0x00, 0x07, 0xC0
"""Name format of an empty record (NDEF 1.0, 3.2.6), its bits in the header, and the bits of an only record."""


def is_empty_record(message: bytes) -> bool:
    """True if the message is one empty record, which apps leave on an erased sticker."""
    head = message[0] if message else 0
    return head & ONE_RECORD == ONE_RECORD and head & NAME_FORMAT == EMPTY_RECORD


EXCHANGE, READ_PAGES, WRITE_PAGE, TARGET = 0x40, 0x30, 0xA2, 0x01
THRU, GET_VERSION, VERSION_BYTES, STORAGE_SIZE = 0x42, 0x60, 8, 6
"""InCommunicateThru, which does not interpret the command as InDataExchange does; the command, the length of its
answer, and the index of the storage size in it."""
EXCHANGE_TIMEOUT = 0.1
"""Timeout of an exchange in seconds."""
READ_BYTES = 16
"""Bytes that a read returns: four pages."""
MAX_MESSAGE = 3 + len(MIME_TYPE) + 40
"""Maximum length of the companion's messages in bytes."""
SEARCHED_BYTES = 28
"""Bytes in which a message must begin: up to two control blocks and padding may precede it."""
LIST_TRIES = 3
"""Attempts to list a resting tag, because some boards report it at every second poll only."""

OTHER_STICKER = tr("Another sticker lies there than a moment ago; nothing was written on it.")
STICKER_REMOVED = tr("The piece was taken away too soon; lay it down again, and let it lie until the beep.")
WRITE_REFUSED = tr("That sticker refuses to be written on; nothing can be read from it now.")
WRITE_FAILED = tr("That sticker did not keep what was written; put another one on the piece.")


class NoExchange(Exception):
    """The tag did not answer or refused."""


class ChipCaller(Protocol):
    """Driver method that is used here."""

    def call_function(
        self, command: int, response_length: int = 0, params: Any = b"", timeout: float = 1
    ) -> Sequence[int] | None: ...


def read_pages(chip: ChipCaller, page: int) -> bytes:
    """Return four pages of the listed tag. Raises NoExchange."""
    return _exchange(chip, bytes((TARGET, READ_PAGES, page)), READ_BYTES)


def _sticker_chip(chip: ChipCaller) -> StickerChip | None:
    """Return the type of the listed tag; None if it is unknown or does not tell. Then it must be listed again."""
    try:
        answer = chip.call_function(
            THRU, params=bytes((GET_VERSION,)), response_length=1 + VERSION_BYTES, timeout=EXCHANGE_TIMEOUT
        )
    except Exception as error:
        log.debug("version of the sticker: %s: %s", type(error).__name__, error)
        return None
    if answer is None or len(answer) != 1 + VERSION_BYTES or answer[0] & 0x3F:
        return None
    return STICKER_CHIPS.get(answer[1 + STORAGE_SIZE])


def _write_page(chip: ChipCaller, write: PageWrite) -> None:
    _exchange(chip, bytes((TARGET, WRITE_PAGE, write.page)) + write.four, 0)


def _exchange(chip: ChipCaller, params: bytes, length: int) -> bytes:
    answer = chip.call_function(EXCHANGE, params=params, response_length=1 + length, timeout=EXCHANGE_TIMEOUT)
    if answer is None:
        raise OSError("the chip doesn't answer")
    if answer[0] & 0x3F or len(answer) != 1 + length:
        raise NoExchange(bytes(answer).hex())
    return bytes(answer[1:])


def read_payload(chip: ChipCaller) -> bytes:
    """Return the payload of the companion's record on the listed tag, b"" for none. Raises NoExchange.

    It uses as few exchanges as possible.
    """
    head = read_pages(chip, CONTAINER_PAGE)
    try:
        room = data_capacity(head[:PAGE_BYTES])
    except StickerFault:
        return b""
    area = head[PAGE_BYTES:]
    while (place := find_message(area)) is None and len(area) < SEARCHED_BYTES:
        area += read_pages(chip, FIRST_DATA_PAGE + len(area) // PAGE_BYTES)
    if place is None or not 0 < place.length <= MAX_MESSAGE or place.end > room:
        return b""
    return decode_ndef(_read_rest(chip, area, place.end)[place.start : place.end])


def _read_rest(chip: ChipCaller, area: bytes, end: int) -> bytes:
    while len(area) < end:
        area += read_pages(chip, FIRST_DATA_PAGE + len(area) // PAGE_BYTES)
    return area


class TagLister(Protocol):
    """Object that lists and halts tags."""

    def list_tag(self) -> str:
        """List one tag and return its serial number in hex; "" for none."""

    def halt(self) -> None:
        """Halt the listed tag until the field is switched off."""

    def switch_field_off(self) -> None:
        """Switch the field off, which resets all tags."""


class StickerWriter:
    """Writes on the only sticker on the antenna."""

    def __init__(self, chip: ChipCaller, antenna: TagLister) -> None:
        self._chip, self._antenna = chip, antenna
        self._refusal = NOT_PREPARED
        """Error to raise if the sticker refuses the next command."""

    def write(self, uid: str, payload: bytes, overwrite: bool = False) -> bool:
        """Write the companion's record on the sticker.

        Return False if it is there already. Raises StickerFault.
        """
        try:
            self._check_alone()
            self._select(uid)
            return self._written(uid, encode_ndef(payload), overwrite)
        except NoExchange:
            raise StickerFault(self._refusal if self._listed() == uid else STICKER_REMOVED) from None

    def _listed(self) -> str:
        for _ in range(LIST_TRIES):
            self._antenna.switch_field_off()
            if uid := self._antenna.list_tag():
                return uid
        return ""

    def _check_alone(self) -> None:
        if self._listed():
            self._antenna.halt()
            if self._antenna.list_tag():
                raise StickerFault(TWO_STICKERS)

    def _select(self, uid: str) -> None:
        """List this tag and no other, and check its serial number in the memory."""
        found = self._listed()
        if not found:
            raise StickerFault(STICKER_REMOVED)
        if found == FOREIGN:
            raise StickerFault(NOT_PREPARED)
        if found != uid:
            raise StickerFault(OTHER_STICKER)
        pages = read_pages(self._chip, 0)
        if (pages[:3] + pages[4:8]).hex() != uid:
            raise StickerFault(NOT_PREPARED)

    def _written(self, uid: str, message: bytes, overwrite: bool) -> bool:
        head = read_pages(self._chip, 0)
        room = data_capacity(head[CONTAINER_PAGE * PAGE_BYTES :])
        self._refusal = PROTECTED
        area, place = self._found(message, room)
        there = area[place.start : place.end]
        if there == message:
            return False
        if place.length and not decode_ndef(there) and not is_empty_record(there) and not overwrite:
            raise ForeignRecord
        todo = page_writes(area, place.at, message)
        self._check_open(uid, head[2 * PAGE_BYTES + 2 :][:2], [each.page for each in todo])
        self._refusal = WRITE_REFUSED
        for each in todo:
            _write_page(self._chip, each)
        self._select(uid)
        if read_payload(self._chip) != decode_ndef(message):
            raise StickerFault(WRITE_FAILED)
        return True

    def _found(self, message: bytes, room: int) -> tuple[bytes, MessagePlace]:
        """Return the beginning of the data as far as needed, and the location for the message."""
        area = _read_rest(self._chip, b"", SEARCHED_BYTES)
        place = empty_message_place(area)
        check_message_fits(place, message, room)
        old = place.end if place.length <= MAX_MESSAGE and place.end <= room else 0
        return _read_rest(self._chip, area, max(old, place.at + 2 + len(message) + PAGE_BYTES)), place

    def _check_open(self, uid: str, locks: bytes, pages: Sequence[int]) -> None:
        """Raise StickerFault if locks or a password protect the pages.

        Only the locks of the first pages are checked on an unknown type of sticker.
        """
        if kind := _sticker_chip(self._chip):
            settings = read_pages(self._chip, kind.lock_page)
            check_locks(locks, settings[:2], kind, pages)
            check_password(settings[PAGE_BYTES + 3], pages)
        else:
            self._select(uid)
            check_locks(locks, bytes(2), StickerChip(0, 1), [page for page in pages if page in STATIC_PAGES])
