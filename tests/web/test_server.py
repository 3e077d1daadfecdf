"""The desk companion as a process: when it is ready, what it answers, how it stops."""

from __future__ import annotations

import json
import signal
import socket
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from io import BytesIO
from pathlib import Path

import psutil
import pytest
from PIL import Image

from companion.cli import main
from tests.web import plain_http
from tests.web.served import served


def test_a_tap_changes_the_table_and_the_picture(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        before = desk.panel()
        assert desk.tap("home:red")["signal"] == "accepted"
        assert [player["id"] for player in desk.state()["players"]] == ["red"]  # type: ignore[attr-defined, index]
        after = desk.panel()
    assert Image.open(BytesIO(before)).size == Image.open(BytesIO(after)).size == (400, 300)
    assert before != after


def test_the_open_questions_stand_in_the_state(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        (question,) = desk.state()["questions"]  # type: ignore[misc]
    assert question["text"] == "Tap the home tiles in the order of the pawns, the last pawn first."
    assert [offer["name"] for offer in question["offers"]] == ["seat", "done"]


def test_what_goes_wrong_at_the_reader_is_told_in_a_sentence(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        half, foreign, unknown = (desk.tap(tag) for tag in ("uid:04a1", "https://x", "tile:loch_nes"))
        stale = desk.post("answer", {"question": 77, "offer": "done"}).json()
    assert half == {"signal": "refused", "sentence": "The sticker was read only in part; tap it again."}
    assert foreign["sentence"] == "That sticker does not belong to this game; tap a piece or a card of the box."
    assert unknown["sentence"] == "No piece of this box is called loch_nes; did you mean loch_ness?"
    assert stale["sentence"] == "That question is already answered."


def test_a_button_storm_is_answered_press_by_press(tmp_path: Path) -> None:
    with served(tmp_path) as desk, ThreadPoolExecutor(40) as hands:
        presses = hands.map(lambda _: desk.post("press", {"button": "DOWN"}), range(150))
        assert {reply.status_code for reply in presses} == {200}
        assert desk.tap("home:red")["signal"] == "accepted"


def test_of_two_answers_at_once_the_second_is_stale(tmp_path: Path) -> None:
    with served(tmp_path) as desk, ThreadPoolExecutor(2) as hands:
        desk.tap("home:red")
        desk.tap("home:blue")
        desk.post("press", {"button": "OK"})
        question = desk.state()["questions"][0]  # type: ignore[index]
        assert question["text"] == "How many spaces does your rondel have?"
        answers = [{"question": question["number"], "offer": "spaces", "values": [n]} for n in (13, 14)]
        told = [reply.json() for reply in hands.map(lambda answer: desk.post("answer", answer), answers)]
        assert sorted(each["signal"] for each in told) == ["accepted", "refused"]
        assert "That question is already answered." in {each["sentence"] for each in told}
        assert desk.state()["spaces"] in (13, 14)


def test_a_locked_archive_is_told_at_the_start(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with served(tmp_path) as desk:
        desk.tap("home:red")
    with closing(sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        other.execute("DELETE FROM entries")
        code = main(["games", "delete", "1", "--yes", "--data", str(tmp_path)])
    told = capsys.readouterr()
    assert (code, told.out) == (1, "")
    assert "games.sqlite" in told.err
    assert told.err.count("\n") == 1


def test_a_listening_page_hears_of_each_change(tmp_path: Path) -> None:
    with served(tmp_path) as desk, plain_http.stream("GET", desk.address + "events", timeout=10) as events:
        lines = (line for line in events.iter_lines() if line.startswith("data:"))
        first = next(lines)
        desk.tap("home:red")
        assert int(next(lines).split()[1]) > int(first.split()[1])


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_at_once_and_cleanly_though_a_page_listens(tmp_path: Path, number: int) -> None:
    with served(tmp_path) as desk, plain_http.stream("GET", desk.address + "events", timeout=10) as events:
        next(events.iter_lines())
        desk.tap("home:red")
        desk.process.send_signal(number)
        assert desk.process.wait(5) == 0
        assert desk.process.stderr
        assert desk.process.stderr.read() == ""
    with served(tmp_path) as again:
        assert len(again.state()["players"]) == 1  # type: ignore[arg-type]


def test_only_this_computer_can_call_it(tmp_path: Path) -> None:
    with served(tmp_path) as desk:
        listening = [
            c.laddr.ip for c in psutil.Process(desk.process.pid).net_connections("inet") if c.status == "LISTEN"
        ]
    assert listening == ["127.0.0.1"]


def test_a_taken_port_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert main(["desk", "--port", str(port), "--no-browser", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"Port {port} is not free (Address already in use); choose another with --port.\n"


def test_a_page_that_can_not_be_announced_is_served_all_the_same(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    line = [sys.executable, "-m", "companion.cli", "desk", "--no-browser", "--port", port, "--data", str(tmp_path)]
    with (
        Path("/dev/full").open("w") as full,
        subprocess.Popen(line, stdout=full, stderr=subprocess.PIPE, text=True) as desk,
        plain_http.Client(transport=plain_http.Transport(retries=8), timeout=60) as page,
    ):
        try:
            assert page.get(f"http://127.0.0.1:{port}/state.json").status_code == 200
        finally:
            desk.terminate()
            told = desk.communicate(timeout=60)[1]
    assert "Traceback" not in told
    assert told.count("\n") <= 1


def test_it_needs_little_memory(tmp_path: Path) -> None:
    with served(tmp_path) as desk, plain_http.stream("GET", desk.address + "events", timeout=10):
        for colour in ("red", "blue", "green"):
            desk.tap(f"home:{colour}")
        plain_http.get(desk.address + "desk.json")
        desk.panel()
        assert psutil.Process(desk.process.pid).memory_info().rss < 80 * 1024 * 1024


def test_another_language_speaks_on_page_and_panel(tmp_path: Path) -> None:
    with served(tmp_path, "--lang", "cs") as desk:
        words = json.loads(plain_http.get(desk.address + "desk.json").content)["words"]
    assert words["language"] == "cs"
