"""Salvage of a damaged archive file: the longest valid beginning of each game.

It reads a copy by SQLite only and never writes to the damaged file; `companion.storage.archive` builds a valid
file from the result. The damaged file is kept: `sqlite3 FILE .recover` may find data that SQL statements cannot
reach.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, Literal

import msgspec

from companion.engine.message import Message, tr
from companion.storage.archive_file import (
    APPLICATION_ID,
    NEW_SUMMARY,
    STATEMENT_ERRORS,
    Connect,
    Connection,
    next_seal,
    transaction,
)
from companion.storage.data_folder import sync_to_disk
from companion.storage.game_summary import GameSummary, summary_cells, summary_from_cells

LOG_SUFFIX, REPAIRED_SUFFIX = "-wal", ".mended"

APPLICATION_ID_END, LOG_HEADER_BYTES, FRAME_HEADER_BYTES = 72, 32, 24
"""Sizes in bytes by SQLite's file format: up to the end of the application id; header of a log; header of a frame.
"""

SCANNED_FRAMES = 50
"""Number of frames of a log that are checked; in a foreign log the first page of the file is among the first."""

MIN_FILE_BYTES = 512
"""Minimum size of any SQLite file in bytes."""


class SalvagedGame(msgspec.Struct, frozen=True):
    """A game found in the file."""

    id: int
    """Number of the game in the archive."""
    header: bytes
    """Header of its journal, whose seal was valid."""
    seal: int
    """Seal of the header."""
    summary: GameSummary
    """Summary for lists, as far as it could be read."""
    entries: tuple[tuple[int, bytes, int], ...]
    """Number, body and seal of its rows, up to the first damaged one."""
    whole: bool
    """True if no row was damaged."""


class SalvagedFile(msgspec.Struct, frozen=True):
    """All data that could be read."""

    games: tuple[SalvagedGame, ...] = ()
    """Games by ascending number."""
    lost: tuple[int, ...] = ()
    """Numbers of games of which nothing could be read."""
    running: int | None = None
    """Number of the game in use last, if it could be read."""


def quarantine_copy(path: Path) -> Path:
    """Copy a file and its log durably to the first free name `….damaged-N` and return it. Raises OSError."""
    names = (path.with_name(f"{path.name}.damaged-{n}") for n in count(1))
    # An unrelated log of the same name would be read into the copy.
    kept = next(name for name in names if not name.exists() and not log_path(name).exists())
    pairs = [(path, kept), (log_path(path), log_path(kept))]
    try:
        for source, copy in pairs:
            if source.exists():
                shutil.copyfile(source, copy)
                sync_to_disk(copy)
        sync_to_disk(path.parent)
    except OSError:
        for _, copy in pairs:
            copy.unlink(missing_ok=True)
        raise
    return kept


def log_path(path: Path, ending: str = LOG_SUFFIX) -> Path:
    """Return the path of a file's log, or of another file with this ending."""
    return path.with_name(path.name + ending)


def has_log(path: Path) -> bool:
    """True if the file was not closed properly or is in use."""
    log = log_path(path)
    return log.exists() and log.stat().st_size > 0


def is_log_orphaned(path: Path) -> bool:
    """True if there is a log that SQLite would delete, because its file is (nearly) empty or missing."""
    return has_log(path) and not (path.exists() and path.stat().st_size >= MIN_FILE_BYTES)


def quarantine_foreign_log(path: Path) -> list[Message]:
    """Quarantine a log that belongs to another file, and return the notice.

    SQLite would read its pages as games.
    """
    log = log_path(path)
    if not (has_log(path) and path.exists() and _is_foreign(path, log)):
        return []
    kept = quarantine_log(log)
    log_path(path, "-shm").unlink(missing_ok=True)
    sync_to_disk(path.parent)
    return [
        tr(
            "{log} belonged to another file than the games; it was put aside as {kept}, and they are whole.",
            log=log.name,
            kept=kept.name,
        )
    ]


def quarantine_log(log: Path) -> Path:
    """Rename a log to the first free name and return it."""
    return log.rename(next(name for n in count(1) if not (name := log_path(log, f".damaged-{n}")).exists()))


def _is_foreign(path: Path, log: Path) -> bool:
    """True if the file is an archive and the first page in the log is not."""
    ours = APPLICATION_ID.to_bytes(4, "big")
    with path.open("rb") as file:
        if file.read(APPLICATION_ID_END)[-4:] != ours:
            return False
    with log.open("rb") as file:
        head = file.read(LOG_HEADER_BYTES)
        order: Literal["little", "big"] = "big" if head[3:4] == b"\x83" else "little"
        size, sums = int.from_bytes(head[8:12], "big"), _checksum(head[:24], (0, 0), order)
        for _ in range(SCANNED_FRAMES):
            frame, page = file.read(FRAME_HEADER_BYTES), file.read(size)
            sums = _checksum(page, _checksum(frame[:8], sums, order), order)
            # A frame with a wrong checksum is the incomplete end left by a power cut.
            if frame[8:16] != head[16:24] or frame[16:24] != b"".join(each.to_bytes(4, "big") for each in sums):
                return False
            if int.from_bytes(frame[:4], "big") == 1:
                return page[APPLICATION_ID_END - 4 : APPLICATION_ID_END] != ours
    return False


def _checksum(words: bytes, sums: tuple[int, int], order: Literal["little", "big"]) -> tuple[int, int]:
    """Return SQLite's running checksum of the pages of a log."""
    first, second = sums
    for at in range(0, len(words) - 7, 8):
        first = (first + int.from_bytes(words[at : at + 4], order) + second) & 0xFFFFFFFF
        second = (second + int.from_bytes(words[at + 4 : at + 8], order) + first) & 0xFFFFFFFF
    return first, second


def replace_archive(new_file: Path, path: Path) -> None:
    """Replace the file `path` by `new_file` and delete its log, which does not belong to `new_file`.

    If a power cut interrupts this after the first rename, the next start completes it.
    """
    sync_to_disk(new_file)
    new_file.replace(log_path(path, REPAIRED_SUFFIX))
    sync_to_disk(path.parent)
    _move_in(path)


def _move_in(path: Path) -> None:
    for ending in (LOG_SUFFIX, "-shm"):
        log_path(path, ending).unlink(missing_ok=True)
    sync_to_disk(path.parent)
    log_path(path, REPAIRED_SUFFIX).replace(path)
    sync_to_disk(path.parent)


def finish_repair(path: Path) -> list[Message]:
    """Complete a repair that a power cut interrupted, and return the notice."""
    if not log_path(path, REPAIRED_SUFFIX).exists():
        return []
    _move_in(path)
    return [tr("{file} was damaged and is repaired; the damaged one is kept beside it.", file=str(path))]


def salvage(damaged: Path, room: Path, connect: Connect) -> SalvagedFile:
    """Return what can be read of a damaged file, from a copy in the folder `room`."""
    if not damaged.exists():
        return SalvagedFile()
    # A copy, because opening a file writes its log into it, and the damaged file must stay unchanged.
    copy = room / "copy"
    for source, to in ((damaged, copy), (log_path(damaged), log_path(copy))):
        if source.exists():
            shutil.copyfile(source, to)
    try:
        connection = connect(copy)
    except STATEMENT_ERRORS:
        return SalvagedFile()
    try:
        # Otherwise SQLite reads nothing from a truncated file or one with a damaged schema.
        connection.execute("PRAGMA writable_schema = ON").fetchall()
        return _read(connection)
    except STATEMENT_ERRORS:
        return SalvagedFile()
    finally:
        connection.close()


def _read(connection: Connection) -> SalvagedFile:
    # Read from both ends, because rows behind a damaged page are reached only from the other end.
    up, _ = _rows(connection, "SELECT id FROM games ORDER BY id")
    down, _ = _rows(connection, "SELECT id FROM games ORDER BY id DESC")
    ids = sorted({row[0] for row in (*up, *down) if isinstance(row[0], int)})
    found = {number: _game(connection, number) for number in ids}
    desk, _ = _rows(connection, "SELECT game FROM desk")
    running = desk[0][0] if desk else None
    games = tuple(game for game in found.values() if game)
    lost = tuple(number for number, game in found.items() if not game)
    return SalvagedFile(games, lost, running if running is not None and found.get(running) else None)


def _game(connection: Connection, number: int) -> SalvagedGame | None:
    rows, _ = _rows(connection, "SELECT name, header, seal, finished FROM games WHERE id = ?", number)
    if not rows:
        return None
    name, header, seal, finished = rows[0]
    listed, _ = _rows(connection, "SELECT began, players FROM summaries WHERE game = ?", number)
    summary = summary_from_cells(name_from_cell(name), bool(finished), *(listed[0] if listed else (None, None)))
    # A game without its header is useless, because its setup is unknown.
    if next_seal(header, 0) != seal:
        return None
    sql = "SELECT number, body, seal FROM entries WHERE game = ? ORDER BY number"
    entries, whole = _rows(connection, sql, number)
    valid = tuple(valid_rows(entries, seal))
    # Rows behind a damaged page are not returned; the highest number shows that they existed.
    last, _ = _rows(connection, "SELECT max(number) FROM entries WHERE game = ?", number)
    whole = whole and last == [(len(valid) or None,)]
    return SalvagedGame(number, header, seal, summary, valid, whole)


def name_from_cell(cell: object) -> str:
    """Return the name of a game from its cell, even if that is damaged."""
    return cell.decode(errors="replace") if isinstance(cell, bytes) else "?"


def valid_rows(rows: list[Any], seal: int) -> Iterator[tuple[int, bytes, int]]:
    """Yield the rows (number, body, seal) of a game up to the first that does not continue the previous one."""
    for due, (number, body, row_seal) in enumerate(rows, 1):
        seal = next_seal(body, seal)
        if number != due or row_seal != seal:
            return
        yield number, body, row_seal


def write_salvaged(saved: SalvagedFile, connection: Connection) -> None:
    """Write the salvaged games into a new file and close it."""
    try:
        with transaction(connection):
            for game in saved.games:
                row = (game.id, game.summary.name.encode(), game.header, game.seal, game.summary.finished)
                connection.execute(
                    "INSERT INTO games (id, name, header, seal, finished) VALUES (?, ?, ?, ?, ?)", row
                )
                connection.execute(NEW_SUMMARY, (game.id, *summary_cells(game.summary)))
                for entry in game.entries:
                    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (game.id, *entry))
            connection.execute("INSERT OR REPLACE INTO desk VALUES (1, ?)", (saved.running,))
    finally:
        connection.close()


def loss_texts(saved: SalvagedFile, file: Path, damaged_file: Path) -> Iterator[Message]:
    """Yield sentences that say what was damaged, where it is kept and what is lost."""
    yield tr("{file} was damaged; as it was, it is kept as {kept}.", file=str(file), kept=damaged_file.name)
    if not saved.games:
        yield tr("No game could be read from it.")
    for game in saved.games:
        if not game.whole:
            name = game.summary.name
            yield tr("{name} goes on after entry {n}; later ones are lost.", name=name, n=len(game.entries))
    for number in saved.lost:
        yield tr("Game {n} is lost.", n=number)


def _rows(connection: Connection, sql: str, *values: Any) -> tuple[list[Any], bool]:
    """Return the rows that can be read, and True if these are all."""
    rows: list[Any] = []
    try:
        for row in connection.execute(sql, values):
            rows.append(row)
    except (OverflowError, *STATEMENT_ERRORS):
        return rows, False
    return rows, True
