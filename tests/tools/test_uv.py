"""uv is installed into an environment of its own, never into the one of the project."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools import uv

ROOT = Path(__file__).parents[2]


def test_the_first_use_makes_an_environment_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[tuple[str, ...]] = []

    def run(command: Sequence[str], **_how: object) -> subprocess.CompletedProcess[str]:
        ran.append(tuple(command))
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(uv, "HOME", tmp_path / "uv")
    monkeypatch.setattr(subprocess, "run", run)
    uv.run_uv(["pip", "compile"])
    own = str(tmp_path / "uv")
    made, installed, used = ran
    assert made == (sys.executable, "-m", "venv", own)
    assert installed[0].startswith(own)
    assert installed[-1] == uv.WANTED
    assert used[0].startswith(own)


def test_nothing_else_installs_it() -> None:
    for lock in ROOT.glob("requirements*.lock"):
        assert not re.search(r"^uv==", lock.read_text(encoding="utf-8"), re.MULTILINE), lock.name
    assert not re.search(r"""["']uv[<>=~"']""", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    others = [path for path in (ROOT / "tools").rglob("*.py") if path.name != "uv.py"]
    assert [path.name for path in others if re.search(r"""install["', ].*\buv\b""", path.read_text("utf-8"))] == []
    assert not re.search(r"pip install.*\buv\b", (ROOT / "Makefile").read_text(encoding="utf-8"))
