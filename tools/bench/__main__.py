"""`python -m tools.bench [--small]`: runs all benchmarks and prints one JSON object as the last line.

A table is written to standard error meanwhile. Files are written to a disk, never to a file system in memory.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path

import psutil

from tools.bench import (
    box,
    calls,
    chance,
    chronicles,
    claims,
    core,
    eink,
    enrolment,
    look_up,
    maps,
    phones,
    presses,
    process,
    table,
)
from tools.bench.figures import SMALL, Figure, Sizes, as_json, as_line
from tools.bench.games import ROOT

FOLDERS = (ROOT / "build", Path.home() / ".cache" / "tabletop-companion-bench")
IN_MEMORY = ("tmpfs", "ramfs", "overlay")


def file_system(folder: Path) -> str:
    """Return the type of the file system that contains the folder."""
    mounts = [part for part in psutil.disk_partitions(all=True) if folder.is_relative_to(part.mountpoint)]
    return max(mounts, key=lambda part: len(part.mountpoint)).fstype if mounts else "unknown"


def disk_folder() -> Path:
    """Return a folder on a real disk, if there is one."""
    for folder in FOLDERS:
        folder.mkdir(parents=True, exist_ok=True)
        if file_system(folder) not in IN_MEMORY:
            return folder
    return FOLDERS[0]


def all_figures(sizes: Sizes, folder: Path) -> Iterator[Figure]:
    """Yield every figure; those that start processes or use the disk come first, while memory is free."""
    yield from process.figures(sizes, folder)
    if sizes.recorded:  # The small run only tests the bench.
        yield from calls.figures()
    yield from table.figures(sizes, folder)
    yield from look_up.figures(sizes, folder)
    yield from phones.figures(sizes, folder)
    yield from eink.figures(sizes, folder)
    yield from box.figures(sizes, folder)
    yield from enrolment.figures(sizes, folder)
    yield from maps.figures(sizes)
    yield from core.figures(sizes, folder)
    yield from claims.figures(sizes)
    yield from chance.figures(sizes)
    yield from presses.figures(sizes)
    yield from chronicles.figures(sizes)


def main() -> None:
    """Measure everything and print the results."""
    typed = argparse.ArgumentParser(prog="python -m tools.bench")
    typed.add_argument("--small", action="store_true", help="only try everything once; the figures mean nothing")
    sizes = SMALL if typed.parse_args().small else Sizes()
    folder = disk_folder()
    figures = []
    for figure in all_figures(sizes, folder):
        print(as_line(figure), file=sys.stderr, flush=True)
        figures.append(figure)
    busy, _, _ = os.getloadavg()
    about = {
        "python": platform.python_version(),
        "processors": os.cpu_count(),
        "others_at_work": busy,
        "file_system": file_system(folder),
    }
    print(as_json(figures, about))


if __name__ == "__main__":
    main()
