"""All changes that an installation makes to a machine: files and commands, with a list of what was done.

Tests use another root folder and another function to run commands.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple


class Refused(Exception):
    """Something cannot be done; the message is one sentence for the user."""


class CommandFailed(Refused):
    """A required command failed; it has printed the reason itself."""


class CommandResult(NamedTuple):
    """Exit code of a command, and its output if that was not printed."""

    code: int
    out: str = ""
    err: str = ""


Runner = Callable[[Sequence[str], bool], CommandResult]
"""Runs a command; `quiet` returns its output instead of printing it."""


def run_command(command: Sequence[str], quiet: bool) -> CommandResult:
    """Run a command on this machine."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    to = subprocess.PIPE if quiet else None
    try:
        done = subprocess.run(command, stdout=to, stderr=to, env=environ, text=True, check=False)
    except OSError:
        return CommandResult(127)
    return CommandResult(done.returncode, done.stdout or "", done.stderr or "")


class Machine:
    """Reads and changes files below `root` and runs commands.

    done: descriptions of all changes.
    """

    def __init__(self, root: Path = Path("/"), runner: Runner = run_command) -> None:
        self._root, self._runner = root, runner
        self.done: list[str] = []

    def at(self, path: str) -> Path:
        """Return the real path of a path on the machine."""
        return self._root / path.lstrip("/")

    def ask(self, *command: str) -> CommandResult:
        """Run a command that changes nothing."""
        return self._runner(command, True)

    def run(self, *command: str) -> None:
        """Run a command that must succeed. Raises CommandFailed."""
        self.done.append(" ".join(command))
        code = self._runner(command, False).code
        if code:
            raise CommandFailed(f'"{" ".join(command)}" failed ({code}).')

    def exists(self, path: str) -> bool:
        return self.at(path).exists()

    def read(self, path: str) -> str:
        """Return the text of a file, "" if it cannot be read."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""

    def write(self, path: str, text: str, mode: int = 0o644) -> bool:
        """Write the text to the file atomically; return True if that changed it."""
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
        # The boot partition is a FAT file system without permissions.
        try:
            fresh.chmod(mode)
        except PermissionError:
            self.done.append(f"no rights on {path}")
        fresh.replace(file)
        return True

    def link(self, path: str, to: str) -> None:
        """Create or replace a link atomically."""
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
        """Return the target of a link, "" if there is none."""
        file = self.at(path)
        return str(file.readlink()) if file.is_symlink() else ""

    def remove(self, path: str) -> bool:
        """Remove a file, a link or a folder; return True if it existed."""
        file = self.at(path)
        if not file.exists() and not file.is_symlink():
            return False
        self.done.append(f"remove {path}")
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        else:
            file.unlink()
        return True
