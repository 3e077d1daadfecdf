"""Examination of the stored data: the owner's files and the games. It reads copies and changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from companion.doctor import computer
from companion.doctor.findings import (
    Finding,
    note_finding,
    ok_finding,
    one_line_error,
    trouble_finding,
    unavailable_finding,
)
from companion.engine.game import TABLE_VIEWER
from companion.engine.message import Message, tr, trn
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames
from companion.games.sticker_registry import StickerFile
from companion.session.preferences import read_box_settings, read_player_names, read_recent_values
from companion.settings import Settings, read_house_rules
from companion.storage.archive import Archive, ArchivedGame
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import (
    GAMES_FILE,
    NAMES_FILE,
    PHONES_FILE,
    PREFERENCES_FILE,
    STICKERS_FILE,
    quarantined_files,
    unreadable_file_text,
)
from companion.storage.game_summary import summarize_game
from companion.storage.toml_file import BadFile
from companion.web.phones.admission import read_phones

FILES_LABEL, GAMES_LABEL = tr("settings"), tr("games")
ARCHIVE_SUFFIXES = ("", "-wal")


def examine_files(settings: Settings, games: InstalledGames, unread: Sequence[Message] = ()) -> Iterator[Finding]:
    """Yield findings about house rules, boxes, stickers and remembered values.

    unread: errors in companion.toml.
    """
    for why in unread:
        yield trouble_finding(FILES_LABEL, why)
    if not unread:
        yield ok_finding(FILES_LABEL, tr("companion.toml is right."))
    rules = Path(settings.house_rules) if settings.house_rules else None
    yield _file(tr("The house rules are right."), lambda: read_house_rules(rules, games))
    for game in games:
        box = settings.data / game.on_disk.box
        if box.exists():
            yield _file(tr("The facts of the box are right."), partial(_facts, game, box))
    stickers = settings.data / STICKERS_FILE
    if stickers.exists():
        yield _file(tr("The stickers are right."), lambda: StickerFile(stickers))
    yield from _check_remembered(settings.data / NAMES_FILE, read_player_names)
    yield from _check_remembered(settings.data / PREFERENCES_FILE, read_box_settings)
    yield from _check_remembered(settings.data / PHONES_FILE, read_phones)
    for game in games:
        yield from _check_remembered(settings.data / game.on_disk.habits, read_recent_values)
    for each in (
        STICKERS_FILE,
        NAMES_FILE,
        PREFERENCES_FILE,
        PHONES_FILE,
        *(name for game in games for name in (game.on_disk.box, game.on_disk.habits)),
    ):
        yield from (_quarantine_finding(each, kept) for kept in quarantined_files(settings.data / each))


def _check_remembered(path: Path, read: Callable[[Path], Any]) -> Iterator[Finding]:
    """Yield a finding if a file of remembered values cannot be read."""
    try:
        read(path)
    except Exception as error:
        yield trouble_finding(
            FILES_LABEL,
            unreadable_file_text(error, path),
            tr("Start the companion: it puts the file aside and begins a new one; nothing of a game is lost."),
        )


def _quarantine_finding(name: str, file: Path) -> Finding:
    return note_finding(
        FILES_LABEL,
        tr("{kept} was put aside, because it could not be read as {file}.", kept=file.name, file=name),
        tr("Correct it and call it {file} again while the companion does not run, or delete it.", file=name),
    )


def _facts(game: AnyGame, box: Path) -> Any:
    return game.owners_box(box.parent).facts()


def _file(good: Message, read: Callable[[], Any]) -> Finding:
    try:
        read()
    except BadFile as error:
        return trouble_finding(FILES_LABEL, error.message)
    return ok_finding(FILES_LABEL, good)


def examine_games(data: Path, installed: InstalledGames) -> Iterator[Finding]:
    """Yield findings about every game, read completely from a copy of the archive."""
    path = data / GAMES_FILE
    if computer.is_in_memory(data):
        yield trouble_finding(GAMES_LABEL, computer.IN_MEMORY_TEXT, computer.NO_OVERLAY_REMEDY)
    if not path.exists():
        yield ok_finding(GAMES_LABEL, tr("No game is kept yet."))
        return
    try:
        with TemporaryDirectory(prefix="companion-doctor-") as room:
            yield from _read(path, copy_archive(path, Path(room)), installed)
    except PermissionError:
        raise
    except OSError as error:
        yield unavailable_finding(
            GAMES_LABEL, error, tr("Look whether disk or card is full or may not be read by this user.")
        )


def copy_archive(path: Path, room: Path) -> Path:
    """Copy the archive and its log to the folder `room` and return the copy. Raises OSError."""
    for end in ARCHIVE_SUFFIXES:
        each = path.with_name(path.name + end)
        if each.exists():
            shutil.copyfile(each, room / each.name)
    return room / path.name


def _read(path: Path, copy: Path, installed: InstalledGames) -> Iterator[Finding]:
    try:
        with Archive(copy) as archive:
            yield from (_game_finding(archive, kept, installed) for kept in archive.games())
            for _ in archive.mended:
                yield _damage_finding()
    except ArchiveError as error:
        yield trouble_finding(GAMES_LABEL, _text_for_original(path, copy, error.message))


def _text_for_original(path: Path, copy: Path, message: Message) -> Message:
    """Return a message about the copy as a message about the original file."""
    values = tuple((hole, str(path) if value == str(copy) else value) for hole, value in message.values)
    return msgspec.structs.replace(message, values=values)


def _game_finding(archive: Archive, stored_game: ArchivedGame, installed: InstalledGames) -> Finding:
    """Return the finding for a game, which is named by its number in "companion games list"."""
    game = stored_game.header.game
    if game not in installed:
        return trouble_finding(
            GAMES_LABEL,
            tr("Game {n} is one of {game}, which is not installed here.", n=stored_game.id, game=game),
            tr("Install that game again; what was played is kept."),
        )
    try:
        history = archive.load(stored_game.id, installed.of(game).rules)
    except ArchiveError as error:
        return trouble_finding(
            GAMES_LABEL,
            tr("Game {n}: {told}", n=stored_game.id, told=error.message),
            tr("Install the version that wrote it, or the newest one; the game is kept."),
        )
    try:
        definition = installed.of(game)
        summarize_game(definition.outline(definition.view(history.state, TABLE_VIEWER)), str)
        definition.rules.questions(history.state)
    except Exception as error:
        return trouble_finding(
            GAMES_LABEL,
            tr("Game {n} can be read, but not shown ({why}).", n=stored_game.id, why=one_line_error(error)),
            tr('Play another game; this one is kept. Please report it with what "companion games export" writes.'),
        )
    count = len(history.entries)
    told = trn("{n} entry, read and whole.", "{n} entries, read and whole.", count)
    return ok_finding(GAMES_LABEL, tr("Game {n}: {told}", n=stored_game.id, told=told))


def _damage_finding() -> Finding:
    return trouble_finding(
        GAMES_LABEL,
        tr("The file of the games is damaged."),
        tr("Start the companion: it saves all that can be read, keeps the damaged file and says what is lost."),
        tr("Cards wear out: copy the data folder to another one."),
    )
