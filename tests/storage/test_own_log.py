"""The log that a case keeps of its own: small, and never a reason not to play."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.cli import main
from companion.commands import run as command
from companion.storage.data_folder import LOG_BYTES, LOG_FILE, log_to_folder, logged_lines

log = logging.getLogger("companion.test")


def test_what_is_logged_is_kept_and_nothing_afterwards(tmp_path: Path) -> None:
    with log_to_folder(tmp_path / "new"):
        log.warning("the panel is lost")
    log.warning("nobody keeps this")
    assert logged_lines(tmp_path / "new").count("\n") == 1
    assert logged_lines(tmp_path / "new").endswith(" WARNING companion.test: the panel is lost\n")


def test_it_goes_on_where_the_one_before_ended(tmp_path: Path) -> None:
    for number in range(3):
        with log_to_folder(tmp_path):
            log.warning("start %s", number)
    assert [line[-7:] for line in logged_lines(tmp_path).splitlines()] == ["start 0", "start 1", "start 2"]


def test_it_stays_small_and_keeps_what_came_last(tmp_path: Path) -> None:
    with log_to_folder(tmp_path):
        for number in range(9000):
            log.warning("%s %s", number, "x" * 60)
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) <= 2 * LOG_BYTES
    assert len([*tmp_path.iterdir()]) == 2
    lines = logged_lines(tmp_path).splitlines()
    numbers = [int(line.split("companion.test: ")[1].split()[0]) for line in lines]
    assert numbers == [*range(numbers[0], 9000)]


def test_a_folder_that_can_not_be_written_costs_the_log_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    with log_to_folder(tmp_path / "file"):
        log.warning("all the same")
    assert "no log of our own" in caplog.text
    assert logged_lines(tmp_path / "file") == ""


def test_the_case_writes_down_when_it_began_and_ended_and_systemd_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "_play", lambda *_: None)
    assert main(["run", "--no-page", "--data", str(tmp_path)]) == 0
    assert "begins" not in capsys.readouterr().err
    began, ended = (tmp_path / LOG_FILE).read_text().splitlines()
    assert began.endswith(" begins")
    assert ended.endswith("companion ends")


def test_games_in_memory_are_said_on_the_panel_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(command.computer, "is_in_memory", lambda folder: folder == tmp_path)
    monkeypatch.setattr(command, "_play", lambda _context, app, *_: told.append(str(app.snapshot.page.text)))
    assert main(["run", "--no-page", "--data", str(tmp_path)]) == 0
    assert told[0].startswith("Games are kept in memory only")
