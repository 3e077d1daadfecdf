"""Invitations and those who come with one: one secret at a time, used once, over after three minutes.

Who comes with it waits until the table has said yes or no. Knows no seat, no panel and no network; the clock is
given. May be called from any thread.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Literal, NamedTuple

from companion.engine.message import tr
from companion.web.phones.viewer import Viewer
from companion.web.refused import Refused

SECRET_BYTES = 16
"""128 bits: nobody guesses that in three minutes, nor in a life."""
LASTS = 180.0
"""Seconds that an invitation is good for, and that somebody who came with it waits for the table's word."""
TRIES, TRIES_IN = 3, 60.0
"""How often one address may try within so many seconds."""
MOST_ADDRESSES = 512
"""Addresses that are counted at once; with more the oldest is forgotten."""
NUMBERS = range(10, 100)
"""What a phone that asks is called: it stands on the phone and on the panel."""

WRONG = tr("That invitation is used, withdrawn or over; ask at the table for a new one.")
TOO_OFTEN = tr("Too many tries; wait a minute.")
BUSY = tr("Another phone is just asking; wait until the table has answered it.")


class Came(NamedTuple):
    """What a phone is told that came with a good secret."""

    number: int
    """It says so on both."""
    ticket: str
    """With this it hears what the table said."""


class _Asking(NamedTuple):
    number: int
    ticket: str
    since: float


class LetIn(NamedTuple):
    """The table said yes."""

    number: int
    """Of the phone."""
    viewer: Viewer
    """As whom."""


Word = LetIn | Literal["waits", "no"]
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
        self._asking: _Asking | None = None
        self._said: tuple[_Asking, LetIn] | None = None
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

    def join(self, secret: str, address: str) -> Came:
        """Somebody comes with a secret; raises Refused."""
        with self._lock:
            self._count(address)
            good = self._good()
            if not (good and hmac.compare_digest(secret.encode(), good.encode())):
                raise Refused(403, WRONG)
            if self._waiting():
                raise Refused(409, BUSY)
            self._secret, self._said = "", None
            number = secrets.choice([n for n in NUMBERS if n not in self._taken()])
            self._asking = _Asking(number, secrets.token_urlsafe(SECRET_BYTES), self._clock())
            return Came(self._asking.number, self._asking.ticket)

    def decide(self, number: int, viewer: Viewer | None) -> bool:
        """The table's word for that phone, None is no; False where it doesn't ask (any more)."""
        with self._lock:
            asking = self._waiting()
            if asking is None or asking.number != number:
                return False
            self._asking = None
            self._said = (asking, LetIn(number, viewer)) if viewer else None
            return True

    def word(self, ticket: str) -> Word:
        """What the table said; a yes is given out until the phone has come with it (`arrived`)."""
        with self._lock:
            if self._said and _same(self._said[0].ticket, ticket):
                asked, let_in = self._said
                return let_in if self._clock() - asked.since < LASTS else "no"
            asking = self._waiting()
            return "waits" if asking and _same(asking.ticket, ticket) else "no"

    def arrived(self, ticket: str) -> None:
        """The phone has its yes: nobody gets another one for that ticket."""
        with self._lock:
            if self._said and _same(self._said[0].ticket, ticket):
                self._said = None

    def forget(self) -> None:
        """Invitation, request and a yes that nobody has fetched: all gone."""
        with self._lock:
            self._secret, self._asking, self._said = "", None, None

    def _good(self) -> str:
        if self._secret and self._clock() - self._since >= LASTS:
            self._secret = ""
        return self._secret

    def _waiting(self) -> _Asking | None:
        if self._asking and self._clock() - self._asking.since >= LASTS:
            self._asking = None
        return self._asking

    def _count(self, address: str) -> None:
        now = self._clock()
        tries = self._tries.pop(address, deque(maxlen=TRIES))
        self._tries[address] = tries
        if len(tries) == TRIES and now - tries[0] < TRIES_IN:
            raise Refused(429, TOO_OFTEN)
        tries.append(now)
        while len(self._tries) > MOST_ADDRESSES:
            del self._tries[next(iter(self._tries))]


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())
