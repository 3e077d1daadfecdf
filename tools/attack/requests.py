"""Hostile requests to both servers of a real companion in a process of its own.

A stranger has no cookie and may send anything: other methods, hosts, origins, bodies and framing, half requests,
and requests that were right until one byte changed. At fault is: a status of 500, a traceback or more than one
line a minute on standard error, an entry that a stranger made, a server that does not answer afterwards.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

from tools.attack.report import Report

THREADS, SOURCES = 6, 8
"""Attackers at a time, and their addresses."""
TIMEOUT = 0.5
"""Seconds to wait for a reply; many requests get none because they are not whole."""
DESK_PATHS = (
    *(
        "/tap",
        "/press",
        "/answer",
        "/open",
        "/invite",
        "/write",
        "/slow",
        "/tell",
        "/box",
        "/panel.png",
        "/events",
    ),
    *("/state.json", "/desk.json", "/form.json", "/look-up.json", "/tiles.json", "/box.toml", "/cards.pdf", "/"),
    *("/icons/up.svg", "/games/glen_more_2/board.js"),
)
PHONE_PATHS = (
    *("/join", "/joined", "/step", "/answer", "/undo", "/write", "/tell", "/box", "/view.json", "/events", "/"),
    *("/words.json", "/history.json", "/written.json", "/why.json", "/look-up.json", "/games/glen_more/board.js"),
)
BODIES: tuple[dict[str, object], ...] = (
    {"tag": "home:red"},
    {"button": "OK", "long": True},
    {"question": 1, "offer": "name", "values": ["red"], "anyway": True},
    {"secret": "a" * 22},
    {"ticket": "a" * 22},
    {"entry": "1", "newest": "1"},
    {"piece": "A-4", "values": {"start": "yes"}},
    {"file": "x.toml", "content": "[tile]\nx = 1", "theirs": {}},
    {},
)
HEADERS = (
    "transfer-encoding: chunked",
    "content-length: 4",
    "content-length: -1",
    "connection: upgrade\r\nupgrade: websocket",
    "expect: 100-continue",
    "cookie: companion_phone=AAAA",
    "cookie: " + "a=b; " * 300,
    "x: " + "y" * 5000,
    "sec-fetch-site: cross-site",
    "content-type: text/plain",
    "accept-encoding: " + "gzip," * 99,
    "range: bytes=0-0,1-1,9999999999-",
    "if-modified-since: \x7f",
)


class Target(NamedTuple):
    """A server of the companion."""

    name: str
    port: int
    paths: tuple[str, ...]


class Attacked(NamedTuple):
    """A running companion and its servers."""

    process: subprocess.Popen[str]
    targets: tuple[Target, ...]

    def state(self) -> object:
        """Return the table's view without what moves by itself."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.targets[0].port}/state.json", timeout=30) as reply:
            view: dict[str, object] = json.load(reply)
        del view["handled"]  # It counts what the companion tells itself too.
        return view


@contextmanager
def running(folder: Path) -> Iterator[Attacked]:
    """Start a companion whose phones' server is open, and end it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (folder / "companion.toml").write_text(f"phones_port = {port}\n", encoding="utf-8")
    (folder / "phones.json").write_text('{"open": true}', encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "companion.cli",
        "--config",
        str(folder / "companion.toml"),
        "--data",
        str(folder),
    ]
    command += ["desk", "--no-browser", "--port", "0", "--game", "glen_more_2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout
        address = process.stdout.readline().split()[-1]
        desk = int(address.rstrip("/").rpartition(":")[2])
        try:
            yield Attacked(process, (Target("desk", desk, DESK_PATHS), Target("phones", port, PHONE_PATHS)))
        finally:
            process.terminate()


def hostile_request(chance: Random, target: Target) -> bytes:
    """Return a request as a stranger might send it."""
    host = chance.choice([f"127.0.0.1:{target.port}"] * 6 + ["evil.example", "", "localhost", "127.0.0.1", "\xff"])
    method = chance.choice(["POST"] * 5 + ["GET"] * 4 + ["PUT", "HEAD", "OPTIONS", "TRACE", "", "\0", "G" * 999])
    path = chance.choice(target.paths)
    if chance.random() < 0.3:
        path = chance.choice(
            [path + "?words=" + "%ff" * 40, path + "/../..", "//", "*", "/%00", "/" + "a" * 4000, path.upper()]
        )
    body = json.dumps(chance.choice(BODIES)).encode()
    if chance.random() < 0.5:
        body = chance.choice(
            [
                b"zz\r\n",
                b"[" * 50_000,
                b"\xff\xfe",
                b"",
                b'{"a":1e999}',
                b'"\\ud800"',
                b"0\r\n\r\n",
                b"1" * 400,
                b"null",
            ]
        )
    lines = [f"{method} {path} HTTP/{chance.choice(['1.1'] * 8 + ['1.0', '2', '9.9'])}", f"host: {host}"]
    if chance.random() < 0.7:
        lines.append(f"origin: {chance.choice([f'http://{host}', 'null', 'http://evil.example'])}")
    if chance.random() < 0.8:
        lines.append("content-type: application/json")
    if chance.random() < 0.8:
        lines.append(f"content-length: {len(body) + chance.choice([0] * 8 + [5, -1])}")
    lines += chance.sample(HEADERS, chance.choice([0, 0, 1, 2]))
    chance.shuffle(lines[1:])
    request = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace") + body
    spoil = chance.random()
    if spoil < 0.1:
        return request[: chance.randrange(len(request))]
    if spoil < 0.2:
        at = chance.randrange(len(request))
        return request[:at] + bytes((chance.randrange(256),)) + request[at + 1 :]
    return request + (hostile_request(chance, target) if spoil > 0.95 else b"")


def send(request: bytes, target: Target, source: str) -> str:
    """Send a request; return the status, "none" without a reply."""
    try:
        with socket.create_connection(("127.0.0.1", target.port), TIMEOUT, (source, 0)) as line:
            line.sendall(request)
            reply = line.recv(2048)
    except OSError:
        return "none"
    found = re.match(rb"HTTP/1\.[01] (\d{3})", reply)
    return found[1].decode() if found else "none"


def attack(count: int, seed: int = 1) -> Report:
    """Send that many requests; half of them to each server."""
    counts, faults, guard = Counter[str](), list[str](), threading.Lock()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder)) as companion:
        errors: list[str] = []
        reading = threading.Thread(target=lambda: errors.extend(companion.process.stderr or ()), daemon=True)
        reading.start()

        def one(number: int, target: Target) -> None:
            request = hostile_request(Random(f"{seed}:{target.name}:{number}"), target)
            status = send(request, target, f"127.0.0.{number % SOURCES + 2}")
            with guard:
                counts[f"{target.name} {status}"] += 1
                if status.startswith("5") and status != "503":
                    faults.append(
                        f"{target.name}, request {number} of seed {seed}: status {status}: {request[:120]!r}"
                    )

        # The phones' server comes first: a request to the desk may be right, and then it may enter something.
        for target in reversed(companion.targets):
            before = companion.state()
            with ThreadPoolExecutor(THREADS) as pool:
                list(pool.map(lambda number, to=target: one(number, to), range(count // 2)))
            if companion.process.poll() is not None:
                faults.append(f"{target.name}: the companion ended")
                break
            if target.name == "phones" and companion.state() != before:
                faults.append("a stranger changed the table")
        with suppress(Exception):
            companion.state()
            counts["answers afterwards"] = 1
        if not counts["answers afterwards"]:
            faults.append("it does not answer afterwards")
        companion.process.terminate()
        companion.process.wait(60)
        reading.join(10)
    minutes = (time.monotonic() - began) / 60 + 1
    counts["lines on standard error"] = len(errors)
    if len(errors) > minutes or any("Traceback" in line for line in errors):
        faults.append(f"{len(errors)} lines on standard error in {minutes:.1f} minutes: {''.join(errors[:30])}")
    return Report(counts, faults)
