"""Everything that is kept, in one file: the games as journals, and the small files of the data folder. And back.

The file is a ZIP that anybody may have packed: names, sizes and contents are checked before anything is written.
Bringing back loses nothing: what is here already stays, and what it replaces is kept beside it. Knows no game.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from companion.engine.history import History
from companion.engine.message import UserError, tr
from companion.storage.archive import Archive
from companion.storage.atomic_write import make_folder, write_whole
from companion.storage.transfer import GameOf, read_journals

SCHEMA = 1
CONTENTS = "contents.json"
GAMES, FILES = "games/", "files/"
MOST_MEMBERS, LARGEST, LARGEST_OF_ALL = 5_000, 64 * 1024 * 1024, 256 * 1024 * 1024
"""What a file may hold: members, bytes of one, bytes of all together."""
UNPACKING = (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError, ValueError)
BEFORE = ".before-"
"""What stands between the name of a file that was replaced and its number."""

Check = Callable[[Path], object]
"""Reads a file as the companion would, and raises where it can't."""


class BadSave(UserError):
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


class GameRead(NamedTuple):
    """A game out of such a file."""

    history: History
    """All its entries."""
    began: datetime | None
    """As in `GameSummary.began`."""
    running: bool = False
    """Was it the one in use last?"""


class Everything(NamedTuple):
    """What was read, and holds."""

    games: tuple[GameRead, ...]
    """In the order in which they were begun."""
    files: Mapping[str, bytes]
    """By their names in the data folder."""


def everything(archive: Archive, folder: Path, names: Sequence[str]) -> bytes:
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


def read_everything(packed: bytes, game_of: GameOf, checks: Mapping[str, Check]) -> Everything:
    """What is in such a file, looked through whole; raises BadSave, or BadJournal for a game.

    checks: how each file of the data folder that may be in it is read.
    """
    members = _unpacked(packed)
    try:
        contents = msgspec.json.decode(members.pop(CONTENTS), type=Contents)
    except (KeyError, msgspec.MsgspecError, RecursionError):
        raise BadSave(tr("That is no file of a companion's games; save everything again.")) from None
    if contents.schema != SCHEMA:
        raise BadSave(
            tr("The file is from another version of the companion; install that version to bring it back.")
        )
    files = {name.removeprefix(FILES): members.pop(name) for name in [*members] if name.startswith(FILES)}
    if {game.member for game in contents.games} != set(members) or not files.keys() <= checks.keys():
        raise BadSave(tr("The file holds something that no companion puts there; save everything again."))
    games = []
    for game in contents.games:
        histories = read_journals(members[game.member].splitlines(keepends=True), game_of)
        games += [GameRead(history, game.began, game.running) for history in histories]
    _check_files(files, checks)
    return Everything(tuple(games), files)


def _unpacked(packed: bytes) -> dict[str, bytes]:
    """The members by name. Sizes are measured, not believed; no name ever becomes a path unchecked."""
    members: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(packed)) as file:
            infos = file.infolist()
            if len(infos) > MOST_MEMBERS:
                raise BadSave(tr("The file holds too much to be one of a companion's."))
            room = LARGEST_OF_ALL
            for info in infos:
                if info.filename in members or not _is_ours(info.filename):
                    raise BadSave(
                        tr("The file holds something that no companion puts there; save everything again.")
                    )
                with file.open(info) as member:
                    content = member.read(min(room, LARGEST) + 1)
                if len(content) > min(room, LARGEST):
                    raise BadSave(tr("The file holds too much to be one of a companion's."))
                room -= len(content)
                members[info.filename] = content
    except UNPACKING:
        raise BadSave(tr("That is no file of a companion's games, or it is damaged; copy it again.")) from None
    return members


def _is_ours(name: str) -> bool:
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
                raise BadSave(tr("{why} Nothing was brought back.", why=why)) from error


def put_files_back(folder: Path, files: Mapping[str, bytes]) -> list[str]:
    """Put files into the data folder; gives the new names of those that were replaced. Raises OSError."""
    make_folder(folder)
    replaced = []
    for name, content in files.items():
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        if path.exists():
            aside = next(to for n in count(1) if not (to := folder / f"{name}{BEFORE}{n}").exists())
            write_whole(aside, path.read_bytes())
            replaced.append(aside.name)
        write_whole(path, content)
    return replaced


def is_part_of(one: Sequence[bytes], other: Sequence[bytes]) -> bool:
    """Whether a journal is the beginning of another, or all of it."""
    return len(one) <= len(other) and list(one) == list(other[: len(one)])
