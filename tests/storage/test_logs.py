"""SQLite's log beside the games: deleted in play, somebody else's, or left out of a copy."""

from __future__ import annotations

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from companion.storage.archive import Archive
from tests.table import Table, complete_facts

GAMES, LOG = "games.sqlite", "games.sqlite-wal"


def copy_alone(folder: Path) -> int:
    """How many entries a copy of the main file alone has."""
    room = folder / "copy"
    room.mkdir(exist_ok=True)
    shutil.copy(folder / GAMES, room / GAMES)
    with Archive(room / GAMES) as archive:
        return max((game.entries for game in archive.games()), default=0)


def until_folded(table: Table) -> None:
    end = time.monotonic() + 10
    while copy_alone(table.folder) < len(table.entries) and time.monotonic() < end:
        time.sleep(0.1)


def test_a_log_deleted_in_play_is_noticed_and_nothing_is_lost(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        (tmp_path / LOG).unlink()
        table.tap("tile:S-1")
        assert table.says == f"{LOG} was deleted while it was in use; nothing is lost, play on."
        table.press("OK")
        # As after a kill: what is on the disk now, without what the running process has open.
        room = tmp_path / "killed"
        room.mkdir()
        for name in (GAMES, LOG):
            shutil.copy(tmp_path / name, room / name)
        with Archive(room / GAMES) as archive:
            assert archive.games()[0].entries == len(table.entries)
        assert table.stored() == table.entries


def test_a_log_deleted_while_nobody_plays_is_told_too(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        (tmp_path / LOG).unlink()
        table.app.wait(lambda s: "was deleted while" in str(getattr(s.page, "text", "")))
        assert copy_alone(tmp_path) == len(table.entries)


def test_in_a_quiet_moment_the_main_file_alone_has_the_evening(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        until_folded(table)
        assert copy_alone(tmp_path) == len(table.entries)


def test_somebody_elses_log_is_told_as_what_it_is_and_the_games_are_whole(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        entries = table.entries
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as file:
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("CREATE TABLE recipes (name)")
        file.commit()
        shutil.copy(tmp_path / "other.sqlite-wal", tmp_path / LOG)
    foreign = (tmp_path / LOG).read_bytes()
    assert foreign
    with Table(tmp_path, facts=complete_facts()) as again:
        assert again.says == (
            f"{LOG} belonged to another file than the games; "
            f"it was put aside as {LOG}.damaged-1, and they are whole."
        )
        assert again.entries == entries
    assert (tmp_path / f"{LOG}.damaged-1").read_bytes() == foreign


def test_our_own_log_after_a_kill_is_no_foreign_one(tmp_path: Path) -> None:
    with Table(tmp_path, facts=complete_facts()) as table:
        table.seated("red", "blue")
        room = tmp_path / "killed"
        room.mkdir()
        for name in (GAMES, LOG):
            shutil.copy(tmp_path / name, room / name)
        with Archive(room / GAMES) as killed:
            assert killed.mended == []
            assert killed.games()[0].entries == len(table.entries)
