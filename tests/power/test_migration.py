"""An archive of version 0.1.0 is brought to this version, whatever the disk and the plug do meanwhile."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from companion.games.glen_more_2.expansions import rules
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.archive_file import STEPS, VERSION
from companion.storage.game_summary import GameSummary
from tests.migration.old_files import unpack_data_folder
from tests.power.disk import SYNC, TRUNCATE, WRITE, Disk, failing
from tests.power.evening import FILE
from tests.power.images import Cut, Image, cuts, digest, lay
from tests.table import Table

KEPT = "SELECT id, header, games.seal, finished, number, body, entries.seal FROM games JOIN entries ON game = id"
LOG = f"{FILE}-wal"
KILLS = 40
POSTPONED = (
    "The list of games keeps no dates and points for now: {file} can't be changed; free some space or allow "
    "writing, then start the companion again."
)


@pytest.fixture
def old(room: Path) -> Path:
    """The folder of an owner of version 0.1.0."""
    return unpack_data_folder(room)


@pytest.fixture
def unclosed(old: Path) -> Image:
    """The same after a power cut: what was entered last is only in the log."""
    with closing(sqlite3.connect(old / FILE, isolation_level=None)) as version_1:
        version_1.execute("UPDATE desk SET game = 1")
        version_1.execute("DELETE FROM entries WHERE game = 2 AND number > 5")
        return {name: (old / name).read_bytes() for name in (FILE, LOG)}


def asked(file: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def version_of(file: Path) -> int:
    return int(asked(file, "PRAGMA user_version")[0][0])


# What becomes of it


def test_every_row_is_there_as_it_was_and_the_list_says_what_it_can(old: Path) -> None:
    before, named = asked(old / FILE, KEPT), asked(old / FILE, "SELECT name FROM games ORDER BY id DESC")
    assert version_of(old / FILE) == 1
    with Archive(old / FILE) as archive:
        assert [kept.summary for kept in archive.games()] == [
            GameSummary(name.decode(), finished=kept.finished)
            for (name,), kept in zip(named, archive.games(), strict=True)
        ]
        assert (archive.notices, archive.mended) == ([], [])
    assert version_of(old / FILE) == VERSION == 2
    assert asked(old / FILE, KEPT) == before
    once = (old / FILE).read_bytes()
    Archive(old / FILE).close()
    assert (old / FILE).read_bytes() == once


def test_a_file_brought_to_this_version_is_like_a_new_one(old: Path) -> None:
    tables = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    Archive(old / "new.sqlite").close()
    Archive(old / FILE).close()
    assert asked(old / FILE, tables) == asked(old / "new.sqlite", tables)
    assert asked(old / FILE, "PRAGMA application_id") == asked(old / "new.sqlite", "PRAGMA application_id")
    assert len(STEPS) == VERSION


def test_the_games_are_played_on_and_then_the_list_knows_players_and_points(old: Path) -> None:
    with Table(old) as table:
        assert "trouble" not in table.signal.given
        running = table.app.running.id
    with Archive(old / FILE) as archive:
        players = archive.kept(running).summary.players
        assert ", ".join(player.name for player in players) == archive.kept(running).name == "Bob, Ann, Eva"
        assert archive.kept(running).summary.began is None
        assert [kept.summary.players for kept in archive.games() if not kept.running] == [()] * 3


# The plug


@pytest.mark.parametrize("closed", [True, False])
def test_the_plug_pulled_at_any_moment_leaves_one_version_or_the_other_with_every_row(
    old: Path, unclosed: Image, closed: bool, room: Path
) -> None:
    folder = room / "there"
    folder.mkdir()
    lay(unclosed, folder)
    if closed:
        asked(folder / FILE, "PRAGMA wal_checkpoint(TRUNCATE)")
    image = {name: (folder / name).read_bytes() for name in (FILE, LOG) if (folder / name).exists()}
    disk, cut = Disk(), Cut()
    for name, content in image.items():
        cut.names[name] = disk.file(name, is_new=False)
        cut.safe[cut.names[name]] = bytearray(content)
    Archive(folder / FILE, disk.connect).close()
    rows, versions = asked(folder / FILE, KEPT), []
    for number, picture in enumerate(pictures(disk, cut)):
        there = room / str(number)
        there.mkdir()
        lay(picture, there)
        versions.append(version_of(there / FILE))
        assert asked(there / FILE, KEPT) == rows
        shutil.rmtree(there)
        there.mkdir()
        lay(picture, there)
        with Archive(there / FILE) as archive:
            assert (archive.notices, archive.mended, archive.running()) == ([], [], 1)
        assert (version_of(there / FILE), asked(there / FILE, KEPT)) == (VERSION, rows)
        shutil.rmtree(there)
    assert set(versions) == {1, 2}
    assert len(versions) > 20


def pictures(disk: Disk, cut: Cut) -> Iterator[Image]:
    dice, seen = Random(1), set()
    for _, now in cuts(disk.log, cut):
        for image in now.images(dice, 6):
            if digest(image) not in seen:
                seen.add(digest(image))
                yield image


def test_a_companion_killed_while_it_does_it_has_every_row(old: Path, room: Path) -> None:
    rows, dice, versions = asked(old / FILE, KEPT), Random(2), []
    # At once, and long after it is done: however busy the machine is, both are seen.
    waits = (0.0, *(dice.random() * 0.02 for _ in range(KILLS - 2)), 3.0)
    for number, wait in enumerate(waits):
        folder = room / str(number)
        folder.mkdir()
        shutil.copyfile(old / FILE, folder / FILE)
        child = os.fork()
        if child == 0:
            with suppress(BaseException):
                Archive(folder / FILE)
                time.sleep(10)
            os._exit(3)
        time.sleep(wait)
        os.kill(child, signal.SIGKILL)
        assert os.WIFSIGNALED(os.waitpid(child, 0)[1])
        versions.append(version_of(folder / FILE))
        with Archive(folder / FILE) as archive:
            assert (archive.notices, archive.mended) == ([], [])
        assert asked(folder / FILE, KEPT) == rows
        shutil.rmtree(folder)
    assert set(versions) == {1, 2}


# The disk


FAULTS = {
    "full": failing(apsw.SQLITE_FULL, WRITE),
    "read-only": failing(apsw.SQLITE_READONLY, WRITE, TRUNCATE),
    "no write": failing(apsw.SQLITE_IOERR_WRITE, WRITE),
    "no sync": failing(apsw.SQLITE_IOERR_FSYNC, SYNC),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_disk_that_refuses_stops_no_start_and_is_one_sentence(old: Path, name: str) -> None:
    disk, before = Disk(), (old / FILE).read_bytes()
    disk.fault = FAULTS[name]
    archive = Archive(old / FILE, disk.connect)
    with Table(old, archive=archive) as table:
        assert [str(notice) for notice in archive.notices] == [POSTPONED.format(file=old / FILE)]
        assert table.says == POSTPONED.format(file=old / FILE)
        assert [kept.entries for kept in archive.games()] == [
            len(archive.load(k.id, table.app.definition.rules).entries) for k in archive.games()
        ]
        assert (old / FILE).read_bytes() == before
        disk.fault = lambda _op: 0
        entries = len(table.entries)
        table.press("BACK", "UNDO", "BACK")
        assert len(table.entries) == entries + 1
    assert version_of(old / FILE) == 1
    with Archive(old / FILE) as archive:
        assert (archive.notices, archive.mended) == ([], [])
        assert archive.kept(archive.running() or 0).entries == entries + 1
    assert version_of(old / FILE) == VERSION


def test_a_file_in_use_by_another_program_is_brought_to_this_version_the_next_time(old: Path) -> None:
    with closing(sqlite3.connect(old / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with Archive(old / FILE) as archive:
            assert [str(notice) for notice in archive.notices] == [POSTPONED.format(file=old / FILE)]
            assert len(archive.games()) == 4
        other.execute("ROLLBACK")
    with Archive(old / FILE) as archive:
        assert archive.notices == []


@pytest.fixture
def small_disk(old: Path, tmp_path: Path) -> Iterator[Path]:
    """The old folder on a disk of its own; only root may make one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", str(disk)]
    if os.geteuid() or not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("a small disk can't be mounted here")
    shutil.copyfile(old / FILE, disk / FILE)
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize("how", ["full", "read-only"])
def test_a_real_disk_without_room_or_rights_stops_no_start(small_disk: Path, how: str) -> None:
    before = (small_disk / FILE).read_bytes()
    if how == "full":
        with suppress(OSError), (small_disk / "ballast").open("wb", buffering=0) as ballast:
            while ballast.write(bytes(4096)):
                pass
    else:
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    with Table(small_disk) as table:
        assert str(small_disk / FILE) in table.says
        assert "can only be read; free some space or allow writing, then start the companion again." in table.says
        assert next(kept.entries for kept in table.app.running.archive.games()) == len(table.entries) > 0
        table.press("BACK")
        table.press("UNDO")
        assert table.heard(1) == ["trouble"]
    assert (small_disk / FILE).read_bytes() == before
    if how == "full":
        (small_disk / "ballast").unlink()
        with Archive(small_disk / FILE) as archive:
            assert (archive.notices, archive.mended) == ([], [])


# Newer ones


def test_a_file_of_a_newer_version_is_refused_in_one_sentence_and_not_touched(old: Path) -> None:
    Archive(old / FILE).close()
    asked(old / FILE, f"PRAGMA user_version = {VERSION + 1}")
    asked(old / FILE, "CREATE TABLE scores (game)")
    before = (old / FILE).read_bytes()
    with pytest.raises(ArchiveTrouble) as trouble:
        Archive(old / FILE)
    assert str(trouble.value) == (
        f"{old / FILE} is from a newer companion; install that version or use another folder."
    )
    assert (old / FILE).read_bytes() == before
    assert sorted(each.name for each in old.iterdir() if each.name.startswith(FILE)) == [FILE]


def test_a_damaged_file_of_an_earlier_version_is_mended_into_one_of_this(old: Path) -> None:
    content = (old / FILE).read_bytes()
    place = content.index(b'"hash"')
    (old / FILE).write_bytes(content[:place] + b"!" + content[place + 1 :])
    with Archive(old / FILE) as archive:
        whole = {kept.id: kept.entries for kept in archive.games()}
        game = rules()
        for number in whole:
            archive.load(number, game)
        less = [kept for kept in archive.games() if kept.entries < whole[kept.id]]
        assert [str(message) for message in archive.mended] == [
            f"{old / FILE} was damaged; as it was, it is kept as {FILE}.damaged-1.",
            *(f"{kept.name} goes on after entry {kept.entries}; later ones are lost." for kept in less),
        ]
        assert len(less) == 1
        archive.describe(less[0].id, GameSummary("Mended"))
        assert archive.kept(less[0].id).summary == GameSummary("Mended")
    assert version_of(old / FILE) == VERSION
