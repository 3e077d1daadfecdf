"""A data folder of another version: moved aside as a whole, said in one sentence, and the start goes on."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tarfile
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine.message import Message
from companion.menu.pages import NoticePage
from companion.storage.archive import Archive
from companion.storage.archive_file import OtherVersion, newest_version
from companion.storage.data_folder import GAMES_FILE
from companion.storage.locks import acquire_instance_lock, release_instance_lock
from companion.storage.other_version import archive_at_start
from tests.commands.test_run import ROOT, Unit
from tests.table import Table

FILES = Path(__file__).parent / "data_folder_0_1_0.tar.gz"
"""As version 0.1.0 wrote it: four games, box, stickers, habits, names."""
NAMES = ["box.toml", "games.sqlite", "habits.json", "names.json", "stickers.toml"]


def of_0_1_0(folder: Path) -> None:
    with tarfile.open(FILES) as packed:
        packed.extractall(folder, filter="data")


def of_a_development_version(folder: Path) -> None:
    """Its file had one table more, and a higher number."""
    of_0_1_0(folder)
    asked(folder, "CREATE TABLE summaries (game INTEGER PRIMARY KEY, began BLOB, players BLOB)")
    asked(folder, "PRAGMA user_version = 2")


def of_a_later_version(folder: Path) -> None:
    of_0_1_0(folder)
    (folder / GAMES_FILE).unlink()
    Archive(folder / GAMES_FILE).close()
    asked(folder, f"PRAGMA user_version = {newest_version() + 1}")


OTHERS = [of_0_1_0, of_a_development_version, of_a_later_version]


def asked(folder: Path, sql: str) -> None:
    with closing(sqlite3.connect(folder / GAMES_FILE, isolation_level=None)) as connection:
        connection.execute(sql)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.is_file()}


def told_of(folder: Path) -> str:
    return f"The games and settings were from another version of the companion; they are kept in {folder}."


@pytest.mark.parametrize("other", OTHERS)
def test_the_companion_starts_and_says_where_the_old_folder_is(tmp_path: Path, other: object) -> None:
    other(tmp_path)  # type: ignore[operator]
    before = contents(tmp_path)
    assert sorted(before) == NAMES
    with Table(tmp_path) as table:
        assert table.says == told_of(tmp_path / "other-version-1")
        table.drawn()
        table.press("OK")
        table.tap("home:red", "home:blue")
        assert [each.colour for each in table.view.players] == ["red", "blue"]
    assert contents(tmp_path / "other-version-1") == before
    with Table(tmp_path) as again:
        assert not isinstance(again.page, NoticePage), "said once"
        assert [each.colour for each in again.view.players] == ["red", "blue"]


def test_run_is_ready_with_such_a_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    of_a_development_version(data)
    before = contents(data)
    unit = Unit(tmp_path, "--no-page")
    assert unit.heard_until("READY=1") == ["READY=1\nSTATUS=playing"]
    code, out, err, _ = unit.end()
    assert (code, out, err) == (0, "", "")
    assert contents(data / "other-version-1") == before
    with Archive(data / GAMES_FILE) as archive:
        assert archive.games() == [], "none begins before players choose one"


def test_desk_is_ready_with_such_a_folder(tmp_path: Path) -> None:
    of_a_development_version(tmp_path)
    before = contents(tmp_path)
    command = [
        sys.executable,
        "-m",
        "companion.cli",
        "desk",
        "--port",
        "0",
        "--no-browser",
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("ready http://127.0.0.1:")
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    assert contents(tmp_path / "other-version-1") == before


def test_what_a_power_cut_left_of_the_move_is_moved_into_the_same_folder(tmp_path: Path) -> None:
    of_a_development_version(tmp_path)
    before = contents(tmp_path)
    aside = tmp_path / "other-version-1"
    aside.mkdir()
    for name in ("box.toml", "habits.json"):
        (tmp_path / name).rename(aside / name)
    told: list[Message] = []
    archive_at_start(tmp_path, told.append).close()
    assert [str(each) for each in told] == [told_of(aside)]
    assert contents(aside) == before


def test_a_second_one_gets_a_folder_of_its_own(tmp_path: Path) -> None:
    told: list[Message] = []
    for other in OTHERS:
        (tmp_path / GAMES_FILE).unlink(missing_ok=True)
        other(tmp_path)
        archive_at_start(tmp_path, told.append).close()
    assert [str(each) for each in told] == [told_of(tmp_path / f"other-version-{n}") for n in (1, 2, 3)]
    assert all(sorted(contents(tmp_path / f"other-version-{n}")) == NAMES for n in (1, 2, 3))


def test_a_folder_that_cannot_be_moved_keeps_nobody_from_playing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_a_development_version(tmp_path)
    before = contents(tmp_path)

    def refuse(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "rename", refuse)
    told: list[Message] = []
    with archive_at_start(tmp_path, told.append) as archive:
        assert archive.games() == []
        assert archive.path.parent != tmp_path
    assert [str(each) for each in told] == [
        f"{tmp_path} is from another version of the companion and can't be moved aside; nothing that is played "
        "now is kept."
    ]
    assert contents(tmp_path) == before


@pytest.mark.skipif(os.name == "nt", reason="no lock there")
def test_a_folder_in_which_another_companion_plays_is_left_alone(tmp_path: Path) -> None:
    of_a_development_version(tmp_path)
    lock = acquire_instance_lock(tmp_path)
    try:
        with pytest.raises(OtherVersion):
            archive_at_start(tmp_path, lambda _sentence: None)
    finally:
        release_instance_lock(lock)
    assert sorted(set(contents(tmp_path)) - {".in-use"}) == NAMES


def test_other_commands_refuse_it_in_one_sentence_and_move_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    of_a_development_version(tmp_path)
    before = contents(tmp_path)
    assert main(["games", "list", "--data", str(tmp_path), "--lang", "en"]) == 1
    said = capsys.readouterr()
    assert (said.out, said.err) == (
        "",
        f"{tmp_path / GAMES_FILE} is from another version of the companion; install that version or use another "
        "folder.\n",
    )
    assert contents(tmp_path) == before
