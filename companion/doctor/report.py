"""All that was found as one text for a bug report, without anybody's secrets: no names, no own paths, no UIDs.

In English, whatever the table speaks: for those who mend the companion.
"""

from __future__ import annotations

import getpass
import platform
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from companion import __version__
from companion.doctor import computer
from companion.doctor.findings import Finding
from companion.doctor.nameless import without_names, without_words
from companion.settings import Settings

SECRETS = ("data_folder", "house_rules")
DEVICES = (
    "/dev/spidev0.0",
    "/dev/spidev0.1",
    "/dev/i2c-1",
    "/dev/serial0",
    "/dev/ttyAMA0",
    "/dev/ttyS0",
    "/dev/gpiochip0",
)
BY_ID = re.compile(r"(/dev/serial/by-(?:id|path)/)[^\s\")]+")
UID = re.compile(r"\b(?:uid:)?(?:[0-9a-fA-F]{20}|[0-9a-fA-F]{14}|[0-9a-fA-F]{8})\b")
FOLDERS = re.compile(r"/(?:home|Users)/[^/\s\"']+")


def report(settings: Settings, findings: Sequence[Finding], people: Sequence[str] = ()) -> str:
    """The whole text; `people` are the names of those who played here."""
    parts = {
        "companion": _about(),
        "settings": _settings(settings),
        "packages": computer.versions(),
        "devices": {name: _device(name) for name in DEVICES},
        "start files": {"switched on": ", ".join(computer.switches()) or "-", "serial console": _console()},
    }
    text = "".join(f"{title}\n{_rows(rows)}\n" for title, rows in parts.items())
    return without_secrets(text + "found\n" + "".join(map(_found, findings)), settings, people)


def _about() -> dict[str, str]:
    return {
        "version": __version__,
        "python": platform.python_version(),
        "system": computer.system() or platform.system(),
        "kernel": platform.release(),
        "machine": platform.machine(),
        "model": computer.model() or "-",
    }


def _settings(settings: Settings) -> dict[str, str]:
    rows: dict[str, str] = {}
    for key, value in msgspec.to_builtins(settings).items():
        if isinstance(value, dict):
            rows |= {f"{key}.{inner}": str(each) for inner, each in value.items()}
        else:
            rows[key] = ("set" if value else "usual") if key in SECRETS else str(value)
    return rows


def _device(name: str) -> str:
    if not computer.is_there(name):
        return "missing"
    allowed = "may be used" if computer.is_allowed(name) else "may not be used"
    return f"{allowed}, group {computer.group_of(name) or '?'}"


def _console() -> str:
    return "on" if computer.serial_console() else "off"


def _rows(rows: dict[str, str]) -> str:
    return "".join(f"  {name:30} {value}\n" for name, value in rows.items())


def _found(finding: Finding) -> str:
    steps = "".join(f"             - {step}\n" for step in finding.todo)
    return f"  {finding.state:8} {finding.part}: {finding.message}\n{steps}"


def without_secrets(text: str, settings: Settings, people: Sequence[str] = ()) -> str:
    """The text with everything taken out that names a person, a computer, a place in it or a sticker."""
    private = {str(settings.data): "(data)", _home(): "~", platform.node(): "(computer)", _user(): "(user)"}
    named = without_names(without_words(text, private), dict.fromkeys(people, "(player)"))
    text = FOLDERS.sub("~", BY_ID.sub(r"\1…", named))
    return UID.sub("(number)", text)


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
