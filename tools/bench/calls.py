"""Counts of function calls and loaded code of companion/, which do not depend on the load of the machine.

`python -m tools.bench.calls` prints the counts; `--write` stores them in calls.json. They are valid for one
version of Python, which is stored with them. Each count runs in its own process with a fixed hash seed.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from tools.bench.figures import Figure

ROOT = Path(__file__).parents[2]
STORED = Path(__file__).with_name("calls.json")
PYTHON = "3.11"
MENU, SAVED, TABLE = "menu_start", "saved_start", "table"
"""A start that asks which game to play, one with a saved base game, and a fixed script of inputs."""
GOALS = {
    f"{MENU}_modules": 100,
    f"{MENU}_code_lines": 16_000,
    f"{SAVED}_modules": 170,
    f"{SAVED}_code_lines": 33_000,
}
LIMITS = {**GOALS, f"{SAVED}_modules": 230}
"""What a start may load at most. The goal for the modules of a saved game is not reached: about 115 belong to its
rules, screens and pictures."""
MAX_RISE = 1.03
"""Factor above the stored count from which a count has risen."""
INPUTS = 200
CARDS = ("points_2", "barrel", "coins_1", "points_7")
NOT_CODE = {
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT),
    *(tokenize.ENCODING, tokenize.ENDMARKER),
}


def stored_counts() -> dict[str, int]:
    """Return the counts that the repository stores."""
    counts: dict[str, int] = json.loads(STORED.read_text())["counts"]
    return counts


def measured_counts() -> dict[str, int]:
    """Return all counts by name for this version of Python."""
    with TemporaryDirectory() as room:
        played = Path(room) / "played"
        return {
            **_counted(MENU, Path(room) / "new"),
            **_counted(TABLE, played),
            **_counted(SAVED, played),
        }


def figures() -> Iterator[Figure]:
    """Yield the counts with their goals; the goal for calls is derived from the stored count."""
    known = stored_counts() if is_comparable() else {}
    for name, count in measured_counts().items():
        most = GOALS.get(name) or (known[name] * MAX_RISE if name in known else None)
        yield Figure(name, count, most, {"stored": known[name]} if name in known else {})


def is_comparable() -> bool:
    """True if this is the version of Python for which counts are stored."""
    return f"{sys.version_info.major}.{sys.version_info.minor}" == PYTHON


def _counted(what: str, data: Path) -> dict[str, int]:
    """Return the counts of one run in another process."""
    data.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-m", "tools.bench.calls", what, str(data)],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{what}: {done.stderr}")
    counts: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return {f"{what}_{name}": count for name, count in counts.items()}


class _Calls:
    """Counter of calls in every thread, from its creation."""

    def __init__(self) -> None:
        self._numbers = itertools.count()
        self._ours = str(ROOT / "companion")
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)

    def _profile(self, frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(self._ours):
            next(self._numbers)  # A single step, so that threads do not overwrite each other's count.

    def so_far(self) -> int:
        """Return the count and stop counting in this thread."""
        sys.setprofile(None)
        threading.setprofile(None)
        return next(self._numbers)


class _Output(io.StringIO):
    """Standard output that calls a function when the companion prints that it is ready."""

    def __init__(self, at_ready: Callable[[], None]) -> None:
        super().__init__()
        self._at_ready = at_ready

    def write(self, text: str) -> int:
        if text.startswith("ready "):
            self._at_ready()
            os.kill(os.getpid(), signal.SIGTERM)
        return super().write(text)


def count_start(data: Path) -> dict[str, int]:
    """Return calls, modules and code lines of a start in this process, until it is ready."""
    counts: dict[str, int] = {}

    def at_ready() -> None:
        counts["calls"] = calls.so_far()
        ours = (name for name in sys.modules if name.partition(".")[0] == "companion")
        loaded = [name for name in ours if sys.modules[name].__file__]  # a folder of data has none
        counts["modules"] = len(loaded)
        counts["code_lines"] = sum(code_lines(Path(sys.modules[name].__file__ or "")) for name in loaded)

    with contextlib.redirect_stdout(_Output(at_ready)):
        calls = _Calls()
        from companion.cli import main

        main(["--data", str(data), "desk", "--no-browser", "--port", "0"])
    return counts


def count_table(data: Path) -> dict[str, int]:
    """Return the calls of 200 taps, presses and answers at a table, each with its picture, in this process."""
    from tools.bench.table import TimedTable

    with contextlib.closing(TimedTable(data, seed=1)) as table:
        calls = _Calls()
        table.app.start()
        table.app.wait(lambda now: now.drawn >= 0)
        dice = Random(11)
        steps = (
            table.answer,
            lambda: table.shown(f"card:{dice.choice(CARDS)}"),
            lambda: table.press("DOWN"),
            lambda: table.press("UP"),
        )
        for number in range(INPUTS):
            steps[number % len(steps)]()
        return {"calls": calls.so_far()}


def code_lines(file: Path) -> int:
    """Return the number of lines of a module without blank lines, comments and docstrings."""
    lines: set[int] = set()
    begins = True
    with tokenize.open(file) as text:
        for token in tokenize.generate_tokens(text.readline):
            if token.type in NOT_CODE:
                begins = begins or token.type == tokenize.NEWLINE
            elif not (begins and token.type == tokenize.STRING):
                lines.update(range(token.start[0], token.end[0] + 1))
                begins = False
    return len(lines)


def main(words: list[str]) -> None:
    """Print the counts as one JSON object, or store them."""
    if words and words[0] in (MENU, SAVED, TABLE):
        count = count_table if words[0] == TABLE else count_start
        print(json.dumps(count(Path(words[1]))))
        return
    if words == ["--write"]:
        if not is_comparable():
            sys.exit(f"Counts are stored for Python {PYTHON}, and this is another one.")
        STORED.write_text(json.dumps({"python": PYTHON, "counts": measured_counts()}, indent=2) + "\n")
        return
    print(json.dumps(measured_counts(), indent=2))


if __name__ == "__main__":
    main(sys.argv[1:])
