"""How fast this computer is where people wait for it: keeping an entry, drawing a picture.

Leaves no file behind, and measures no device.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.findings import Finding, note, unavailable, well
from companion.engine.message import tr
from companion.menu.pages import NoticePage
from companion.screens.panels import Panel
from companion.screens.picture import picture

SPEED = tr("speed")
ENTRIES, ENTRY, PICTURES = 15, b"x" * 400, 5
SLOW_DISK, SLOW_PICTURE = 50.0, 300.0
"""Milliseconds that are too many."""


def disk(data: Path) -> Iterator[Finding]:
    """What keeping an entry takes at least: so many bytes on the disk, and the sync behind them."""
    folder = next(each for each in (data, *data.parents) if each.is_dir())
    try:
        times = _synced(folder)
    except PermissionError:
        raise
    except OSError as error:
        yield unavailable(
            SPEED, error, tr("Let this user write to the data folder; without it no game can be kept.")
        )
        return
    usual, worst = statistics.median(times), max(times)
    told = tr(
        "An entry is on the disk after {usual} ms, at worst {worst} ms.",
        usual=f"{usual:.1f}",
        worst=f"{worst:.1f}",
    )
    if usual > SLOW_DISK:
        yield note(SPEED, told, tr("That is a slow card; one of class A1 or A2 keeps entries faster."))
    else:
        yield well(SPEED, told)


def _synced(folder: Path) -> list[float]:
    times = []
    with tempfile.TemporaryFile(dir=folder) as file:
        for _ in range(ENTRIES):
            began = time.perf_counter()
            file.write(ENTRY)
            file.flush()
            os.fsync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
    return times


def drawing(panel: Panel) -> Iterator[Finding]:
    """What a picture takes before the panel gets it."""
    page, paper, times = NoticePage("told", tr("The companion beside your board.")), panel.paper(), []
    for _ in range(PICTURES):
        began = time.perf_counter()
        picture(None, page, paper, str)
        times.append((time.perf_counter() - began) * 1000)
    usual = statistics.median(times)
    told = tr("A picture for {panel} is drawn in {usual} ms.", panel=panel.name, usual=f"{usual:.1f}")
    if usual > SLOW_PICTURE:
        yield note(SPEED, told, tr("Something else keeps this computer busy; end it."))
    else:
        yield well(SPEED, told)
