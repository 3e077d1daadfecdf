"""A disk that is full, read-only, broken or slow: one sentence, the game goes on, nothing acknowledged is lost."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import apsw
import pytest

from companion.hardware.desk import DeskReader
from companion.menu.pages import HomePage, NoticePage, SheetPage
from companion.session.inputs import TagSeen
from companion.storage.archive import Archive
from companion.storage.archive_file import ArchiveError
from tests.power.disk import SYNC, TRUNCATE, WRITE, Disk, Fault, Op, failing, held
from tests.power.evening import FILE, Evening
from tests.power.test_power_cuts import Record, opened
from tests.sampled import half
from tests.table import Table, complete_facts
from tests.waiting import LONG

FULL = failing(apsw.SQLITE_FULL, WRITE)
READ_ONLY = failing(apsw.SQLITE_READONLY, WRITE, TRUNCATE)
NO_WRITE = failing(apsw.SQLITE_IOERR_WRITE, WRITE)
NO_SYNC = failing(apsw.SQLITE_IOERR_FSYNC, SYNC)
FAULTS = {
    "full": (FULL, "The disk is full: {file} can't grow; free some space and try again."),
    "read-only": (READ_ONLY, "{file} can't be written; allow writing to it and its folder."),
    "no write": (NO_WRITE, "{file} can't be used (disk I/O error); check the disk or card."),
    "no sync": (NO_SYNC, "{file} can't be used (disk I/O error); check the disk or card."),
}


@pytest.fixture
def disk() -> Disk:
    return Disk()


@pytest.fixture
def table(tmp_path: Path, disk: Disk) -> Iterator[Table]:
    """A game for three in the first turn, on that disk."""
    archive = Archive(tmp_path / FILE, disk.connect)
    with Table(tmp_path, archive=archive, facts=complete_facts()) as made:
        yield made.seated("red", "blue", "green")


@pytest.mark.parametrize("name", FAULTS)
def test_what_cannot_be_kept_is_one_sentence_and_is_not_true(table: Table, disk: Disk, name: str) -> None:
    disk.fault, sentence = FAULTS[name]
    before, entries = table.hash, len(table.entries)
    page = table.tap("tile:S-4")
    assert isinstance(page, NoticePage)
    assert (page.kind, table.says) == ("trouble", sentence.format(file=table.folder / FILE))
    assert table.heard(1) == ["trouble"]
    assert (table.hash, len(table.entries)) == (before, entries)
    assert table.drawn() is not None


@pytest.mark.parametrize("name", FAULTS)
def test_the_game_goes_on_where_it_can_and_wholly_when_the_disk_does(table: Table, disk: Disk, name: str) -> None:
    kept = list(table.entries)
    disk.fault, _ = FAULTS[name]
    for _ in range(3):
        table.tap("tile:S-4")
    assert isinstance(table.press("BACK"), HomePage)
    table.press("UNDO+")
    assert table.says == "History"
    table.press("BACK")
    assert isinstance(table.press("OK+"), SheetPage)
    table.press("OK", "UNDO")
    assert isinstance(table.page, NoticePage)
    assert table.entries == kept
    disk.fault = lambda _op: 0
    table.press("BACK")
    table.tap("tile:S-4")
    assert table.view.phase == "turn"
    assert len(table.entries) == len(kept) + 1
    assert table.stored() == table.entries


def test_a_disk_that_became_read_only_under_us_is_named_so(
    table: Table, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken card makes Linux mount it anew, read-only; SQLite calls that an error like any other."""
    disk.fault = NO_WRITE
    there = os.statvfs(table.folder)
    flags = [*there[:8], there.f_flag | os.ST_RDONLY, there.f_namemax]
    monkeypatch.setattr(os, "statvfs", lambda _path: os.statvfs_result(flags))
    table.tap("tile:S-4")
    assert table.says == f"{table.folder / FILE} can't be written; allow writing to it and its folder."


def test_a_stall_delays_the_beep_and_nothing_else(table: Table, disk: Disk) -> None:
    signals, entries = table.app.snapshot.signals_count, len(table.entries)
    stalled, free = Event(), Event()
    disk.fault = held(stalled, free)
    handled = table.app.submit(TagSeen("tile:S-4"))
    assert stalled.wait(LONG)
    assert not handled.done()
    assert table.app.snapshot.signals_count == signals
    assert table.app.watch.late() == []
    assert isinstance(table.reader, DeskReader)
    table.clock.now += 10
    table.reader.tap("card:done")
    free.set()
    assert handled.result(LONG).signal in ("accepted", "asks")
    table.app.wait(lambda _s: len(table.entries) == entries + 2)
    assert table.stored() == table.entries
    assert "trouble" not in table.signal.given


def sometimes(dice: Random, chance: float) -> Fault:
    """Now and then anything that is written, cut or synced fails."""
    errors = {
        WRITE: (apsw.SQLITE_FULL, apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_READONLY),
        SYNC: (apsw.SQLITE_IOERR_FSYNC,),
        TRUNCATE: (apsw.SQLITE_IOERR_TRUNCATE,),
    }

    def fault(op: Op) -> int:
        return dice.choice(errors[op.kind]) if op.kind in errors and dice.random() < chance else 0

    return fault


@pytest.mark.parametrize("seed", half([22, 21]))
def test_power_cuts_among_errors_of_the_disk_lose_nothing_acknowledged_either(
    seed: int, room: Path, record_property: Record
) -> None:
    evening = Evening(room, seed)
    troubles = evening.play(90, sometimes(Random(seed), 0.03))
    evening.play(5)
    count = opened(evening, room, 1, seed)
    record_property("crash images opened", count)
    assert troubles > 10
    assert count > 300


def test_a_disk_full_from_the_start_is_told_and_leaves_no_ruin(tmp_path: Path, disk: Disk) -> None:
    disk.fault = FULL
    with pytest.raises(ArchiveError, match="The disk is full"):
        Archive(tmp_path / FILE, disk.connect)
    with Archive(tmp_path / FILE) as archive:
        assert (archive.games(), archive.mended) == ([], [])


def test_a_new_folder_is_as_safe_as_what_is_put_into_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder whose name was not synced may be gone after a power cut, with all games in it."""
    synced: list[Any] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(Path(f"/proc/self/fd/{handle}").resolve())
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    Archive(tmp_path / "companion" / "evenings" / FILE).close()
    assert synced == [tmp_path, tmp_path / "companion"]
    synced.clear()
    Archive(tmp_path / "companion" / "evenings" / FILE).close()
    assert synced == []
