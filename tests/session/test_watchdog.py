"""The loops behind the table say that they go on, and a loop that stands still is named within its deadline."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import App, build_app
from companion.hardware.desk import DeskButtons, DeskReader, DeskScreen, DeskSignal
from companion.hardware.devices import Devices, ReaderLost
from companion.session.threads import DEADLINES, DISPLAY_LOOP, GAME_LOOP, IDLE_BEAT_SECONDS, READER_LOOP, Watchdog
from companion.settings import Settings
from tests.table import Clock, complete_facts
from tests.waiting import LONG, comes


class Stuck:
    """A place where a loop can be held."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self.free.set()
        self.held = threading.Event()

    def pass_by(self) -> None:
        if not self.free.is_set():
            self.held.set()
            self.free.wait(LONG)


class StuckReader(DeskReader):
    def __init__(self, stuck: Stuck) -> None:
        super().__init__()
        self._stuck = stuck

    def read(self, timeout: float) -> str | None:
        self._stuck.pass_by()
        return super().read(timeout)


class StuckScreen(DeskScreen):
    def __init__(self, stuck: Stuck) -> None:
        super().__init__()
        self._stuck = stuck

    def show(self, image: Any) -> None:
        self._stuck.pass_by()
        super().show(image)


def test_a_loop_is_late_after_its_own_deadline_and_no_other() -> None:
    clock = Clock()
    watch = Watchdog({"quick": 2.0, "slow": 60.0}, clock)
    assert watch.late() == []
    watch.start()
    clock.now += 2.5
    assert watch.late() == ["quick"]
    watch.beat("quick")
    assert watch.late() == []
    clock.now += 58
    assert watch.late() == ["quick", "slow"]


IDLE_INTERVALS = (
    "companion.app.IDLE_BEAT_SECONDS",
    "companion.hardware.display.HEARTBEAT_INTERVAL",
    "companion.session.threads.IDLE_BEAT_SECONDS",
)
"""How long each loop waits without work."""


def test_every_loop_may_rest_much_longer_than_it_takes_to_say_so() -> None:
    assert all(deadline > 3 * IDLE_BEAT_SECONDS for deadline in DEADLINES.values())
    assert {READER_LOOP, GAME_LOOP, DISPLAY_LOOP} <= set(DEADLINES)


def test_an_idle_table_is_never_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for interval in IDLE_INTERVALS:
        monkeypatch.setattr(interval, 0.05)
    watch = Watchdog(DEADLINES, clock := Clock())
    app = build_app(Settings(data_folder=str(tmp_path)), facts=complete_facts(), game="glen_more_2", watch=watch)
    app.start()
    for _ in range(5):
        clock.now += min(DEADLINES.values())
        assert step_again(watch, clock, DEADLINES)
        assert watch.late() == []
    app.stop()


def step_again(watch: Watchdog, clock: Clock, loops: Iterable[str]) -> bool:
    """Whether each of these loops takes a step that is noted with what the clock says now."""
    return comes(lambda: all(watch._steps[name] == clock.now for name in loops))


@pytest.fixture(params=[READER_LOOP, GAME_LOOP, DISPLAY_LOOP])
def stalled(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """An app one of whose loops stands still, the watch's clock, the loop's name, and what lets it go on."""
    for interval in IDLE_INTERVALS:
        monkeypatch.setattr(interval, 0.05)
    stuck = {name: Stuck() for name in (READER_LOOP, GAME_LOOP, DISPLAY_LOOP)}
    devices = Devices(
        StuckReader(stuck[READER_LOOP]), StuckScreen(stuck[DISPLAY_LOOP]), DeskButtons(), DeskSignal()
    )
    app = build_app(
        Settings(data_folder=str(tmp_path)),
        devices,
        facts=complete_facts(),
        game="glen_more_2",
        watch=Watchdog(DEADLINES, watched := Clock()),
        clock=lambda: stuck[GAME_LOOP].pass_by() or 0.0,  # type: ignore[func-returns-value]
    )
    app.start()
    app.wait(lambda s: s.drawn >= 0)
    yield app, watched, request.param, stuck[request.param]
    stuck[request.param].free.set()
    app.stop()


def test_a_loop_that_stands_still_is_named_and_the_others_are_not(
    stalled: tuple[App, Clock, str, Stuck],
) -> None:
    app, clock, name, stuck = stalled
    stuck.free.clear()
    assert isinstance(app.devices.reader, DeskReader)
    app.devices.reader.tap(
        "home:red"
    )  # the game reads the clock for a tag, and then the display has a picture to draw
    assert stuck.held.wait(LONG)
    clock.now += DEADLINES[name] + 1
    assert step_again(app.watch, clock, DEADLINES.keys() - {name})
    assert app.watch.late() == [name]
    stuck.free.set()
    assert comes(lambda: app.watch.late() == [])


def test_a_lost_device_is_looked_for_again_and_that_is_a_step_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.session.threads.RECONNECT_PAUSES", (0.05,))

    class Gone(DeskReader):
        def read(self, timeout: float) -> str | None:
            raise ReaderLost(timeout)

    watch = Watchdog(DEADLINES, clock := Clock())
    devices = Devices(Gone(), DeskScreen(), DeskButtons(), DeskSignal())
    app = build_app(
        Settings(data_folder=str(tmp_path)), devices, facts=complete_facts(), game="glen_more_2", watch=watch
    )
    app.start()
    for _ in range(3):
        clock.now += 1
        assert step_again(watch, clock, [READER_LOOP])
    app.stop()
