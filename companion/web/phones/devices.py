"""The phones that were let in, as a file keeps them: of each cookie only its hash, and as whom.

Written before a phone hears of it, so that a power cut loses nobody. Sends nothing and knows no network.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal

import msgspec

from companion.engine.message import Message, tr
from companion.storage.atomic_write import make_folder, write_whole
from companion.storage.spoilt import read_or_put_aside
from companion.web.phones.viewer import SEAT, Viewer
from companion.web.refused import Refused

COOKIE_BYTES = 32
MOST = 60
"""Phones at one table, spectators among them."""


Gone = Literal["forgotten", "replaced"]
"""Why a phone is let in no more: the table forgot it, or its place is another phone's."""


class Device(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One phone."""

    key: str
    """The hash of its cookie: what it is known by."""
    number: int
    """As it was called when it asked."""
    viewer: Viewer
    """As whom it was let in."""


class KeptPhones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    open: bool = False
    """Phones may come: off as shipped, switched on by a press."""
    devices: tuple[Device, ...] = ()
    """In the order in which they came."""
    gone: dict[str, Gone] = {}
    """The last ones that are let in no more, by the hash of their cookie: they are told why."""


class Devices:
    """All phones of one case. Changes are made one at a time; reading needs no lock."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._kept = read_or_put_aside(path, read_phones, tell)

    @property
    def all(self) -> tuple[Device, ...]:
        return self._kept.devices

    @property
    def open(self) -> bool:
        """Whether phones may come, as it was set last."""
        return self._kept.open

    @property
    def numbers(self) -> frozenset[int]:
        """What the phones are called."""
        return frozenset(each.number for each in self.all)

    def of(self, cookie: str) -> Device | None:
        """The phone with that cookie."""
        key = hash_of(cookie)
        return next((each for each in self.all if each.key == key), None) if cookie else None

    def gone(self, cookie: str) -> Gone | None:
        """Why the phone with that cookie is let in no more; None where it never was, or long ago."""
        return self._kept.gone.get(hash_of(cookie)) if cookie else None

    def admit(self, number: int, viewer: Viewer, instead: Collection[str] = ()) -> tuple[str, Device]:
        """A new phone and its cookie. A seat has one: another phone takes the place of the one before.

        instead: the keys of what this phone was let in as before: it is one phone, with one part.

        Raises OSError, then nobody was let in; Refused where there are too many.
        """
        with self._lock:
            stay = tuple(
                each
                for each in self.all
                if each.key not in instead and (viewer.role != SEAT or each.viewer != viewer)
            )
            if len(stay) >= MOST:
                raise Refused(409, tr("No more phones fit at this table."))
            cookie = secrets.token_urlsafe(COOKIE_BYTES)
            device = Device(hash_of(cookie), number, viewer)
            self._keep(self._left(stay, "replaced", device))
            return cookie, device

    def forget(self, key: str = "") -> None:
        """That phone, or all, are let in no more, at once; raises OSError where the file could not be told."""
        with self._lock:
            self._kept = self._left(tuple(each for each in self.all if key not in ("", each.key)), "forgotten")
            self._keep(self._kept)

    def _left(self, stay: tuple[Device, ...], why: Gone, *new: Device) -> KeptPhones:
        """What is kept when only these stay of those let in, and new ones come."""
        gone = {**self._kept.gone, **{each.key: why for each in self.all if each not in stay}}
        last = dict([*gone.items()][-MOST:])
        return msgspec.structs.replace(self._kept, devices=(*stay, *new), gone=last)

    def set_open(self, on: bool) -> None:
        """Phones may come, or not; raises OSError where the file could not be told, it holds all the same."""
        with self._lock:
            self._kept = msgspec.structs.replace(self._kept, open=on)
            self._keep(self._kept)

    def _keep(self, kept: KeptPhones) -> None:
        make_folder(self._path.parent)
        write_whole(self._path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
        self._kept = kept


def hash_of(cookie: str) -> str:
    """What is kept of a cookie; it is long and random, so a bare hash tells nothing."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def read_phones(path: Path) -> KeptPhones:
    """What is in that file, nobody where there is none; raises what reading may raise."""
    return msgspec.json.decode(path.read_bytes(), type=KeptPhones) if path.exists() else KeptPhones()
