"""A made-up next version of the games' file: what `STEPS` lead to, whatever the disk and the plug do meanwhile."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import apsw
import pytest

from companion.games.glen_more_2.definition import GAME
from companion.storage import archive_file
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError, OtherVersion, newest_version
from companion.storage.game_summary import GameSummary
from tests.power.disk import SYNC, TRUNCATE, WRITE, Disk, failing
from tests.power.evening import FILE, Evening
from tests.power.images import Cut, Image, cuts, digest, lay

KEPT = "SELECT id, header, games.seal, finished, number, body, entries.seal FROM games JOIN entries ON game = id"
LOG = f"{FILE}-wal"
KILLS = 40
NEXT_STEP = (
    "CREATE TABLE lengths (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, entries INTEGER NOT NULL)",
    "INSERT INTO lengths SELECT game, count(*) FROM entries GROUP BY game",
)
"""What a next version might add."""
LENGTHS = "SELECT game, entries FROM lengths ORDER BY game"
COUNTED = "SELECT game, count(*) FROM entries GROUP BY game ORDER BY game"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of this version after a random evening with several games."""
    evening = Evening(tmp_path_factory.mktemp("evening"), 4)
    evening.play(150)
    evening.running.new()
    evening.play(40)
    evening.archive.close()
    return evening.path.read_bytes()


@pytest.fixture
def old(evening: bytes, room: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with that file, now that there is a next version."""
    (room / FILE).write_bytes(evening)
    monkeypatch.setattr(archive_file, "MIGRATION_STEPS", (*archive_file.MIGRATION_STEPS, NEXT_STEP))
    assert version_of(room / FILE) == newest_version() - 1
    assert len(asked(room / FILE, COUNTED)) > 1
    return room


@pytest.fixture
def unclosed(old: Path) -> Image:
    """The same after a power cut: what was entered last is only in the log."""
    with closing(sqlite3.connect(old / FILE, isolation_level=None)) as before:
        before.execute("UPDATE desk SET game = (SELECT min(id) FROM games)")
        before.execute("DELETE FROM entries WHERE game = (SELECT max(game) FROM entries) AND number > 5")
        return {name: (old / name).read_bytes() for name in (FILE, LOG)}


def asked(file: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        return connection.execute(sql).fetchall()


def version_of(file: Path) -> int:
    return int(asked(file, "PRAGMA user_version")[0][0])


# What becomes of it


def test_every_row_and_summary_is_there_as_it_was_and_the_step_was_made_once(old: Path) -> None:
    before, listed = asked(old / FILE, KEPT), asked(old / FILE, "SELECT * FROM summaries")
    with Archive(old / FILE) as archive:
        assert (archive.notices, archive.mended) == ([], [])
    assert version_of(old / FILE) == newest_version() == 2
    assert asked(old / FILE, KEPT) == before
    assert asked(old / FILE, "SELECT * FROM summaries") == listed
    assert asked(old / FILE, LENGTHS) == asked(old / FILE, COUNTED)
    once = (old / FILE).read_bytes()
    Archive(old / FILE).close()
    assert (old / FILE).read_bytes() == once


def test_a_file_brought_to_the_next_version_is_like_a_new_one(old: Path) -> None:
    tables = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
    Archive(old / "new.sqlite").close()
    Archive(old / FILE).close()
    assert asked(old / FILE, tables) == asked(old / "new.sqlite", tables)
    assert asked(old / FILE, "PRAGMA application_id") == asked(old / "new.sqlite", "PRAGMA application_id")


def test_the_games_are_read_and_played_on(old: Path) -> None:
    with Archive(old / FILE) as archive:
        running = archive.running()
        assert running
        history = archive.load(running, GAME.rules)
        entries = history.propose_undo()
        history.add(entries)
        archive.append(running, entries, GAME.rules)
    with Archive(old / FILE) as archive:
        assert archive.load(running, GAME.rules).hash() == history.hash()


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
    ((desk,),) = asked(folder / FILE, "SELECT game FROM desk")
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
            assert (archive.notices, archive.mended, archive.running()) == ([], [], desk)
        assert (version_of(there / FILE), asked(there / FILE, KEPT)) == (2, rows)
        assert asked(there / FILE, LENGTHS) == asked(there / FILE, COUNTED)
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
def test_a_disk_that_refuses_is_one_sentence_and_the_next_start_makes_the_step(old: Path, name: str) -> None:
    disk, rows = Disk(), asked(old / FILE, KEPT)
    disk.fault = FAULTS[name]
    with pytest.raises(ArchiveError) as trouble:
        Archive(old / FILE, disk.connect)
    assert str(old / FILE) in str(trouble.value)
    assert str(trouble.value).count(".") - str(old / FILE).count(".") == 1
    assert (version_of(old / FILE), asked(old / FILE, KEPT)) == (1, rows)
    with Archive(old / FILE) as archive:
        assert (archive.notices, archive.mended) == ([], [])
    assert (version_of(old / FILE), asked(old / FILE, KEPT)) == (2, rows)


def test_a_file_in_use_by_another_program_is_brought_to_the_next_version_later(old: Path) -> None:
    with closing(sqlite3.connect(old / FILE, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(ArchiveError) as trouble:
            Archive(old / FILE)
        assert str(trouble.value) == f"{old / FILE} is in use by another program; close it and try again."
        other.execute("ROLLBACK")
    Archive(old / FILE).close()
    assert version_of(old / FILE) == 2


# Other versions


def test_a_file_of_a_later_version_is_refused_in_one_sentence_and_not_touched(old: Path) -> None:
    Archive(old / FILE).close()
    asked(old / FILE, f"PRAGMA user_version = {newest_version() + 1}")
    asked(old / FILE, "CREATE TABLE scores (game)")
    before = (old / FILE).read_bytes()
    with pytest.raises(OtherVersion) as trouble:
        Archive(old / FILE)
    assert str(trouble.value) == (
        f"{old / FILE} is from another version of the companion; install that version or use another folder."
    )
    assert (old / FILE).read_bytes() == before
    assert sorted(each.name for each in old.iterdir() if each.name.startswith(FILE)) == [FILE]


def test_a_damaged_file_of_the_version_before_is_mended_into_one_of_the_next(old: Path) -> None:
    ((body,),) = asked(old / FILE, "SELECT body FROM entries ORDER BY game DESC, number DESC LIMIT 1 OFFSET 3")
    state = body[body.index(b'"hash"') :]
    (old / FILE).write_bytes((old / FILE).read_bytes().replace(state, b"!" + state[1:]))
    with Archive(old / FILE) as archive:
        whole = {kept.id: kept.entries for kept in archive.games()}
        for number in whole:
            archive.load(number, GAME.rules)
        less = [kept for kept in archive.games() if kept.entries < whole[kept.id]]
        assert [str(message) for message in archive.mended] == [
            f"{old / FILE} was damaged; as it was, it is kept as {FILE}.damaged-1.",
            *(f"{kept.name} goes on after entry {kept.entries}; later ones are lost." for kept in less),
        ]
        assert len(less) == 1
        archive.describe(less[0].id, GameSummary("Mended"))
        assert archive.find_game(less[0].id).summary == GameSummary("Mended")
    assert version_of(old / FILE) == newest_version() == 2
