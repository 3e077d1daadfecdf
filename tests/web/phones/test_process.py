"""Phones and the real program: what listens where, and that its end is quick and quiet whoever is connected."""

from __future__ import annotations

import signal
import socket
import time
from contextlib import ExitStack
from pathlib import Path

import httpx2
import psutil

from tests.waiting import LONG
from tests.web import plain_http
from tests.web.served import PATIENT, Served, served


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def listening(desk: Served) -> set[tuple[str, int]]:
    connections = psutil.Process(desk.process.pid).net_connections("inet")
    return {(each.laddr.ip, each.laddr.port) for each in connections if each.status == "LISTEN"}


def choose(desk: Served, row: str) -> None:
    """UP and DOWN on the page's own buttons to a row of the panel's list, then OK."""
    page: dict = desk.state()["page"]  # type: ignore[assignment, type-arg]
    wanted = next(place for place, each in enumerate(page["rows"]) if each["label"].startswith(row))
    for _ in range((wanted - page["cursor"]) % len(page["rows"])):
        desk.post("press", {"button": "DOWN"})
    desk.post("press", {"button": "OK"})


def let_phones_in(desk: Served) -> None:
    desk.post("press", {"button": "BACK", "long": True})
    for row in ("Phones", "Let phones in", "Let phones in"):
        choose(desk, row)


def test_phones_have_a_listener_of_their_own_and_the_desks_doors_stay_on_the_loopback(tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "companion.toml").write_text(f"phones_port = {port}\n")
    with served(tmp_path / "data", "--config", str(tmp_path / "companion.toml")) as desk:
        own = ("127.0.0.1", int(desk.address.rstrip("/").rpartition(":")[2]))
        assert listening(desk) == {own}
        let_phones_in(desk)
        assert listening(desk) == {own, ("0.0.0.0", port)}
        phones = f"http://127.0.0.1:{port}/"
        for _ in range(50):
            try:
                assert plain_http.get(phones).status_code == 200
                break
            except httpx2.ConnectError:
                time.sleep(0.1)
        assert plain_http.get(f"{phones}state.json").status_code == 404
        post = plain_http.post(f"{phones}tap", json={"tag": "home:red"}, headers={"origin": phones.rstrip("/")})
        assert post.status_code in (404, 405)
        assert desk.state()["players"] == []


def test_it_ends_without_a_word_and_waits_for_none_of_300_half_sent_sockets(
    tmp_path: Path,
) -> None:
    port = free_port()
    (tmp_path / "companion.toml").write_text(f"phones_port = {port}\n")
    config = ("--config", str(tmp_path / "companion.toml"))
    with served(tmp_path / "data", *config, program=PATIENT) as desk, ExitStack() as held:
        let_phones_in(desk)
        for number in range(300):
            each = socket.create_connection(("127.0.0.1", port), 5, (f"127.0.0.{2 + number % 100}", 0))
            held.enter_context(each)
            each.sendall(b"POST /join HTTP/1.1\r\nhost: x")
        assert desk.tap("home:red")["signal"] == "accepted"
        desk.process.send_signal(signal.SIGTERM)
        assert desk.process.wait(LONG) == 0
        assert desk.process.stderr
        assert "Traceback" not in desk.process.stderr.read()
