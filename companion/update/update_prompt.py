"""Finds updates for a companion in its case, asks the user, and reports the result.

It looks for bundles on the boot partition and on a USB stick. The companion may not change the system: it writes
the request to a file that its unit names, and another systemd unit with the necessary rights installs the update.
Without such a unit no update is offered.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.engine.message import Message, literal, tr
from companion.session.services import UpdateOffer
from companion.update import guard

if TYPE_CHECKING:
    from companion.update.bundle import Bundle

REQUEST_VARIABLE, HEALTH_VARIABLE = "COMPANION_UPDATE", "COMPANION_HEALTH"
"""Environment variables with the names of the files."""
BUNDLE_FOLDERS = BOOT_FOLDER, STICK_FOLDER = Path("/boot/firmware"), Path("/run/companion-stick")
"""Folders searched for bundles: the boot partition, and the stick that companion-stick.service mounted."""
KEYS_FILE = Path("/etc/companion/keys")
"""Keys that the owner trusts, one per line."""
BUNDLE_SUFFIX = ".companion"
REQUEST_FILE = Path("/run/companion/update")
TRUST_WORD = "trust"
SHOWN_FILE, MAX_SHOWN = "told-bundles.json", 50
"""File of the complaints already shown, beside the file of HEALTH_VARIABLE, and the maximum number stored."""
MAX_BYTES = 1024


def find_update(
    tell: Callable[[Message], None],
    environ: Mapping[str, str] = os.environ,
    folders: Sequence[Path] = BUNDLE_FOLDERS,
    keys: Path = KEYS_FILE,
) -> UpdateOffer | None:
    """Return the newest bundle that may be installed; None for none. Problems of others are passed to `tell`."""
    request = environ.get(REQUEST_VARIABLE)
    files = [file for folder in folders for file in _bundles(folder)] if request else []
    if not request or not files:
        return None
    # Imported late, because it takes time and most starts find no bundle.
    from companion.update.bundle import (
        UpdateRefused,
        check_fits,
        key_id,
        key_name,
        read_keys,
        read_keys_beside,
        verify_bundle,
        version_sort_key,
    )

    once = _FileComplaints(tell, environ)
    lying = sorted(_read(files, once), key=lambda bundle: version_sort_key(bundle.version), reverse=True)
    now = version_sort_key(__version__)
    # Older bundles beside newer ones are leftovers of earlier updates and not reported. If all are older, the user
    # brought one and expects an answer.
    newer = [bundle for bundle in lying if version_sort_key(bundle.version) > now]
    if all(version_sort_key(bundle.version) < now for bundle in lying):
        newer = lying
    fitting = [bundle for bundle in newer if _fits(bundle)]
    # A stick for several cases has one bundle of each kind. Problems of those for other machines are reported only
    # if no bundle fits.
    for bundle in fitting or newer[:1]:
        try:
            check_fits(bundle, __version__)
            trusted = any(key_id(key) == key_id(bundle.signed) for key in read_keys(keys))
            key = verify_bundle(bundle, [*read_keys(keys), *read_keys_beside(bundle.file)])
        except UpdateRefused as refused:
            once.tell(bundle.file, refused.message)
            continue
        question = update_question(bundle.version, "" if trusted else key_name(key))
        asked = f"{bundle.file}\n{'' if trusted else TRUST_WORD}\n"
        return UpdateOffer(bundle.version, question, partial(_write, Path(request), asked))
    return None


def _fits(bundle: Bundle) -> bool:
    from companion.update.bundle import UpdateRefused, check_fits

    try:
        check_fits(bundle, __version__)
    except UpdateRefused:
        return False
    return True


def _bundles(folder: Path) -> list[Path]:
    try:
        # Links and folders are skipped, as are the notes that a Mac writes beside each file.
        return sorted(
            file
            for file in folder.glob(f"*{BUNDLE_SUFFIX}")
            if not file.name.startswith(".") and file.is_file() and not file.is_symlink()
        )
    except OSError:  # The stick is damaged or was removed.
        return []


def update_question(version: str, new_key: str) -> Message:
    """Return the question to the user; `new_key` is the name of a key that is not trusted yet, "" for none."""
    if not new_key:
        return tr("There is a new version: {version}. Install it? Games are kept.", version=version)
    return tr(
        "Version {version}, signed with a new key: {key}. Trust that key and install it?",
        version=version,
        key=new_key,
    )


def _read(files: Sequence[Path], complaints: _FileComplaints) -> list[Bundle]:
    """Return the readable bundles; incomplete copies are reported."""
    from companion.update.bundle import UpdateRefused, read_bundle

    found = []
    for file in files:
        try:
            found.append(read_bundle(file))
        except UpdateRefused as refused:
            complaints.tell(file, refused.message)
    return found


class _FileComplaints:
    """Reports what is wrong with a file, once until the file changes."""

    def __init__(self, tell: Callable[[Message], None], environ: Mapping[str, str]) -> None:
        self._tell = tell
        self._file = Path(environ[HEALTH_VARIABLE]).with_name(SHOWN_FILE) if environ.get(HEALTH_VARIABLE) else None
        told = guard.read_json(self._file).get("told") if self._file else None
        self._told = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []

    def tell(self, file: Path, sentence: Message) -> None:
        mark = _file_fingerprint(file, sentence)
        if mark in self._told:
            return
        self._tell(sentence)
        self._told = [*self._told, mark][-MAX_SHOWN:]
        if self._file:
            with suppress(OSError):  # If the disk cannot be written, the report is repeated at the next start.
                guard.write_json(self._file, {"told": self._told})


def _file_fingerprint(file: Path, sentence: Message) -> str:
    """Return a value that changes if the bundle, its signature or the complaint changes."""
    parts = [str(sentence)]
    for each in (file, file.with_name(f"{file.name}.minisig")):
        with suppress(OSError):
            found = each.lstat()
            parts.append(f"{each} {found.st_size} {found.st_mtime_ns}")
    return hashlib.sha256("\n".join(parts).encode(errors="replace")).hexdigest()[:16]


def _write(file: Path, text: str) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def read_request(
    request: Path = REQUEST_FILE, folders: Sequence[Path] = BUNDLE_FOLDERS
) -> tuple[Path, bool] | None:
    """Return the requested file and whether to trust its key, once.

    None unless the file is directly in one of the folders.
    """
    try:
        asked, trust, *_ = f"{_plain_text(request)}\n\n".split("\n")
    except (OSError, ValueError):
        return None
    finally:
        with suppress(OSError):  # The request may be anything; systemd checks whether it still exists.
            request.unlink()
    file = Path(asked)
    return (file, trust == TRUST_WORD) if file.suffix == BUNDLE_SUFFIX and file.parent in folders else None


def _plain_text(file: Path) -> str:
    """Return the beginning of a regular file that a user with fewer rights wrote.

    Links and pipes raise an error.
    """
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("no file")
        return os.read(handle, MAX_BYTES).decode()
    finally:
        os.close(handle)


def report_last_update(data: Path, tell: Callable[[Message], None]) -> None:
    """Report the result of the last update once: a rollback, or why nothing was installed."""
    file = data / guard.Places().failure_file.name
    if told := guard.read_json(file):
        from companion.update.installation import requested_rollback_text, rollback_text

        with suppress(OSError):  # If the disk cannot be written, the report is repeated at the next start.
            file.unlink(missing_ok=True)
        version, why = str(told.get("version")), told.get("why")
        if why:
            tell(literal(str(why)))
        elif told.get("asked"):
            tell(requested_rollback_text(version, str(told.get("aside"))))
        else:
            tell(rollback_text(version, __version__))


class Health:
    """Health report of this version: that it became ready, and that a game was played.

    Without HEALTH_VARIABLE nothing is written.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._file = Path(environ[HEALTH_VARIABLE]) if environ.get(HEALTH_VARIABLE) else None
        self._open = 0
        told = guard.read_json(self._file) if self._file else {}
        self._played = told.get("version") == __version__ and bool(told.get("played"))

    def report_ready(self) -> None:
        self._say()

    def watch_game(self, game: int, over: bool) -> None:
        """Record the state after a change; a game that was open before and is over now was played to its end."""
        ended, self._open = over and game == self._open, 0 if over else game
        if ended and not self._played:
            self._played = True
            self._say()

    def _say(self) -> None:
        if self._file:
            try:
                guard.write_json(self._file, {"version": __version__, "ready": True, "played": self._played})
            except OSError:  # Errors of the disk are reported elsewhere.
                return
