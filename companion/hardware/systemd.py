"""Messages to systemd (ready, alive, stopping), the watchdog's heartbeat, and the request to power off.

Each message is one datagram, sent without a library. Without a listener nothing is sent, and errors are logged
only. To power off, the companion creates a file that its unit names; systemd watches it (companion-poweroff.path)
and stops everything in order. So this process needs no rights to power off; without a unit this is not offered.
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

MAX_HEARTBEAT_INTERVAL = 10.0
"""Maximum seconds between two heartbeats, whatever systemd allows."""


class Notifier:
    """Connection to systemd; `environ` holds the variables that systemd has set."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self.period = _period(environ)
        """Seconds between two heartbeats; None if systemd expects none."""

    def notify_ready(self) -> None:
        self._send("READY=1\nSTATUS=playing")

    def alive(self) -> None:
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        self._send("STOPPING=1\nSTATUS=leaving")

    def status(self, text: str) -> None:
        """Set the status line of `systemctl status`."""
        self._send(f"STATUS={' '.join(text.split())}")

    def _send(self, words: str) -> None:
        if not self._address:
            return
        # An address that begins with @ has no file; the kernel expects a NUL byte there.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.setblocking(False)
                line.sendto(words.encode(), address)
        except OSError as error:
            log.warning("systemd could not be told: %s", error)


def _period(environ: Mapping[str, str]) -> float | None:
    """Return a third of systemd's watchdog time in seconds; None if it does not watch this process."""
    if not environ.get("NOTIFY_SOCKET") or environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return None
    try:
        return min(int(environ["WATCHDOG_USEC"]) / 3_000_000, MAX_HEARTBEAT_INTERVAL)
    except (KeyError, ValueError):
        return None


class Heartbeat:
    """Thread that reports to systemd while every loop makes progress. A stuck loop is logged once."""

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
        """Send a heartbeat, unless a loop is stuck."""
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
"""Environment variable with the name of that file."""


def power_off_switch(environ: Mapping[str, str] = os.environ) -> Callable[[], None] | None:
    """Return a function that requests to power off, which may raise OSError; None if it is not possible."""
    file = environ.get(POWER_OFF_FILE)
    return partial(_request_power_off, Path(file)) if file else None


def _request_power_off(file: Path) -> None:
    file.touch(exist_ok=True)
