"""How a sticker's memory is laid out: an NFC Forum Type 2 tag, the NTAG213, 215 or 216. Bytes only, no chip.

Pages of four bytes: number and locks (0 to 2), capability container (3), blocks of tag, length, value (from 4).
A message is laid so that at every moment the old one is read, or none, or the new one: its length is 0 until all
the rest stands there. Page 3 can be set only once, and the lock pages never taken back: neither is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

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


class Chip(NamedTuple):
    """Where a kind of sticker keeps its other locks and its password."""

    lock_page: int
    """Its dynamic locks; the two pages after it hold the settings."""
    pages_a_lock: int
    """Pages that one of these locks, from page 16 on."""


CHIPS = {0x12: Chip(0x28, 2), 0x3E: Chip(0x82, 16), 0x6D: Chip(0xE2, 16)}
"""By the size in the capability container: NTAG213, 215, 216."""


class Place(NamedTuple):
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


def capacity(container: bytes) -> int:
    """Bytes of the data area; raises StickerFault where there is none for us."""
    magic, version, size, access = container
    if magic != MAGIC or version >> 4 != VERSION_1:
        raise StickerFault(NOT_PREPARED)
    if access & 0x0F == READ_ONLY:
        raise StickerFault(LOCKED)
    return size * 8


def place_in(area: bytes) -> Place | None:
    """Where the message stands; None where `area`, the beginning of the data, ends before that is known."""
    at = 0
    while at < len(area):
        tag = area[at]
        if tag == EMPTY:
            at += 1
        elif tag in (LOCK_CONTROL, MEMORY_CONTROL) and area[at + 1 : at + 2] == b"\x03":
            at += 2 + 3
        elif tag == END:
            return Place(at, at + 2, 0)
        else:  # the message, or a block of somebody else's
            return _block(area, at)
    return None


def _block(area: bytes, at: int) -> Place | None:
    length = area[at + 1 : at + 2]
    if length == bytes((LONG,)):
        long = area[at + 2 : at + 4]
        return Place(at, at + 4, int.from_bytes(long)) if len(long) == 2 else None
    return Place(at, at + 2, length[0]) if length else None


def first_place(area: bytes) -> Place:
    """Where a message is laid in an area that nobody has used: all of it is empty."""
    return Place(0, 2, 0) if not any(area) else (place_in(area) or Place(0, 2, 0))


class Write(NamedTuple):
    """Four bytes onto a page."""

    page: int
    four: bytes


def writes(area: bytes, at: int, message: bytes) -> list[Write]:
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
    return [Write(FIRST + n, four) for n, four in (*order, (length_page, pages[length_page]))]


def check_locks(static: bytes, dynamic: bytes, chip: Chip, pages: Iterable[int]) -> None:
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


def check_room(place: Place, message: bytes, room: int) -> None:
    """Raises StickerFault where there is no room for the message."""
    if place.at + 2 + len(message) + 1 > room or len(message) >= LONG:
        raise StickerFault(TOO_SMALL)
