"""The folder on the card for the first start: installation files, wheels for each system, and checksums."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.screens.paper import PANELS
from companion.screens.translator import available_languages
from tools.arm_wheels import SYSTEMS, System
from tools.card.questions import Case
from tools.pi import first_start
from tools.pi.install import CARD, CHANGES_FILE, FIRST_UNIT, case_settings
from tools.uv import ROOT
from tools.wheels import collect

CHECKOUT_FILES = ("tools/__init__.py", "tools/pi", "systemd", "config", "companion/update/guard.py")
"""Files of a checkout that the installation reads."""
START = "start.sh"
FOLDER = Path(CARD).name


def fetch_wheels(folder: Path, wheels: Callable[[System, Path], object] = collect) -> None:
    """Collect all wheels for each system. Raises WheelsUnavailable."""
    for system in SYSTEMS:
        wheels(system, folder / first_start.WHEELS / system.python)


def add_other_files(folder: Path, case: Case, consoles: Sequence[str]) -> None:
    """Add all other files.

    consoles: words that cmdline.txt loses.
    """
    house = folder / first_start.HOUSE
    for name in CHECKOUT_FILES:
        _copied(ROOT / name, house / name)
    settings = house / "config" / "companion.toml"
    settings.write_text(settings_of(settings.read_text(encoding="utf-8"), case), encoding="utf-8", newline="\n")
    _copied(ROOT / "tools" / "pi" / START, folder / START)
    _copied(ROOT / "systemd" / FIRST_UNIT, folder / FIRST_UNIT)
    (folder / Path(CHANGES_FILE).name).write_text(json.dumps({"consoles": list(consoles)}), encoding="utf-8")
    _with_sums(folder)


def _copied(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, to, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, to)


def settings_of(text: str, case: Case) -> str:
    """Return companion.toml with the panel and the language of the case."""
    text = case_settings(text)
    for key, value in zip(("panel", "language"), case, strict=True):
        text = re.sub(rf'^{key} = ".*"$', f'{key} = "{value}"', text, flags=re.MULTILINE)
    return text


def case_in(text: str) -> Case | None:
    """Return the case in companion.toml of an earlier `make card`; None if there is none."""
    told = [re.search(rf'^{key} = "(.*)"$', text, flags=re.MULTILINE) for key in ("panel", "language")]
    case = Case(*(found[1] if found else "" for found in told))
    return case if case.panel in PANELS and case.language in available_languages() else None


def _with_sums(folder: Path) -> None:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    lines = [
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder).as_posix()}\n"
        for file in files
    ]
    (folder / first_start.SUMS).write_text("".join(lines), encoding="utf-8", newline="\n")


def size_on_fat(folder: Path) -> int:
    """Return the size in bytes on a FAT file system with clusters of 4 KiB."""
    return sum(-(-file.stat().st_size // 4096) * 4096 for file in folder.rglob("*") if file.is_file())
