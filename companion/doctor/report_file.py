"""The file for a bug report: what was found, settings, the game that is played, the last lines of the log.

Reads copies; whatever can't be had is left out, for what was found already says why.
"""

from __future__ import annotations

import logging
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.doctor.findings import Finding
from companion.doctor.nameless import nameless
from companion.doctor.report import report, without_secrets
from companion.doctor.stored import copied
from companion.engine.game import TABLE
from companion.games.installed import InstalledGames
from companion.session.habits import read_names
from companion.session.saving import exported
from companion.settings import Settings
from companion.storage.archive import Archive, ArchivedGame, ArchiveTrouble
from companion.storage.data_folder import GAMES_FILE, NAMES
from companion.storage.own_log import kept_lines

log = logging.getLogger(__name__)

REPORT, GAME, LOG, OWN_LOG = "report.txt", "game.jsonl", "log.txt", "own-log.txt"
LINES = 500
SERVICE_LOG = ("journalctl", "--unit=companion", f"--lines={LINES}", "--no-pager", "--output=short-iso")
"""What the companion in its case said; on the desk it keeps none."""
PATIENCE = 15.0


def packed(members: Mapping[str, bytes]) -> bytes:
    """A ZIP of these; what is empty is left out."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            if content:
                zipped.writestr(name, content)
    return file.getvalue()


def last_game(data: Path, games: InstalledGames, named: bool = True) -> bytes:
    """The game that is played, else the latest, as it is exported; b"" where none can be had.

    named: with the names of those who play.
    """
    with suppress(OSError, ArchiveTrouble), TemporaryDirectory(prefix="companion-doctor-") as room:
        if (data / GAMES_FILE).exists():
            with Archive(copied(data / GAMES_FILE, Path(room))) as archive:
                return _exported(archive, games, None if named else people(data))
    return b""


def nameless_report(
    settings: Settings, games: InstalledGames, findings: Sequence[Finding], service_log: str = ""
) -> bytes:
    """All of it in one file with nobody's name in it."""
    data = settings.data
    names = people(data)
    logs = (without_secrets(lines, settings, names).encode() for lines in (service_log, kept_lines(data)))
    text, game = report(settings, findings, names).encode(), last_game(data, games, named=False)
    return packed(dict(zip((REPORT, GAME, LOG, OWN_LOG), (text, game, *logs), strict=True)))


def has_game(packed_report: bytes) -> bool:
    """Whether a game is in such a file."""
    with zipfile.ZipFile(BytesIO(packed_report)) as zipped:
        return GAME in zipped.namelist()


def _exported(archive: Archive, games: InstalledGames, taken_out: Sequence[str] | None) -> bytes:
    known = [kept for kept in archive.games() if kept.header.game in games and kept.entries]
    if not known:
        return b""
    kept = max(known, key=_lately)
    definition = games.of(kept.header.game)
    history = archive.load(kept.id, definition.rules)
    if taken_out is not None:
        figures = definition.outline(definition.view(history.state, TABLE)).figures
        names = [*(figure.name for figure in figures), *taken_out]
        try:
            history = nameless(history, names, [figure.id for figure in figures])
        except Exception:  # rather no game than one with names, and the report all the same
            log.exception("the game has a name that can't be taken out")
            return b""
    return exported(definition, history)


def _lately(kept: ArchivedGame) -> tuple[bool, int]:
    return kept.running, kept.id


def last_lines() -> str:
    """Of the log that systemd keeps; "" where there is none, or none that this user may read."""
    try:
        done = subprocess.run(SERVICE_LOG, capture_output=True, timeout=PATIENCE, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    text = done.stdout.decode("utf-8", "replace")
    return "" if text.startswith("-- No entries --") else text


def people(data: Path) -> tuple[str, ...]:
    """The names of people who played here, as far as they are known."""
    try:
        return read_names(data / NAMES)
    except Exception:  # spoilt: that is found elsewhere
        return ()
