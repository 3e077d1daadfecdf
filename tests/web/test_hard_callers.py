"""Callers that open hundreds of connections, go in mid-sentence or never end one: nobody else waits for them."""

from __future__ import annotations

import resource
import signal
import socket
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.waiting import LONG
from tests.web.served import IMPATIENT, PATIENT, Served, served


def caller(desk: Served) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(desk.address).port or 0), timeout=LONG)


def half_a_body(desk: Served) -> socket.socket:
    made = caller(desk)
    host = urlsplit(desk.address).netloc
    head = ("POST /tap HTTP/1.1", f"host: {host}", "content-type: application/json", "content-length: 99", "", "{")
    made.sendall("\r\n".join(head).encode())
    return made


def errors_after_the_end(desk: Served) -> str:
    """What stood on standard error."""
    desk.process.send_signal(signal.SIGTERM)
    assert desk.process.wait(LONG) == 0
    assert desk.process.stderr
    return desk.process.stderr.read()


def test_a_caller_that_goes_in_mid_body_leaves_no_word_on_standard_error(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        half_a_body(desk).close()
        assert desk.tap("home:red")["signal"] == "accepted"
        assert errors_after_the_end(desk) == ""


def test_it_does_not_wait_at_its_end_for_requests_that_are_half_sent(tmp_path: Path) -> None:
    with served(tmp_path, program=PATIENT) as desk:
        sockets = [half_a_body(desk) for _ in range(5)] + [caller(desk) for _ in range(5)]
        desk.tap("home:red")
        assert errors_after_the_end(desk) == ""
        for each in sockets:
            each.close()


def test_hundreds_of_idle_connections_keep_no_tap_waiting(tmp_path: Path) -> None:
    with served(tmp_path, program=IMPATIENT) as desk:
        resource.prlimit(desk.process.pid, resource.RLIMIT_NOFILE, (160, 160))
        sockets = [caller(desk) for _ in range(300)]
        for each in sockets:  # those that say nothing go
            with suppress(ConnectionResetError):
                assert each.recv(1) == b""
        assert desk.tap("home:red")["signal"] == "accepted"
        assert errors_after_the_end(desk) == ""
        for each in sockets:
            each.close()


@pytest.mark.parametrize("start", [b"", b"GET /state.json HTTP/1.1\r\nhost: x"])
def test_headers_that_never_end_are_not_waited_for(tmp_path: Path, start: bytes) -> None:
    with served(tmp_path, program=IMPATIENT) as desk, caller(desk) as slow:
        slow.sendall(start)
        with suppress(ConnectionResetError):
            assert slow.recv(1) == b""


def test_a_body_that_never_ends_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, program=IMPATIENT) as desk, half_a_body(desk) as slow:
        assert b" 408 " in slow.recv(4096)


MALFORMED = {
    "a chunk without a length": b"POST /answer HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
    b"content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
    "no HTTP at all": b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    "two lengths": b"POST /tap HTTP/1.1\r\nhost: {host}\r\ncontent-length: 3\r\ncontent-length: 4\r\n\r\nabcd",
    "an upgrade": b"GET /events HTTP/1.1\r\nhost: {host}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n",
    "a reply begun": b"GET /events HTTP/1.1\r\nhost: {host}\r\ntransfer-encoding: chunked\r\n\r\n"
    b"0\r\n\r\n\0\0\r\n\r\n",
    "pipelined": b"GET /state.json HTTP/1.1\r\nhost: {host}\r\n\r\nGET /\0 HTTP/9.9\r\n\r\n",
}


def test_malformed_requests_leave_one_counted_line_and_no_traceback(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        host = urlsplit(desk.address).netloc.encode()
        for _ in range(8):
            for request in MALFORMED.values():
                with caller(desk) as each:
                    each.sendall(request.replace(b"{host}", host))
                    each.settimeout(0.05)
                    with suppress(OSError):
                        each.recv(4096)
        assert desk.tap("home:red")["signal"] == "accepted"
        told = errors_after_the_end(desk)
        assert [line.partition("server: ")[2] or line for line in told.splitlines()] == [
            "malformed requests refused: 1"
        ]


def stream(desk: Served) -> socket.socket:
    made = caller(desk)
    made.sendall(f"GET /events HTTP/1.1\r\nhost: {urlsplit(desk.address).netloc}\r\n\r\n".encode())
    return made


def test_eighty_streams_do_not_keep_the_page_from_pressing_or_listening(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        streams = [stream(desk) for _ in range(80)]
        for _ in range(5):
            assert desk.post("press", {"button": "UP"}).status_code == 200
        with stream(desk) as own:
            own.settimeout(LONG)
            assert own.recv(4096).startswith(b"HTTP/1.1 200")
        for each in streams:
            each.close()
