"""The SQLite file of the archive: how it is opened, its tables, and what its errors mean in words.

Holds no game and decides nothing; `companion.storage.archive` works with it, `companion.storage.salvage` reads
damaged ones.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from companion.engine.message import Message, UserError, tr

APPLICATION = int.from_bytes(b"tabc")
"""Marks the file as ours (PRAGMA application_id), so that nobody else's database is written to."""
BEFORE_0_2_0 = int.from_bytes(b"tcmp")
"""The mark of files that development versions wrote; they are of another version, whatever number they bear."""

BUSY_MS = 500
DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""SQLITE_ERROR too: our statements are always right, so a table they don't find was damaged."""

FAILURES = (sqlite3.Error, UnicodeDecodeError)
"""What a statement may raise; damaged words (even in SQLite's own message) end in the second."""

LITTLE_ROOM = 256 * 1024

# `seal` is a CRC-32 over the row and, by the seal before it, over all rows of the game before it. Summaries have
# none: what lists say of a game is no part of it, and whoever plays on writes it anew.
CREATION = (
    """CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, name BLOB NOT NULL, header BLOB NOT NULL,
    seal INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE entries (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL,
    body BLOB NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID""",
    """CREATE TABLE desk (place INTEGER PRIMARY KEY CHECK (place = 1),
    game INTEGER REFERENCES games ON DELETE SET NULL)""",
    "INSERT INTO desk VALUES (1, NULL)",
    """CREATE TABLE summaries (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, began BLOB,
    players BLOB)""",
    f"PRAGMA application_id = {APPLICATION}",
)
"""What makes an empty file one of version 1."""
STEPS: tuple[tuple[str, ...], ...] = ()
"""Statements that lead from each released version of the file to the next, the first from version 1 to 2.

A step only adds, so it is one short transaction however many games there are: after a power cut the file is of the
old version or of the new one, and needs no copy.
"""

NEW_SUMMARY = "INSERT OR REPLACE INTO summaries VALUES (?, ?, ?)"
UNWRITABLE = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}


class Rows(Protocol):
    """What a statement gives back."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """As much of sqlite3.Connection as the archive uses.

    It runs each statement as it comes (no transactions of its own) and its errors are sqlite3.Error with
    `sqlite_errorcode` set; a connection from elsewhere needs only these three and that translation.
    """

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows: ...
    def close(self) -> None: ...


Connect = Callable[[Path], Connection]


class ArchiveTrouble(UserError):
    """The archive can't do it: `message` is the one sentence that names the file, what is wrong and what to do."""


class OtherVersion(ArchiveTrouble):
    """The file holds games of another version of the companion."""


def connect_sqlite(path: Path) -> Connection:
    """A connection of the standard library; statements are prepared once and kept."""
    return _connect(path)


def _connect(name: Path | str, uri: bool = False) -> Connection:
    # `transaction` begins and ends them. The thread that opens the file need not be the one that uses it.
    return sqlite3.connect(name, BUSY_MS / 1000, isolation_level=None, check_same_thread=False, uri=uri)


class OpenedFile(NamedTuple):
    """The file of the games, ready to use."""

    connection: Connection
    """To be closed by whoever opened it."""
    notice: Message | None = None
    """That nothing new can be kept and what to do about it; None where all is well."""


def open_archive_file(connect: Connect, path: Path) -> OpenedFile:
    """The file, made when it isn't there and brought to this version when it is older.

    A disk that is full or read-only keeps nobody from the games that are there: then the notice says so. Raises
    sqlite3.Error, or ArchiveTrouble if the file isn't for us.
    """
    try:
        return _open_prepared(connect, path)
    except sqlite3.Error as error:
        if _code(error) not in UNWRITABLE or not path.is_file() or not path.stat().st_size:
            raise
        if found := _open_read_only(connect, path):
            return OpenedFile(found.connection, _read_only_text(path))
        raise


def _open_read_only(connect: Connect, path: Path) -> OpenedFile | None:
    """The file where SQLite can't put what it keeps beside it: first without the index of the log, then alone."""
    with suppress(sqlite3.Error):
        return _open_prepared(connect, path, "locking_mode = EXCLUSIVE")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return None  # what people were told is kept may be in there
    with suppress(sqlite3.Error):
        return _open_prepared(_connect_immutable, path)
    return None


def _connect_immutable(path: Path) -> Connection:
    return _connect(f"{path.absolute().as_uri()}?immutable=1", uri=True)


def _open_prepared(connect: Connect, path: Path, *settings: str) -> OpenedFile:
    connection = connect(path)
    try:
        _prepare(connection, path, settings)
        return OpenedFile(connection)
    except BaseException:
        connection.close()
        raise


def _prepare(connection: Connection, path: Path, settings: Sequence[str]) -> None:
    # FULL: with less, SQLite's log loses the last entries with the power, after people have heard the beep.
    ours = (f"busy_timeout = {BUSY_MS}", "page_size = 4096", "foreign_keys = ON", "synchronous = FULL")
    for setting in (*settings, *ours):
        connection.execute(f"PRAGMA {setting}").fetchall()
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    mark, version = _number(connection, "PRAGMA application_id"), _number(connection, "PRAGMA user_version")
    if tables and mark not in (APPLICATION, BEFORE_0_2_0):
        raise ArchiveTrouble(
            tr("{file} holds something else than games; move it away or use another folder.", file=str(path))
        )
    if tables and (mark == BEFORE_0_2_0 or version > newest_version()):
        raise OtherVersion(
            tr(
                "{file} is from another version of the companion; install that version or use another folder.",
                file=str(path),
            )
        )
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    if version < newest_version():
        _migrate(connection)


def newest_version() -> int:
    """The version of the file that is written (PRAGMA user_version)."""
    return 1 + len(STEPS)


def _migrate(connection: Connection) -> None:
    """Bring the file to the newest version; version 0 is an empty file."""
    with transaction(connection):
        version = _number(connection, "PRAGMA user_version")  # somebody may have been quicker
        for statement in (each for step in (CREATION, *STEPS)[version:] for each in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest_version()}")


def is_sound(connection: Connection) -> bool:
    """What SQLite itself says of the file; it reads the whole of it. A check that can't be made says nothing."""
    try:
        return bool(connection.execute("PRAGMA main.quick_check(1)").fetchall() == [("ok",)])
    except FAILURES as error:
        return not is_damage(error)


def _number(connection: Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """All or nothing, and on the disk when it is left."""
    # At once a writer: else another program's change is met in the middle, where nothing can be waited for.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite may have rolled back by itself, and a broken disk may refuse this too.
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def next_seal(body: object, before: int) -> int:
    """The seal of a row, from its bytes and the seal of the row before; -1, which is none, for a damaged cell."""
    return zlib.crc32(body, before) if isinstance(body, bytes) else -1


def is_damage(error: Exception) -> bool:
    """Is the file itself broken, not only out of reach?"""
    # Python's module gives no code where it can't read the words in a cell.
    nameless = isinstance(error, sqlite3.OperationalError) and _code(error) is None
    return nameless or isinstance(error, UnicodeDecodeError) or _code(error) in DAMAGE


def archive_trouble(error: Exception, path: Path) -> ArchiveTrouble:
    """An error of SQLite or the system in one sentence."""
    file = str(path)
    code = _code(error)
    if code == sqlite3.SQLITE_FULL or (code in (sqlite3.SQLITE_IOERR, None) and _is_full(path)):
        return ArchiveTrouble(tr("The disk is full: {file} can't grow; free some space and try again.", file=file))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ArchiveTrouble(tr("{file} is in use by another program; close it and try again.", file=file))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or (
        code == sqlite3.SQLITE_IOERR and _is_read_only(path)
    ):
        return ArchiveTrouble(tr("{file} can't be written; allow writing to it and its folder.", file=file))
    if code == sqlite3.SQLITE_CANTOPEN:
        return ArchiveTrouble(tr("{file} can't be opened; check its folder and its rights.", file=file))
    if is_damage(error):
        return ArchiveTrouble(tr("{file} is damaged; start the companion again, it saves what it can.", file=file))
    why = getattr(error, "strerror", None) or str(error)
    return ArchiveTrouble(tr("{file} can't be used ({why}); check the disk or card.", file=file, why=why))


def _read_only_text(path: Path) -> Message:
    return tr(
        "Nothing new can be kept: {file} can only be read; free some space or allow writing, then start the "
        "companion again.",
        file=str(path),
    )


def _code(error: Exception) -> int | None:
    """SQLite's own code without its extension; None where there is none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _is_full(path: Path) -> bool:
    room = _room(path)
    return room is not None and room.f_bavail * room.f_frsize < LITTLE_ROOM


def _is_read_only(path: Path) -> bool:
    """Did the system make the disk read-only? It does so with a card that begins to fail."""
    room = _room(path)
    return room is not None and bool(room.f_flag & os.ST_RDONLY)


def _room(path: Path) -> os.statvfs_result | None:
    try:
        return os.statvfs(path.parent)
    except OSError:
        return None
