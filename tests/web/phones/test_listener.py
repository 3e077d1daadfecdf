"""The phones' listener on real sockets: callers that never end, in hundreds, forgotten."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest

from companion.web import http
from companion.web import server as server_module
from companion.web.phones.admission import Viewer
from companion.web.phones.phone_access import Listener
from companion.web.phones.routes import COOKIE_NAME, MAX_PER_ADDRESS
from tests.waiting import LONG, comes
from tests.web import plain_http
from tests.web.phones.stub import StubPhones

SECONDS = 0.3
"""That these tests leave a caller for head or body."""
ANN, BOB = Viewer("seat", "red"), Viewer("seat", "blue")


@pytest.fixture
def phones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StubPhones:
    monkeypatch.setattr(server_module, "HEADER_TIMEOUT", SECONDS)
    monkeypatch.setattr(http, "BODY_TIMEOUT", SECONDS)
    return StubPhones(tmp_path)


@pytest.fixture
def listener(phones: StubPhones) -> Iterator[Listener]:
    made = Listener(lambda: phones, str, 0)
    made.open()
    yield made
    made.close()


def address(listener: Listener) -> str:
    return f"http://127.0.0.1:{listener.port}/"


def caller(listener: Listener, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", listener.port), 15, (source, 0))


@pytest.fixture
def nobody_hurried(phones: StubPhones, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends half of something is waited for, longer than a test lasts."""
    monkeypatch.setattr(server_module, "HEADER_TIMEOUT", 60.0)
    monkeypatch.setattr(http, "BODY_TIMEOUT", 60.0)


def half_a_body(listener: Listener, door: str = "join", source: str = "127.0.0.1") -> socket.socket:
    made, host = caller(listener, source), f"127.0.0.1:{listener.port}"
    head = (f"POST /{door} HTTP/1.1", f"host: {host}", f"origin: http://{host}", "content-type: application/json")
    made.sendall("\r\n".join((*head, "content-length: 99", "", "{")).encode())
    return made


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What was noted as a fault; on a busy machine the end may take longer than its second, which is none."""
    told = [each.getMessage() for each in caplog.records if each.levelno >= logging.ERROR]
    return [each for each in told if "timeout graceful shutdown exceeded" not in each]


def closed_in(each: socket.socket, seconds: float = LONG) -> bool:
    """Whether it ends by itself; what it says before that is read."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        each.settimeout(left)
        try:
            if not each.recv(4096):
                return True
        except TimeoutError:
            return False
        except OSError:
            return True
    return False


def seat_told(listener: Listener, cookie: str) -> str:
    """Whose seat the page says it is for; "" while the door has no room for one more."""
    try:
        return str(
            plain_http.get(f"{address(listener)}view.json", cookies={COOKIE_NAME: cookie}, timeout=5).json()["you"]
        )
    except httpx2.TransportError:
        return ""


def test_three_hundred_half_sent_sockets_keep_no_phone_waiting_and_are_gone_soon(
    listener: Listener, phones: StubPhones, caplog: pytest.LogCaptureFixture
) -> None:
    cookie, _ = phones.devices.admit(54, ANN)
    with ExitStack() as held:
        sockets = []
        for number in range(300):
            with suppress(OSError):
                sockets.append(held.enter_context(half_a_body(listener, source=f"127.0.0.{2 + number % 100}")))
            time.sleep(0.002)  # the listener lives in this process and must come to accept them
        assert comes(lambda: seat_told(listener, cookie) == "red")
        assert all(closed_in(each) for each in sockets)
        listener.close()
    assert faults(caplog) == []


@pytest.mark.usefixtures("nobody_hurried")
def test_it_ends_at_once_though_sockets_are_half_sent_and_phones_listen(
    listener: Listener, phones: StubPhones, caplog: pytest.LogCaptureFixture
) -> None:
    cookie, _ = phones.devices.admit(54, ANN)
    phone = Listening(listener, cookie)
    with ExitStack() as held:
        for _ in range(8):
            held.enter_context(half_a_body(listener))
        time.sleep(0.1)
        listener.close()
        assert "phones" not in {thread.name for thread in threading.enumerate()}, "given up, not ended"
        assert phone.over.wait(10)
    assert faults(caplog) == []


@pytest.mark.parametrize("start", [b"", b"GET /view.json HTTP/1.1\r\nhost: x", b"\x16\x03\x01"])
def test_headers_that_never_end_are_not_waited_for(listener: Listener, start: bytes) -> None:
    with caller(listener) as slow:
        slow.sendall(start)
        assert closed_in(slow)


def test_headers_that_come_a_letter_at_a_time_are_not_waited_for_either(listener: Listener) -> None:
    with caller(listener) as slow, suppress(OSError):
        began = time.monotonic()
        while time.monotonic() - began < LONG:
            slow.sendall(b"x")
            time.sleep(SECONDS / 4)
        pytest.fail("it was listened to all the time")


@pytest.mark.parametrize("door", ["join", "nothing", "view.json", "answer"])
def test_a_body_that_never_ends_is_not_waited_for(listener: Listener, door: str) -> None:
    assert comes(lambda: listener._server is not None)
    server = listener._server
    assert server
    server.config.timeout_keep_alive = 1
    with half_a_body(listener, door) as slow:
        assert closed_in(slow)


def test_endless_headers_are_cut_off(listener: Listener) -> None:
    with caller(listener) as slow, suppress(OSError):
        slow.sendall(b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 200_000)
        assert closed_in(slow)


def test_who_asks_much_and_reads_nothing_is_let_go_and_others_come(
    listener: Listener, phones: StubPhones, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Twenty addresses could else hold every place there is, for as long as they like."""
    monkeypatch.setattr(server_module, "READ_TIMEOUT", SECONDS)
    assert listener._socket
    listener._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # what callers leave unread waits here
    assert plain_http.get(address(listener)).status_code == 200
    with ExitStack() as held:
        deaf = [held.enter_context(reads_nothing(listener, f"127.0.1.{n}")) for n in range(1, 5)]
        server = listener._server
        assert server
        assert comes(lambda: len(server.server_state.connections) >= len(deaf)), "they are in"
        assert comes(lambda: not server.server_state.connections), "and let go"
        assert plain_http.get(address(listener)).status_code == 200
        monkeypatch.setattr(server_module, "READ_TIMEOUT", LONG)
        deaf += [held.enter_context(reads_nothing(listener, f"127.0.1.{n}")) for n in range(5, 9)]
        assert comes(lambda: len(server.server_state.connections) >= 4)
        listener.close()
        assert "phones" not in {thread.name for thread in threading.enumerate()}, "given up, not ended"
    assert faults(caplog) == []


def reads_nothing(listener: Listener, source: str) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    made.bind((source, 0))
    made.connect(("127.0.0.1", listener.port))
    made.setblocking(False)
    with suppress(OSError):
        made.send(f"GET /phone.js HTTP/1.1\r\nhost: 127.0.0.1:{listener.port}\r\n\r\n".encode() * 400)
    return made


@pytest.mark.usefixtures("nobody_hurried")
def test_one_address_has_only_so_many_connections_and_others_still_come(listener: Listener) -> None:
    with ExitStack() as held:
        several = [held.enter_context(caller(listener, "127.0.0.9")) for _ in range(MAX_PER_ADDRESS + 5)]
        assert comes(lambda: sum(closed_in(each, 0.02) for each in several) == 5)
        assert plain_http.get(address(listener)).status_code == 200


class Listening:
    """A phone's event stream, heard in a thread of its own."""

    def __init__(self, listener: Listener, cookie: str) -> None:
        self.heard: list[str] = []
        self.over = threading.Event()
        self._begun = threading.Event()
        self._where = f"{address(listener)}events"
        self._cookie = cookie
        threading.Thread(target=self._hear, daemon=True).start()
        assert self._begun.wait(5)

    def _hear(self) -> None:
        with plain_http.stream("GET", self._where, cookies={COOKIE_NAME: self._cookie}, timeout=20) as events:
            for line in events.iter_lines():
                if line.startswith("data:"):
                    self.heard.append(line)
                    self._begun.set()
        self.over.set()


def test_the_newer_stream_of_a_phone_closes_the_older(listener: Listener, phones: StubPhones) -> None:
    cookie, _ = phones.devices.admit(54, ANN)
    older = Listening(listener, cookie)
    newer = Listening(listener, cookie)
    assert older.over.wait(10)
    phones.numbers[ANN] = 1
    assert listener.routes
    assert listener.routes.streams
    listener.routes.streams.ring({ANN})
    assert comes(lambda: len(newer.heard) > 1)
    assert newer.heard == ["data: n-0", "data: n-1"]
    assert older.heard == ["data: n-0"]
    assert not newer.over.is_set()


def test_a_viewer_is_rung_only_when_its_own_number_is_another(listener: Listener, phones: StubPhones) -> None:
    ann, bob = (Listening(listener, phones.devices.admit(n, who)[0]) for n, who in ((54, ANN), (55, BOB)))
    phones.numbers[ANN] = 1
    assert listener.routes
    assert listener.routes.streams
    listener.routes.streams.ring({ANN})
    listener.routes.streams.ring({ANN, BOB})
    assert comes(lambda: len(ann.heard) > 1)
    phones.numbers[BOB] = 2
    listener.routes.streams.ring({ANN, BOB})
    assert comes(lambda: bob.heard[-1] == "data: n-2")
    assert (ann.heard, bob.heard) == (["data: n-0", "data: n-1"], ["data: n-0", "data: n-2"])


def test_the_stream_of_a_forgotten_phone_ends_at_once(listener: Listener, phones: StubPhones) -> None:
    ann = Listening(listener, phones.devices.admit(54, ANN)[0])
    phones.devices.forget()
    assert listener.routes
    assert listener.routes.streams
    listener.routes.streams.close_removed(frozenset())
    assert ann.over.wait(10)


def test_closed_it_is_not_there_and_opened_again_it_is(listener: Listener) -> None:
    before = address(listener)
    listener.close()
    with pytest.raises(httpx2.ConnectError):
        plain_http.get(before)
    listener.open()
    listener.open()
    assert plain_http.get(address(listener)).status_code == 200
