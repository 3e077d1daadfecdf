"""Where games are kept: one SQLite file with several journals; an entry is on the disk before `append` returns.

An entry is only ever added. Order is by number, never by a clock. Used by one thread at a time. Knows no game:
its journals are read and written by the `Game` that is handed in.
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
    FAILURES,
    NEW_SUMMARY,
    ArchiveTrouble,
    Connect,
    archive_trouble,
    connect_sqlite,
    is_damage,
    is_sound,
    next_seal,
    open_archive_file,
    transaction,
)
from companion.storage.data_folder import make_folder
from companion.storage.game_summary import GameSummary, cells_of, summary_of
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
from companion.storage.transfer import header_line

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
    """A whole game that is to be stored."""

    history: History
    """All its entries, from the first."""
    summary: GameSummary
    """What lists are to say of it."""


class ArchivedGame(msgspec.Struct, frozen=True):
    """What is known of a game in the archive without loading it."""

    id: int
    """Its number, never used again; a game begun later has a higher one."""
    header: Header
    """Its first row."""
    entries: int
    """How many entries it has, undo entries too."""
    running: bool
    """Is it the one in use last?"""
    summary: GameSummary
    """What lists say of it. May be a step behind the entries after a power cut."""

    @property
    def name(self) -> str:
        """What people call it."""
        return self.summary.name

    @property
    def finished(self) -> bool:
        """Is nothing left to play?"""
        return self.summary.finished


class Archive:
    """The games in one file, which is made when it isn't there. Every trouble is an ArchiveTrouble.

    A file that `STEPS` lead on from is brought to this version when it is opened; OtherVersion for any other one.
    A damaged file is copied to `….damaged-N` and replaced by one with the longest valid beginning of each game;
    `mended` then says so, one sentence for each loss. `notices` are sentences about what can't be kept for now.
    Both are for whoever starts the companion to show.
    """

    def __init__(self, path: Path, connect: Connect = connect_sqlite) -> None:
        self.path = path
        self.mended: list[Message] = []
        self.notices: list[Message] = []
        self._connect = connect
        # Of each game in use its last number and seal, so that an append needs to read nothing.
        self._ends: dict[int, tuple[int, int]] = {}
        try:
            make_folder(path.parent)
            self.mended += finish_repair(path)
            self.mended += quarantine_foreign_log(path)
            if is_log_orphaned(path):
                self._mend()
            else:
                self._open()
        except FAILURES as error:
            if not is_damage(error):
                raise archive_trouble(error, path) from error
            self._mend()
        except OSError as error:
            raise archive_trouble(error, path) from error
        self._file = self._identity()
        # The log of the last change, and whether all in it is in the file too.
        self._log: tuple[int, int] | None = None
        self._folded = True
        self.games()  # so that damage to the list of games is mended now, not in the middle of a game

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def fold(self) -> None:
        """Put what is new in the log into the file, so that the file alone has it all: for quiet moments.

        Nothing depends on it: what can't be done now is done another time.
        """
        self._save_lost_log()
        if self._folded:
            return
        with suppress(*FAILURES):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
            self._folded = True

    def create(self, header: Header, summary: GameSummary) -> int:
        """A new game without entries; it is the running one from now on."""
        with self._writing():
            game_id = self._insert(header, summary)
            self._connection.execute(_DESK, (game_id,))
        return game_id

    def store_games(self, games: Sequence[GameToStore]) -> list[int]:
        """Store whole games, all or none; gives their numbers."""
        ends = {}
        with self._writing():
            for history, summary in games:
                game_id = self._insert(history.header, summary)
                ends[game_id] = self._add(game_id, history.entries, history.game, self._end(game_id))
        self._ends |= ends
        return [*ends]

    def append(self, game_id: int, entries: Sequence[Entry], game: Game) -> None:
        """Add the entries of one proposal, all or none; when this returns they outlive a power cut."""
        with self._writing():
            end = self._add(game_id, entries, game, self._end(game_id))
        self._ends[game_id] = end

    def load(self, game_id: int, game: Game) -> History:
        """A game as it was left; stored events are applied and nothing is decided again."""
        kept = self.kept(game_id)
        self._check_readable(kept, game)
        rows = self._rows(game_id)
        entries: list[Entry] = []
        for number, body, _ in rows:
            try:
                entry = decode_entry(body, game)
                why = entry_error(entries, entry)
            except msgspec.DecodeError as error:
                self._history(kept, game, entries)  # an expansion that isn't here may be the reason: that is said
                raise self._unread(kept, number, str(error)) from error
            if why:
                raise self._unread(kept, number, why)
            entries.append(entry)
        return self._history(kept, game, entries)

    def _history(self, kept: ArchivedGame, game: Game, entries: Sequence[Entry]) -> History:
        try:
            return History(game, kept.header, entries)
        except MissingPart as missing:
            text = tr("{name} is kept, but can't be opened: {why}", name=kept.name, why=missing.message)
            raise ArchiveTrouble(text) from missing
        except Exception as error:
            # Whatever a game's code says to events of another time: the archive and its other games go on.
            raise self._unread(kept, len(entries), type(error).__name__) from error

    def journal(self, game_id: int) -> list[bytes]:
        """A game line by line as it is exported whole, whether or not anybody here can read it."""
        kept = self.kept(game_id)
        return [header_line(kept.header), *(body + b"\n" for _, body, _ in self._rows(game_id))]

    def running(self) -> int | None:
        """The game in use last, finished or not; None before the first and after it was deleted."""
        rows = self._ask("SELECT game FROM desk")
        found: int | None = rows[0][0] if rows else None
        return found

    def resume(self, game_id: int) -> None:
        """Make this the running game. Writes nothing where it is, so that no disk keeps people from going on."""
        if not self.kept(game_id).running:
            with self._writing():
                self._connection.execute(_DESK, (game_id,))

    def games(self) -> list[ArchivedGame]:
        """All games, the newest first."""
        return self._listed("ORDER BY id DESC")

    def kept(self, game_id: int) -> ArchivedGame:
        """What is known of one game without loading it."""
        found = self._listed("WHERE id = ?", game_id)
        if not found:
            raise self._absent(game_id)
        return found[0]

    def has(self, game_id: int) -> bool:
        """Whether a game of that number is kept."""
        return bool(self._listed("WHERE id = ?", game_id))

    def describe(self, game_id: int, summary: GameSummary) -> None:
        """Let lists say this of a game from now on."""
        with self._writing():
            self._connection.execute(_NEW_NAME, (summary.name.encode(), int(summary.finished), game_id))
            self._check_changed(game_id)
            self._connection.execute(NEW_SUMMARY, (game_id, *cells_of(summary)))

    def delete(self, game_id: int) -> None:
        """Remove a game with all its entries; there is no way back."""
        with self._writing():
            self._connection.execute("DELETE FROM games WHERE id = ?", (game_id,))
            self._check_changed(game_id)
        self._ends.pop(game_id, None)

    # rows

    def _insert(self, header: Header, summary: GameSummary) -> int:
        body = msgspec.json.encode(header)
        seal = next_seal(body, 0)
        self._connection.execute(_NEW_GAME, (summary.name.encode(), body, seal, int(summary.finished)))
        game_id = int(self._connection.execute("SELECT last_insert_rowid()").fetchone()[0])
        self._connection.execute(NEW_SUMMARY, (game_id, *cells_of(summary)))
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
        """Number and seal of the last row of a game, its header being row 0."""
        if game_id not in self._ends:
            row = self._connection.execute(_END, (game_id,)).fetchone()
            if row is None:
                raise self._absent(game_id)
            self._ends[game_id] = (row[0], row[1])
        return self._ends[game_id]

    def _rows(self, game_id: int) -> list[tuple[int, bytes, int]]:
        """The rows of a game; if one is damaged the file is mended first, and the rows before it are all."""
        sql = "SELECT number, body, seal FROM entries WHERE game = ? ORDER BY number"
        (first,) = self._ask("SELECT seal FROM games WHERE id = ?", game_id)[0]
        rows = self._ask(sql, game_id)
        # Asked from the other end: a bent page may make the rows behind it seem to be another game's.
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
                summary_of(name_from_cell(name), bool(finished), began, players),
            )
            for header, _, game_id, last, running, name, finished, began, players in rows
        ]

    def _ask(self, sql: str, *values: Any) -> list[Any]:
        """Rows that are read outside of any change; a file that turns out damaged is mended on the way."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except FAILURES as error:
            if not is_damage(error):
                raise archive_trouble(error, self.path) from error
        self._close_and_mend()
        return self._connection.execute(sql, values).fetchall()

    def _check_changed(self, game_id: int) -> None:
        if not self._connection.execute("SELECT changes()").fetchone()[0]:
            raise self._absent(game_id)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """All or nothing, on the disk when it is left; every trouble in one sentence."""
        if self._identity() != self._file:
            file = str(self.path)
            raise ArchiveTrouble(
                tr("{file} was moved or deleted while it was in use; start the companion again.", file=file)
            )
        self._save_lost_log()
        known = dict(self._ends)
        try:
            with transaction(self._connection):
                yield
            self._log, self._folded = file_identity(log_path(self.path)), False
        except BaseException as error:
            # What was rolled back is no row to go on from.
            self._ends = known
            if isinstance(error, sqlite3.IntegrityError):
                # Somebody else wrote a row of this number: what we know of the other games may be old too.
                self._ends = {}
                raise self._elsewhere() from error
            if isinstance(error, (OSError, *FAILURES)):
                raise archive_trouble(error, self.path) from error
            raise

    def _open(self) -> None:
        """Open the file. One that was not closed is looked through whole, before anything is built upon damage."""
        was_left_open = has_log(self.path)
        self._connection, notice = open_archive_file(self._connect, self.path)
        self.notices += [notice] if notice else []
        if was_left_open and not is_sound(self._connection):
            self._close_and_mend()

    def _close_and_mend(self) -> None:
        try:
            kept = quarantine_copy(self.path)  # before closing, which would write the log into the file
        except OSError as error:
            raise archive_trouble(error, self.path) from error
        self._connection.close()
        self._mend(kept)

    def _mend(self, kept: Path | None = None) -> None:
        """Put a sound file with what can be read in the place of a damaged one, which is kept."""
        from tempfile import TemporaryDirectory  # late, with all that it needs: hardly ever wanted

        try:
            kept = kept or quarantine_copy(self.path)
            with TemporaryDirectory(dir=self.path.parent, prefix=".mending-") as room:
                saved = salvage(kept, Path(room), self._connect)
                fresh = Path(room) / "fresh"
                write_salvaged(saved, open_archive_file(self._connect, fresh).connection)
                replace_archive(fresh, self.path)
            self._connection, _ = open_archive_file(self._connect, self.path)
        except (OSError, *FAILURES) as error:
            raise archive_trouble(error, self.path) from error
        self._ends = {}
        self._file = self._identity()
        self.mended += loss_texts(saved, self.path, kept)

    def _identity(self) -> tuple[int, int] | None:
        """Which file on the disk it is; a file that was replaced would swallow what is written."""
        return file_identity(self.path)

    def _save_lost_log(self) -> None:
        """A log that somebody deleted while it is open still has all for us: it goes into the file, and a new one
        is begun. Else the next power cut would take the evening."""
        if self._log is None or file_identity(log_path(self.path)) == self._log or self._identity() != self._file:
            return
        try:
            busy = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
            if not busy:
                self._connection.close()
                self._connection, _ = open_archive_file(self._connect, self.path)
        except FAILURES as error:
            raise archive_trouble(error, self.path) from error
        if busy:
            raise ArchiveTrouble(
                tr("{file} is in use by another program; close it and try again.", file=str(self.path))
            )
        self._log, self._folded = None, True
        log = log_path(self.path).name
        self.mended.append(tr("{log} was deleted while it was in use; nothing is lost, play on.", log=log))

    # sentences

    def _check_readable(self, kept: ArchivedGame, game: Game) -> None:
        header = kept.header
        if header.game != game.slug:
            raise ArchiveTrouble(tr("{name} is a game of {game}.", name=kept.name, game=header.game))
        if (header.schema, header.rules) != (SCHEMA, game.rules_version):
            raise _of_another_version(kept)

    def _unread(self, kept: ArchivedGame, number: int, why: Message | str) -> ArchiveTrouble:
        return ArchiveTrouble(
            tr(
                "{name} can't be read from entry {n} on ({why}); use the version that wrote it.",
                name=kept.name,
                n=number,
                why=why,
            )
        )

    def _absent(self, game_id: int) -> ArchiveTrouble:
        return ArchiveTrouble(tr("There is no game {n}; look at the list of games.", n=game_id))

    def _elsewhere(self) -> ArchiveTrouble:
        return ArchiveTrouble(
            tr("Another program changed the games in {file}; start the companion again.", file=str(self.path))
        )


def file_identity(path: Path) -> tuple[int, int] | None:
    """Which file on the disk has that name now; None for no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _of_another_version(kept: ArchivedGame) -> ArchiveTrouble:
    return ArchiveTrouble(
        tr(
            "{name} is from another version of the companion; install that version to go on with it.",
            name=kept.name,
        )
    )
