"""Saving everything and bringing it back: which files belong to it, and what is new. Prints nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import NamedTuple

from companion.catalogue.sticker_registry import StickerFile
from companion.engine.game import TABLE
from companion.engine.history import History
from companion.engine.message import Message, Translate, tr, trn
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames
from companion.session.game_list import name_of, summarized
from companion.session.habits import read_habits, read_names
from companion.session.this_box import read_box_settings
from companion.storage.archive import Archive, ArchiveTrouble, GameToKeep
from companion.storage.atomic_write import make_folder, write_whole
from companion.storage.data_folder import NAMES, SAVED, STICKERS, THIS_BOX
from companion.storage.everything import Check, Everything, GameRead, everything, is_part_of, put_files_back
from companion.storage.transfer import export_journal, whole_entry


def exported(game: AnyGame, history: History) -> bytes:
    """A game as JSON lines for everybody's eyes: while it goes on its secrets are left out."""
    view = whole_entry if game.finished(history.state) else partial(game.view_of_export, history.state)
    return b"".join(export_journal(history, view))


class BroughtBack(NamedTuple):
    """What came of bringing back."""

    games: tuple[int, ...]
    """Numbers of the games that were taken in."""
    here: int
    """How many were here already."""
    replaced: tuple[str, ...]
    """What files that were replaced are called now."""
    going_on: tuple[int, Message] | None = None
    """Number and name of the one of them that goes on when the companion starts."""


def files_of(games: InstalledGames) -> dict[str, Check]:
    """Every small file of the data folder, and how it is read."""
    checks: dict[str, Check] = {STICKERS: StickerFile, NAMES: read_names, THIS_BOX: read_box_settings}
    for game in games:
        checks[game.on_disk.box] = partial(_read_box, game)
        checks[game.on_disk.habits] = read_habits
    return checks


def _read_box(game: AnyGame, path: Path) -> object:
    return game.open_box(path, None).facts()


def save_here(archive: Archive, data: Path, games: InstalledGames, now: datetime | None) -> str:
    """Everything in a new file of the data folder; its path. Raises ArchiveTrouble."""
    folder, name = data / SAVED, f"{now:%Y-%m-%d}" if now else "games"
    try:
        make_folder(folder)
        path = next(path for n in count(1) if not (path := folder / _numbered(name, n)).exists())
        write_whole(path, everything(archive, data, [*files_of(games)]))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ArchiveTrouble(tr("Nothing was saved ({why}); free some space and try again.", why=why)) from error
    return str(path)


def _numbered(name: str, n: int) -> str:
    return f"{name}.zip" if n == 1 else f"{name}-{n}.zip"


def bring_back(
    archive: Archive, data: Path, games: InstalledGames, found: Everything, translate: Translate
) -> BroughtBack:
    """Take in what is not here yet, all games or none, then the files. Raises ArchiveTrouble, OSError."""
    here = [archive.journal(kept.id) for kept in archive.games()]
    fresh = [game for game in found.games if not is_among(here, game.history)]
    numbers = archive.keep_all([_to_keep(games, game, translate) for game in fresh])
    replaced = put_files_back(data, found.files)
    running = next((number for number, game in zip(numbers, fresh, strict=True) if game.running), None)
    going_on = _put_on_the_table(archive, games, running) if running is not None else None
    return BroughtBack(tuple(numbers), len(found.games) - len(fresh), tuple(replaced), going_on)


def _put_on_the_table(archive: Archive, games: InstalledGames, brought: int) -> tuple[int, Message] | None:
    """The game that was played goes on, unless another is played here; one without entries makes room."""
    lies = archive.running()
    if lies is not None and archive.kept(lies).entries:
        return None
    archive.resume(brought)
    if lies is not None:
        archive.delete(lies)
    kept = archive.kept(brought)
    return brought, name_of(kept.summary, games.of(kept.header.game).name if len(games) > 1 else None)


def is_among(here: Sequence[Sequence[bytes]], history: History) -> bool:
    """Whether one of these journals is this game, perhaps further on."""
    journal = [*export_journal(history)]
    return any(is_part_of(journal, each) for each in here)


def _to_keep(games: InstalledGames, game: GameRead, translate: Translate) -> GameToKeep:
    definition = games.of(game.history.header.game)
    outline = definition.outline(definition.view(game.history.state, TABLE))
    return GameToKeep(game.history, summarized(outline, translate, game.began))


def told(brought: BroughtBack) -> list[Message]:
    """The same in words."""
    lines = [tr("Taken in as game {n}.", n=number) for number in brought.games]
    if brought.here:
        lines.append(trn("{n} game is here already.", "{n} games are here already.", brought.here))
    if brought.going_on:
        number, name = brought.going_on
        lines.append(tr("When the companion starts, game {n} goes on: {name}.", n=number, name=name))
    lines += [tr("What was here before is kept as {file}.", file=name) for name in brought.replaced]
    return lines
