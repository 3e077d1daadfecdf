"""The memory of an NTAG213, 215 or 216 (NXP's data sheet, chapter 8): what can be set once, locked, protected.

A command that is refused makes the sticker fall back: it hears nothing more until it is listed anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

ACCEPTED, GONE, REFUSED = b"\x00", b"\x01", b"\x13"
"""As the reader's chip tells it: done, no answer, an answer that is no data."""
READ, WRITE = 0x30, 0xA2
LOCKS, CONTAINER, DATA = 2, 3, 4


class Model(NamedTuple):
    pages: int
    size: int
    """In the capability container."""
    lock_page: int
    pages_per_lock: int
    factory: bytes
    """What its data begin with when it is new."""
    version: bytes = b""
    """What it answers to GET_VERSION (chapter 10.1); nothing, as chips before NTAG21x do."""


NTAG213 = Model(45, 0x12, 0x28, 2, bytes.fromhex("0103a00c340300fe"), bytes.fromhex("0004040201000f03"))
NTAG215 = Model(135, 0x3E, 0x82, 16, bytes.fromhex("0300fe00"), bytes.fromhex("0004040201001103"))
NTAG216 = Model(231, 0x6D, 0xE2, 16, bytes.fromhex("0300fe00"), bytes.fromhex("0004040201001303"))
NTAG203 = Model(42, 0x12, 0x28, 4, bytes.fromhex("0103a010440300fe"))
ULTRALIGHT_C = Model(48, 0x12, 0x28, 4, bytes.fromhex("0300fe00"))
MODELS = {"213": NTAG213, "215": NTAG215, "216": NTAG216}


class Memory:
    """Pages of four bytes. `before_write` is asked, with the number of writes so far, whether there is a field."""

    def __init__(self, uid: bytes, model: Model = NTAG213) -> None:
        self.model = model
        self.bytes = bytearray(4 * model.pages)
        check = 0x88 ^ uid[0] ^ uid[1] ^ uid[2], uid[3] ^ uid[4] ^ uid[5] ^ uid[6]
        self.bytes[:9] = bytes((*uid[:3], check[0], *uid[3:7], check[1]))
        self.bytes[12:16] = bytes((0xE1, 0x10, model.size, 0x00))
        self.bytes[16 : 16 + len(model.factory)] = model.factory
        if model.version:
            self.auth0 = 0xFF
        self.read_protected = False
        self.written: list[int] = []
        self.before_write: Callable[[int], bool] = lambda _done: True
        self.worn: set[int] = set()
        """Pages that take a write and keep nothing of it."""

    @property
    def auth0(self) -> int:
        return self.bytes[4 * self.model.lock_page + 7]

    @auth0.setter
    def auth0(self, page: int) -> None:
        self.bytes[4 * self.model.lock_page + 7] = page

    @property
    def _first_protected(self) -> int:
        return self.auth0 if self.model.version else self.model.pages

    @property
    def data(self) -> bytes:
        return bytes(self.bytes[16 : 4 * self.model.lock_page])

    def lock(self, page: int) -> None:
        """For ever."""
        if page < 16:
            self.bytes[10 + page // 8] |= 1 << page % 8
        else:
            group = (page - 16) // self.model.pages_per_lock
            self.bytes[4 * self.model.lock_page + group // 8] |= 1 << group % 8

    def locked(self, page: int) -> bool:
        static = int.from_bytes(self.bytes[10:12], "little")
        if CONTAINER <= page < 16:
            return bool(static >> page & 1)
        dynamic = int.from_bytes(self.bytes[4 * self.model.lock_page :][:2], "little")
        in_groups = 16 <= page < self.model.lock_page
        return in_groups and bool(dynamic >> (page - 16) // self.model.pages_per_lock & 1)

    def read(self, page: int) -> bytes | None:
        """Four pages, after the last one from the first on; None where that is refused."""
        if page >= self.model.pages or (self.read_protected and page + 3 >= self.auth0):
            return None
        return bytes((self.bytes + self.bytes)[4 * page : 4 * page + 16])

    def write(self, page: int, four: bytes) -> bool:
        if not LOCKS <= page < self.model.pages or self.locked(page) or page >= self._first_protected:
            return False
        if not self.before_write(len(self.written)):
            return True  # too late: the field is gone
        self.written.append(page)
        at = 4 * page
        if page in (LOCKS, CONTAINER, self.model.lock_page):
            kept = b"\x00\x00" + four[2:] if page == LOCKS else four
            four = bytes(old | new for old, new in zip(self.bytes[at : at + 4], kept, strict=True))
        if page not in self.worn:
            self.bytes[at : at + 4] = four
        return True
