"""Admission of phones: viewers and their permissions, invitations, stored phones, and the own network addresses.

An invitation is a secret that one phone can use once within three minutes; the phone then waits for the decision
of the players. An admitted phone is stored with the hash of its cookie before it gets the cookie, so that a power
cut loses none. `Invitations` may be called from any thread.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion.engine.game import CORRECTION, TABLE_VIEWER
from companion.engine.message import Message, tr
from companion.engine.offers import Question
from companion.storage.data_folder import make_folder, read_or_quarantine, write_atomically
from companion.web.session_calls import HttpError

Role = Literal["seat", "table", "spectator"]
SEAT: Role = "seat"
AT_TABLE: Role = "table"
SPECTATOR: Role = "spectator"


class Viewer(msgspec.Struct, frozen=True):
    """Role of an admitted phone. Phones with the same viewer see the same."""

    role: Role
    """Role, which defines the permissions."""
    seat: str = ""
    """Id of a player; "" without a seat."""

    @property
    def view_id(self) -> str:
        """Viewer as a game's view knows it: a player's id or TABLE_VIEWER."""
        return self.seat if self.role == SEAT else TABLE_VIEWER

    @property
    def may_act(self) -> bool:
        """True if it may make entries."""
        return self.role != SPECTATOR

    def may_know_question(self, question: Question) -> bool:
        """True if it may know that this question is open."""
        return not question.secret or (self.role == SEAT and question.secret == self.seat)

    def may_answer(self, question: Question) -> bool:
        """True if it may answer the question: its own and those for all; AT_TABLE any that is not secret."""
        if not self.may_act or not self.may_know_question(question):
            return False
        return self.role == AT_TABLE or question.number == CORRECTION or question.player in ("", self.seat)


COOKIE_BYTES = 32
MAX_PHONES = 60
"""Maximum number of phones, including spectators."""


GoneReason = Literal["forgotten", "replaced"]
"""Why a phone is no longer admitted: the players removed it, or another phone has its seat."""


class PhoneDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An admitted phone."""

    key: str
    """Hash of its cookie, which identifies it."""
    number: int
    """Number shown on the phone and the panel when it asked to join."""
    viewer: Viewer
    """Viewer that the players chose for it."""


class StoredPhones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Content of the file."""

    open: bool = False
    """True if phones may connect; off by default, switched in the menu."""
    devices: tuple[PhoneDevice, ...] = ()
    """Phones in the order of their admission."""
    removed: dict[str, GoneReason] = {}
    """Last phones that are no longer admitted, by the hash of their cookie, with the reason to show them."""


class PhoneDevices:
    """Stored phones of a case. Changes hold a lock; reading needs none."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._stored = read_or_quarantine(path, read_phones, tell)

    @property
    def all(self) -> tuple[PhoneDevice, ...]:
        return self._stored.devices

    @property
    def open(self) -> bool:
        """True if phones may connect."""
        return self._stored.open

    @property
    def numbers(self) -> frozenset[int]:
        """Numbers of all phones."""
        return frozenset(each.number for each in self.all)

    def of(self, cookie: str) -> PhoneDevice | None:
        """Return the phone with that cookie; None if there is none."""
        key = cookie_hash(cookie)
        return next((each for each in self.all if each.key == key), None) if cookie else None

    def removal_reason(self, cookie: str) -> GoneReason | None:
        """Return why the phone with that cookie is no longer admitted; None if it is not known."""
        return self._stored.removed.get(cookie_hash(cookie)) if cookie else None

    def admit(self, number: int, viewer: Viewer, instead: Collection[str] = ()) -> tuple[str, PhoneDevice]:
        """Admit a phone; return its cookie and its device. A seat has one phone, which a new one replaces.

        instead: keys of the devices that this phone was before, which it replaces.

        Raises OSError, and then no phone was admitted; HttpError if there are too many phones.
        """
        with self._lock:
            stay = tuple(
                each
                for each in self.all
                if each.key not in instead and (viewer.role != SEAT or each.viewer != viewer)
            )
            if len(stay) >= MAX_PHONES:
                raise HttpError(409, tr("No more phones fit at this table."))
            cookie = secrets.token_urlsafe(COOKIE_BYTES)
            device = PhoneDevice(cookie_hash(cookie), number, viewer)
            self._store(self._without_others(stay, "replaced", device))
            return cookie, device

    def forget(self, key: str = "") -> None:
        """Remove that phone, or all, at once. Raises OSError if the file could not be written."""
        with self._lock:
            self._stored = self._without_others(
                tuple(each for each in self.all if key not in ("", each.key)), "forgotten"
            )
            self._store(self._stored)

    def _without_others(self, stay: tuple[PhoneDevice, ...], why: GoneReason, *new: PhoneDevice) -> StoredPhones:
        """Return the file's content after all phones but these were removed and new ones were added."""
        gone = {**self._stored.removed, **{each.key: why for each in self.all if each not in stay}}
        last = dict([*gone.items()][-MAX_PHONES:])
        return msgspec.structs.replace(self._stored, devices=(*stay, *new), removed=last)

    def set_open(self, on: bool) -> None:
        """Allow or forbid phones to connect. It is valid even if writing the file raises OSError."""
        with self._lock:
            self._stored = msgspec.structs.replace(self._stored, open=on)
            self._store(self._stored)

    def _store(self, kept: StoredPhones) -> None:
        make_folder(self._path.parent)
        write_atomically(self._path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
        self._stored = kept


def cookie_hash(cookie: str) -> str:
    """Return the hash of a cookie that is stored; a cookie is long and random, so no salt is needed."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def read_phones(path: Path) -> StoredPhones:
    """Return the content of the file, empty if it does not exist. Raises what reading and decoding may raise."""
    return msgspec.json.decode(path.read_bytes(), type=StoredPhones) if path.exists() else StoredPhones()


SECRET_BYTES = 16
"""128 bits cannot be guessed."""
INVITATION_SECONDS = 180.0
"""Seconds for which an invitation is valid, and for which a phone waits for the decision."""
MAX_TRIES, TRIES_SECONDS = 3, 60.0
"""Maximum attempts of one address within this many seconds."""
MAX_ADDRESSES = 512
"""Maximum number of counted addresses; the oldest is dropped."""
PHONE_NUMBERS = range(10, 100)
"""Numbers of phones that ask to join, which are shown on the phone and on the panel."""

WRONG_SECRET = tr("That invitation is used, withdrawn or over; ask at the table for a new one.")
TOO_MANY_TRIES = tr("Too many tries; wait a minute.")
JOIN_BUSY = tr("Another phone is just asking; wait until the table has answered it.")


class JoinTicket(NamedTuple):
    """Reply to a phone with a valid secret."""

    number: int
    """Number shown on the phone and on the panel."""
    ticket: str
    """Secret with which the phone asks for the decision."""


class _JoinRequest(NamedTuple):
    number: int
    ticket: str
    since: float


class Admission(NamedTuple):
    """Positive decision."""

    number: int
    """Number of the phone."""
    viewer: Viewer
    """Viewer chosen by the players."""


JoinDecision = Admission | Literal["waits", "no"]
"""Decision of the players; "waits" before it, "no" if refused or after INVITATION_SECONDS."""


class Invitations:
    """Invitation and join request of a case.

    taken: returns the numbers of other phones.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        used_numbers: Callable[[], Collection[int]] = tuple,
    ) -> None:
        self._clock, self._taken = clock, used_numbers
        self._lock = threading.Lock()
        self._secret, self._since = "", 0.0
        self._asking: _JoinRequest | None = None
        self._decided: tuple[_JoinRequest, Admission] | None = None
        self._tries: dict[str, deque[float]] = {}

    def invite(self) -> str:
        """Return a new secret, which replaces the previous one."""
        with self._lock:
            self._secret, self._since = secrets.token_urlsafe(SECRET_BYTES), self._clock()
            return self._secret

    def withdraw(self) -> None:
        """Withdraw the secret. A phone that used it already still waits."""
        with self._lock:
            self._secret = ""

    @property
    def secret(self) -> str:
        """Valid secret; "" if there is none."""
        with self._lock:
            return self._valid_secret()

    @property
    def asking(self) -> int | None:
        """Number of the phone that waits for a decision; None if there is none."""
        with self._lock:
            asking = self._waiting()
            return asking.number if asking else None

    def join(self, secret: str, address: str) -> JoinTicket:
        """Return the ticket of a phone that uses a secret. Raises HttpError."""
        with self._lock:
            self._count(address)
            good = self._valid_secret()
            if not (good and hmac.compare_digest(secret.encode(), good.encode())):
                raise HttpError(403, WRONG_SECRET)
            if self._waiting():
                raise HttpError(409, JOIN_BUSY)
            self._secret, self._decided = "", None
            number = secrets.choice([n for n in PHONE_NUMBERS if n not in self._taken()])
            self._asking = _JoinRequest(number, secrets.token_urlsafe(SECRET_BYTES), self._clock())
            return JoinTicket(self._asking.number, self._asking.ticket)

    def decide(self, number: int, viewer: Viewer | None) -> bool:
        """Record the decision about that phone, None for no; return False if it does not wait (any more)."""
        with self._lock:
            asking = self._waiting()
            if asking is None or asking.number != number:
                return False
            self._asking = None
            self._decided = (asking, Admission(number, viewer)) if viewer else None
            return True

    def decision(self, ticket: str) -> JoinDecision:
        """Return the decision; a positive one is repeated until the phone has used it (`confirm_arrival`)."""
        with self._lock:
            if self._decided and _is_same_secret(self._decided[0].ticket, ticket):
                asked, let_in = self._decided
                return let_in if self._clock() - asked.since < INVITATION_SECONDS else "no"
            asking = self._waiting()
            return "waits" if asking and _is_same_secret(asking.ticket, ticket) else "no"

    def confirm_arrival(self, ticket: str) -> None:
        """Discard the decision after the phone has received it, so that its ticket becomes invalid."""
        with self._lock:
            if self._decided and _is_same_secret(self._decided[0].ticket, ticket):
                self._decided = None

    def forget(self) -> None:
        """Discard invitation, request and a decision that was not fetched."""
        with self._lock:
            self._secret, self._asking, self._decided = "", None, None

    def _valid_secret(self) -> str:
        if self._secret and self._clock() - self._since >= INVITATION_SECONDS:
            self._secret = ""
        return self._secret

    def _waiting(self) -> _JoinRequest | None:
        if self._asking and self._clock() - self._asking.since >= INVITATION_SECONDS:
            self._asking = None
        return self._asking

    def _count(self, address: str) -> None:
        now = self._clock()
        tries = self._tries.pop(address, deque(maxlen=MAX_TRIES))
        self._tries[address] = tries
        if len(tries) == MAX_TRIES and now - tries[0] < TRIES_SECONDS:
            raise HttpError(429, TOO_MANY_TRIES)
        tries.append(now)
        while len(self._tries) > MAX_ADDRESSES:
            del self._tries[next(iter(self._tries))]


def _is_same_secret(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
