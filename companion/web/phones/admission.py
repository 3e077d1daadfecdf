"""As whom a phone was let in, and what that lets it see and answer. Knows no game.

The phones that were let in, as a file keeps them: of each cookie only its hash, and as whom.

Written before a phone hears of it, so that a power cut loses nobody. Sends nothing and knows no network.

Invitations and those who come with one: one secret at a time, used once, over after three minutes.

Who comes with it waits until the table has said yes or no. Knows no seat, no panel and no network; the clock is
given. May be called from any thread.

Where this case is in the house: its number address, its name, and who counts as of the house. Sends nothing.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import ipaddress
import secrets
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from companion.engine.game import CORRECTION, TABLE
from companion.engine.message import Message, tr
from companion.engine.offers import Question
from companion.storage.data_folder import make_folder, read_or_quarantine, write_whole
from companion.web.session_calls import HttpError

Role = Literal["seat", "table", "spectator"]
SEAT: Role = "seat"
AT_TABLE: Role = "table"
SPECTATOR: Role = "spectator"


class Viewer(msgspec.Struct, frozen=True):
    """Whose eyes a page is made for; phones let in as the same viewer see the same."""

    role: Role
    """What it may do."""
    seat: str = ""
    """A player's id; "" for those who have no seat."""

    @property
    def eyes(self) -> str:
        """The viewer as a game's view knows it."""
        return self.seat if self.role == SEAT else TABLE

    @property
    def acts(self) -> bool:
        """Whether it may enter anything at all."""
        return self.role != SPECTATOR

    def may_know_question(self, question: Question) -> bool:
        """Whether it may learn that this question is open."""
        return not question.secret or (self.role == SEAT and question.secret == self.seat)

    def may_answer(self, question: Question) -> bool:
        """Its own questions and everybody's; the table answers for all, but no secret one."""
        if not self.acts or not self.may_know_question(question):
            return False
        return self.role == AT_TABLE or question.number == CORRECTION or question.asked in ("", self.seat)


COOKIE_BYTES = 32
MAX_PHONES = 60
"""Phones at one table, spectators among them."""


GoneReason = Literal["forgotten", "replaced"]
"""Why a phone is let in no more: the table forgot it, or its place is another phone's."""


class PhoneDevice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One phone."""

    key: str
    """The hash of its cookie: what it is known by."""
    number: int
    """As it was called when it asked."""
    viewer: Viewer
    """As whom it was let in."""


class StoredPhones(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file holds."""

    open: bool = False
    """Phones may come: off as shipped, switched on by a press."""
    devices: tuple[PhoneDevice, ...] = ()
    """In the order in which they came."""
    gone: dict[str, GoneReason] = {}
    """The last ones that are let in no more, by the hash of their cookie: they are told why."""


class PhoneDevices:
    """All phones of one case. Changes are made one at a time; reading needs no lock."""

    def __init__(self, path: Path, tell: Callable[[Message], None]) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._kept = read_or_quarantine(path, read_phones, tell)

    @property
    def all(self) -> tuple[PhoneDevice, ...]:
        return self._kept.devices

    @property
    def open(self) -> bool:
        """Whether phones may come, as it was set last."""
        return self._kept.open

    @property
    def numbers(self) -> frozenset[int]:
        """What the phones are called."""
        return frozenset(each.number for each in self.all)

    def of(self, cookie: str) -> PhoneDevice | None:
        """The phone with that cookie."""
        key = cookie_hash(cookie)
        return next((each for each in self.all if each.key == key), None) if cookie else None

    def gone(self, cookie: str) -> GoneReason | None:
        """Why the phone with that cookie is let in no more; None where it never was, or long ago."""
        return self._kept.gone.get(cookie_hash(cookie)) if cookie else None

    def admit(self, number: int, viewer: Viewer, instead: Collection[str] = ()) -> tuple[str, PhoneDevice]:
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
            if len(stay) >= MAX_PHONES:
                raise HttpError(409, tr("No more phones fit at this table."))
            cookie = secrets.token_urlsafe(COOKIE_BYTES)
            device = PhoneDevice(cookie_hash(cookie), number, viewer)
            self._keep(self._left(stay, "replaced", device))
            return cookie, device

    def forget(self, key: str = "") -> None:
        """That phone, or all, are let in no more, at once; raises OSError where the file could not be told."""
        with self._lock:
            self._kept = self._left(tuple(each for each in self.all if key not in ("", each.key)), "forgotten")
            self._keep(self._kept)

    def _left(self, stay: tuple[PhoneDevice, ...], why: GoneReason, *new: PhoneDevice) -> StoredPhones:
        """What is kept when only these stay of those let in, and new ones come."""
        gone = {**self._kept.gone, **{each.key: why for each in self.all if each not in stay}}
        last = dict([*gone.items()][-MAX_PHONES:])
        return msgspec.structs.replace(self._kept, devices=(*stay, *new), gone=last)

    def set_open(self, on: bool) -> None:
        """Phones may come, or not; raises OSError where the file could not be told, it holds all the same."""
        with self._lock:
            self._kept = msgspec.structs.replace(self._kept, open=on)
            self._keep(self._kept)

    def _keep(self, kept: StoredPhones) -> None:
        make_folder(self._path.parent)
        write_whole(self._path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")
        self._kept = kept


def cookie_hash(cookie: str) -> str:
    """What is kept of a cookie; it is long and random, so a bare hash tells nothing."""
    return hashlib.sha256(cookie.encode()).hexdigest()


def read_phones(path: Path) -> StoredPhones:
    """What is in that file, nobody where there is none; raises what reading may raise."""
    return msgspec.json.decode(path.read_bytes(), type=StoredPhones) if path.exists() else StoredPhones()


SECRET_BYTES = 16
"""128 bits: nobody guesses that in three minutes, nor in a life."""
INVITATION_SECONDS = 180.0
"""Seconds that an invitation is good for, and that somebody who came with it waits for the table's word."""
MAX_TRIES, TRIES_SECONDS = 3, 60.0
"""How often one address may try within so many seconds."""
MAX_ADDRESSES = 512
"""Addresses that are counted at once; with more the oldest is forgotten."""
NUMBERS = range(10, 100)
"""What a phone that asks is called: it stands on the phone and on the panel."""

WRONG_SECRET = tr("That invitation is used, withdrawn or over; ask at the table for a new one.")
TOO_OFTEN = tr("Too many tries; wait a minute.")
JOIN_BUSY = tr("Another phone is just asking; wait until the table has answered it.")


class JoinTicket(NamedTuple):
    """What a phone is told that came with a good secret."""

    number: int
    """It says so on both."""
    ticket: str
    """With this it hears what the table said."""


class _JoinRequest(NamedTuple):
    number: int
    ticket: str
    since: float


class Admission(NamedTuple):
    """The table said yes."""

    number: int
    """Of the phone."""
    viewer: Viewer
    """As whom."""


Decision = Admission | Literal["waits", "no"]
"""What the table said so far: as whom, or nothing yet, or no (or it was too long ago)."""


class Invitations:
    """All of one case. taken: the numbers that other phones have."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        taken: Callable[[], Collection[int]] = tuple,
    ) -> None:
        self._clock, self._taken = clock, taken
        self._lock = threading.Lock()
        self._secret, self._since = "", 0.0
        self._asking: _JoinRequest | None = None
        self._said: tuple[_JoinRequest, Admission] | None = None
        self._tries: dict[str, deque[float]] = {}

    def invite(self) -> str:
        """A new secret; the one before is withdrawn."""
        with self._lock:
            self._secret, self._since = secrets.token_urlsafe(SECRET_BYTES), self._clock()
            return self._secret

    def withdraw(self) -> None:
        """Nobody comes with the secret any more; who came already still waits."""
        with self._lock:
            self._secret = ""

    @property
    def secret(self) -> str:
        """The one that is good now; "" for none."""
        with self._lock:
            return self._good()

    @property
    def asking(self) -> int | None:
        """The number of who waits for the table's word."""
        with self._lock:
            asking = self._waiting()
            return asking.number if asking else None

    def join(self, secret: str, address: str) -> JoinTicket:
        """Somebody comes with a secret; raises Refused."""
        with self._lock:
            self._count(address)
            good = self._good()
            if not (good and hmac.compare_digest(secret.encode(), good.encode())):
                raise HttpError(403, WRONG_SECRET)
            if self._waiting():
                raise HttpError(409, JOIN_BUSY)
            self._secret, self._said = "", None
            number = secrets.choice([n for n in NUMBERS if n not in self._taken()])
            self._asking = _JoinRequest(number, secrets.token_urlsafe(SECRET_BYTES), self._clock())
            return JoinTicket(self._asking.number, self._asking.ticket)

    def decide(self, number: int, viewer: Viewer | None) -> bool:
        """The table's word for that phone, None is no; False where it doesn't ask (any more)."""
        with self._lock:
            asking = self._waiting()
            if asking is None or asking.number != number:
                return False
            self._asking = None
            self._said = (asking, Admission(number, viewer)) if viewer else None
            return True

    def word(self, ticket: str) -> Decision:
        """What the table said; a yes is given out until the phone has come with it (`arrived`)."""
        with self._lock:
            if self._said and _is_same_secret(self._said[0].ticket, ticket):
                asked, let_in = self._said
                return let_in if self._clock() - asked.since < INVITATION_SECONDS else "no"
            asking = self._waiting()
            return "waits" if asking and _is_same_secret(asking.ticket, ticket) else "no"

    def arrived(self, ticket: str) -> None:
        """The phone has its yes: nobody gets another one for that ticket."""
        with self._lock:
            if self._said and _is_same_secret(self._said[0].ticket, ticket):
                self._said = None

    def forget(self) -> None:
        """Invitation, request and a yes that nobody has fetched: all gone."""
        with self._lock:
            self._secret, self._asking, self._said = "", None, None

    def _good(self) -> str:
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
            raise HttpError(429, TOO_OFTEN)
        tries.append(now)
        while len(self._tries) > MAX_ADDRESSES:
            del self._tries[next(iter(self._tries))]


def _is_same_secret(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


SIOCGIFADDR = 0x8915
"""Linux: what is the address of this interface?"""
OUTSIDE_ADDRESS = ("192.168.0.1", 9)
"""No packet goes there: the system only says from which of its addresses it would."""


def is_local(address: str) -> bool:
    """Whether it is of this house: nobody from the internet, whatever a router may let through."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return (found.is_private or found.is_loopback or found.is_link_local) and not found.is_unspecified


def own_address() -> str:
    """The number address that phones in the house reach this case by; "" where it is in no network."""
    found = [each for each in (*_interface_addresses(), _route_address()) if _is_private(each)]
    return next(iter(found), "")


def _is_private(address: str) -> bool:
    return bool(address) and is_local(address) and not ipaddress.ip_address(address).is_loopback


def _interface_addresses() -> list[str]:
    """The addresses of the interfaces, in the system's order; none on a system that tells them otherwise."""
    try:
        import fcntl

        names = [name for _number, name in socket.if_nameindex()]
    except (ImportError, OSError):
        return []
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for name in names:
            with contextlib.suppress(OSError):
                told = fcntl.ioctl(asked.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                found.append(socket.inet_ntoa(told[20:24]))
    return found


def _route_address() -> str:
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(OUTSIDE_ADDRESS)
        return str(asked.getsockname()[0])
    return ""


def own_name() -> str:
    """What the case is called in the house's network: "companion.local"; "" where it has no name of its own."""
    name = socket.gethostname().partition(".")[0].lower()
    return "" if name in ("", "localhost") else f"{name}.local"


def allowed_hosts(address: str, port: int) -> frozenset[str]:
    """By which names a connection may call that came to this address and port."""
    name = own_name()
    return frozenset({f"{address}:{port}", *((f"{name}:{port}",) if name else ())})
