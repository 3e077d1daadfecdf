"""What systemd is told: that the companion is ready, that it lives, that it ends. One datagram each, no library.

Says nothing where nobody listens, and never fails: whoever can't be told is none of the game's business.

How the companion switches its machine off: it asks for it with a file; who is allowed to do it does it.

The unit names the file; systemd watches for it (companion-poweroff.path) and ends everything in order, ourselves
included. So this process needs no rights for it. Without a unit there is nothing to ask, and nobody is offered it.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from companion.session.threads import Watchdog

log = logging.getLogger(__name__)

MAX_SECONDS = 10.0
"""Between two signs of life at the most, however patient systemd is."""


class Notifier:
    """A line to systemd; `environ` is what it put into ours."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.period = _period(environ)
        """Seconds between two signs of life; None when nobody waits for any."""

    def ready(self) -> None:
        self._send("READY=1\nSTATUS=playing")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1\nSTATUS=leaving")

    def status(self, text: str) -> None:
        """A line for `systemctl status`."""
        self._send(f"STATUS={' '.join(text.split())}")

    def _send(self, words: str) -> None:
        if not self._address:
            return
        # An address that begins with @ is a name without a file: the kernel wants a NUL there.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(words.encode(), address)
        except OSError as error:
            log.warning("systemd could not be told: %s", error)


def _period(environ: Mapping[str, str]) -> float | None:
    """A third of the time after which systemd would end us; None where it doesn't watch this process."""
    if not environ.get("NOTIFY_SOCKET") or environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return min(int(environ["WATCHDOG_USEC"]) / 3_000_000, MAX_SECONDS)
    except (KeyError, ValueError):
        return None


class Heartbeat:
    """Tells systemd that the companion lives, as long as every loop gets on. One that doesn't is named once."""

    def __init__(self, watch: Watchdog, notifier: Notifier) -> None:
        self._watch, self._notifier = watch, notifier
        self._late: list[str] = []
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def start(self) -> None:
        if self._notifier.period:
            self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(1)

    def beat(self) -> None:
        """One sign of life, or none."""
        late = self._watch.late()
        if not late:
            self._notifier.alive()
        elif late != self._late:
            log.error("no step further: %s", ", ".join(late))
            self._notifier.status(f"no step further: {', '.join(late)}")
        self._late = late

    def _run(self) -> None:
        while not self._ended.wait(self._notifier.period):
            self.beat()


POWER_OFF_FILE = "COMPANION_POWEROFF"
"""The variable with the name of that file."""


def power_off_switch(environ: Mapping[str, str] = os.environ) -> Callable[[], None] | None:
    """What asks for it, None where nobody would hear; may raise OSError when it is called."""
    file = environ.get(POWER_OFF_FILE)
    return partial(_request_power_off, Path(file)) if file else None


def _request_power_off(file: Path) -> None:
    file.touch(exist_ok=True)
