"""The clock jumps to 1970 and back, as on a Pi without a battery: nothing is ordered or timed by it."""

from __future__ import annotations

import ast
import os
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from companion.session.wall_clock import wall_clock
from companion.storage.archive import Archive
from tests.power.evening import FILE
from tests.syntax import nodes_of
from tests.table import Table, complete_facts

HOUSE = Path(__file__).parents[2] / "companion"
ERAS = (0.0, 1.8e9, 86_400.0, 4.0e9, 1.7e9)
"""Seconds since 1970 that the wall clock shows, one after the other."""


@pytest.fixture
def jumping(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever asks for the time gets another century."""
    eras = cycle(ERAS)
    monkeypatch.setattr(time, "time", lambda: next(eras))
    monkeypatch.setattr(time, "time_ns", lambda: int(next(eras) * 1e9))
    return None


def age(folder: Path, when: float) -> None:
    """All files were changed last at that time, or so they say."""
    for path in (folder, *folder.iterdir()):
        os.utime(path, (when, when))


@pytest.mark.usefixtures("jumping")
def test_a_game_goes_through_every_jump_in_the_order_of_its_answers(tmp_path: Path) -> None:
    taps = iter(["home:red", "home:blue", "home:green"])
    hashes: list[str] = []
    for era in ERAS[:3]:
        with Table(tmp_path, facts=complete_facts()) as table:
            assert table.hash == (hashes[-1] if hashes else table.hash)
            age(tmp_path, era)
            table.tap(next(taps))
            hashes.append(table.hash)
            assert [entry.number for entry in table.stored()] == list(range(1, len(hashes) + 1))
            assert "trouble" not in table.signal.given
        age(tmp_path, ERAS[-1] - era)
    with Archive(tmp_path / FILE) as archive:
        assert archive.mended == []
        assert [kept.entries for kept in archive.games()] == [3]


@pytest.mark.usefixtures("jumping")
def test_the_newest_game_is_the_one_begun_last_whatever_the_files_say(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        for colours in (["red", "blue"], ["green", "yellow"]):
            table.seated(*colours)
            table.press("BACK+", "UP", "OK", "OK")
            age(tmp_path, ERAS[0])
    with Archive(tmp_path / FILE) as archive:
        assert [kept.id for kept in archive.games()] == [3, 2, 1]
        assert archive.running() == 3


def test_nothing_in_the_companion_asks_the_wall_clock_but_the_list_of_games() -> None:
    """A game that began has date and time beside it, for people to look at; `wall_clock` is the one that asks."""
    wall = {"time", "time_ns", "localtime", "gmtime", "strftime", "ctime", "clock_gettime"}
    found = []
    for path in HOUSE.rglob("*.py"):
        for node in nodes_of(path):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                asked = node.value.id == "time" and node.attr in wall
                if asked or node.value.id in ("datetime", "date"):
                    found.append(f"{path.relative_to(HOUSE)}:{node.lineno}")
            elif isinstance(node, ast.ImportFrom) and node.module in ("datetime", "time"):
                found += [f"{path.relative_to(HOUSE)}:{node.lineno}" for name in node.names if name.name in wall]
    assert {each.partition(":")[0] for each in found} == {"session/wall_clock.py"}
    users = [path for path in HOUSE.rglob("*.py") if "wall_clock import" in path.read_text(encoding="utf-8")]
    assert sorted(users) == [HOUSE / "app.py", HOUSE / "commands" / "games.py"]


@pytest.mark.usefixtures("jumping")
def test_a_clock_that_was_never_set_gives_no_date(tmp_path: Path) -> None:
    dates = [wall_clock() for _ in ERAS]
    assert [date and date.year for date in dates] == [None, 2027, None, 2096, None]
    with Table(tmp_path, facts=complete_facts(), today=lambda: dates[1]) as table:
        table.seated("red", "blue")
    with Table(tmp_path, facts=complete_facts(), today=lambda: dates[3]) as table:
        table.tap("tile:S-4")
    with Archive(tmp_path / FILE) as archive:
        assert archive.find_game(1).summary.began == dates[1]


@pytest.mark.parametrize(("service", "is_set"), [("", True), ("timesync", False), ("timesync/synchronized", True)])
def test_a_clock_that_the_time_service_has_not_set_gives_no_date(
    service: str, is_set: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a network, systemd shows the day on which the system was built as if it were today."""
    monkeypatch.setattr("companion.session.wall_clock.TIME_SERVICE", tmp_path / "timesync")
    if service:
        (tmp_path / "timesync").mkdir()
        (tmp_path / service).exists() or (tmp_path / service).touch()
    assert (wall_clock() is not None) == is_set
    with Table(tmp_path / "data", facts=complete_facts(), today=wall_clock) as table:
        table.seated("red", "blue")
    with Archive(tmp_path / "data" / FILE) as archive:
        assert (archive.find_game(1).summary.began is not None) == is_set
