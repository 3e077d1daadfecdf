"""The file for a bug report: findings, settings, the current game and the log, without private data.

The text is always in English, for the developers; names, paths and serial numbers are removed. `anonymize_game`
replaces the names in a game. `write_live_report` writes the report while a game runs, without the devices, which
are in use; a systemd unit that names itself by a variable copies it onto the boot partition. Archives are read
from copies, and unavailable parts are left out, because the findings already give the reason.
"""

from __future__ import annotations

import getpass
import json
import logging
import os
import platform
import re
import subprocess
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from companion import __version__
from companion.doctor import computer, stored_data
from companion.doctor.findings import Finding, guard_findings
from companion.doctor.stored_data import copy_archive
from companion.engine.game import TABLE_VIEWER
from companion.engine.history import History
from companion.engine.journal import Entry, decode_entry, encode_entry
from companion.engine.message import Message, tr
from companion.games.installed import InstalledGames
from companion.session.backup import export_game
from companion.session.preferences import read_player_names
from companion.settings import Settings
from companion.storage.archive import Archive, ArchivedGame
from companion.storage.archive_file import ArchiveError
from companion.storage.data_folder import GAMES_FILE, NAMES_FILE, logged_lines, write_atomically

MIN_WORD, MIN_NAME = 3, 2
"""Minimum length of a word or name to replace: shorter ones are no secret and occur in every line."""
MIN_INFLECTED = 4
"""Minimum length of a name whose Czech inflections are replaced too: Pavel, Pavelem; Jana, Janou, Janin."""
CZECH_ENDINGS = "ov(?:i|ou|[aoyuéě])|ův|in(?:ou|[aoyuéě])?|em|ou|ům|[aeiouyěů]"
Renaming = Callable[[str], str]


def anonymize_game(history: History, names: Sequence[str], ids: Sequence[str] = ()) -> History:
    """Return the game with its players renamed to "player 1" and so on. It replays like the original.

    ids: the game's own ids of the players, which are not replaced.
    """
    known = {"", *(each.casefold() for each in ids)}
    people = dict.fromkeys(fold for name in names if (fold := name.casefold()) not in known)
    others = {fold: f"player {number}" for number, fold in enumerate(people, 1)}
    instead = {name: others[name.casefold()] for name in names if name.casefold() in others}
    try:
        return _rename_history(history, lambda text: others.get(text.casefold()) or replace_names(text, instead))
    # A name equals a word of the game except for capital letters, so only exact matches are replaced.
    except Exception:
        return _rename_history(history, lambda text: instead.get(text) or replace_words(text, instead))


def _rename_history(history: History, rename: Renaming) -> History:
    header = msgspec.structs.replace(
        history.header, setup=msgspec.Raw(_rename_text(bytes(history.header.setup), rename))
    )
    played, entries = History(history.game, header), list[Entry]()
    for entry in history.entries:
        other = decode_entry(_rename_text(encode_entry(entry, history.game), rename), history.game)
        played.add((other,))
        entries.append(msgspec.structs.replace(other, hash=played.hash()))
    return History(history.game, header, entries)


def _rename_text(text: bytes, rename: Renaming) -> bytes:
    return json.dumps(_rename_value(json.loads(text), rename), ensure_ascii=False).encode()


def _rename_value(value: Any, rename: Renaming) -> Any:
    match value:
        case str():
            return rename(value)
        case list():
            return [_rename_value(each, rename) for each in value]
        case dict():
            return {rename(key): _rename_value(each, rename) for key, each in value.items()}
    return value


def replace_words(text: str, instead: Mapping[str, str]) -> str:
    """Return the text with these whole words replaced, the longest first."""
    return _replace_all(text, {re.escape(word): new for word, new in instead.items() if len(word) >= MIN_WORD})


def replace_names(text: str, instead: Mapping[str, str]) -> str:
    """Return the text with these names replaced, in any case and with Czech endings."""
    names = {_name_pattern(name): new for name, new in instead.items() if len(name) >= MIN_NAME}
    return _replace_all(text, names, re.IGNORECASE)


def _name_pattern(name: str) -> str:
    """Return a pattern for a name and its Czech inflections."""
    if len(name) < MIN_INFLECTED:
        return re.escape(name)
    stem, last = (name[:-1], name[-1]) if name[-1] in "aeoAEO" else (name, "")
    return f"{re.escape(stem)}(?:{last}|{CZECH_ENDINGS})"


def _replace_all(text: str, instead: Mapping[str, str], how: int = 0) -> str:
    if not instead:
        return text
    words = sorted(instead, key=len, reverse=True)
    found = re.compile(rf"(?<!\w)(?:{'|'.join(f'({word})' for word in words)})(?!\w)", how)
    return found.sub(lambda match: instead[words[(match.lastindex or 1) - 1]], text)


SECRET_SETTINGS = ("data_folder", "house_rules")
DEVICE_FILES = (
    "/dev/spidev0.0",
    "/dev/spidev0.1",
    "/dev/i2c-1",
    "/dev/serial0",
    "/dev/ttyAMA0",
    "/dev/ttyS0",
    "/dev/gpiochip0",
)
BY_ID_PATTERN = re.compile(r"(/dev/serial/by-(?:id|path)/)[^\s\")]+")
UID_PATTERN = re.compile(r"\b(?:uid:)?(?:[0-9a-fA-F]{20}|[0-9a-fA-F]{14}|[0-9a-fA-F]{8})\b")
HOME_PATTERN = re.compile(r"/(?:home|Users)/[^/\s\"']+")


def report_text(settings: Settings, findings: Sequence[Finding], players: Sequence[str] = ()) -> str:
    """Return the whole report.

    players: names of the players.
    """
    parts = {
        "companion": _version_rows(),
        "settings": _settings(settings),
        "packages": computer.package_versions(),
        "devices": {name: _device(name) for name in DEVICE_FILES},
        "start files": {
            "switched on": ", ".join(computer.enabled_switches()) or "-",
            "serial console": _console(),
        },
    }
    text = "".join(f"{title}\n{_rows(rows)}\n" for title, rows in parts.items())
    return remove_secrets(text + "found\n" + "".join(map(_finding_text, findings)), settings, players)


def _version_rows() -> dict[str, str]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": computer.system_name() or platform.system(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "model": computer.board_model() or "-",
    }


def _settings(settings: Settings) -> dict[str, str]:
    rows: dict[str, str] = {}
    for key, value in msgspec.to_builtins(settings).items():
        if isinstance(value, dict):
            rows |= {f"{key}.{inner}": str(each) for inner, each in value.items()}
        else:
            rows[key] = ("set" if value else "usual") if key in SECRET_SETTINGS else str(value)
    return rows


def _device(name: str) -> str:
    if not computer.device_exists(name):
        return "missing"
    allowed = "may be used" if computer.is_device_allowed(name) else "may not be used"
    return f"{allowed}, group {computer.device_group(name) or '?'}"


def _console() -> str:
    return "on" if computer.has_serial_console() else "off"


def _rows(rows: dict[str, str]) -> str:
    return "".join(f"  {name:30} {value}\n" for name, value in rows.items())


def _finding_text(finding: Finding) -> str:
    steps = "".join(f"             - {step}\n" for step in finding.todo)
    return f"  {finding.state:8} {finding.part}: {finding.message}\n{steps}"


def remove_secrets(text: str, settings: Settings, players: Sequence[str] = ()) -> str:
    """Return the text without the names of players, the computer, its user, paths and serial numbers."""
    private = {str(settings.data): "(data)", _home(): "~", platform.node(): "(computer)", _user(): "(user)"}
    named = replace_names(replace_words(text, private), dict.fromkeys(players, "(player)"))
    text = HOME_PATTERN.sub("~", BY_ID_PATTERN.sub(r"\1…", named))
    return UID_PATTERN.sub("(number)", text)


def _home() -> str:
    try:
        return str(Path.home())
    except RuntimeError:
        return ""


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


log = logging.getLogger(__name__)

REPORT_MEMBER, GAME_MEMBER, LOG_MEMBER, OWN_LOG_MEMBER = "report.txt", "game.jsonl", "log.txt", "own-log.txt"
LOG_LINES = 500
SERVICE_LOG_COMMAND = (
    "journalctl",
    "--unit=companion",
    f"--lines={LOG_LINES}",
    "--no-pager",
    "--output=short-iso",
)
"""Command that prints the log of the service; there is none on the desk."""
COMMAND_TIMEOUT = 15.0


def zip_members(members: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of the members, without empty ones."""
    file = BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members.items():
            if content:
                zipped.writestr(name, content)
    return file.getvalue()


def latest_game(data: Path, games: InstalledGames, named: bool = True) -> bytes:
    """Return the export of the running game, or else of the latest; b"" if there is none.

    named: True to include the players' names.
    """
    with suppress(OSError, ArchiveError), TemporaryDirectory(prefix="companion-doctor-") as room:
        if (data / GAMES_FILE).exists():
            with Archive(copy_archive(data / GAMES_FILE, Path(room))) as archive:
                return _export_latest(archive, games, None if named else known_names(data))
    return b""


def anonymous_report(
    settings: Settings, games: InstalledGames, findings: Sequence[Finding], service_log: str = ""
) -> bytes:
    """Return the whole report as one file without names."""
    data = settings.data
    names = known_names(data)
    logs = (remove_secrets(lines, settings, names).encode() for lines in (service_log, logged_lines(data)))
    text, game = report_text(settings, findings, names).encode(), latest_game(data, games, named=False)
    return zip_members(
        dict(zip((REPORT_MEMBER, GAME_MEMBER, LOG_MEMBER, OWN_LOG_MEMBER), (text, game, *logs), strict=True))
    )


def has_game(packed_report: bytes) -> bool:
    """True if a report contains a game."""
    with zipfile.ZipFile(BytesIO(packed_report)) as zipped:
        return GAME_MEMBER in zipped.namelist()


def _export_latest(archive: Archive, games: InstalledGames, taken_out: Sequence[str] | None) -> bytes:
    known = [kept for kept in archive.games() if kept.header.game in games and kept.entries]
    if not known:
        return b""
    kept = max(known, key=_recency)
    definition = games.of(kept.header.game)
    history = archive.load(kept.id, definition.rules)
    if taken_out is not None:
        figures = definition.outline(definition.view(history.state, TABLE_VIEWER)).figures
        names = [*(figure.name for figure in figures), *taken_out]
        try:
            history = anonymize_game(history, names, [figure.id for figure in figures])
        except Exception:  # A game whose names cannot be removed is left out of the report.
            log.exception("the game has a name that can't be taken out")
            return b""
    return export_game(definition, history)


def _recency(game: ArchivedGame) -> tuple[bool, int]:
    return game.running, game.id


def service_log_lines() -> str:
    """Return the last lines of the service's log; "" if there are none or this user may not read them."""
    try:
        done = subprocess.run(SERVICE_LOG_COMMAND, capture_output=True, timeout=COMMAND_TIMEOUT, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    text = done.stdout.decode("utf-8", "replace")
    return "" if text.startswith("-- No entries --") else text


def known_names(data: Path) -> tuple[str, ...]:
    """Return the names of former players, as far as they are known."""
    try:
        return read_player_names(data / NAMES_FILE)
    except Exception:  # A damaged file is reported by another finding.
        return ()


REPORT_FOLDER_VARIABLE = "COMPANION_REPORT"
REPORT_FILE = "report.zip"
"""Name in the data folder; an older report is replaced."""


def write_live_report(
    settings: Settings,
    games: InstalledGames,
    unread: Sequence[Message] = (),
    environ: Mapping[str, str] = os.environ,
) -> Message:
    """Write the report and return where it is. Raises OSError.

    unread: errors in companion.toml.
    """
    findings = [*guard_findings(stored_data.FILES_LABEL, stored_data.examine_files(settings, games, unread))]
    path = settings.data / REPORT_FILE
    write_atomically(path, anonymous_report(settings, games, findings))
    if environ.get(REPORT_FOLDER_VARIABLE):
        return tr("A report goes onto the memory card: companion-report.zip, without names.")
    return tr("A report for support: {file}, without names.", file=str(path))
