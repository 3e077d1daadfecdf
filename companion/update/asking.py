"""What the companion in its case, which may change nothing, says and hears of updates.

It looks for a bundle on the memory card's boot partition and on a USB stick, asks people, and writes down what
they want: a unit of systemd sees that, and does it with rights of its own. The unit names the file; without it
nothing is offered.
"""

from __future__ import annotations

import os
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
RUN = Path("/run/companion/update")
TRUST = "trust"
MAX_CHARACTERS = 300


def offered(
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
    from companion.update.bundle import Refused, check_fits, keys_beside, keys_in, order_of, verified

    newer = sorted(_newer(files), key=lambda bundle: order_of(bundle.version), reverse=True)
    fitting = [bundle for bundle in newer if _fits(bundle)]
    # A stick for several cases has one of each kind: what is wrong with those for others is told to nobody, unless
    # there is no other.
    for bundle in fitting or newer[:1]:
        try:
            check_fits(bundle, __version__)
            trusted = any(key.id == bundle.signed.id for key in keys_in(keys))
            key = verified(bundle, [*keys_in(keys), *keys_beside(bundle.file)])
        except Refused as refused:
            tell(refused.message)
            continue
        question = question_about(bundle.version, "" if trusted else key.name)
        asked = f"{bundle.file}\n{'' if trusted else TRUST}\n"
        return UpdateOffer(bundle.version, question, partial(_write, Path(request), asked))
    return None


def _fits(bundle: Bundle) -> bool:
    from companion.update.bundle import Refused, check_fits

    try:
        check_fits(bundle, __version__)
    except Refused:
        return False
    return True


def _bundles(folder: Path) -> list[Path]:
    try:
        return sorted(folder.glob(f"*{ENDING}"))
    except OSError:  # a stick that is spoilt, or was pulled out
        return []


def question_about(version: str, new_key: str) -> Message:
    """What people are asked; `new_key` is the name of a key that nobody has trusted yet, "" for none."""
    if not new_key:
        return tr("There is a new version: {version}. Install it? Games are kept.", version=version)
    return tr(
        "Version {version}, signed with a new key: {key}. Trust that key and install it?",
        version=version,
        key=new_key,
    )


def _newer(files: Sequence[Path]) -> list[Bundle]:
    """By what they say of themselves; what is no bundle is none of ours."""
    from companion.update.bundle import Refused, order_of, read_bundle

    found = []
    for file in files:
        try:
            bundle = read_bundle(file)
        except Refused:
            continue
        if order_of(bundle.version) > order_of(__version__):
            found.append(bundle)
    return found


def _write(file: Path, text: str) -> None:
    fresh = file.with_name(f"{file.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def asked_for(request: Path = RUN, folders: Sequence[Path] = FOLDERS) -> tuple[Path, bool] | None:
    """What was asked for on the panel, once; only a file that lies right in one of the folders, whoever asked."""
    try:
        asked, trust, *_ = (request.read_text(encoding="utf-8")[:MAX_CHARACTERS] + "\n\n").split("\n")
        request.unlink()
    except (OSError, UnicodeDecodeError):
        return None
    file = Path(asked)
    return (file, trust == TRUST) if file.suffix == ENDING and file.parent in folders else None


def told_at_start(data: Path, tell: Callable[[Message], None]) -> None:
    """What came of the last update, once: the version that plays no more, or why none was installed."""
    file = data / guard.Places().failed.name
    if told := guard.read(file):
        from companion.update.installing import taken_back, went_back

        with suppress(OSError):  # a disk that can't be written tells it once more
            file.unlink(missing_ok=True)
        version, why = str(told.get("version")), told.get("why")
        if why:
            tell(literal(str(why)))
        elif told.get("asked"):
            tell(taken_back(version, str(told.get("aside"))))
        else:
            tell(went_back(version, __version__))


class Health:
    """Says of this version that it is ready, and that a game was played with it; whoever can't be told is not."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._file = Path(environ[HEALTH]) if environ.get(HEALTH) else None
        self._open = 0
        told = guard.read(self._file) if self._file else {}
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
                guard.write(self._file, {"version": __version__, "ready": True, "played": self._played})
            except OSError:  # the disk says so elsewhere
                return
