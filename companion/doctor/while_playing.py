"""The report for whoever helps, written while people play: without the devices, which are in use.

A unit of systemd that has the rights for it copies the file onto the memory card's boot partition; it names itself
by a variable.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from companion.doctor import stored
from companion.doctor.findings import guarded
from companion.doctor.report_file import nameless_report
from companion.engine.message import Message, tr
from companion.games.installed import InstalledGames
from companion.settings import Settings
from companion.storage.atomic_write import write_whole

VARIABLE = "COMPANION_REPORT"
FILE = "report.zip"
"""In the data folder; the one before goes."""


def write_report(
    settings: Settings,
    games: InstalledGames,
    unread: Sequence[Message] = (),
    environ: Mapping[str, str] = os.environ,
) -> Message:
    """Write it, and say where it is; raises OSError. unread: of companion.toml, what could not be used."""
    findings = [*guarded(stored.FILES, stored.files(settings, games, unread))]
    path = settings.data / FILE
    write_whole(path, nameless_report(settings, games, findings))
    if environ.get(VARIABLE):
        return tr("A report goes onto the memory card: companion-report.zip, without names.")
    return tr("A report for whoever helps: {file}, without names.", file=str(path))
