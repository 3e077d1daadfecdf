"""Bench of phones at a table: delay of notifications, cost for answers on the case, and growth of memory.

Real servers run on the loopback; each phone has its own address. One thread answers at a steady pace; the phones
listen and fetch their view at each notification.
"""

from __future__ import annotations

import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import psutil

from companion.app import App, build_app
from companion.games.glen_more_2.bot import RandomPlayer
from companion.hardware.desk import desk_devices
from companion.screens.translator import Translator
from companion.session.inputs import AnswerSubmitted
from companion.settings import Settings
from companion.web.phones.admission import Viewer
from companion.web.phones.phones import Phones
from tools.bench import games
from tools.bench.figures import Figure, Sizes, percentile

PUSH_MS = 30
MOST_GROWN_MB = 25
SEATS = ("red", "yellow", "blue", "green")
EIGHT = [*(Viewer("seat", seat) for seat in SEATS), Viewer("table"), *[Viewer("spectator")] * 3]
FIFTY = [Viewer("spectator")] * 50
PER_SECOND, PER_SECOND_FIFTY = 20, 5
LAST_PUSH_SECONDS = 0.5
"""Seconds to wait for the last notifications."""


class Callers:
    """Phones in their own process."""

    def __init__(self, port: int, cookies: list[str]) -> None:
        command = [sys.executable, "-m", "tools.bench.phone_callers", str(port)]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=games.ROOT
        )
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write("".join(f"{cookie}\n" for cookie in cookies) + "\n")
        self._process.stdin.flush()
        if self._process.stdout.readline() != "ready\n":
            raise RuntimeError("a phone hears nothing")

    def told(self) -> list[dict[str, Any]]:
        """Return when each phone received which number, by the clock that all processes share."""
        found: list[dict[str, Any]] = json.loads(self._process.communicate(timeout=20)[0])
        return found


class Table:
    """Running application with phones, or the same game without any."""

    def __init__(self, folder: Path, viewers: list[Viewer], seed: int) -> None:
        settings, translate = Settings(data_folder=str(folder)), Translator("en")
        self.phones = Phones(folder, translate, lambda _sentence: None, 0, lambda _on: None)
        plan = games.with_all_eight(seed)
        self.app: App = build_app(
            settings,
            desk_devices(),
            facts=games.facts(),
            game="glen_more_2",
            house_rules=games.RULES,
            dice=Random(plan.seed),
            phones=self.phones.desk,
        )
        self.app.start()
        self.phones.begin(self.app)
        self.player = RandomPlayer(plan)
        self.heard: list[dict[str, Any]] = []
        self._callers: Callers | None = None
        if viewers:
            self.phones.listener.open()
            admit = self.phones.devices.admit
            cookies = [admit(10 + place % 90, viewer)[0] for place, viewer in enumerate(viewers)]
            self._callers = Callers(self.phones.listener.port, cookies)
        self.answered: list[tuple[float, float]] = []

    def play(self, answers: int, per_second: float) -> None:
        """Give this number of answers at this pace, or until the game is over."""
        began = time.perf_counter()
        for place in range(answers):
            if self.app.definition.finished(self.app.running.history.state):
                return
            answer = self.player.answer(self.app.snapshot.questions)
            at = time.perf_counter()
            self.app.submit(AnswerSubmitted(answer)).result(10)
            self.answered.append((at, time.perf_counter()))
            time.sleep(max(0.0, began + (place + 1) / per_second - time.perf_counter()))

    def pushes(self) -> list[float]:
        """Return the milliseconds from submitting each answer to each phone's notification, where there is one."""
        found = []
        for phone in self.heard:
            for (at, _done), (following, _) in zip(self.answered, self.answered[1:], strict=False):
                heard = next((each for each in phone["heard"] if each >= at), None)
                if heard is not None and heard < following:
                    found.append((heard - at) * 1000)
        return found

    def hash(self) -> str:
        return self.app.running.history.hash()

    def close(self) -> None:
        if self._callers:
            self.heard = self._callers.told()
        self.phones.end()
        self.app.stop()


def _played(folder: Path, viewers: list[Viewer], answers: int, pace: float) -> tuple[Table, float]:
    """Return a table after this number of answers, closed, and its growth in MB after the first tenth."""
    with TemporaryDirectory(dir=folder) as room:
        table = Table(Path(room), viewers, 3)
        process = psutil.Process()
        try:
            table.play(answers // 10, pace)
            gc.collect()
            before = process.memory_info().rss
            table.play(answers - answers // 10, pace)
            time.sleep(LAST_PUSH_SECONDS)
            gc.collect()
            return table, (process.memory_info().rss - before) / 1e6
        finally:
            table.close()


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield figures of eight phones at 20 answers per second, then of fifty spectators at 5."""
    answers = sizes.phone_answers
    alone, _ = _played(folder, [], answers, PER_SECOND)
    eight, grown = _played(folder, EIGHT, answers, PER_SECOND)
    pushed = eight.pushes()
    more = {
        "p95_ms": percentile(pushed, 95),
        "of": len(pushed),
        "same_end": eight.hash() == alone.hash(),
        "view_bytes": max(phone["bytes"] for phone in eight.heard),
        "answer_median_ms": _median(eight),
        "answer_median_without_phones_ms": _median(alone),
    }
    yield Figure("phones_push_median_ms", statistics.median(pushed), PUSH_MS, more)
    yield Figure("phones_memory_grown_mb", grown, MOST_GROWN_MB)
    fifty, _ = _played(folder, FIFTY, answers // 4, PER_SECOND_FIFTY)
    pushed = fifty.pushes()
    more = {"p95_ms": percentile(pushed, 95), "of": len(pushed), "answer_median_ms": _median(fifty)}
    yield Figure("spectators_push_median_ms", statistics.median(pushed), PUSH_MS, more)


def _median(table: Table) -> float:
    """Return the median milliseconds of an answer on the case until it is durable and handled."""
    return statistics.median((done - at) * 1000 for at, done in table.answered)
