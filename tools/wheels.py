"""Collects all wheels that a Pi needs in a folder, for bundles and memory cards.

Dependencies are resolved for the Pi's System, not for this computer.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tools.arm_wheels import SYSTEMS, System
from tools.uv import ROOT, run_uv

OLDEST_LIBC = 17
"""Oldest minor version of the C library for which wheels for 64-bit Arm exist."""


class WheelsUnavailable(Exception):
    """The wheels cannot be collected; the message is one sentence."""


def system_named(name: str) -> System:
    """Return a release of Raspberry Pi OS by its name. Raises WheelsUnavailable."""
    for system in SYSTEMS:
        if system.name == name:
            return system
    raise WheelsUnavailable(
        f'There is no system "{name}"; use one of {", ".join(system.name for system in SYSTEMS)}.'
    )


def collect(system: System, folder: Path) -> list[Path]:
    """Return all wheels of this version for that system, including our own. Raises WheelsUnavailable."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as room:
        for name in ("run", "epaper"):
            lock = Path(room) / f"{name}.txt"
            lock.write_text(locked_requirements(system, name))
            _python(
                "pip", "download", *pip_options(system), "--require-hashes", "-r", str(lock), "-d", str(folder)
            )
    _python("pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", str(folder), str(ROOT))
    return sorted(folder.glob("*.whl"))


def locked_requirements(system: System, what: str) -> str:
    """Return the locked versions for this system with their hashes, without packages that are built there."""
    source = {
        "run": ("--extra", "pi", "--constraints", "requirements-pi.lock", "pyproject.toml"),
        "epaper": ("--no-deps", "requirements-epaper.lock"),
    }[what]
    command = [
        *("pip", "compile", "--quiet", "--only-binary", ":all:"),
        *("--python-platform", system.platform, "--python-version", system.python),
        *("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url", *source),
    ]
    done = run_uv(command)
    if done.returncode:
        raise WheelsUnavailable(_unfetched(done.stderr))
    return done.stdout


def pip_options(system: System) -> list[str]:
    """Return pip's options for that system."""
    digits = system.python.replace(".", "")
    return [
        *("--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary", ":all:"),
        *("--implementation", "cp", "--python-version", system.python),
        *(word for abi in (f"cp{digits}", "abi3", "none") for word in ("--abi", abi)),
        *(word for platform in platforms(system) for word in ("--platform", platform)),
    ]


def platforms(system: System) -> Iterable[str]:
    """Yield pip's names of all platforms whose C library is not newer than the system's."""
    newest = int(system.platform.rpartition("_")[2])
    yield from (f"manylinux_2_{number}_aarch64" for number in range(newest, OLDEST_LIBC - 1, -1))
    yield from ("manylinux2014_aarch64", "linux_aarch64", "any")


def _python(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise WheelsUnavailable(_unfetched(done.stderr))


def _unfetched(why: str) -> str:
    """Return the sentence for a failed download, with the tool's message at its end."""
    return (
        "The software for the Pi can't be fetched; look whether this computer is on the internet, and type the "
        f"same command again ({' '.join(why.split())[-200:]})."
    )
