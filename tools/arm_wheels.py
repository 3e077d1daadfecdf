"""Whether everything that runs on a Pi is to be had there ready built: `python -m tools.arm_wheels` asks.

For 64-bit Arm and each Python that Raspberry Pi OS brings, with the C library of that release. Installs nothing.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from tools.uv import ROOT, run_uv

LOCKS = ("requirements.lock", "requirements-pi.lock", "requirements-epaper.lock")


class System(NamedTuple):
    """A release of Raspberry Pi OS. platform: in uv's words, with a C library not newer than the release's."""

    name: str
    python: str
    platform: str


SYSTEMS = (
    System("bookworm", "3.11", "aarch64-manylinux_2_36"),
    System("trixie", "3.13", "aarch64-manylinux_2_40"),
)


def missing(lock: Path, system: System) -> str:
    """What has no wheel there, in uv's words; empty when all is well."""
    command = [
        *("pip", "compile", "--quiet", "--no-deps"),
        *("--only-binary", ":all:", "--python-platform", system.platform, "--python-version", system.python),
        *("--no-header", "--no-annotate", str(lock)),
    ]
    done = run_uv(command)
    return "" if done.returncode == 0 else " ".join(done.stderr.split())


def main() -> int:
    """Say for each lock file and system whether all is there."""
    troubles = 0
    for name in LOCKS:
        for system in SYSTEMS:
            found = missing(ROOT / name, system)
            troubles += bool(found)
            print(f"{name}, {system.name}, Python {system.python}: {found or 'all wheels are there'}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
