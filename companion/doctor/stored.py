"""What the companion keeps, examined: the owner's files and the games. Looks at copies; changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from companion.catalogue.sticker_registry import StickerFile
from companion.doctor import computer
from companion.doctor.findings import Finding, in_short, note, trouble, unavailable, well
from companion.engine.game import TABLE
from companion.engine.message import Message, tr, trn
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames
from companion.session.game_list import summarized
from companion.session.habits import read_habits, read_names
from companion.session.this_box import read_box_settings
from companion.settings import Settings, read_house_rules
from companion.storage.archive import Archive, ArchivedGame, ArchiveTrouble
from companion.storage.data_folder import GAMES_FILE, NAMES, PHONES, STICKERS, THIS_BOX
from companion.storage.spoilt import put_aside_before, reason
from companion.storage.toml_file import BadFile
from companion.web.phones.devices import read_phones

FILES, JOURNAL = tr("settings"), tr("games")
LOGS = ("", "-wal")


def files(settings: Settings, games: InstalledGames, unread: Sequence[Message] = ()) -> Iterator[Finding]:
    """House rules, boxes and stickers. unread: of companion.toml, what could not be used."""
    for why in unread:
        yield trouble(FILES, why)
    if not unread:
        yield well(FILES, tr("companion.toml is right."))
    rules = Path(settings.house_rules) if settings.house_rules else None
    yield _file(tr("The house rules are right."), lambda: read_house_rules(rules, games))
    for game in games:
        box = settings.data / game.on_disk.box
        if box.exists():
            yield _file(tr("The facts of the box are right."), partial(_facts, game, box))
    stickers = settings.data / STICKERS
    if stickers.exists():
        yield _file(tr("The stickers are right."), lambda: StickerFile(stickers))
    yield from _remembered(settings.data / NAMES, read_names)
    yield from _remembered(settings.data / THIS_BOX, read_box_settings)
    yield from _remembered(settings.data / PHONES, read_phones)
    for game in games:
        yield from _remembered(settings.data / game.on_disk.habits, read_habits)
    for each in (
        STICKERS,
        NAMES,
        THIS_BOX,
        PHONES,
        *(name for game in games for name in (game.on_disk.box, game.on_disk.habits)),
    ):
        yield from (_put_aside(each, kept) for kept in put_aside_before(settings.data / each))


def _remembered(path: Path, read: Callable[[Path], Any]) -> Iterator[Finding]:
    """What is only remembered for offers: nothing is said of it while it can be read."""
    try:
        read(path)
    except Exception as error:
        yield trouble(
            FILES,
            reason(error, path),
            tr("Start the companion: it puts the file aside and begins a new one; nothing of a game is lost."),
        )


def _put_aside(name: str, kept: Path) -> Finding:
    return note(
        FILES,
        tr("{kept} was put aside, because it could not be read as {file}.", kept=kept.name, file=name),
        tr("Correct it and call it {file} again while the companion does not run, or delete it.", file=name),
    )


def _facts(game: AnyGame, box: Path) -> Any:
    return game.owners_box(box.parent).facts()


def _file(good: Message, read: Callable[[], Any]) -> Finding:
    try:
        read()
    except BadFile as error:
        return trouble(FILES, error.message)
    return well(FILES, good)


def games(data: Path, installed: InstalledGames) -> Iterator[Finding]:
    """Every game read from its first entry to its last, in a copy of the file."""
    path = data / GAMES_FILE
    if computer.in_memory(data):
        yield trouble(JOURNAL, computer.IN_MEMORY, computer.NO_OVERLAY)
    if not path.exists():
        yield well(JOURNAL, tr("No game is kept yet."))
        return
    try:
        with TemporaryDirectory(prefix="companion-doctor-") as room:
            yield from _read(path, copied(path, Path(room)), installed)
    except PermissionError:
        raise
    except OSError as error:
        yield unavailable(JOURNAL, error, tr("Look whether disk or card is full or may not be read by this user."))


def copied(path: Path, room: Path) -> Path:
    """The file of the games as it stands now, in another folder; raises OSError."""
    for end in LOGS:
        each = path.with_name(path.name + end)
        if each.exists():
            shutil.copyfile(each, room / each.name)
    return room / path.name


def _read(path: Path, copy: Path, installed: InstalledGames) -> Iterator[Finding]:
    try:
        with Archive(copy) as archive:
            yield from (_trouble(archive, kept, installed) for kept in archive.games())
            for _ in archive.mended:
                yield _damaged()
    except ArchiveTrouble as error:
        yield trouble(JOURNAL, _about(path, copy, error.message))


def _about(path: Path, copy: Path, message: Message) -> Message:
    """What was said of the copy, said of the file itself."""
    values = tuple((hole, str(path) if value == str(copy) else value) for hole, value in message.values)
    return msgspec.structs.replace(message, values=values)


def _trouble(archive: Archive, kept: ArchivedGame, installed: InstalledGames) -> Finding:
    """What is to be said of one game, by its number in "companion games list"."""
    game = kept.header.game
    if game not in installed:
        return trouble(
            JOURNAL,
            tr("Game {n} is one of {game}, which is not installed here.", n=kept.id, game=game),
            tr("Install that game again; what was played is kept."),
        )
    try:
        history = archive.load(kept.id, installed.of(game).rules)
    except ArchiveTrouble as error:
        return trouble(
            JOURNAL,
            tr("Game {n}: {told}", n=kept.id, told=error.message),
            tr("Install the version that wrote it, or the newest one; the game is kept."),
        )
    try:
        definition = installed.of(game)
        summarized(definition.outline(definition.view(history.state, TABLE)), str)
        definition.rules.questions(history.state)
    except Exception as error:
        return trouble(
            JOURNAL,
            tr("Game {n} can be read, but not shown ({why}).", n=kept.id, why=in_short(error)),
            tr('Play another game; this one is kept. Please report it with what "companion games export" writes.'),
        )
    count = len(history.entries)
    told = trn("{n} entry, read and whole.", "{n} entries, read and whole.", count)
    return well(JOURNAL, tr("Game {n}: {told}", n=kept.id, told=told))


def _damaged() -> Finding:
    return trouble(
        JOURNAL,
        tr("The file of the games is damaged."),
        tr("Start the companion: it saves all that can be read, keeps the damaged file and says what is lost."),
        tr("Cards wear out: copy the data folder to another one."),
    )
