"""A record read from a sticker on the antenna, or written on it: the exchanges with exactly one listed tag.

The chip always talks to its target 1. So one tag is listed and no more, nothing is written while a second one lies
there, and the number in its memory is compared with the one that was meant, before and after. What is wrong is a
StickerFault with one sentence; a chip that doesn't answer raises whatever its driver raises.

How a sticker's memory is laid out: an NFC Forum Type 2 tag, the NTAG213, 215 or 216. Bytes only, no chip.

Pages of four bytes: number and locks (0 to 2), capability container (3), blocks of tag, length, value (from 4).
A message is laid so that at every moment the old one is read, or none, or the new one: its length is 0 until all
the rest stands there. Page 3 can be set only once, and the lock pages never taken back: neither is written.

The envelope of a record: one NDEF message with one short record of our MIME type. Bytes in, bytes out.

Written out here because it is three bytes and a type: the library for it is no longer cared for, and slow to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from companion.engine.message import UserError, tr

PAGE, CONTAINER, FIRST = 4, 3, 4
"""Bytes of a page; the page of the capability container; the first one for data."""
MAGIC, VERSION_1, READ_ONLY = 0xE1, 1, 0x0F
EMPTY, LOCK_CONTROL, MEMORY_CONTROL, MESSAGE, END = 0x00, 0x01, 0x02, 0x03, 0xFE
LONG = 0xFF
"""A length that is followed by two bytes with the real one."""
STATIC_PAGES = range(3, 16)
"""Each of these has a lock of its own in page 2."""


class StickerFault(UserError):
    """Nothing can be written on a sticker, or nothing was: `message` is the sentence why."""


NOT_PREPARED = tr("Nothing can be written on that: it is no NTAG213, 215 or 216 sticker, or nobody formatted it.")
TOO_SMALL = tr("That sticker is too small to be written on; use NTAG213, 215 or 216.")
LOCKED = tr("That sticker is locked for ever: nothing more can be written on it.")
PROTECTED = tr("A password protects that sticker: nothing can be written on it.")


class StickerChip(NamedTuple):
    """Where a kind of sticker keeps its other locks and its password."""

    lock_page: int
    """Its dynamic locks; the two pages after it hold the settings."""
    pages_a_lock: int
    """Pages that one of these locks, from page 16 on."""


CHIPS = {0x12: StickerChip(0x28, 2), 0x3E: StickerChip(0x82, 16), 0x6D: StickerChip(0xE2, 16)}
"""By the size in the capability container: NTAG213, 215, 216."""


class MessagePlace(NamedTuple):
    """Where in the data area a message stands, or would."""

    at: int
    """The first byte of its block."""
    start: int
    """The first byte of the message."""
    length: int
    """Bytes of it; 0 for none."""

    @property
    def end(self) -> int:
        return self.start + self.length


def data_capacity(container: bytes) -> int:
    """Bytes of the data area; raises StickerFault where there is none for us."""
    magic, version, size, access = container
    if magic != MAGIC or version >> 4 != VERSION_1:
        raise StickerFault(NOT_PREPARED)
    if access & 0x0F == READ_ONLY:
        raise StickerFault(LOCKED)
    return size * 8


def find_message(area: bytes) -> MessagePlace | None:
    """Where the message stands; None where `area`, the beginning of the data, ends before that is known."""
    at = 0
    while at < len(area):
        tag = area[at]
        if tag == EMPTY:
            at += 1
        elif tag in (LOCK_CONTROL, MEMORY_CONTROL) and area[at + 1 : at + 2] == b"\x03":
            at += 2 + 3
        elif tag == END:
            return MessagePlace(at, at + 2, 0)
        else:  # the message, or a block of somebody else's
            return _message_block(area, at)
    return None


def _message_block(area: bytes, at: int) -> MessagePlace | None:
    length = area[at + 1 : at + 2]
    if length == bytes((LONG,)):
        long = area[at + 2 : at + 4]
        return MessagePlace(at, at + 4, int.from_bytes(long)) if len(long) == 2 else None
    return MessagePlace(at, at + 2, length[0]) if length else None


def empty_message_place(area: bytes) -> MessagePlace:
    """Where a message is laid in an area that nobody has used: all of it is empty."""
    return MessagePlace(0, 2, 0) if not any(area) else (find_message(area) or MessagePlace(0, 2, 0))


class PageWrite(NamedTuple):
    """Four bytes onto a page."""

    page: int
    four: bytes


def page_writes(area: bytes, at: int, message: bytes) -> list[PageWrite]:
    """What is written, in order, to lay a message at a place of the data area, whose beginning is `area`.

    First its length as 0, then the rest, the page with its length last.
    """
    block = bytes((MESSAGE, len(message))) + message + bytes((END,))
    after = area[at + len(block) :] if len(area) > at + len(block) else b""
    whole = area[:at] + block + after
    whole += bytes(-len(whole) % PAGE)
    last = (at + len(block) - 1) // PAGE
    pages = {n: whole[n * PAGE : (n + 1) * PAGE] for n in range(at // PAGE, last + 1)}
    length_page, byte = divmod(at + 1, PAGE)
    none = pages[length_page][:byte] + bytes((0, END, 0, 0))
    order = [(length_page, none[:PAGE])]
    order += [(n, four) for n, four in pages.items() if n != length_page]
    return [PageWrite(FIRST + n, four) for n, four in (*order, (length_page, pages[length_page]))]


def check_locks(static: bytes, dynamic: bytes, chip: StickerChip, pages: Iterable[int]) -> None:
    """Raises StickerFault where one of the pages can't be written any more.

    static: the last two bytes of page 2; dynamic: the first two of the chip's lock page.
    """
    each, groups = int.from_bytes(static, "little"), int.from_bytes(dynamic, "little")
    for page in pages:
        locks, number = (each, page) if page in STATIC_PAGES else (groups, (page - 16) // chip.pages_a_lock)
        if locks >> number & 1:
            raise StickerFault(LOCKED)


def check_password(first_protected: int, pages: Iterable[int]) -> None:
    """Raises StickerFault where a password stands before one of the pages."""
    if any(page >= first_protected for page in pages):
        raise StickerFault(PROTECTED)


def check_room(place: MessagePlace, message: bytes, room: int) -> None:
    """Raises StickerFault where there is no room for the message."""
    if place.at + 2 + len(message) + 1 > room or len(message) >= LONG:
        raise StickerFault(TOO_SMALL)


MIME_TYPE = b"application/vnd.tabletop-companion.piece"
NDEF_HEADER = 0xD2
"""It begins the message and ends it, is short, has no id, and names a MIME type (NDEF 1.0, 3.2)."""
MAX_PAYLOAD = 255


def encode_ndef(payload: bytes) -> bytes:
    """The message around at most MOST_PAYLOAD bytes."""
    return bytes((NDEF_HEADER, len(MIME_TYPE), len(payload))) + MIME_TYPE + payload


def decode_ndef(message: bytes) -> bytes:
    """What our record holds; b"" for a message that isn't one of ours, whatever it is."""
    payload = message[3 + len(MIME_TYPE) :]
    return payload if message.lower() == encode_ndef(payload[:MAX_PAYLOAD]).lower() else b""


EXCHANGE, READ_PAGES, WRITE_PAGE, TARGET = 0x40, 0x30, 0xA2, 0x01
ANSWERS = 0.1
"""Seconds for an exchange."""
READ = 16
"""Bytes that a read brings: four pages."""
MAX_MESSAGE = 3 + len(MIME_TYPE) + 40
"""Bytes of the longest message of ours."""
SEARCHED_BYTES = 28
"""Bytes in which a message must begin: two blocks of control and some padding may stand before it."""
TRIES = 3
"""To list a resting tag: some boards tell it at every second one only."""

TWO_STICKERS = tr("Two stickers lie there; take one away.")
OTHER_STICKER = tr("Another sticker lies there than a moment ago; nothing was written on it.")
STICKER_REMOVED = tr("The piece was taken away too soon; lay it down again, and let it lie until the beep.")
WRITE_REFUSED = tr("That sticker refuses to be written on; nothing can be read from it now.")
WRITE_FAILED = tr("That sticker did not keep what was written; put another one on the piece.")
FOREIGN_TEXT = tr("Something else is written on that sticker.")


class ForeignRecord(StickerFault):
    """Somebody else's record is there: it is overwritten only when people say so."""

    def __init__(self) -> None:
        super().__init__(FOREIGN_TEXT)


class NoExchange(Exception):
    """The tag did not answer, or would not."""


class ChipCaller(Protocol):
    """What we use of the driver."""

    def call_function(
        self, command: int, response_length: int = 0, params: Any = b"", timeout: float = 1
    ) -> Sequence[int] | None: ...


def read_pages(chip: ChipCaller, page: int) -> bytes:
    """Four pages of the listed tag; raises NoExchange."""
    return _exchange(chip, bytes((TARGET, READ_PAGES, page)), READ)


def _write_page(chip: ChipCaller, write: PageWrite) -> None:
    _exchange(chip, bytes((TARGET, WRITE_PAGE, write.page)) + write.four, 0)


def _exchange(chip: ChipCaller, params: bytes, length: int) -> bytes:
    answer = chip.call_function(EXCHANGE, params=params, response_length=1 + length, timeout=ANSWERS)
    if answer is None:
        raise OSError("the chip doesn't answer")
    if answer[0] & 0x3F or len(answer) != 1 + length:
        raise NoExchange(bytes(answer).hex())
    return bytes(answer[1:])


def read_payload(chip: ChipCaller) -> bytes:
    """What our record on the listed tag holds, b"" for none; raises NoExchange. As few exchanges as can be."""
    head = read_pages(chip, CONTAINER)
    try:
        room = data_capacity(head[:PAGE])
    except StickerFault:
        return b""
    area = head[PAGE:]
    while (place := find_message(area)) is None and len(area) < SEARCHED_BYTES:
        area += read_pages(chip, FIRST + len(area) // PAGE)
    if place is None or not 0 < place.length <= MAX_MESSAGE or place.end > room:
        return b""
    return decode_ndef(_read_rest(chip, area, place.end)[place.start : place.end])


def _read_rest(chip: ChipCaller, area: bytes, end: int) -> bytes:
    while len(area) < end:
        area += read_pages(chip, FIRST + len(area) // PAGE)
    return area


class TagLister(Protocol):
    """Who lists tags."""

    def list_tag(self) -> str:
        """List one tag: its number in hex; "" for none."""

    def halt(self) -> None:
        """The listed tag hears nothing more until the field was away."""

    def switch_field_off(self) -> None:
        """Every tag is as if it had just been laid down."""


class StickerWriter:
    """Writes on the one sticker that lies on the antenna."""

    def __init__(self, chip: ChipCaller, antenna: TagLister) -> None:
        self._chip, self._antenna = chip, antenna
        self._refusal = NOT_PREPARED
        """What it means when the sticker doesn't do what it is told now."""

    def write(self, uid: str, payload: bytes, overwrite: bool = False) -> bool:
        """Put our record on that sticker; False where it stands there already. Raises StickerFault."""
        try:
            self._check_alone()
            self._select(uid)
            return self._written(uid, encode_ndef(payload), overwrite)
        except NoExchange:
            raise StickerFault(self._refusal if self._listed() == uid else STICKER_REMOVED) from None

    def _listed(self) -> str:
        for _ in range(TRIES):
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
        """List that tag and no other, and see by its memory that it is the one we talk to."""
        found = self._listed()
        if not found:
            raise StickerFault(STICKER_REMOVED)
        if found != uid:
            raise StickerFault(OTHER_STICKER)
        pages = read_pages(self._chip, 0)
        if (pages[:3] + pages[4:8]).hex() != uid:
            raise StickerFault(NOT_PREPARED)

    def _written(self, uid: str, message: bytes, overwrite: bool) -> bool:
        head = read_pages(self._chip, 0)
        room = data_capacity(head[CONTAINER * PAGE :])
        self._refusal = PROTECTED
        area, place = self._found(message, room)
        there = area[place.start : place.end]
        if there == message:
            return False
        if place.length and not decode_ndef(there) and not overwrite:
            raise ForeignRecord
        todo = page_writes(area, place.at, message)
        self._check_open(head[2 * PAGE + 2 :], [each.page for each in todo])
        self._refusal = WRITE_REFUSED
        for each in todo:
            _write_page(self._chip, each)
        self._select(uid)
        if read_payload(self._chip) != decode_ndef(message):
            raise StickerFault(WRITE_FAILED)
        return True

    def _found(self, message: bytes, room: int) -> tuple[bytes, MessagePlace]:
        """The data as far as it matters, and the place for our message."""
        area = _read_rest(self._chip, b"", SEARCHED_BYTES)
        place = empty_message_place(area)
        check_room(place, message, room)
        old = place.end if place.length <= MAX_MESSAGE and place.end <= room else 0
        return _read_rest(self._chip, area, max(old, place.at + 2 + len(message) + PAGE)), place

    def _check_open(self, locks: bytes, pages: Sequence[int]) -> None:
        """Whether locks and password leave the pages open; a sticker of another kind is simply tried."""
        if kind := CHIPS.get(locks[2 + 2]):
            settings = read_pages(self._chip, kind.lock_page)
            check_locks(locks[:2], settings[:2], kind, pages)
            check_password(settings[PAGE + 3], pages)
