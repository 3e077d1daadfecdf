"""Bench of the whole application on desk devices: time from a tap to the signal, and to the finished picture.

Every measured tap makes an entry; the next one follows after the picture and a short rest. After each, the same
number of bytes is appended to a plain file and fsynced, as a measure of the disk alone.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Event

from companion.app import App, build_app
from companion.engine.journal import encode_entry
from companion.engine.offers import Answer, Question
from companion.games.glen_more_2.bot import RandomPlayer
from companion.hardware.desk import DeskButtons, DeskReader, desk_devices
from companion.session.inputs import AnswerSubmitted
from companion.settings import Settings
from tools.bench import games
from tools.bench.figures import Figure, Sizes, percentile

PANEL = "7in5"
PICTURE_MS = 40
CARDS = ("points_2", "barrel", "coins_1", "scot_home", "sell_sheep", "buy_wood", "pay_1", "points_7")
TAPS_PER_ANSWER = 5
REST_SECONDS = 0.005
"""Seconds of rest before each measurement, in which remembered values are written and processors idle."""


class TimedTable:
    """Application with timed taps, in milliseconds: to the signal, to the picture, and for the disk alone."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._heard = Event()
        self._at = 0.0
        settings = Settings(panel=PANEL, data_folder=str(folder))
        self._devices = desk_devices(on_signal=self._signal)
        plan = games.four_players(seed)
        self.app: App = build_app(
            settings,
            self._devices,
            facts=games.facts(),
            game="glen_more_2",
            house_rules=games.RULES,
            dice=Random(plan.seed),
        )
        self.player = RandomPlayer(plan)
        self.signals: list[float] = []
        self.pictures: list[float] = []
        self.disk: list[float] = []
        self._raw = os.open(folder / "raw", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def _signal(self, _kind: str) -> None:
        if not self._heard.is_set():  # "accepted" comes first; "asks" may follow.
            self._at = time.perf_counter()
        self._heard.set()

    def close(self) -> None:
        """Stop the application and close the plain file."""
        self.app.stop()
        os.close(self._raw)

    def over(self) -> bool:
        """True if the game is over."""
        return self.app.definition.finished(self.app.running.history.state)

    def answer(self) -> None:
        """Give one answer of the random player, by a tag if it takes a tile."""
        questions = self.app.snapshot.questions
        answer = self.player.answer(questions)
        piece = _piece(questions, answer)
        if piece:
            self.tap(f"tile:{piece}")
            return
        handled = self.app.snapshot.handled
        self.app.submit(AnswerSubmitted(answer)).result(10)
        self.app.wait(lambda now: now.drawn > handled)

    def tap(self, tag: str) -> None:
        """Tap a tag; its times are recorded if it makes an entry."""
        entries = len(self.app.running.history.entries)
        signal, picture = self.shown(tag)
        if len(self.app.running.history.entries) > entries:
            self.signals.append(signal)
            self.pictures.append(picture)
            self._append()

    def shown(self, tag: str) -> tuple[float, float]:
        """Return the milliseconds from a tap to the signal and to the picture."""
        handled = self.app.snapshot.handled
        assert isinstance(self._devices.reader, DeskReader)
        self._heard.clear()
        time.sleep(REST_SECONDS)
        began = time.perf_counter()
        self._devices.reader.tap(tag)
        self._heard.wait(10)
        self.app.wait(lambda now: now.drawn > handled)
        drawn = time.perf_counter()
        assert self.app.snapshot.last_signal != "trouble", f"the tap of {tag} broke something"
        return (self._at - began) * 1000, (drawn - began) * 1000

    def press(self, button: str) -> None:
        """Press a button briefly and wait for its picture."""
        handled = self.app.snapshot.handled
        assert isinstance(self._devices.buttons, DeskButtons)
        self._devices.buttons.press(button)
        self.app.wait(lambda now: now.drawn > handled)

    def _append(self) -> None:
        history = self.app.running.history
        body = encode_entry(history.entries[-1], history.game)
        time.sleep(REST_SECONDS)
        began = time.perf_counter()
        os.write(self._raw, body)
        os.fsync(self._raw)
        self.disk.append((time.perf_counter() - began) * 1000)


def _piece(questions: tuple[Question, ...], answer: Answer) -> str:
    """Return the tile whose tap gives this answer; "" if there is none."""
    asked = next((q for q in questions if q.number == answer.question), None)
    single = answer.offer == "take" and len(answer.values) == 1
    return str(answer.values[0]) if asked and asked.kind == "take" and single else ""


def figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield the figures of the sitting with the fastest disk, with taps of tiles and command cards."""
    sittings = [_sitting(sizes, folder, seed) for seed in range(1, 1 + sizes.sittings)]
    table = min(sittings, key=lambda each: percentile(each.disk, 99))
    disk, signals = percentile(table.disk, 99), table.signals
    more = {"median_ms": percentile(signals, 50), "raw_p99_ms": disk, "raw_median_ms": percentile(table.disk, 50)}
    yield Figure("tap_to_signal_p99_ms", percentile(signals, 99), 1.5 * disk + 0.5, {**more, "of": len(signals)})
    more = {"median_ms": percentile(table.pictures, 50), "of": len(table.pictures)}
    yield Figure("tap_to_picture_p95_ms", percentile(table.pictures, 95), PICTURE_MS, more)


def _sitting(sizes: Sizes, folder: Path, seed: int) -> TimedTable:
    with TemporaryDirectory(dir=folder) as room, contextlib.closing(TimedTable(Path(room), seed)) as table:
        _play(table, sizes.taps)
        return table


def _play(table: TimedTable, taps: int) -> None:
    table.app.start()
    table.app.wait(lambda now: now.drawn >= 0)
    dice = Random(11)
    while len(table.signals) < taps and not table.over():
        table.answer()
        if table.app.snapshot.questions and table.app.snapshot.questions[0].kind in ("take", "end"):
            for card in dice.sample(CARDS, TAPS_PER_ANSWER):
                table.tap(f"card:{card}")
