"""Runs uv in its own environment, which is made on first use: `python -m tools.uv WORDS...`.

So the project's environment contains only what the lock files name.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
HOME = ROOT / "build" / "uv"
WANTED = "uv>=0.5"


def run_uv(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Return uv's exit code and output, or those of pip if uv cannot be installed."""
    folder = "Scripts" if sys.platform == "win32" else "bin"
    uv, python = HOME / folder / "uv", HOME / folder / "python"
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", WANTED)
    if not list(uv.parent.glob("uv*")):
        for command in ((sys.executable, "-m", "venv", str(HOME)), pip):
            done = _run(command)
            if done.returncode:
                return done
    return _run((str(uv), *words))


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    finished = run_uv(sys.argv[1:])
    sys.stdout.write(finished.stdout)
    sys.stderr.write(finished.stderr)
    sys.exit(finished.returncode)
