"""Files of the data folder that can't be read: put aside under another name, and gone on without.

Whatever is kept, the companion starts: a case has no keyboard to correct a file with. Reads no file itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TypeVar

from companion.engine.message import Message, UserError, tr

log = logging.getLogger(__name__)

Read = TypeVar("Read")
ASIDE = ".damaged-"
"""What stands between the name of a file that was put aside and its number."""


def read_or_put_aside(path: Path, read: Callable[[Path], Read], tell: Callable[[Message], None]) -> Read:
    """What `read` makes of a file; of no file where it raises: then `tell` hears why, and where it is now."""
    try:
        return read(path)
    except Exception as error:
        if not path.exists():
            raise  # it is not the file's fault
        why = reason(error, path)
        log.warning("%s: %r", why, error)
    kept = _put_aside(path)
    if kept is None:
        tell(tr("{why} The companion plays without this file.", why=why))
        return read(path.with_name(f"{path.name}{ASIDE}0"))
    tell(tr("{why} The companion plays without this file; it is kept as {kept}.", why=why, kept=kept.name))
    return read(path)


def reason(error: Exception, path: Path) -> Message:
    """Why a file could not be read, one sentence."""
    return error.message if isinstance(error, UserError) else tr("{file} is damaged.", file=path.name)


def put_aside_before(path: Path) -> list[Path]:
    """The files that were put aside under this name."""
    if not path.parent.is_dir():
        return []
    return sorted(each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}{ASIDE}"))


def _put_aside(path: Path) -> Path | None:
    """Rename a file to the first free name; None where the disk doesn't let us."""
    kept = next(name for n in count(1) if not (name := path.with_name(f"{path.name}{ASIDE}{n}")).exists())
    try:
        return path.rename(kept)
    except OSError as error:
        log.warning("%s could not be put aside: %s", path, error)
        return None
