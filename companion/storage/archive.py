"""The archive: one SQLite file with the journals of all games. An entry is durable when `append` returns.

Entries are only added and are ordered by number, never by a clock. One thread at a time uses an archive. Journals
are encoded and decoded by the `Game` that the caller passes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.engine.game import Game, MissingPart
from companion.engine.history import History
from companion.engine.journal import SCHEMA, Entry, Header, decode_entry, encode_entry, entry_error
from companion.engine.message import Message, tr
from companion.storage.archive_file import (
    NEW_SUMMARY,
    STATEMENT_ERRORS,
    ArchiveError,
    Connect,
    archive_error,
    connect_sqlite,
    is_damage,
    is_undamaged,
    next_seal,
    open_archive_file,
    transaction,
)
from companion.storage.data_folder import make_folder
from companion.storage.game_summary import GameSummary, summary_cells, summary_from_cells
from companion.storage.salvage import (
    finish_repair,
    has_log,
    is_log_orphaned,
    log_path,
    loss_texts,
    name_from_cell,
    quarantine_copy,
    quarantine_foreign_log,
    replace_archive,
    salvage,
    valid_rows,
    write_salvaged,
)

_HEADER = msgspec.json.Decoder(Header)
_GAMES = """SELECT header, seal, id, (SELECT max(number) FROM entries WHERE game = id),
    id IS (SELECT game FROM desk), name, finished, began, players
    FROM games LEFT JOIN summaries ON summaries.game = id"""
_END = """SELECT number, seal FROM entries WHERE game = ?1 UNION ALL SELECT 0, seal FROM games WHERE id = ?1
    ORDER BY number DESC LIMIT 1"""
_NEW_GAME = "INSERT INTO games (name, header, seal, finished) VALUES (?, ?, ?, ?)"
_NEW_NAME = "UPDATE games SET name = ?, finished = ? WHERE id = ?"
_DESK = "INSERT OR REPLACE INTO desk VALUES (1, ?)"
_NEW_ENTRY = "INSERT INTO entries (game, number, body, seal) VALUES (?, ?, ?, ?)"


class GameToStore(NamedTuple):
    """A complete game to store."""

    history: History
    """All its entries, from the first."""
    summary: GameSummary
    """Summary for lists of games."""


class ArchivedGame(msgspec.Struct, frozen=True):
    """Description of a stored game that is not loaded."""

    id: int
    """Number of the game, never reused; later games have higher numbers."""
    header: Header
    """Header of its journal."""
    entries: int
    """Number of entries, including undo entries."""
    running: bool
    """True for the game that was in use last."""
    summary: GameSummary
    """Summary for lists. It may be older than the entries after a power cut."""

    @property
    def name(self) -> str:
        """Name of the game for the user."""
        return self.summary.name

    @property
    def is_finished(self) -> bool:
        """True if the game is over."""
        return self.summary.finished


class Archive:
    """The games in one file, which is created if it does not exist. All errors are ArchiveError.

    Opening migrates an older file by `MIGRATION_STEPS`, and raises OtherVersion for any other version.
    A damaged file is copied to `….damaged-N` and replaced by one with the longest valid beginning of each game;
    `mended` then holds one sentence for each loss. `notices` are sentences about what cannot be saved at present.
    The caller shows both.
    """

    def __init__(self, path: Path, connect: Connect = connect_sqlite) -> None:
        self.path = path
        self.mended: list[Message] = []
        self.notices: list[Message] = []
        self._connect = connect
        # The last number and seal of each game in use, so that `append` needs no query.
        self._ends: dict[int, tuple[int, int]] = {}
        try:
            make_folder(path.parent)
            self.mended += finish_repair(path)
            self.mended += quarantine_foreign_log(path)
            if is_log_orphaned(path):
                self._mend()
            else:
                self._open()
        except STATEMENT_ERRORS as error:
            if not is_damage(error):
                raise archive_error(error, path) from error
            self._mend()
        except OSError as error:
            raise archive_error(error, path) from error
        self._file = self._identity()
        # The identity of the log at the last change, and whether the file contains all of it.
        self._log: tuple[int, int] | None = None
        self._folded = True
        self.games()  # Reads the list of games, so that damage to it is repaired now and not during a game.

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def fold(self) -> None:
        """Write new parts of the log into the file; called at quiet moments.

        Errors are ignored, because nothing depends on it and it is repeated later.
        """
        self._save_lost_log()
        if self._folded:
            return
        with suppress(*STATEMENT_ERRORS):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._folded = True

    def create(self, header: Header, summary: GameSummary) -> int:
        """Store a new game without entries, make it the running one and return its number."""
        with self._writing():
            game_id = self._insert(header, summary)
            self._connection.execute(_DESK, (game_id,))
        return game_id

    def store_games(self, games: Sequence[GameToStore]) -> list[int]:
        """Store complete games, all or none, and return their numbers."""
        ends = {}
        with self._writing():
            for history, summary in games:
                game_id = self._insert(history.header, summary)
                ends[game_id] = self._add(game_id, history.entries, history.game, self._end(game_id))
        self._ends |= ends
        return [*ends]

    def append(self, game_id: int, entries: Sequence[Entry], game: Game) -> None:
        """Add the entries of one proposal, all or none. They are durable when it returns."""
        with self._writing():
            end = self._add(game_id, entries, game, self._end(game_id))
        self._ends[game_id] = end

    def load(self, game_id: int, game: Game) -> History:
        """Return a game as it was left. Stored events are applied; nothing is decided again."""
        kept = self.find_game(game_id)
        self._check_readable(kept, game)
        rows = self._rows(game_id)
        entries: list[Entry] = []
        for number, body, _ in rows:
            try:
                entry = decode_entry(body, game)
                why = entry_error(entries, entry)
            except msgspec.DecodeError as error:
                # A missing expansion may be the reason; that error is raised first.
                self._history(kept, game, entries)
                raise self._unread(kept, number, str(error)) from error
            if why:
                raise self._unread(kept, number, why)
            entries.append(entry)
        return self._history(kept, game, entries)

    def _history(self, stored_game: ArchivedGame, game: Game, entries: Sequence[Entry]) -> History:
        try:
            return History(game, stored_game.header, entries)
        except MissingPart as missing:
            text = tr("{name} is kept, but can't be opened: {why}", name=stored_game.name, why=missing.message)
            raise ArchiveError(text) from missing
        except Exception as error:
            # A game's code may raise anything for events of another version; other games stay usable.
            raise self._unread(stored_game, len(entries), type(error).__name__) from error

    def journal(self, game_id: int) -> list[bytes]:
        """Return the lines of a game's complete export, whether or not this version can read it."""
        from companion.storage.transfer import header_line  # late: most evenings export nothing

        kept = self.find_game(game_id)
        return [header_line(kept.header), *(body + b"\n" for _, body, _ in self._rows(game_id))]

    def running(self) -> int | None:
        """Return the number of the game in use last, finished or not; None if there is none."""
        rows = self._ask("SELECT game FROM desk")
        found: int | None = rows[0][0] if rows else None
        return found

    def resume(self, game_id: int) -> None:
        """Make this the running game.

        Nothing is written if it is already, so that a full disk does not prevent it.
        """
        if not self.find_game(game_id).running:
            with self._writing():
                self._connection.execute(_DESK, (game_id,))

    def games(self) -> list[ArchivedGame]:
        """Return all games, newest first."""
        return self._listed("ORDER BY id DESC")

    def find_game(self, game_id: int) -> ArchivedGame:
        """Return the description of a stored game without loading it. Raises ArchiveError if there is none."""
        found = self._listed("WHERE id = ?", game_id)
        if not found:
            raise self._absent(game_id)
        return found[0]

    def has(self, game_id: int) -> bool:
        """True if a game with that number is stored."""
        return bool(self._listed("WHERE id = ?", game_id))

    def describe(self, game_id: int, summary: GameSummary) -> None:
        """Replace the summary of a game."""
        with self._writing():
            self._connection.execute(_NEW_NAME, (summary.name.encode(), int(summary.finished), game_id))
            self._check_changed(game_id)
            self._connection.execute(NEW_SUMMARY, (game_id, *summary_cells(summary)))

    def delete(self, game_id: int) -> None:
        """Delete a game with all its entries. This cannot be undone."""
        with self._writing():
            self._connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
            self._check_changed(game_id)
        self._ends.pop(game_id, None)

    def _insert(self, header: Header, summary: GameSummary) -> int:
        body = msgspec.json.encode(header)
        seal = next_seal(body, 0)
        self._connection.execute(_NEW_GAME, (summary.name.encode(), body, seal, int(summary.finished)))
        game_id = int(self._connection.execute("SELECT last_insert_rowid()").fetchone()[0])
        self._connection.execute(NEW_SUMMARY, (game_id, *summary_cells(summary)))
        self._ends[game_id] = (0, seal)
        return game_id

    def _add(self, game_id: int, entries: Sequence[Entry], game: Game, end: tuple[int, int]) -> tuple[int, int]:
        last, seal = end
        for entry in entries:
            last += 1
            if entry.number != last:
                raise self._elsewhere()
            body = encode_entry(entry, game)
            seal = next_seal(body, seal)
            self._connection.execute(_NEW_ENTRY, (game_id, last, body, seal))
        return last, seal

    def _end(self, game_id: int) -> tuple[int, int]:
        """Return number and seal of the last row of a game; its header is row 0."""
        if game_id not in self._ends:
            row = self._connection.execute(_END, (game_id,)).fetchone()
            if row is None:
                raise self._absent(game_id)
            self._ends[game_id] = (row[0], row[1])
        return self._ends[game_id]

    def _rows(self, game_id: int) -> list[tuple[int, bytes, int]]:
        """Return the rows of a game.

        If one is damaged, the file is repaired first, which keeps the rows before it.
        """
        sql = "SELECT number, body, seal FROM entries WHERE game = ? ORDER BY number"
        (first,) = self._ask("SELECT seal FROM games WHERE id = ?", game_id)[0]
        rows = self._ask(sql, game_id)
        # Read from the other end too, because a damaged page may hide the rows behind it.
        ((last,),) = self._ask("SELECT max(number) FROM entries WHERE game = ?", game_id)
        valid = list(valid_rows(rows, first))
        if len(valid) < max(len(rows), last or 0):
            self._close_and_mend()
            valid = self._ask(sql, game_id)
        self._ends[game_id] = (valid[-1][0], valid[-1][2]) if valid else (0, first)
        return valid

    def _listed(self, which: str, *values: Any) -> list[ArchivedGame]:
        rows = self._ask(f"{_GAMES} {which}", *values)
        if any(next_seal(header, 0) != seal for header, seal, *_ in rows):
            self._close_and_mend()
            rows = self._ask(f"{_GAMES} {which}", *values)
        return [
            ArchivedGame(
                game_id,
                _HEADER.decode(header),
                last or 0,
                bool(running),
                summary_from_cells(name_from_cell(name), bool(finished), began, players),
            )
            for header, _, game_id, last, running, name, finished, began, players in rows
        ]

    def _ask(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query outside of a transaction; a damaged file is repaired first."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except STATEMENT_ERRORS as error:
            if not is_damage(error):
                raise archive_error(error, self.path) from error
        self._close_and_mend()
        return self._connection.execute(sql, values).fetchall()

    def _check_changed(self, game_id: int) -> None:
        if not self._connection.execute("SELECT changes()").fetchone()[0]:
            raise self._absent(game_id)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Transaction: all or nothing, durable when it ends. Raises ArchiveError."""
        if self._identity() != self._file:
            file = str(self.path)
            raise ArchiveError(
                tr("{file} was moved or deleted while it was in use; start the companion again.", file=file)
            )
        self._save_lost_log()
        known = dict(self._ends)
        try:
            with transaction(self._connection):
                yield
            self._log, self._folded = file_identity(log_path(self.path)), False
        except BaseException as error:
            # The rows were rolled back, so the known ends are invalid.
            self._ends = known
            if isinstance(error, sqlite3.IntegrityError):
                # Another program wrote a row with this number, so the ends of other games may be outdated too.
                self._ends = {}
                raise self._elsewhere() from error
            if isinstance(error, (OSError, *STATEMENT_ERRORS)):
                raise archive_error(error, self.path) from error
            raise

    def _open(self) -> None:
        """Open the file. If it was not closed properly, check all of it before anything is added."""
        was_left_open = has_log(self.path)
        self._connection, notice = open_archive_file(self._connect, self.path)
        self.notices += [notice] if notice else []
        if was_left_open and not is_undamaged(self._connection):
            self._close_and_mend()

    def _close_and_mend(self) -> None:
        try:
            # The copy comes before closing, which would write the log into the file.
            kept = quarantine_copy(self.path)
        except OSError as error:
            raise archive_error(error, self.path) from error
        self._connection.close()
        self._mend(kept)

    def _mend(self, damaged_file: Path | None = None) -> None:
        """Replace a damaged file by one with all readable data; the damaged file is kept as `damaged_file`."""
        from tempfile import TemporaryDirectory  # late, with all that it needs: hardly ever wanted

        try:
            damaged_file = damaged_file or quarantine_copy(self.path)
            with TemporaryDirectory(dir=self.path.parent, prefix=".mending-") as room:
                saved = salvage(damaged_file, Path(room), self._connect)
                fresh = Path(room) / "fresh"
                write_salvaged(saved, open_archive_file(self._connect, fresh).connection)
                replace_archive(fresh, self.path)
            self._connection, _ = open_archive_file(self._connect, self.path)
        except (OSError, *STATEMENT_ERRORS) as error:
            raise archive_error(error, self.path) from error
        self._ends = {}
        self._file = self._identity()
        self.mended += loss_texts(saved, self.path, damaged_file)

    def _identity(self) -> tuple[int, int] | None:
        """Return the identity of the file on the disk, to notice that it was replaced and writes would be lost."""
        return file_identity(self.path)

    def _save_lost_log(self) -> None:
        """Write a log that was deleted while it was open into the file, and start a new one.

        SQLite still has its content, but the next power cut would lose it.
        """
        if self._log is None or file_identity(log_path(self.path)) == self._log or self._identity() != self._file:
            return
        try:
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if not busy:
                self._connection.close()
                self._connection, _ = open_archive_file(self._connect, self.path)
        except STATEMENT_ERRORS as error:
            raise archive_error(error, self.path) from error
        if busy:
            raise ArchiveError(
                tr("{file} is in use by another program; close it and try again.", file=str(self.path))
            )
        self._log, self._folded = None, True
        log = log_path(self.path).name
        self.mended.append(tr("{log} was deleted while it was in use; nothing is lost, play on.", log=log))

    def _check_readable(self, stored_game: ArchivedGame, game: Game) -> None:
        header = stored_game.header
        if header.game != game.slug:
            raise ArchiveError(tr("{name} is a game of {game}.", name=stored_game.name, game=header.game))
        if (header.schema, header.rules) != (SCHEMA, game.rules_version):
            raise _of_another_version(stored_game)

    def _unread(self, stored_game: ArchivedGame, number: int, why: Message | str) -> ArchiveError:
        return ArchiveError(
            tr(
                "{name} can't be read from entry {n} on ({why}); use the version that wrote it.",
                name=stored_game.name,
                n=number,
                why=why,
            )
        )

    def _absent(self, game_id: int) -> ArchiveError:
        return ArchiveError(tr("There is no game {n}; look at the list of games.", n=game_id))

    def _elsewhere(self) -> ArchiveError:
        return ArchiveError(
            tr("Another program changed the games in {file}; start the companion again.", file=str(self.path))
        )


def file_identity(path: Path) -> tuple[int, int] | None:
    """Return device and inode of the file that has this name now; None for no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _of_another_version(stored_game: ArchivedGame) -> ArchiveError:
    return ArchiveError(
        tr(
            "{name} is from another version of the companion; install that version to go on with it.",
            name=stored_game.name,
        )
    )
