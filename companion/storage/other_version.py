"""Moves the content of a data folder aside if another version of the companion wrote it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

from companion.engine.message import Message, tr
from companion.storage.archive import Archive
from companion.storage.archive_file import OtherVersion
from companion.storage.data_folder import GAMES_FILE, LOG_FILE, make_folder, sync_to_disk
from companion.storage.locks import LOCK_FILE, is_locked

log = logging.getLogger(__name__)

ASIDE_PREFIX = "other-version-"
"""Name of the folder inside the data folder, before its number."""
FILES_IN_USE = {LOCK_FILE, LOG_FILE, f"{LOG_FILE}.1"}
"""Files that the starting companion has opened already."""


def archive_at_start(folder: Path, tell: Callable[[Message], None]) -> Archive:
    """Return the archive of a data folder, after moving content of another version aside.

    Call it before any other file of the folder is read. Raises ArchiveError; OtherVersion only if another
    companion uses the folder.

    tell: called with the new location of that content.
    """
    try:
        return Archive(folder / GAMES_FILE)
    except OtherVersion:
        if is_locked(folder):
            raise
    try:
        aside = _move_aside(folder)
    except OSError as error:
        log.warning("%s could not be moved aside: %s", folder, error)
        tell(
            tr(
                "{folder} is from another version of the companion and can't be moved aside; nothing that is "
                "played now is kept.",
                folder=str(folder),
            )
        )
        return Archive(Path(mkdtemp(prefix="companion-")) / GAMES_FILE)
    tell(
        tr(
            "The games and settings were from another version of the companion; they are kept in {folder}.",
            folder=str(aside),
        )
    )
    return Archive(folder / GAMES_FILE)


def _move_aside(folder: Path) -> Path:
    """Move everything in a data folder into a new folder in it and return that one. Raises OSError.

    The archive is moved last: after a power cut the next start finds it and moves the rest into the same folder.
    """
    aside = next(each for n in count(1) if not ((each := folder / f"{ASIDE_PREFIX}{n}") / GAMES_FILE).exists())
    make_folder(aside)
    for each in sorted(folder.iterdir(), key=lambda path: path.name == GAMES_FILE):
        if each.name not in FILES_IN_USE and not each.name.startswith(ASIDE_PREFIX):
            each.rename(aside / each.name)
    for each in (aside, folder):
        sync_to_disk(each)
    return aside
