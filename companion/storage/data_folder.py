"""The files of the data folder that all games share: their names, told here once. Opens none of them.

A game's own files are named in its definition (`companion.games.definition.NamesOnDisk`).

Files written whole or not at all, and safe from a power cut. Knows nothing of what is in them.

Files of the data folder that can't be read: put aside under another name, and gone on without.

Whatever is kept, the companion starts: a case has no keyboard to correct a file with. Reads no file itself.

A small log of the companion's own, beside systemd's: a case keeps that one in memory only.

Two files of a fixed size at most; a disk that can't be written costs the log and nothing else.
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
"""Every game that is kept, and which one is running (`companion.storage.archive`)."""

SAVED = "saved"
"""The folder of what people save from the case's menu, a file each time (`companion.session.backup`)."""

STICKERS = "stickers.toml"
"""Which sticker is on which piece; people may edit it."""

PRACTICE = "practice"
"""The folder of what the desk's page made up: stickers, and tiles that nobody has. Never the owner's box."""

THIS_BOX = "this_box.json"
"""Settings of the case's own menu: language, sound, picture turned round (`companion.session.preferences`)."""

PHONES = "phones.json"
"""Which phones were let in, and as whom (`companion.web.phones.admission`)."""

LOG = "log.txt"
"""What the companion in its case logged last, and the file before it (`companion.storage.data_folder`)."""

NAMES = "names.json"
"""What people who played are called, for offers only."""


PRIVATE, SHARED = 0o600, 0o666
"""Rights of a new file: for its owner only, or for everybody as far as the user's umask allows."""


def write_whole(path: Path, content: bytes, rights: int = PRIVATE) -> None:
    """Replace a file: after a power cut it is the old one or the new one, never a half. Its folder must be there.

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
    # Without it the new name may be lost with the power although the content is on the disk.
    sync_to_disk(path.parent)


def sync_to_disk(path: Path) -> None:
    """Put a file, or the names in a folder, safely on the disk."""
    if path.is_dir() and not hasattr(os, "O_DIRECTORY"):
        return  # a system on which folders can't be opened
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def make_folder(folder: Path) -> None:
    """The folder with all it lies in. A new one's name is synced too, else a power cut takes it and its files."""
    above = next((each for each in (folder, *folder.parents) if each.exists()), folder)
    folder.mkdir(parents=True, exist_ok=True)
    for made in folder.relative_to(above).parts:
        sync_to_disk(above)
        above /= made


log = logging.getLogger(__name__)

Content = TypeVar("Content")
QUARANTINE_SUFFIX = ".damaged-"
"""What stands between the name of a file that was put aside and its number."""


def read_or_quarantine(path: Path, read: Callable[[Path], Content], tell: Callable[[Message], None]) -> Content:
    """What `read` makes of a file; of no file where it raises: then `tell` hears why, and where it is now."""
    try:
        return read(path)
    except Exception as error:
        if not path.exists():
            raise  # it is not the file's fault
        why = unreadable_file_text(error, path)
        log.warning("%s: %r", why, error)
    kept = _quarantine(path)
    if kept is None:
        tell(tr("{why} The companion plays without this file.", why=why))
        return read(path.with_name(f"{path.name}{QUARANTINE_SUFFIX}0"))
    tell(tr("{why} The companion plays without this file; it is kept as {kept}.", why=why, kept=kept.name))
    return read(path)


def unreadable_file_text(error: Exception, path: Path) -> Message:
    """Why a file could not be read, one sentence."""
    return error.message if isinstance(error, UserError) else tr("{file} is damaged.", file=path.name)


def quarantined_files(path: Path) -> list[Path]:
    """The files that were put aside under this name."""
    if not path.parent.is_dir():
        return []
    return sorted(
        each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}{QUARANTINE_SUFFIX}")
    )


def _quarantine(path: Path) -> Path | None:
    """Rename a file to the first free name; None where the disk doesn't let us."""
    kept = next(
        name for n in count(1) if not (name := path.with_name(f"{path.name}{QUARANTINE_SUFFIX}{n}")).exists()
    )
    try:
        return path.rename(kept)
    except OSError as error:
        log.warning("%s could not be put aside: %s", path, error)
        return None


LOG_BYTES = 128 * 1024
"""Bytes of a file; the one before it is kept too."""
LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


@contextmanager
def log_to_folder(folder: Path) -> Iterator[None]:
    """Keep what is logged meanwhile, what is only worth knowing (INFO) too, in this folder."""
    from logging.handlers import RotatingFileHandler

    keeper: logging.Handler | None = None
    logging.raiseExceptions = False  # a full disk is no news a hundred times
    try:
        folder.mkdir(parents=True, exist_ok=True)
        keeper = RotatingFileHandler(folder / LOG, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8")
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
    """All that is kept, the oldest first; "" where there is nothing, or nothing that may be read."""
    texts = []
    for name in (f"{LOG}.1", LOG):
        try:
            texts.append((folder / name).read_text(encoding="utf-8", errors="replace"))
        except OSError:
            continue
    return "".join(texts)
