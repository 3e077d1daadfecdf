"""`companion run` as systemd runs it: a real process that says when it is ready, lives, and ends cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli import main
from companion.commands.run import OFF_TEXT
from companion.hardware.desk import DeskScreen
from companion.hardware.systemd import POWER_OFF_FILE, power_off_switch
from companion.screens.translator import ENGLISH, Translator
from companion.storage.archive import Archive
from tests.hardware.test_systemd import Ear

ROOT = Path(__file__).parents[2]
STOP_TIME = 30.0
"""Seconds that the unit gives it to end."""


class Unit:
    """A process under the eyes of somebody who acts like systemd."""

    def __init__(self, folder: Path, *options: str, **environ: str) -> None:
        self.ear = Ear(str(folder / "notify"))
        self.data = folder / "data"
        told = {"NOTIFY_SOCKET": str(folder / "notify"), "WATCHDOG_USEC": "600000", **environ}
        command = [sys.executable, "-m", "companion.cli", "run", "--data", str(self.data), *options]
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.ear.line.settimeout(30)

    def heard_until(self, word: str) -> list[str]:
        words = [self.ear.hear()]
        while not words[-1].startswith(word):
            words.append(self.ear.hear())
        return words

    def end(self) -> tuple[int, str, str, float]:
        """Exit code, output, errors, and how long it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        out, err = self.process.communicate(timeout=STOP_TIME)
        return self.process.returncode, out, err, time.monotonic() - began


def test_it_says_that_it_is_ready_lives_and_ends_at_once_without_an_error(tmp_path: Path) -> None:
    unit = Unit(tmp_path, "--no-page")
    assert unit.heard_until("READY=1") == ["READY=1\nSTATUS=playing"]
    assert [unit.ear.hear() for _ in range(3)] == ["WATCHDOG=1"] * 3
    code, out, err, seconds = unit.end()
    assert (code, out, err) == (0, "", "")
    assert seconds < 5
    assert "STOPPING=1\nSTATUS=leaving" in unit.ear.heard()
    with Archive(unit.data / "games.sqlite") as archive:
        assert archive.games() == [], "no game begins unless players choose one"
    assert not (unit.data / "games.sqlite-wal").exists()


def test_bad_settings_are_told_and_it_plays(tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text("panel = 'tv'", encoding="utf-8")
    unit = Unit(tmp_path, "--no-page", "--lang", "en", "--config", str(config))
    assert unit.heard_until("READY=1") == ["READY=1\nSTATUS=playing"]
    code, out, err, _ = unit.end()
    assert (code, out) == (0, "")
    assert err.startswith("companion.toml: panel can't be tv;")
    assert err.count("\n") == 1


def test_with_the_page_it_ends_as_cleanly(tmp_path: Path) -> None:
    unit = Unit(tmp_path, "--port", "0")
    unit.heard_until("READY=1")
    assert unit.process.stdout
    address = unit.process.stdout.readline().removeprefix("ready ").strip()
    with urllib.request.urlopen(address, timeout=10) as page:
        assert page.status == 200
    code, _, err, seconds = unit.end()
    assert (code, err) == (0, "")
    assert seconds < 8


def test_a_port_that_is_taken_costs_the_page_and_not_the_game(tmp_path: Path) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        unit = Unit(tmp_path, "--port", str(taken.getsockname()[1]))
        unit.heard_until("WATCHDOG=1")
        code, _, err, _ = unit.end()
    assert code == 0
    assert "no page" in err


@pytest.fixture
def glass(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Every picture that a panel of the desk was shown."""
    shown: list[Any] = []
    monkeypatch.setattr(DeskScreen, "show", lambda _self, image: shown.append(image))
    return shown


def test_what_keeps_it_from_starting_stands_on_the_panel(
    tmp_path: Path, glass: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games.sqlite").mkdir()
    assert main(["run", "--no-page", "--data", str(tmp_path), "--lang", "en"]) == 1
    assert "games.sqlite can't be opened" in capsys.readouterr().err
    assert len(glass) == 1
    assert glass[0].size == (400, 300)


def test_the_last_picture_is_a_farewell(tmp_path: Path, glass: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.commands import run as command
    from companion.menu.pages import NoticePage
    from companion.screens.paper import PANELS, REFERENCE_PANEL
    from companion.screens.picture import make_picture

    class AtOnce(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            return timeout is None

    monkeypatch.setattr(command, "threading", SimpleNamespace(Event=AtOnce))
    monkeypatch.setattr(command, "_handle_end_signals", lambda _ended: None)
    assert main(["run", "--no-page", "--data", str(tmp_path), "--lang", "en"]) == 0
    last = make_picture(None, NoticePage("told", OFF_TEXT), PANELS[REFERENCE_PANEL].paper(), Translator(ENGLISH))
    assert glass[-1].tobytes() == last.tobytes()


# Switching off


def test_switching_off_is_asked_for_with_the_file_that_the_unit_names(tmp_path: Path) -> None:
    file = tmp_path / "poweroff"
    ask = power_off_switch({POWER_OFF_FILE: str(file)})
    assert ask
    ask()
    ask()
    assert file.exists()


def test_without_a_unit_there_is_nobody_to_ask() -> None:
    assert power_off_switch({}) is None


def test_a_file_that_cannot_be_made_is_an_error_of_the_system(tmp_path: Path) -> None:
    ask = power_off_switch({POWER_OFF_FILE: str(tmp_path / "nowhere" / "poweroff")})
    assert ask
    with pytest.raises(OSError, match="No such file"):
        ask()
