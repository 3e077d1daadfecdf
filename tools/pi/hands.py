"""Everything that installing does to a machine goes through these hands; they keep a list of it.

Their root may be another folder, and their commands may be run by somebody else: that is how tests watch them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple


class Refused(Exception):
    """It can't be done: one sentence for whoever typed the command."""


class CommandFailed(Refused):
    """A command that had to succeed didn't; what it said itself stands elsewhere."""


class Ran(NamedTuple):
    """How a command ended, and what it wrote where nobody saw it."""

    code: int
    out: str = ""
    err: str = ""


Runner = Callable[[Sequence[str], bool], Ran]
"""Runs a command; `quiet` keeps what it writes, else people see it."""


def run_here(command: Sequence[str], quiet: bool) -> Ran:
    """On this machine."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    to = subprocess.PIPE if quiet else None
    try:
        done = subprocess.run(command, stdout=to, stderr=to, env=environ, text=True, check=False)
    except OSError:
        return Ran(127)
    return Ran(done.returncode, done.stdout or "", done.stderr or "")


class Hands:
    """Reads and changes files below `root`, runs commands. done: every change, in words."""

    def __init__(self, root: Path = Path("/"), runner: Runner = run_here) -> None:
        self._root, self._runner = root, runner
        self.done: list[str] = []

    def at(self, path: str) -> Path:
        """Where a path of the machine really is."""
        return self._root / path.lstrip("/")

    def ask(self, *command: str) -> Ran:
        """Run something that changes nothing."""
        return self._runner(command, True)

    def run(self, *command: str) -> None:
        """Run something that must succeed."""
        self.done.append(" ".join(command))
        code = self._runner(command, False).code
        if code:
            raise CommandFailed(f'"{" ".join(command)}" failed ({code}).')

    def exists(self, path: str) -> bool:
        return self.at(path).exists()

    def read(self, path: str) -> str:
        """The text of a file, empty where there is none."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def write(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Make the file be this text; whether it had to be changed. A power cut leaves one of the two, whole."""
        if self.exists(path) and self.read(path) == text:
            return False
        self.done.append(f"write {path}")
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        with fresh.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        # The boot folder is a FAT: it knows no rights, and says so.
        try:
            fresh.chmod(mode)
        except PermissionError:
            self.done.append(f"no rights on {path}")
        fresh.replace(file)
        return True

    def link(self, path: str, to: str) -> None:
        """Make a link, in the place of one that is there; never is there none."""
        file = self.at(path)
        if file.is_symlink() and str(file.readlink()) == to:
            return
        self.done.append(f"link {path}")
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(to)
        fresh.replace(file)

    def link_of(self, path: str) -> str:
        """What a link leads to, empty where there is none."""
        file = self.at(path)
        return str(file.readlink()) if file.is_symlink() else ""

    def remove(self, path: str) -> bool:
        """Take a file, a link or a folder away; whether it was there."""
        file = self.at(path)
        if not file.exists() and not file.is_symlink():
            return False
        self.done.append(f"remove {path}")
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink()
        return True
