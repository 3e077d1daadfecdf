"""Bench of the started companion: time until it is ready, time of its imports, and its memory."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx2
import psutil

from tools.bench.figures import Figure, Sizes
from tools.bench.games import ROOT

READY_S, IMPORTS_MS, MEMORY_MB = 1, 94, 80
MAX_SHOWN = 8
MEGABYTE = 1_000_000
COMMAND = ("-m", "companion.cli")
PAGE_ROUTES = ("/", "/desk.js", "/desk.css", "/desk.json", "/panel.png", "/state.json")
IMPORTED = re.compile(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\w+)")


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield the figures of starts and memory.

    The first start makes the data folder; the others find a game in it.
    """
    with TemporaryDirectory(dir=folder) as room:
        starts = [_until_ready(Path(room)) for _ in range(sizes.starts)]
        yield Figure("start_to_ready_s", statistics.median(starts), READY_S, {"of": len(starts)})
        modules = _imports(Path(room))
        yield Figure("imports_ms", sum(modules.values()), IMPORTS_MS, dict(modules.most_common(MAX_SHOWN)))
        yield Figure("memory_with_page_open_mb", _memory(Path(room)), MEMORY_MB)


@contextlib.contextmanager
def _desk(data: Path, python: tuple[str, ...] = (), **more: Any) -> Iterator[subprocess.Popen[str]]:
    line = [sys.executable, *python, *COMMAND, "--data", str(data), "desk", "--no-browser", "--port", "0"]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, **more) as desk:
        try:
            yield desk
        finally:
            desk.send_signal(signal.SIGTERM)


def _address(desk: subprocess.Popen[str]) -> str:
    """Return the address in the ready line, as soon as it is printed."""
    assert desk.stdout is not None
    word, _, address = desk.stdout.readline().strip().partition(" ")
    assert word == "ready", "the desk companion did not get ready"
    return address.rstrip("/")


def _until_ready(data: Path) -> float:
    began = time.perf_counter()
    with _desk(data) as desk:
        _address(desk)
        return time.perf_counter() - began


def _imports(room: Path) -> Counter[str]:
    """Return the milliseconds of each package's modules until the desk is ready, as Python reports them."""
    told = room / "imports"
    # The first run compiles the modules, as for installed packages; the code's folder may be read-only.
    environ = {**os.environ, "PYTHONPYCACHEPREFIX": str(room / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(2):
        with (
            told.open("w") as errors,
            _desk(room / "data", ("-X", "importtime"), stderr=errors, env=environ) as desk,
        ):
            _address(desk)
            listing = told.read_text()
    spent: Counter[str] = Counter()
    for line in listing.splitlines():
        if found := IMPORTED.match(line):
            spent[found[2]] += int(found[1]) / 1000  # type: ignore[assignment]
    return spent


def _memory(data: Path) -> float:
    """Return the megabytes of the companion and its children after a page was opened."""
    with (
        _desk(data) as desk,
        httpx2.Client(base_url=_address(desk), timeout=20) as page,
        page.stream("GET", "/events") as events,
    ):
        next(events.iter_text())
        for door in PAGE_ROUTES:
            page.get(door).raise_for_status()
        running = psutil.Process(desk.pid)
        everyone = [running, *running.children(recursive=True)]
        return sum(each.memory_info().rss for each in everyone) / MEGABYTE
