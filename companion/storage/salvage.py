"""What can be read from a damaged journal file: of every game its longest valid beginning.

Works on a copy and never writes to the damaged file; `companion.storage.archive` makes a sound file from what it
finds.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from companion.engine.message import Message, tr, trn
from companion.storage.archive_file import FAILURES, Connect, Connection, opened, sealed, transaction
from companion.storage.logscan import changes_behind_a_break

WAL, READY = "-wal", ".mended"
PAGE = 4096
MAGIC = b"SQLite format 3\0"


class SavedGame(msgspec.Struct, frozen=True):
    """A game as it lay in the file, its rows up to the first that is damaged; `whole` if none was."""

    id: int
    name: str
    header: bytes
    seal: int
    finished: bool
    entries: tuple[tuple[int, bytes, int], ...]
    whole: bool


class Saved(msgspec.Struct, frozen=True):
    """All that could be read. lost: games of which nothing could. changes: what lies behind a break in the log."""

    games: tuple[SavedGame, ...] = ()
    lost: tuple[int, ...] = ()
    running: int | None = None
    changes: int = 0


def put_aside(path: Path) -> Path:
    """Copy a file and its log to the first free name `….damaged-N`, safely on the disk; OSError if it can't."""
    names = (path.with_name(f"{path.name}.damaged-{n}") for n in count(1))
    kept = next(name for name in names if not name.exists() and not beside(name).exists())
    pairs = [(path, kept), (beside(path), beside(kept))]
    try:
        for source, copy in pairs:
            if source.exists():
                shutil.copyfile(source, copy)
                sync(copy)
        sync(path.parent)
    except OSError:
        for _, copy in pairs:
            copy.unlink(missing_ok=True)
        raise
    return kept


def beside(path: Path, ending: str = WAL) -> Path:
    """SQLite's log (or what else has this ending) that belongs to a file."""
    return path.with_name(path.name + ending)


def has_lost_its_file(path: Path) -> bool:
    """Is there a log that SQLite would throw away, because the file it belongs to is empty or gone?"""
    log = beside(path)
    return log.exists() and log.stat().st_size > 0 and (not path.exists() or path.stat().st_size < len(MAGIC))


def has_a_broken_log(path: Path) -> bool:
    """Is there something in the log that SQLite would pass over without a word?"""
    return changes_behind_a_break(beside(path)) > 0


def put_in_place(fresh: Path, path: Path) -> None:
    """Let `fresh` take the place of `path`, whose log must not be read into it.

    From the moment it has its own name beside it, a power cut only leaves the rest of this for the next start.
    """
    sync(fresh)
    fresh.replace(beside(path, READY))
    sync(path.parent)
    _move_in(path)


def _move_in(path: Path) -> None:
    for ending in (WAL, "-shm"):
        beside(path, ending).unlink(missing_ok=True)
    sync(path.parent)
    beside(path, READY).replace(path)
    sync(path.parent)


def finished_mending(path: Path) -> list[Message]:
    """Finish what a power cut in the middle of a mending left, and say so."""
    if not beside(path, READY).exists():
        return []
    _move_in(path)
    return [tr("{file} was damaged and is mended; as it was, it is kept beside it.", file=str(path))]


def sync(path: Path) -> None:
    """Put a file, or the names in a folder, safely on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def salvage(damaged: Path, room: Path, connect: Connect) -> Saved:
    """Read what is left of a file, on a copy in the folder `room`."""
    if not damaged.exists():
        return Saved()
    copy = room / "copy"
    shutil.copyfile(damaged, copy)
    if beside(damaged).exists():
        shutil.copyfile(beside(damaged), beside(copy))
    _fill_up(copy)
    saved = _read_file(copy, connect)
    if not saved.games:
        _renew_first_page(copy, room, connect)
        saved = _read_file(copy, connect)
    return msgspec.structs.replace(saved, changes=changes_behind_a_break(beside(damaged)))


def _read_file(copy: Path, connect: Connect) -> Saved:
    try:
        connection = connect(copy)
    except FAILURES:
        return Saved()
    try:
        return _read(connection)
    finally:
        connection.close()


def _renew_first_page(copy: Path, room: Path, connect: Connect) -> None:
    """Put the first page of a new file, with the list of tables, over the damaged one: it is the same in all."""
    model = room / "model"
    opened(connect, model).close()
    page = model.read_bytes()[:PAGE]
    pages = -(-copy.stat().st_size // PAGE)
    with copy.open("r+b") as file:
        file.write(page[:28] + pages.to_bytes(4, "big") + page[32:])
        file.truncate(pages * PAGE)


def _fill_up(copy: Path) -> None:
    """Give a file that was cut its full length again: SQLite reads nothing from one that is too short."""
    with copy.open("rb") as file:
        head = file.read(100)
    if len(head) < 100 or not head.startswith(MAGIC):
        return
    length = int.from_bytes(head[28:32], "big") * PAGE
    if copy.stat().st_size < length < 2**40:
        os.truncate(copy, length)


def _read(connection: Connection) -> Saved:
    up, _ = _rows(connection, "SELECT id FROM games ORDER BY id")
    down, _ = _rows(connection, "SELECT id FROM games ORDER BY id DESC")
    ids = sorted({row[0] for row in (*up, *down) if isinstance(row[0], int)})
    found = {number: _game(connection, number) for number in ids}
    desk, _ = _rows(connection, "SELECT game FROM desk")
    running = desk[0][0] if desk else None
    games = tuple(game for game in found.values() if game)
    lost = tuple(number for number, game in found.items() if not game)
    return Saved(games, lost, running if running is not None and found.get(running) else None)


def _game(connection: Connection, number: int) -> SavedGame | None:
    rows, _ = _rows(connection, "SELECT name, header, seal, finished FROM games WHERE id = ?", number)
    if not rows:
        return None
    name, header, seal, finished = rows[0]
    if sealed(header, 0) != seal:
        return None
    sql = "SELECT number, body, seal FROM entries WHERE game = ? ORDER BY number"
    entries, whole = _rows(connection, sql, number)
    valid = tuple(valid_rows(entries, seal))
    last, _ = _rows(connection, "SELECT max(number) FROM entries WHERE game = ?", number)
    whole = whole and last == [(len(valid) or None,)]
    return SavedGame(number, name_of(name), header, seal, bool(finished), valid, whole)


def name_of(cell: object) -> str:
    """The name of a game, whatever became of its cell."""
    return cell.decode(errors="replace") if isinstance(cell, bytes) else "?"


def valid_rows(rows: list[Any], seal: int) -> Iterator[tuple[int, bytes, int]]:
    """The rows (number, body, seal) of a game up to the first that doesn't follow the one before."""
    for due, (number, body, message) in enumerate(rows, 1):
        seal = sealed(body, seal)
        if number != due or message != seal:
            return
        yield number, body, message


def write(saved: Saved, connection: Connection) -> None:
    """Put all that was read into a new file and close it."""
    try:
        with transaction(connection):
            for game in saved.games:
                row = (game.id, game.name.encode(), game.header, game.seal, game.finished)
                connection.execute(
                    "INSERT INTO games (id, name, header, seal, finished) VALUES (?, ?, ?, ?, ?)", row
                )
                for entry in game.entries:
                    connection.execute("INSERT INTO entries VALUES (?, ?, ?, ?)", (game.id, *entry))
            connection.execute("UPDATE desk SET game = ?", (saved.running,))
    finally:
        connection.close()


def losses(saved: Saved, file: Path, kept: Path) -> Iterator[Message]:
    """What was damaged, where it is kept, and what is lost, in sentences for people."""
    yield tr("{file} was damaged; as it was, it is kept as {kept}.", file=str(file), kept=kept.name)
    if not saved.games:
        yield tr("No game could be read from it.")
    if saved.changes:
        yield trn(
            "{n} change made last is lost with it; look at the end of the history.",
            "{n} changes made last are lost with it; look at the end of the history.",
            saved.changes,
        )
    for game in saved.games:
        if not game.whole or (saved.changes and game.id == saved.running):
            yield tr("{name} goes on after entry {n}; later ones are lost.", name=game.name, n=len(game.entries))
    for number in saved.lost:
        yield tr("Game {n} is lost.", n=number)


def _rows(connection: Connection, sql: str, *values: Any) -> tuple[list[Any], bool]:
    """The rows that can be read, and whether these are all."""
    rows: list[Any] = []
    try:
        for row in connection.execute(sql, values):
            rows.append(row)
    except (OverflowError, *FAILURES):
        return rows, False
    return rows, True
