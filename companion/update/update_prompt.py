"""What the companion in its case, which may change nothing, says and hears of updates.

It looks for a bundle on the memory card's boot partition and on a USB stick, asks people, and writes down what
they want: a unit of systemd sees that, and does it with rights of its own. The unit names the file; without it
nothing is offered.
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

REQUEST, HEALTH = "COMPANION_UPDATE", "COMPANION_HEALTH"
"""The variables with the files' names."""
FOLDERS = BOOT, STICK = Path("/boot/firmware"), Path("/run/companion-stick")
"""Where bundles are looked for: the boot partition, and the stick that companion-stick.service found."""
KEYS = Path("/etc/companion/keys")
"""Those that the owner trusts, a line each."""
ENDING = ".companion"
REQUEST_FILE = Path("/run/companion/update")
TRUST = "trust"
SHOWN_FILE, MAX_SHOWN = "told-bundles.json", 50
"""What was told of bundles, beside the file that HEALTH names; the last ones."""
MAX_BYTES = 1024


def find_update(
    tell: Callable[[Message], None],
    environ: Mapping[str, str] = os.environ,
    folders: Sequence[Path] = FOLDERS,
    keys: Path = KEYS,
) -> UpdateOffer | None:
    """The newest bundle that lies there and may be installed, None for none; what is wrong with others is told."""
    request = environ.get(REQUEST)
    files = [file for folder in folders for file in _bundles(folder)] if request else []
    if not request or not files:
        return None
    # Only now: it takes time, and most starts find nothing.
    from companion.update.bundle import (
        UpdateRefused,
        check_fits,
        key_id,
        key_name,
        keys_beside,
        keys_in,
        verify_bundle,
        version_order,
    )

    once = _FileComplaints(tell, environ)
    lying = sorted(_read(files, once), key=lambda bundle: version_order(bundle.version), reverse=True)
    now = version_order(__version__)
    # What was installed from here, and what lay here before it, are leftovers: nobody needs to hear of them.
    # An older one that lies alone was brought: whoever did waits for a question.
    newer = [bundle for bundle in lying if version_order(bundle.version) > now]
    if all(version_order(bundle.version) < now for bundle in lying):
        newer = lying
    fitting = [bundle for bundle in newer if _fits(bundle)]
    # A stick for several cases has one of each kind: what is wrong with those for others is told to nobody, unless
    # there is no other.
    for bundle in fitting or newer[:1]:
        try:
            check_fits(bundle, __version__)
            trusted = any(key_id(key) == key_id(bundle.signed) for key in keys_in(keys))
            key = verify_bundle(bundle, [*keys_in(keys), *keys_beside(bundle.file)])
        except UpdateRefused as refused:
            once.tell(bundle.file, refused.message)
            continue
        question = update_question(bundle.version, "" if trusted else key_name(key))
        asked = f"{bundle.file}\n{'' if trusted else TRUST}\n"
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
        # Neither links nor folders, nor the notes that a Mac lays beside each file of a stick.
        return sorted(
            file
            for file in folder.glob(f"*{ENDING}")
            if not file.name.startswith(".") and file.is_file() and not file.is_symlink()
        )
    except OSError:  # a stick that is spoilt, or was pulled out
        return []


def update_question(version: str, new_key: str) -> Message:
    """What people are asked; `new_key` is the name of a key that nobody has trusted yet, "" for none."""
    if not new_key:
        return tr("There is a new version: {version}. Install it? Games are kept.", version=version)
    return tr(
        "Version {version}, signed with a new key: {key}. Trust that key and install it?",
        version=version,
        key=new_key,
    )


def _read(files: Sequence[Path], once: _FileComplaints) -> list[Bundle]:
    """By what they say of themselves; of what was copied by half people hear."""
    from companion.update.bundle import UpdateRefused, read_bundle

    found = []
    for file in files:
        try:
            found.append(read_bundle(file))
        except UpdateRefused as refused:
            once.tell(file, refused.message)
    return found


class _FileComplaints:
    """Tells what is wrong with a file, and not again at each start while the very same file lies there."""

    def __init__(self, tell: Callable[[Message], None], environ: Mapping[str, str]) -> None:
        self._tell = tell
        self._file = Path(environ[HEALTH]).with_name(SHOWN_FILE) if environ.get(HEALTH) else None
        told = guard.read_json(self._file).get("told") if self._file else None
        self._told = [each for each in told if isinstance(each, str)] if isinstance(told, list) else []

    def tell(self, file: Path, sentence: Message) -> None:
        mark = _file_fingerprint(file, sentence)
        if mark in self._told:
            return
        self._tell(sentence)
        self._told = [*self._told, mark][-MAX_SHOWN:]
        if self._file:
            with suppress(OSError):  # a disk that can't be written tells it once more
                guard.write_json(self._file, {"told": self._told})


def _file_fingerprint(file: Path, sentence: Message) -> str:
    """Another one once bundle or signature were copied anew, or something else is wrong with them."""
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


def read_request(request: Path = REQUEST_FILE, folders: Sequence[Path] = FOLDERS) -> tuple[Path, bool] | None:
    """What was asked for on the panel, once; only a file that lies right in one of the folders, whoever asked."""
    try:
        asked, trust, *_ = f"{_plain_text(request)}\n\n".split("\n")
    except (OSError, ValueError):
        return None
    finally:
        with suppress(OSError):  # whatever it was: systemd looks whether it is still there
            request.unlink()
    file = Path(asked)
    return (file, trust == TRUST) if file.suffix == ENDING and file.parent in folders else None


def _plain_text(file: Path) -> str:
    """The beginning of a file that somebody with fewer rights wrote: no link, and nothing that is waited for."""
    handle = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise ValueError("no file")
        return os.read(handle, MAX_BYTES).decode()
    finally:
        os.close(handle)


def report_last_update(data: Path, tell: Callable[[Message], None]) -> None:
    """What came of the last update, once: the version that plays no more, or why none was installed."""
    file = data / guard.Places().failed.name
    if told := guard.read_json(file):
        from companion.update.installation import requested_rollback_text, rollback_text

        with suppress(OSError):  # a disk that can't be written tells it once more
            file.unlink(missing_ok=True)
        version, why = str(told.get("version")), told.get("why")
        if why:
            tell(literal(str(why)))
        elif told.get("asked"):
            tell(requested_rollback_text(version, str(told.get("aside"))))
        else:
            tell(rollback_text(version, __version__))


class Health:
    """Says of this version that it is ready, and that a game was played with it; whoever can't be told is not."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._file = Path(environ[HEALTH]) if environ.get(HEALTH) else None
        self._open = 0
        told = guard.read_json(self._file) if self._file else {}
        self._played = told.get("version") == __version__ and bool(told.get("played"))

    def ready(self) -> None:
        self._say()

    def seen(self, game: int, over: bool) -> None:
        """After each change: a game that was open a moment ago and is over now was played to its end."""
        ended, self._open = over and game == self._open, 0 if over else game
        if ended and not self._played:
            self._played = True
            self._say()

    def _say(self) -> None:
        if self._file:
            try:
                guard.write_json(self._file, {"version": __version__, "ready": True, "played": self._played})
            except OSError:  # the disk says so elsewhere
                return
