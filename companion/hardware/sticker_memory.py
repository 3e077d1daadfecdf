"""A record read from a sticker on the antenna, or written on it: the exchanges with exactly one listed tag.

The chip always talks to its target 1. So one tag is listed and no more, nothing is written while a second one lies
there, and the number in its memory is compared with the one that was meant, before and after. What is wrong is a
StickerFault with one sentence; a chip that doesn't answer raises whatever its driver raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.engine.message import tr
from companion.hardware.ndef import MIME_TYPE, message_of, payload_of
from companion.hardware.type_2_tag import (
    CHIPS,
    CONTAINER,
    FIRST,
    NOT_PREPARED,
    PAGE,
    PROTECTED,
    Place,
    StickerFault,
    Write,
    capacity,
    check_locks,
    check_password,
    check_room,
    first_place,
    place_in,
    writes,
)

EXCHANGE, READ_PAGES, WRITE_PAGE, TARGET = 0x40, 0x30, 0xA2, 0x01
ANSWERS = 0.1
"""Seconds for an exchange."""
READ = 16
"""Bytes that a read brings: four pages."""
MOST_MESSAGE = 3 + len(MIME_TYPE) + 40
"""Bytes of the longest message of ours."""
LOOKED_FOR = 28
"""Bytes in which a message must begin: two blocks of control and some padding may stand before it."""
TRIES = 3
"""To list a resting tag: some boards tell it at every second one only."""

TWO_LIE_THERE = tr("Two stickers lie there; take one away.")
ANOTHER = tr("Another sticker lies there than a moment ago; nothing was written on it.")
TAKEN_AWAY = tr("The piece was taken away too soon; lay it down again, and let it lie until the beep.")
REFUSES = tr("That sticker refuses to be written on; nothing can be read from it now.")
NOT_KEPT = tr("That sticker did not keep what was written; put another one on the piece.")
FOREIGN = tr("Something else is written on that sticker.")


class ForeignRecord(StickerFault):
    """Somebody else's record is there: it is overwritten only when people say so."""

    def __init__(self) -> None:
        super().__init__(FOREIGN)


class NoExchange(Exception):
    """The tag did not answer, or would not."""


class CallsChip(Protocol):
    """What we use of the driver."""

    def call_function(
        self, command: int, response_length: int = 0, params: Any = b"", timeout: float = 1
    ) -> Sequence[int] | None: ...


def read_pages(chip: CallsChip, page: int) -> bytes:
    """Four pages of the listed tag; raises NoExchange."""
    return _exchanged(chip, bytes((TARGET, READ_PAGES, page)), READ)


def _write_page(chip: CallsChip, write: Write) -> None:
    _exchanged(chip, bytes((TARGET, WRITE_PAGE, write.page)) + write.four, 0)


def _exchanged(chip: CallsChip, params: bytes, length: int) -> bytes:
    answer = chip.call_function(EXCHANGE, params=params, response_length=1 + length, timeout=ANSWERS)
    if answer is None:
        raise OSError("the chip doesn't answer")
    if answer[0] & 0x3F or len(answer) != 1 + length:
        raise NoExchange(bytes(answer).hex())
    return bytes(answer[1:])


def read_payload(chip: CallsChip) -> bytes:
    """What our record on the listed tag holds, b"" for none; raises NoExchange. As few exchanges as can be."""
    head = read_pages(chip, CONTAINER)
    try:
        room = capacity(head[:PAGE])
    except StickerFault:
        return b""
    area = head[PAGE:]
    while (place := place_in(area)) is None and len(area) < LOOKED_FOR:
        area += read_pages(chip, FIRST + len(area) // PAGE)
    if place is None or not 0 < place.length <= MOST_MESSAGE or place.end > room:
        return b""
    return payload_of(_read_on(chip, area, place.end)[place.start : place.end])


def _read_on(chip: CallsChip, area: bytes, end: int) -> bytes:
    while len(area) < end:
        area += read_pages(chip, FIRST + len(area) // PAGE)
    return area


class Antenna(Protocol):
    """Who lists tags."""

    def list_one(self) -> str:
        """List one tag: its number in hex; "" for none."""

    def halt(self) -> None:
        """The listed tag hears nothing more until the field was away."""

    def take_field_away(self) -> None:
        """Every tag is as if it had just been laid down."""


class StickerWriter:
    """Writes on the one sticker that lies on the antenna."""

    def __init__(self, chip: CallsChip, antenna: Antenna) -> None:
        self._chip, self._antenna = chip, antenna
        self._refusal = NOT_PREPARED
        """What it means when the sticker doesn't do what it is told now."""

    def write(self, uid: str, payload: bytes, overwrite: bool = False) -> bool:
        """Put our record on that sticker; False where it stands there already. Raises StickerFault."""
        try:
            self._check_alone()
            self._select(uid)
            return self._written(uid, message_of(payload), overwrite)
        except NoExchange:
            raise StickerFault(self._refusal if self._listed() == uid else TAKEN_AWAY) from None

    def _listed(self) -> str:
        for _ in range(TRIES):
            self._antenna.take_field_away()
            if uid := self._antenna.list_one():
                return uid
        return ""

    def _check_alone(self) -> None:
        if self._listed():
            self._antenna.halt()
            if self._antenna.list_one():
                raise StickerFault(TWO_LIE_THERE)

    def _select(self, uid: str) -> None:
        """List that tag and no other, and see by its memory that it is the one we talk to."""
        found = self._listed()
        if not found:
            raise StickerFault(TAKEN_AWAY)
        if found != uid:
            raise StickerFault(ANOTHER)
        pages = read_pages(self._chip, 0)
        if (pages[:3] + pages[4:8]).hex() != uid:
            raise StickerFault(NOT_PREPARED)

    def _written(self, uid: str, message: bytes, overwrite: bool) -> bool:
        head = read_pages(self._chip, 0)
        room = capacity(head[CONTAINER * PAGE :])
        self._refusal = PROTECTED
        area, place = self._found(message, room)
        there = area[place.start : place.end]
        if there == message:
            return False
        if place.length and not payload_of(there) and not overwrite:
            raise ForeignRecord
        todo = writes(area, place.at, message)
        self._check_open(head[2 * PAGE + 2 :], [each.page for each in todo])
        self._refusal = REFUSES
        for each in todo:
            _write_page(self._chip, each)
        self._select(uid)
        if read_payload(self._chip) != payload_of(message):
            raise StickerFault(NOT_KEPT)
        return True

    def _found(self, message: bytes, room: int) -> tuple[bytes, Place]:
        """The data as far as it matters, and the place for our message."""
        area = _read_on(self._chip, b"", LOOKED_FOR)
        place = first_place(area)
        check_room(place, message, room)
        old = place.end if place.length <= MOST_MESSAGE and place.end <= room else 0
        return _read_on(self._chip, area, max(old, place.at + 2 + len(message) + PAGE)), place

    def _check_open(self, locks: bytes, pages: Sequence[int]) -> None:
        """Whether locks and password leave the pages open; a sticker of another kind is simply tried."""
        if kind := CHIPS.get(locks[2 + 2]):
            settings = read_pages(self._chip, kind.lock_page)
            check_locks(locks[:2], settings[:2], kind, pages)
            check_password(settings[PAGE + 3], pages)
