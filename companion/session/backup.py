"""Everything that is kept, in one file: the games as journals, and the small files of the data folder. And back.

The file is a ZIP that anybody may have packed: names, sizes and contents are checked before anything is written.
Bringing back loses nothing: what is here already stays, and what it replaces is kept beside it. Knows no game.

Saving everything and bringing it back: which files belong to it, and what is new. Prints nothing.
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

from companion.engine.game import TABLE
from companion.engine.history import History
from companion.engine.message import Message, Translate, UserError, tr, trn
from companion.games.definition import AnyGame
from companion.games.installed import InstalledGames
from companion.games.sticker_registry import StickerFile
from companion.session.preferences import read_box_settings, read_player_names, read_recent_values
from companion.storage.archive import Archive, GameToStore
from companion.storage.archive_file import ArchiveTrouble
from companion.storage.data_folder import NAMES, SAVED, STICKERS, THIS_BOX, make_folder, write_whole
from companion.storage.game_summary import game_name_text, summarize_game
from companion.storage.transfer import GameOf, export_journal, read_journals, whole_entry

SCHEMA = 1
CONTENTS = "contents.json"
GAMES, FILES = "games/", "files/"
MAX_MEMBERS, MAX_MEMBER_BYTES, MAX_TOTAL_BYTES = 5_000, 64 * 1024 * 1024, 256 * 1024 * 1024
"""What a file may hold: members, bytes of one, bytes of all together."""
UNPACKING = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
REPLACED_SUFFIX = ".before-"
"""What stands between the name of a file that was replaced and its number."""

Check = Callable[[Path], object]
"""Reads a file as the companion would, and raises where it can't."""


class BadBackup(UserError):
    """A file that can't be brought back; `message` says why. Nothing was changed."""


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the table of contents says of a game beside its journal."""

    member: str
    """The journal's name in the file."""
    began: datetime | None = None
    """As in `GameSummary.began`."""
    running: bool = False
    """Was it the one in use last?"""


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of contents."""

    schema: int
    """The version of this format."""
    games: tuple[SavedGame, ...]
    """In the order in which they were begun."""


class BackupGame(NamedTuple):
    """A game out of such a file."""

    history: History
    """All its entries."""
    began: datetime | None
    """As in `GameSummary.began`."""
    running: bool = False
    """Was it the one in use last?"""


class Backup(NamedTuple):
    """What was read, and holds."""

    games: tuple[BackupGame, ...]
    """In the order in which they were begun."""
    files: Mapping[str, bytes]
    """By their names in the data folder."""


def pack_backup(archive: Archive, folder: Path, names: Sequence[str]) -> bytes:
    """All games but those that nothing was entered into, and the files of these names; raises ArchiveTrouble."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        listed = []
        for kept in reversed(archive.games()):
            if kept.entries:
                listed.append(SavedGame(f"{GAMES}{kept.id}.jsonl", kept.summary.began, kept.running))
                file.writestr(listed[-1].member, b"".join(archive.journal(kept.id)))
        for name in names:
            if (folder / name).is_file():
                file.writestr(f"{FILES}{name}", (folder / name).read_bytes())
        file.writestr(CONTENTS, msgspec.json.encode(Contents(SCHEMA, tuple(listed))))
    return packed.getvalue()


def read_backup(packed: bytes, game_of: GameOf, checks: Mapping[str, Check]) -> Backup:
    """What is in such a file, looked through whole; raises BadSave, or BadJournal for a game.

    checks: how each file of the data folder that may be in it is read.
    """
    members = _unpack(packed)
    try:
        contents = msgspec.json.decode(members.pop(CONTENTS), type=Contents)
    except (KeyError, msgspec.MsgspecError, RecursionError):
        raise BadBackup(tr("That is no file of a companion's games; save everything again.")) from None
    if contents.schema != SCHEMA:
        raise BadBackup(
            tr("The file is from another version of the companion; install that version to bring it back.")
        )
    files = {name.removeprefix(FILES): members.pop(name) for name in [*members] if name.startswith(FILES)}
    if {game.member for game in contents.games} != set(members) or not files.keys() <= checks.keys():
        raise BadBackup(tr("The file holds something that no companion puts there; save everything again."))
    games = []
    for game in contents.games:
        histories = read_journals(members[game.member].splitlines(keepends=True), game_of)
        games += [BackupGame(history, game.began, game.running) for history in histories]
    _check_files(files, checks)
    return Backup(tuple(games), files)


def _unpack(packed: bytes) -> dict[str, bytes]:
    """The members by name. Sizes are measured, not believed; no name ever becomes a path unchecked."""
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
    except UNPACKING:
        raise BadBackup(tr("That is no file of a companion's games, or it is damaged; copy it again.")) from None
    return members


def _is_backup_member(name: str) -> bool:
    return name == CONTENTS or bool(
        re.fullmatch(r"games/[0-9]{1,9}\.jsonl|files/[a-z0-9_][a-z0-9_.-]{0,80}", name)
    )


def _check_files(files: Mapping[str, bytes], checks: Mapping[str, Check]) -> None:
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
    """Put files into the data folder; gives the new names of those that were replaced. Raises OSError."""
    make_folder(folder)
    replaced = []
    for name, content in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        if path.exists():
            aside = next(to for n in count(1) if not (to := folder / f"{name}{REPLACED_SUFFIX}{n}").exists())
            write_whole(aside, path.read_bytes())
            replaced.append(aside.name)
        write_whole(path, content)
    return replaced


def is_beginning_of(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether a journal is the beginning of another, or all of it."""
    return len(one) <= len(other) and list(one) == list(other[: len(one)])


def export_game(game: AnyGame, history: History) -> bytes:
    """A game as JSON lines for everybody's eyes: while it goes on its secrets are left out."""
    view = whole_entry if game.finished(history.state) else partial(game.view_of_export, history.state)
    return b"".join(export_journal(history, view))


class RestoreResult(NamedTuple):
    """What came of bringing back."""

    games: tuple[int, ...]
    """Numbers of the games that were taken in."""
    here: int
    """How many were here already."""
    replaced: tuple[str, ...]
    """What files that were replaced are called now."""
    going_on: tuple[int, Message] | None = None
    """Number and name of the one of them that goes on when the companion starts."""


def backup_files(games: InstalledGames) -> dict[str, Check]:
    """Every small file of the data folder, and how it is read."""
    checks: dict[str, Check] = {STICKERS: StickerFile, NAMES: read_player_names, THIS_BOX: read_box_settings}
    for game in games:
        checks[game.on_disk.box] = partial(_read_box, game)
        checks[game.on_disk.habits] = read_recent_values
    return checks


def _read_box(game: AnyGame, path: Path) -> object:
    return game.open_box(path, None).facts()


def save_backup(archive: Archive, data: Path, games: InstalledGames, now: datetime | None) -> str:
    """Everything in a new file of the data folder; its path. Raises ArchiveTrouble."""
    folder, name = data / SAVED, f"{now:%Y-%m-%d}" if now else "games"
    try:
        make_folder(folder)
        path = next(path for n in count(1) if not (path := folder / _numbered(name, n)).exists())
        write_whole(path, pack_backup(archive, data, [*backup_files(games)]))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ArchiveTrouble(tr("Nothing was saved ({why}); free some space and try again.", why=why)) from error
    return str(path)


def _numbered(name: str, n: int) -> str:
    return f"{name}.zip" if n == 1 else f"{name}-{n}.zip"


def restore_backup(
    archive: Archive, data: Path, games: InstalledGames, found: Backup, translate: Translate
) -> RestoreResult:
    """Take in what is not here yet, all games or none, then the files. Raises ArchiveTrouble, OSError."""
    here = [archive.journal(kept.id) for kept in archive.games()]
    fresh = [game for game in found.games if not is_known_game(here, game.history)]
    numbers = archive.store_games([_game_to_store(games, game, translate) for game in fresh])
    replaced = restore_files(data, found.files)
    running = next((number for number, game in zip(numbers, fresh, strict=True) if game.running), None)
    going_on = _resume_restored_game(archive, games, running) if running is not None else None
    return RestoreResult(tuple(numbers), len(found.games) - len(fresh), tuple(replaced), going_on)


def _resume_restored_game(archive: Archive, games: InstalledGames, brought: int) -> tuple[int, Message] | None:
    """The game that was played goes on, unless another is played here; one without entries makes room."""
    lies = archive.running()
    if lies is not None and archive.kept(lies).entries:
        return None
    archive.resume(brought)
    if lies is not None:
        archive.delete(lies)
    kept = archive.kept(brought)
    return brought, game_name_text(kept.summary, games.of(kept.header.game).name if len(games) > 1 else None)


def is_known_game(here: Sequence[Sequence[bytes]], history: History) -> bool:
    """Whether one of these journals is this game, perhaps further on."""
    journal = [*export_journal(history)]
    return any(is_beginning_of(journal, each) for each in here)


def _game_to_store(games: InstalledGames, game: BackupGame, translate: Translate) -> GameToStore:
    definition = games.of(game.history.header.game)
    outline = definition.outline(definition.view(game.history.state, TABLE))
    return GameToStore(game.history, summarize_game(outline, translate, game.began))


def restore_result_text(brought: RestoreResult) -> list[Message]:
    """The same in words."""
    lines = [tr("Taken in as game {n}.", n=number) for number in brought.games]
    if brought.here:
        lines.append(trn("{n} game is here already.", "{n} games are here already.", brought.here))
    if brought.going_on:
        number, name = brought.going_on
        lines.append(tr("When the companion starts, game {n} goes on: {name}.", n=number, name=name))
    lines += [tr("What was here before is kept as {file}.", file=name) for name in brought.replaced]
    return lines
