"""The data folder: its file names, atomic writing, quarantine of damaged files, and the log.

A game's own files are named in its definition (`companion.games.definition.NamesOnDisk`). A damaged file is
renamed and the companion starts without it, because a case has no keyboard to correct it. The log has at most two
files of a fixed size; it exists beside systemd's, which a case holds only in memory.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TypeVar

from companion.engine.message import Message, UserError, tr

GAMES_FILE = "games.sqlite"
"""Archive of all games (`companion.storage.archive`)."""

BACKUP_FOLDER = "saved"
"""Folder of backups that users save from the menu, one file each (`companion.session.backup`)."""

STICKERS_FILE = "stickers.toml"
"""Table of stickers and their pieces; users may edit it."""

PRACTICE_FOLDER = "practice"
"""Folder of the stickers and tiles that the desk page invented. It never contains the owner's box."""

PREFERENCES_FILE = "this_box.json"
"""Settings from the menu of the case: language, sound, rotation of the panel (`companion.session.preferences`)."""

LAST_SETTINGS_FILE = "last_settings.toml"
"""Copy of the settings of the last good start of a case, used if companion.toml is damaged."""

PHONES_FILE = "phones.json"
"""Phones that were admitted, and their players (`companion.web.phones.admission`)."""

LOG_FILE = "log.txt"
"""Log of the companion in its case, and the previous log."""

NAMES_FILE = "names.json"
"""Names of former players, for suggestions only."""


PRIVATE_MODE, SHARED_MODE = 0o600, 0o666
"""Permissions of a new file: for its owner only, or for all as far as the user's umask allows."""


def write_atomically(path: Path, content: bytes, rights: int = PRIVATE_MODE) -> None:
    """Replace a file atomically: after a power cut it is the old one or the new one. Its folder must exist.

    Raises OSError; then nothing was changed.
    """
    new = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    # Without this, a power cut may lose the new name although the content is on the disk.
    sync_to_disk(path.parent)


def sync_to_disk(path: Path) -> None:
    """Make a file, or the names in a folder, durable."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return  # Folders cannot be opened on this system.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """Create the folder and its parents.

    New names are synced, so that a power cut does not lose the files in them.
    """
    above = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    folder.mkdir(parents=True, exist_ok=True)
    for made in folder.relative_to(above).parts:
        sync_to_disk(above)
        above /= made


log = logging.getLogger(__name__)

Content = TypeVar("Content")
QUARANTINE_SUFFIX = ".damaged-"
"""Part of the name of a quarantined file, before its number."""


def read_or_quarantine(path: Path, read: Callable[[Path], Content], tell: Callable[[Message], None]) -> Content:
    """Return the result of `read` for a file; if it fails, quarantine the file and return its result for no file.

    tell: called with the reason and the new name of the file.
    """
    try:
        return read(path)
    except Exception as error:
        if not path.exists():
            raise  # The error has another cause than the file.
        why = unreadable_file_text(error, path)
        log.warning("%s: %r", why, error)
    kept = _quarantine(path)
    if kept is None:
        tell(tr("{why} The companion plays without this file.", why=why))
        return read(path.with_name(f"{path.name}{QUARANTINE_SUFFIX}0"))
    tell(tr("{why} The companion plays without this file; it is kept as {kept}.", why=why, kept=kept.name))
    return read(path)


def unreadable_file_text(error: Exception, path: Path) -> Message:
    """Return why a file could not be read, in one sentence."""
    return error.message if isinstance(error, UserError) else tr("{file} is damaged.", file=path.name)


def quarantined_files(path: Path) -> list[Path]:
    """Return the quarantined files of this name."""
    if not path.parent.is_dir():
        return []
    return sorted(
        each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}{QUARANTINE_SUFFIX}")
    )


def _quarantine(path: Path) -> Path | None:
    """Rename a file to the first free name and return it; None if the disk does not allow it."""
    kept = next(
        name for n in count(1) if not (name := path.with_name(f"{path.name}{QUARANTINE_SUFFIX}{n}")).exists()
    )
    try:
        return path.rename(kept)
    except OSError as error:
        log.warning("%s could not be put aside: %s", path, error)
        return None


LOG_BYTES = 128 * 1024
"""Maximum bytes of a log file; the previous one is kept too."""
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextmanager
def log_to_folder(folder: Path) -> Iterator[None]:
    """Write log records from level INFO on to this folder while the context lasts."""
    from logging.handlers import RotatingFileHandler

    keeper: logging.Handler | None = None
    logging.raiseExceptions = False  # A full disk must not print an error for every record.
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keeper = RotatingFileHandler(folder / LOG_FILE, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
        keeper.setFormatter(logging.Formatter(LOG_FORMAT))
        logging.getLogger().addHandler(keeper)
    except OSError as error:
        logging.getLogger(__name__).warning("no log of our own: %s", error)
    try:
        yield
    finally:
        if keeper:
            logging.getLogger().removeHandler(keeper)
            keeper.close()


def logged_lines(folder: Path) -> str:
    """Return all logged lines, oldest first; "" if there are none or they cannot be read."""
    texts = []
    for name in (f"{LOG_FILE}.1", LOG_FILE):
        try:
            texts.append((folder / name).read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return "".join(texts)
