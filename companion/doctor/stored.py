"""What the companion keeps, examined: the owner's files and the games. Looks at copies; changes nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.catalogue import BadFile, aliases, load_facts, read_box
from companion.catalogue.sticker_registry import Registry
from companion.doctor.findings import Finding, trouble, unavailable, well
from companion.engine.game import TableGame
from companion.engine.message import Message, tr, trn
from companion.settings import Settings, read_house_rules
from companion.storage.archive import Archive, ArchiveTrouble
from companion.storage.data_folder import BOX, GAMES, STICKERS

FILES, JOURNAL = tr("settings"), tr("games")
LOGS = ("", "-wal")


def files(settings: Settings) -> Iterator[Finding]:
    """House rules, box and stickers; companion.toml was read before anything could be asked."""
    yield well(FILES, tr("companion.toml is right."))
    yield _file(tr("The house rules are right."), lambda: read_house_rules(_path(settings.house_rules)))
    box = settings.data / BOX
    if box.exists():
        yield _file(tr("The facts of the box are right."), lambda: load_facts(read_box(box)))
    stickers = settings.data / STICKERS
    if stickers.exists():
        yield _file(tr("The stickers are right."), lambda: _registry(box, stickers))


def _path(name: str) -> Path | None:
    return Path(name) if name else None


def _registry(box: Path, stickers: Path) -> Registry:
    own = read_box(box) if box.exists() else None
    return Registry(stickers, load_facts(own), aliases(own))


def _file(good: Message, read: Callable[[], Any]) -> Finding:
    try:
        read()
    except BadFile as error:
        return trouble(FILES, error.message)
    return well(FILES, good)


def games(data: Path, game: TableGame) -> Iterator[Finding]:
    """Every game read from its first entry to its last, in a copy of the file."""
    path = data / GAMES
    if not path.exists():
        yield well(JOURNAL, tr("No game is kept yet."))
        return
    try:
        with TemporaryDirectory(prefix="companion-doctor-") as room:
            yield from _read(_copied(path, Path(room)), game)
    except OSError as error:
        yield unavailable(JOURNAL, error, tr("Look whether disk or card is full or may not be read by this user."))


def _copied(path: Path, room: Path) -> Path:
    for end in LOGS:
        each = path.with_name(path.name + end)
        if each.exists():
            shutil.copyfile(each, room / each.name)
    return room / path.name


def _read(copy: Path, game: TableGame) -> Iterator[Finding]:
    try:
        with Archive(copy) as archive:
            kept = archive.games()
            yield from (_trouble(archive, each.id, number, game) for number, each in enumerate(kept, 1))
            for _ in archive.mended:
                yield _damaged()
    except ArchiveTrouble:
        yield _damaged()


def _trouble(archive: Archive, game_id: int, number: int, game: TableGame) -> Finding:
    try:
        history = archive.load(game_id, game)
    except ArchiveTrouble:
        return trouble(
            JOURNAL,
            tr("Game {n} in the list can't be read by this version.", n=number),
            tr("Install the version that wrote it, or the newest one; the game is kept."),
        )
    count = len(history.entries)
    told = trn("{n} entry, read and whole.", "{n} entries, read and whole.", count)
    return well(JOURNAL, tr("Game {number} in the list: {told}", number=number, told=told))


def _damaged() -> Finding:
    return trouble(
        JOURNAL,
        tr("The file of the games is damaged."),
        tr("Start the companion: it saves all that can be read, keeps the damaged file and says what is lost."),
        tr("Cards wear out: copy the data folder to another one."),
    )
