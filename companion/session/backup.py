"""Backup: all games and the small files of the data folder in one ZIP file, and restoring them.

A backup may come from anyone, so names, sizes and contents are checked before anything is written. Restoring loses
nothing: existing games stay, and a replaced file is saved under a new name. Knows no game and prints nothing.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from companion.engine.game import TABLE_VIEWER
from companion.engine.history import History
from companion.engine.message import Message, Translate, UserError, tr, trn
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames
from companion.games.sticker_registry import StickerFile
from companion.session.preferences import read_box_settings, read_player_names, read_recent_values
from companion.storage.archive import Archive, GameToStore
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import (
    BACKUP_FOLDER,
    NAMES_FILE,
    PREFERENCES_FILE,
    STICKERS_FILE,
    make_folder,
    write_atomically,
)
from companion.storage.game_summary import game_name_text, summarize_game
from companion.storage.transfer import GameLookup, export_journal, read_journals, whole_entry

SCHEMA = 1
CONTENTS_MEMBER = "contents.json"
GAMES_PREFIX, FILES_PREFIX = "games/", "files/"
MAX_MEMBERS, MAX_MEMBER_BYTES, MAX_TOTAL_BYTES = 5_000, 64 * 1024 * 1024, 256 * 1024 * 1024
"""Limits of a backup: number of members, bytes of one member, bytes of all members."""
UNPACKING_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,
    RuntimeError,
    EOFError,
    OSError,
    ValueError,
)
REPLACED_SUFFIX = ".before-"
"""Separates the name of a replaced file from its number."""

FileCheck = Callable[[Path], object]
"""Reads a file as the companion would, and raises if it cannot."""


class BadBackup(UserError):
    """Raised if a backup cannot be restored; `message` says why. Nothing was changed."""


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts about a game that are not in its journal."""

    member: str
    """The name of its journal in the backup."""
    began: datetime | None = None
    """As in `GameSummary.began`."""
    running: bool = False
    """True if it was the game used last."""


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of contents of a backup."""

    schema: int
    """The version of the backup format."""
    games: tuple[SavedGame, ...]
    """In the order in which they were begun."""


class BackupGame(NamedTuple):
    """A game read from a backup."""

    history: History
    """With all its entries."""
    began: datetime | None
    """As in `GameSummary.began`."""
    running: bool = False
    """True if it was the game used last."""


class Backup(NamedTuple):
    """The checked contents of a backup."""

    games: tuple[BackupGame, ...]
    """In the order in which they were begun."""
    files: Mapping[str, bytes]
    """File name in the data folder -> content."""


def pack_backup(archive: Archive, folder: Path, names: Sequence[str]) -> bytes:
    """Return a backup of all games with entries and of the named files. Raises ArchiveError."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        listed = []
        for kept in reversed(archive.games()):
            if kept.entries:
                listed.append(SavedGame(f"{GAMES_PREFIX}{kept.id}.jsonl", kept.summary.began, kept.running))
                file.writestr(listed[-1].member, b"".join(archive.journal(kept.id)))
        for name in names:
            if (folder / name).is_file():
                file.writestr(f"{FILES_PREFIX}{name}", (folder / name).read_bytes())
        file.writestr(CONTENTS_MEMBER, msgspec.json.encode(Contents(SCHEMA, tuple(listed))))
    return packed.getvalue()


def read_backup(packed: bytes, game_of: GameLookup, checks: Mapping[str, FileCheck]) -> Backup:
    """Return the checked contents of a backup. Raises BadBackup, or BadJournal for a game.

    checks: file name in the data folder -> function that reads it.
    """
    members = _unpack(packed)
    try:
        contents = msgspec.json.decode(members.pop(CONTENTS_MEMBER), type=Contents)
    except (KeyError, msgspec.MsgspecError, RecursionError):
        raise BadBackup(tr("That is not a file of a companion's games; save everything again.")) from None
    if contents.schema != SCHEMA:
        raise BadBackup(
            tr("The file is from another version of the companion; install that version to bring it back.")
        )
    files = {
        name.removeprefix(FILES_PREFIX): members.pop(name) for name in [*members] if name.startswith(FILES_PREFIX)
    }
    if {game.member for game in contents.games} != set(members) or not files.keys() <= checks.keys():
        raise BadBackup(tr("The file holds something that no companion puts there; save everything again."))
    games = []
    for game in contents.games:
        histories = read_journals(members[game.member].splitlines(keepends=True), game_of)
        games += [BackupGame(history, game.began, game.running) for history in histories]
    _check_files(files, checks)
    return Backup(tuple(games), files)


def _unpack(packed: bytes) -> dict[str, bytes]:
    """Return the members by name. Raises BadBackup.

    Sizes are measured while reading, because the sizes in the ZIP header may be wrong.
    """
    members: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(packed)) as file:
            infos = file.infolist()
            if len(infos) > MAX_MEMBERS:
                raise BadBackup(tr("The file holds too much to be one of a companion's."))
            room = MAX_TOTAL_BYTES
            for info in infos:
                if info.filename in members or not _is_backup_member(info.filename):
                    raise BadBackup(
                        tr("The file holds something that no companion puts there; save everything again.")
                    )
                with file.open(info) as member:
                    content = member.read(min(room, MAX_MEMBER_BYTES) + 1)
                if len(content) > min(room, MAX_MEMBER_BYTES):
                    raise BadBackup(tr("The file holds too much to be one of a companion's."))
                room -= len(content)
                members[info.filename] = content
    except UNPACKING_ERRORS:
        raise BadBackup(
            tr("That is not a file of a companion's games, or it is damaged; copy it again.")
        ) from None
    return members


def _is_backup_member(name: str) -> bool:
    return name == CONTENTS_MEMBER or bool(
        re.fullmatch(r"games/[0-9]{1,9}\.jsonl|files/[a-z0-9_][a-z0-9_.-]{0,80}", name)
    )


def _check_files(files: Mapping[str, bytes], checks: Mapping[str, FileCheck]) -> None:
    with TemporaryDirectory() as room:
        for name, content in files.items():
            path = Path(room) / name
            path.write_bytes(content)
            try:
                checks[name](path)
            except Exception as error:
                why = error.message if isinstance(error, UserError) else tr("{file} is damaged.", file=name)
                raise BadBackup(tr("{why} Nothing was brought back.", why=why)) from error


def restore_files(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Write files into the data folder; return the new names of replaced files. Raises OSError."""
    make_folder(folder)
    replaced = []
    for name, content in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        if path.exists():
            aside = next(to for n in count(1) if not (to := folder / f"{name}{REPLACED_SUFFIX}{n}").exists())
            write_atomically(aside, path.read_bytes())
            replaced.append(aside.name)
        write_atomically(path, content)
    return replaced


def is_beginning_of(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """True if journal `one` is the beginning of journal `other`, or all of it."""
    return len(one) <= len(other) and list(one) == list(other[: len(one)])


def export_game(game: AnyGame, history: History) -> bytes:
    """Return a game as JSON lines that may be published: without secrets while it is in progress."""
    view = whole_entry if game.finished(history.state) else partial(game.view_of_export, history.state)
    return b"".join(export_journal(history, view))


class RestoreResult(NamedTuple):
    """The result of restoring a backup."""

    games: tuple[int, ...]
    """Numbers of the imported games."""
    here: int
    """The number of games that were already here."""
    replaced: tuple[str, ...]
    """The new names of replaced files."""
    going_on: tuple[int, Message] | None = None
    """Number and name of the imported game that continues at the next start; None for none."""


def backup_files(games: InstalledGames) -> dict[str, FileCheck]:
    """Return every small file of the data folder with the function that reads it."""
    checks: dict[str, FileCheck] = {
        STICKERS_FILE: StickerFile,
        NAMES_FILE: read_player_names,
        PREFERENCES_FILE: read_box_settings,
    }
    for game in games.listings:
        checks[game.on_disk.box] = partial(_read_box, games, game.id)
        checks[game.on_disk.habits] = read_recent_values
    return checks


def _read_box(games: InstalledGames, game: str, path: Path) -> object:
    return games.of(game).open_box(path, None).facts()


def save_backup(archive: Archive, data: Path, games: InstalledGames, now: datetime | None) -> str:
    """Write a backup to a new file of the data folder and return its path. Raises ArchiveError."""
    folder, name = data / BACKUP_FOLDER, f"{now:%Y-%m-%d}" if now else "games"
    try:
        make_folder(folder)
        path = next(path for n in count(1) if not (path := folder / _numbered(name, n)).exists())
        write_atomically(path, pack_backup(archive, data, [*backup_files(games)]))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ArchiveError(tr("Nothing was saved ({why}); free some space and try again.", why=why)) from error
    return str(path)


def _numbered(name: str, n: int) -> str:
    return f"{name}.zip" if n == 1 else f"{name}-{n}.zip"


def restore_backup(
    archive: Archive, data: Path, games: InstalledGames, found: Backup, translate: Translate
) -> RestoreResult:
    """Import all games that are not here yet, or none, then the files. Raises ArchiveError, OSError."""
    here = [archive.journal(kept.id) for kept in archive.games()]
    fresh = [game for game in found.games if not is_known_game(here, game.history)]
    numbers = archive.store_games([_game_to_store(games, game, translate) for game in fresh])
    replaced = restore_files(data, found.files)
    running = next((number for number, game in zip(numbers, fresh, strict=True) if game.running), None)
    going_on = _resume_restored_game(archive, games, running) if running is not None else None
    return RestoreResult(tuple(numbers), len(found.games) - len(fresh), tuple(replaced), going_on)


def _resume_restored_game(archive: Archive, games: InstalledGames, brought: int) -> tuple[int, Message] | None:
    """Make the imported game the running one, unless that one has entries; one without entries is deleted."""
    lies = archive.running()
    if lies is not None and archive.find_game(lies).entries:
        return None
    archive.resume(brought)
    if lies is not None:
        archive.delete(lies)
    kept = archive.find_game(brought)
    return brought, game_name_text(kept.summary, games.of(kept.header.game).name if len(games) > 1 else None)


def is_known_game(known_games: Sequence[Sequence[bytes]], history: History) -> bool:
    """True if one of these journals is this game, possibly with more entries."""
    journal = [*export_journal(history)]
    return any(is_beginning_of(journal, each) for each in known_games)


def _game_to_store(games: InstalledGames, game: BackupGame, translate: Translate) -> GameToStore:
    definition = games.of(game.history.header.game)
    outline = definition.outline(definition.view(game.history.state, TABLE_VIEWER))
    return GameToStore(game.history, summarize_game(outline, translate, game.began))


def restore_result_text(brought: RestoreResult) -> list[Message]:
    """Return the sentences that describe the result."""
    lines = [tr("Taken in as game {n}.", n=number) for number in brought.games]
    if brought.here:
        lines.append(trn("{n} game is here already.", "{n} games are here already.", brought.here))
    if brought.going_on:
        number, name = brought.going_on
        lines.append(tr("When the companion starts, game {n} goes on: {name}.", n=number, name=name))
    lines += [tr("What was here before is kept as {file}.", file=name) for name in brought.replaced]
    return lines
