"""What systemd hears: ready, a sign of life while every loop gets on, and none when one of them stands still."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.hardware.systemd import MAX_HEARTBEAT_INTERVAL, Heartbeat, Notifier
from companion.session.threads import BUTTONS_LOOP, DEADLINES, DISPLAY_LOOP, GAME_LOOP, READER_LOOP, Watchdog
from tests.table import Clock


class Ear:
    """systemd's end of the line."""

    def __init__(self, address: str) -> None:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.line.bind(address)
        self.line.settimeout(5)

    def hear(self) -> str:
        return self.line.recv(4096).decode()

    def heard(self) -> list[str]:
        """All that was said until now."""
        self.line.setblocking(False)
        words = []
        try:
            while True:
                words.append(self.line.recv(4096).decode())
        except BlockingIOError:
            self.line.settimeout(5)
            return words


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    made = Ear(str(tmp_path / "notify"))
    yield made
    made.line.close()


@pytest.fixture
def told(tmp_path: Path) -> dict[str, str]:
    """What systemd puts into the environment."""
    return {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000"}


def test_each_word_is_one_datagram(ear: Ear, told: dict[str, str]) -> None:
    notifier = Notifier(told)
    notifier.notify_ready()
    notifier.alive()
    notifier.status("two\nlines")
    notifier.stopping()
    assert ear.heard() == [
        "READY=1\nSTATUS=playing",
        "WATCHDOG=1",
        "STATUS=two lines",
        "STOPPING=1\nSTATUS=leaving",
    ]


def test_an_address_without_a_file_begins_with_nothing() -> None:
    ear = Ear("\0companion-test-notify")
    Notifier({"NOTIFY_SOCKET": "@companion-test-notify"}).notify_ready()
    assert ear.hear().startswith("READY=1")
    ear.line.close()


def test_nobody_who_listens_is_no_trouble(tmp_path: Path) -> None:
    for environ in ({}, {"NOTIFY_SOCKET": str(tmp_path / "nobody")}, {"NOTIFY_SOCKET": "\0" * 200}):
        notifier = Notifier(environ)
        notifier.notify_ready()
        notifier.alive()
        assert notifier.period is None


@pytest.mark.parametrize(
    ("more", "period"),
    [
        ({}, 0.2),
        ({"WATCHDOG_USEC": "30000000"}, MAX_HEARTBEAT_INTERVAL),
        ({"WATCHDOG_USEC": "900000000"}, MAX_HEARTBEAT_INTERVAL),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_PID": "1"}, None),
        ({"NOTIFY_SOCKET": ""}, None),
    ],
)
def test_signs_of_life_come_three_times_as_often_as_they_must(
    told: dict[str, str], more: dict[str, str], period: float | None
) -> None:
    assert Notifier({**told, **more}).period == period


@pytest.fixture
def pulse(ear: Ear, told: dict[str, str]) -> tuple[Heartbeat, Watchdog, Clock]:
    clock = Clock()
    watch = Watchdog(clock=clock)
    watch.start()
    return Heartbeat(watch, Notifier(told)), watch, clock


@pytest.mark.parametrize("stalled", [READER_LOOP, GAME_LOOP, DISPLAY_LOOP, BUTTONS_LOOP])
def test_no_sign_of_life_while_a_loop_stands_still(
    ear: Ear, pulse: tuple[Heartbeat, Watchdog, Clock], stalled: str
) -> None:
    beating, watch, clock = pulse
    beating.beat()
    assert ear.heard() == ["WATCHDOG=1"]
    clock.now += DEADLINES[stalled] + 1
    for name in set(DEADLINES) - {stalled}:
        watch.beat(name)
    beating.beat()
    beating.beat()
    assert ear.heard() == [f"STATUS=no step further: {stalled}"]
    watch.beat(stalled)
    beating.beat()
    assert ear.heard() == ["WATCHDOG=1"]


def test_the_pulse_is_fed_from_a_thread_of_its_own_until_it_is_stopped(ear: Ear, told: dict[str, str]) -> None:
    watch = Watchdog({GAME_LOOP: 60.0})
    watch.start()
    beating = Heartbeat(watch, Notifier(told))
    beating.start()
    assert [ear.hear() for _ in range(3)] == ["WATCHDOG=1"] * 3
    beating.stop()
    ear.heard()
    time.sleep(0.5)
    assert ear.heard() == []


def test_without_systemd_there_is_no_pulse() -> None:
    before = threading.active_count()
    beating = Heartbeat(Watchdog(), Notifier({}))
    beating.start()
    assert threading.active_count() == before
    beating.stop()


def test_the_socket_is_not_kept_open(ear: Ear, told: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    real = socket.socket

    def counted(*args: Any) -> Any:
        made.append(real(*args))
        return made[-1]

    monkeypatch.setattr(socket, "socket", counted)
    Notifier(told).notify_ready()
    assert [line.fileno() for line in made] == [-1]
