"""A disk under SQLite that remembers every write and every sync, and can be full, read-only, broken or slow.

It lies on real files, so that the archive's own looks at them (which file is it, is there a log) work as ever.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import apsw

from companion.storage.archive_file import Connection
from tests.waiting import LONG

WRITE, TRUNCATE, SYNC, MAKE, REMOVE, FOLDER = "write", "truncate", "sync", "make", "remove", "folder"
NAMES = count(1)
NEW_LOGS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
SCRATCH = apsw.SQLITE_OPEN_TEMP_DB | apsw.SQLITE_OPEN_TEMP_JOURNAL | apsw.SQLITE_OPEN_TRANSIENT_DB


class Op(NamedTuple):
    """One thing that was done to the disk; `file` is a file, not a name: a new one of the same name is another."""

    kind: str
    file: int = 0
    name: str = ""
    at: int = 0
    data: bytes = b""


Fault = Callable[[Op], int]
"""The error of SQLite that an operation ends with, 0 for none; it may take its time."""


def SOUND(_op: Op) -> int:
    """No error ever."""
    return 0


class Disk(apsw.VFS):
    """`connect` is for Archive. log: all that was done. fault: asked before each thing that is done."""

    def __init__(self, checkpoint: int = 1000) -> None:
        self.name = f"power-{next(NAMES)}"
        super().__init__(self.name, "")
        self.log: list[Op] = []
        self.fault: Fault = SOUND
        self._checkpoint = checkpoint
        self._files: dict[str, int] = {}
        self._numbers = count(1)

    def connect(self, path: Path) -> Connection:
        with translated():
            connection = apsw.Connection(str(path), vfs=self.name)
            connection.execute(f"PRAGMA wal_autocheckpoint = {self._checkpoint}").fetchall()
        return Connected(connection)

    def note(self, op: Op) -> None:
        """Let it happen, or raise."""
        code = self.fault(op)
        if code:
            raise apsw.exception_for(code)
        self.log.append(op)

    def file(self, name: str, is_new: bool) -> int:
        if is_new or name not in self._files:
            self._files[name] = next(self._numbers)
            if is_new:
                self.note(Op(MAKE, self._files[name], name))
        return self._files[name]

    # what SQLite calls

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None or flags[0] & SCRATCH:
            return apsw.VFSFile("", name, flags)
        return Opened(self, Path(path), name, flags)

    def xDelete(self, path: str, sync_folder: bool) -> None:
        name = Path(path).name
        self.note(Op(REMOVE, self._files.get(name, 0), name))
        super().xDelete(path, sync_folder)
        if sync_folder:
            self.note(Op(FOLDER))


class Opened(apsw.VFSFile):
    """One open file."""

    def __init__(self, disk: Disk, path: Path, name: Any, flags: list[int]) -> None:
        self._disk = disk
        is_new = not path.exists()
        if is_new and disk.fault(Op(MAKE, 0, path.name)):
            raise apsw.CantOpenError
        super().__init__("", name, flags)
        self._name = path.name
        self._file = disk.file(path.name, is_new)
        # SQLite's own layer for Unix syncs the folder together with a log that is synced for the first time.
        self._folder_too = is_new and bool(flags[0] & NEW_LOGS)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.note(Op(WRITE, self._file, self._name, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:
        self._disk.note(Op(TRUNCATE, self._file, self._name, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:
        self._disk.note(Op(SYNC, self._file, self._name))
        super().xSync(flags)
        if self._folder_too:
            self._disk.note(Op(FOLDER))
            self._folder_too = False


class Connected:
    """A connection of apsw in the words of the standard library's."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = ()) -> Answered:
        with translated():
            return Answered(self._connection.execute(sql, tuple(values)))

    def close(self) -> None:
        # SQLite ends without an error when it can't clear its log away; only apsw passes on what the disk said.
        with suppress(apsw.Error):
            self._connection.close()


class Answered:
    """Rows, each fetched when it is wanted."""

    def __init__(self, cursor: apsw.Cursor) -> None:
        self._cursor = cursor

    def __iter__(self) -> Iterator[Any]:
        with translated():
            yield from self._cursor

    def fetchall(self) -> list[Any]:
        return list(self)

    def fetchone(self) -> Any:
        rows = self.fetchall()
        return rows[0] if rows else None


KINDS: dict[int, type[sqlite3.Error]] = {
    sqlite3.SQLITE_CONSTRAINT: sqlite3.IntegrityError,
    sqlite3.SQLITE_CORRUPT: sqlite3.DatabaseError,
    sqlite3.SQLITE_NOTADB: sqlite3.DatabaseError,
}

WORDS = {sqlite3.SQLITE_IOERR: "disk I/O error"}
"""What the standard library says where apsw passes on an error without words."""


@contextmanager
def translated() -> Iterator[None]:
    """apsw's errors as those of the standard library."""
    try:
        yield
    except apsw.Error as error:
        found = KINDS.get(error.result, sqlite3.OperationalError)(str(error) or WORDS.get(error.result, ""))
        found.sqlite_errorcode = error.extendedresult
        raise found from error


def slow(seconds: float) -> Fault:
    """Every sync takes that long."""

    def fault(op: Op) -> int:
        if op.kind == SYNC:
            time.sleep(seconds)
        return 0

    return fault


def held(begun: Event, free: Event) -> Fault:
    """Every sync takes until the test sets it free. begun: set when one waits."""

    def fault(op: Op) -> int:
        if op.kind == SYNC:
            begun.set()
            assert free.wait(LONG)
        return 0

    return fault


def failing(code: int, *kinds: str) -> Fault:
    """Everything of these kinds ends with this error."""
    return lambda op: code if op.kind in kinds else 0
