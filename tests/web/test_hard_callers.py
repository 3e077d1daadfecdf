"""Callers that open hundreds of connections, go in mid-sentence or never end one: nobody else waits for them."""

from __future__ import annotations

import resource
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.web.server import HEADER_TIMEOUT
from tests.web.served import Served, served


def caller(desk: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(desk.address).port or 0), timeout=15)


def half_a_body(desk: Served) -> socket.socket:
    made = caller(desk)
    host = urlsplit(desk.address).netloc
    head = ("POST /tap HTTP/1.1", f"host: {host}", "content-type: application/json", "content-length: 99", "", "{")
    made.sendall("\r\n".join(head).encode())
    return made


def errors_after_the_end(desk: Served) -> tuple[str, float]:
    """What stood on standard error, and how long the end took."""
    began = time.monotonic()
    desk.process.send_signal(signal.SIGTERM)
    assert desk.process.wait(10) == 0
    took = time.monotonic() - began
    assert desk.process.stderr
    return desk.process.stderr.read(), took


def test_a_caller_that_goes_in_mid_body_leaves_no_word_on_standard_error(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        half_a_body(desk).close()
        assert desk.tap("home:red")["signal"] == "accepted"
        assert errors_after_the_end(desk)[0] == ""


def test_it_does_not_wait_at_its_end_for_requests_that_are_half_sent(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        sockets = [half_a_body(desk) for _ in range(5)] + [caller(desk) for _ in range(5)]
        desk.tap("home:red")
        told, took = errors_after_the_end(desk)
        assert told == ""
        assert took < HEADER_TIMEOUT, "nobody waits until their time is over"
        for each in sockets:
            each.close()


def test_hundreds_of_idle_connections_keep_no_tap_waiting(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        resource.prlimit(desk.process.pid, resource.RLIMIT_NOFILE, (160, 160))
        sockets = [caller(desk) for _ in range(300)]
        time.sleep(HEADER_TIMEOUT + 0.5)  # those that say nothing are gone by then
        assert desk.tap("home:red")["signal"] == "accepted"
        assert errors_after_the_end(desk)[0] == ""
        for each in sockets:
            each.close()


@pytest.mark.parametrize("start", [b"", b"GET /state.json HTTP/1.1\r\nhost: x"])
def test_headers_that_never_end_are_not_waited_for(tmp_path: Path, start: bytes) -> None:
    with served(tmp_path) as desk, caller(desk) as slow:
        slow.sendall(start)
        began = time.monotonic()
        with suppress(ConnectionResetError):
            assert slow.recv(1) == b""
        assert time.monotonic() - began < HEADER_TIMEOUT + 2


def test_a_body_that_never_ends_is_refused(tmp_path: Path) -> None:
    with served(tmp_path) as desk, half_a_body(desk) as slow:
        assert b" 408 " in slow.recv(4096)
