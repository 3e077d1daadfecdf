"""The SQLite file of the archive: opening it, its tables, its migration, and its errors as sentences.

`companion.storage.archive` works with the file; `companion.storage.salvage` reads damaged files.
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

APPLICATION_ID = int.from_bytes(b"tabc")
"""Identifies our files (PRAGMA application_id), so that no other database is written to."""
DEVELOPMENT_APPLICATION_ID = int.from_bytes(b"tcmp")
"""Application id in files of development versions, which count as another version whatever their number is."""

BUSY_MS = 500
DAMAGE_CODES = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}
"""SQLITE_ERROR is included, because our statements are valid: a table that they do not find was damaged."""

STATEMENT_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""Errors of a statement; damaged text, even in SQLite's own message, causes the second."""

MIN_FREE_BYTES = 256 * 1024

# `seal` is a CRC-32 over the row and the seal of the previous row, and so over all earlier rows of the game.
# Summaries have no seal, because they are no part of a game and are rewritten when it continues.
CREATION_STATEMENTS = (
    """CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, name BLOB NOT NULL, header BLOB NOT NULL,
    seal INTEGER NOT NULL, finished INTEGER NOT NULL DEFAULT 0)""",
    """CREATE TABLE entries (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL,
    body BLOB NOT NULL, seal INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID""",
    """CREATE TABLE desk (place INTEGER PRIMARY KEY CHECK (place = 1),
    game INTEGER REFERENCES games ON DELETE SET NULL)""",
    "INSERT INTO desk VALUES (1, NULL)",
    """CREATE TABLE summaries (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, began BLOB,
    players BLOB)""",
    f"PRAGMA application_id = {APPLICATION_ID}",
)
"""Statements that turn an empty file into one of version 1."""
MIGRATION_STEPS: tuple[tuple[str, ...], ...] = ()
"""Statements from each released version of the file to the next; the first are from version 1 to 2.

A step only adds, so it is one short transaction for any number of games. After a power cut the file has the old
version or the new one, so it needs no copy.
"""

NEW_SUMMARY = "INSERT OR REPLACE INTO summaries VALUES (?, ?, ?)"
UNWRITABLE_CODES = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}


class Rows(Protocol):
    """Result of a statement."""

    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...
    def __iter__(self) -> Iterator[Any]: ...


class Connection(Protocol):
    """Methods of sqlite3.Connection that the archive uses.

    Each statement runs at once, without implicit transactions, and errors are sqlite3.Error with
    `sqlite_errorcode`. Another library needs only these methods and such errors.
    """

    @property
    def in_transaction(self) -> bool: ...
    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows: ...
    def close(self) -> None: ...


Connect = Callable[[Path], Connection]


class ArchiveError(UserError):
    """The archive cannot do something; `message` names the file, the reason and the remedy."""


class OtherVersion(ArchiveError):
    """The file holds games of another version of the companion."""


def connect_sqlite(path: Path) -> Connection:
    """Return a connection of the standard library, which caches prepared statements."""
    return _connect(path)


def _connect(name: Path | str, uri: bool = False) -> Connection:
    # `transaction` begins and ends transactions. The file may be opened in another thread than the one that uses
    # it.
    return sqlite3.connect(name, BUSY_MS / 1000, isolation_level=None, check_same_thread=False, uri=uri)


class OpenedFile(NamedTuple):
    """An archive file, ready to use."""

    connection: Connection
    """Connection; the caller must close it."""
    notice: Message | None = None
    """Notice that nothing can be saved and how to correct that; None if the file can be written."""


def open_archive_file(connect: Connect, path: Path) -> OpenedFile:
    """Return the file, created or migrated if necessary.

    If the disk is full or read-only, the games can still be read and the notice says so. Raises sqlite3.Error, or
    ArchiveError if the file holds something else.
    """
    try:
        return _open_prepared(connect, path)
    except sqlite3.Error as error:
        if _code(error) not in UNWRITABLE_CODES or not path.is_file() or not path.stat().st_size:
            raise
        if found := _open_read_only(connect, path):
            return OpenedFile(found.connection, _read_only_text(path))
        raise


def _open_read_only(connect: Connect, path: Path) -> OpenedFile | None:
    """Open the file if SQLite cannot write beside it: first without the index of the log, then without the log."""
    with suppress(sqlite3.Error):
        return _open_prepared(connect, path, "locking_mode = EXCLUSIVE")
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        return None  # The log may contain entries that were confirmed to players.
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
    # With less than FULL, a power cut could lose the last entries after players heard the confirmation.
    ours = (f"busy_timeout = {BUSY_MS}", "page_size = 4096", "foreign_keys = ON", "synchronous = FULL")
    for setting in (*settings, *ours):
        connection.execute(f"PRAGMA {setting}").fetchall()
    tables = _number(connection, "SELECT count(*) FROM sqlite_master")
    mark, version = _number(connection, "PRAGMA application_id"), _number(connection, "PRAGMA user_version")
    if tables and mark not in (APPLICATION_ID, DEVELOPMENT_APPLICATION_ID):
        raise ArchiveError(
            tr("{file} holds something else than games; move it away or use another folder.", file=str(path))
        )
    if tables and (mark == DEVELOPMENT_APPLICATION_ID or version > newest_version()):
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
    """Return the current version of the file format (PRAGMA user_version)."""
    return 1 + len(MIGRATION_STEPS)


def _migrate(connection: Connection) -> None:
    """Migrate the file to the newest version; version 0 is an empty file."""
    with transaction(connection):
        # Another program may have migrated the file in the meantime.
        version = _number(connection, "PRAGMA user_version")
        for statement in (each for step in (CREATION_STATEMENTS, *MIGRATION_STEPS)[version:] for each in step):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {newest_version()}")


def is_undamaged(connection: Connection) -> bool:
    """True if SQLite's check, which reads the whole file, finds no damage, or if it cannot run."""
    try:
        return bool(connection.execute("PRAGMA main.quick_check(1)").fetchall() == [("ok",)])
    except STATEMENT_ERRORS as error:
        return not is_damage(error)


def _number(connection: Connection, sql: str) -> int:
    return int(connection.execute(sql).fetchone()[0])


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Transaction: all or nothing, durable when it ends."""
    # IMMEDIATE, because a conflict with another program in the middle could not wait for a lock.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite may have rolled back already, and a broken disk may refuse the rollback too.
        with suppress(sqlite3.Error):
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        raise


def next_seal(body: object, before: int) -> int:
    """Return the seal of a row from its bytes and the seal of the previous row; -1 for a damaged cell."""
    return zlib.crc32(body, before) if isinstance(body, bytes) else -1


def is_damage(error: Exception) -> bool:
    """True if the file itself is damaged, not only unavailable."""
    # Python's module gives no code if it cannot decode the text in a cell.
    nameless = isinstance(error, sqlite3.OperationalError) and _code(error) is None
    return nameless or isinstance(error, UnicodeDecodeError) or _code(error) in DAMAGE_CODES


def archive_error(error: Exception, path: Path) -> ArchiveError:
    """Return the error for an exception of SQLite or the system."""
    file = str(path)
    code = _code(error)
    if code == sqlite3.SQLITE_FULL or (code in (sqlite3.SQLITE_IOERR, None) and _is_full(path)):
        return ArchiveError(tr("The disk is full: {file} can't grow; free some space and try again.", file=file))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return ArchiveError(tr("{file} is in use by another program; close it and try again.", file=file))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or (
        code == sqlite3.SQLITE_IOERR and _is_read_only(path)
    ):
        return ArchiveError(tr("{file} can't be written; allow writing to it and its folder.", file=file))
    if code == sqlite3.SQLITE_CANTOPEN:
        return ArchiveError(tr("{file} can't be opened; check its folder and its rights.", file=file))
    if is_damage(error):
        return ArchiveError(tr("{file} is damaged; start the companion again, it saves what it can.", file=file))
    why = getattr(error, "strerror", None) or str(error)
    return ArchiveError(tr("{file} can't be used ({why}); check the disk or card.", file=file, why=why))


def _read_only_text(path: Path) -> Message:
    return tr(
        "Nothing new can be kept: {file} can only be read; free some space or allow writing, then start the "
        "companion again.",
        file=str(path),
    )


def _code(error: Exception) -> int | None:
    """Return SQLite's primary result code; None if there is none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else int(code) & 0xFF


def _is_full(path: Path) -> bool:
    room = _room(path)
    return room is not None and room.f_bavail * room.f_frsize < MIN_FREE_BYTES


def _is_read_only(path: Path) -> bool:
    """True if the disk is mounted read-only, as the system does with a failing card."""
    room = _room(path)
    return room is not None and bool(room.f_flag & os.ST_RDONLY)


def _room(path: Path) -> os.statvfs_result | None:
    try:
        return os.statvfs(path.parent)
    except OSError:
        return None
