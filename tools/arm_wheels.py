"""Checks that every locked package has a wheel for a Pi: `python -m tools.arm_wheels`. It installs nothing.

It asks for 64-bit Arm and each Python of Raspberry Pi OS, with the C library of that release.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from tools.uv import ROOT, run_uv

LOCKS = ("requirements.lock", "requirements-pi.lock", "requirements-epaper.lock")


class System(NamedTuple):
    """Release of Raspberry Pi OS.

    platform: uv's name of a platform whose C library is not newer than the release's.
    """

    name: str
    python: str
    platform: str


SYSTEMS = (
    System("bookworm", "3.11", "aarch64-manylinux_2_36"),
    System("trixie", "3.13", "aarch64-manylinux_2_40"),
)


def missing_wheels(lock: Path, system: System) -> str:
    """Return uv's message about packages without a wheel; "" if there are none."""
    command = [
        *("pip", "compile", "--quiet", "--no-deps"),
        *("--only-binary", ":all:", "--python-platform", system.platform, "--python-version", system.python),
        *("--no-header", "--no-annotate", str(lock)),
    ]
    done = run_uv(command)
    return "" if done.returncode == 0 else " ".join(done.stderr.split())


def main() -> int:
    """Print the result for each lock file and system; return the exit code."""
    troubles = 0
    for name in LOCKS:
        for system in SYSTEMS:
            found = missing_wheels(ROOT / name, system)
            troubles += bool(found)
            print(f"{name}, {system.name}, Python {system.python}: {found or 'all wheels are there'}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
