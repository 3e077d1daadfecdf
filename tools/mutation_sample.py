"""Mutation testing by sample, for rooms that `mutmut` doesn't walk: small changes drawn by lot, one at a time.

    python -m tools.mutation_sample                              every room, as long as MINUTES
    python -m tools.mutation_sample --room web --minutes 10      one room
    python -m tools.mutation_sample --file companion/session/preferences.py --minutes 5

Each change is made in a copy of the house and the tests of its room are run there. What no test noticed is
printed, with its line: such a line wants a test, or is not needed. The same seed draws the same changes.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MINUTES, SEED, GOAL = 20.0, 8, 60
"""Minutes to run, seed of the sample, and the percentage of changes that must be noticed."""
TEST_TIMEOUT = 180
"""Maximum seconds of a test run; a change that makes the tests hang counts as noticed."""
AREAS = {
    "storage": ("companion/storage", ("tests/storage",)),
    "hardware": ("companion/hardware", ("tests/hardware",)),
    "chronicles": ("companion/chronicles", ("tests/chronicles",)),
    "session": (
        "companion/session",
        ("tests/session",),
    ),
    "games": ("companion/games", ("tests/games", "tests/catalogue")),
    "territory": ("companion/state/territory", ("tests/state",)),
    "questions": ("companion/state/glen_more_2/questions", ("tests/state",)),
    "screens": ("companion/screens", ("tests/screens",)),
    "web": ("companion/web", ("tests/web",)),
}
"""Area -> its folder and the tests that should notice a change."""
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add,
}  # fmt: skip


class Change(NamedTuple):
    """A small change of one line or expression."""

    path: Path
    line: int
    start: int
    """Offset in bytes."""
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old}  ->  {self.new}"


def changes_of(path: Path) -> list[Change]:
    """Return every possible change in a module."""
    source = (ROOT / path).read_bytes()
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.expr) or node.end_lineno is None or node.end_col_offset is None:
            continue
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        old = source[start:end].decode(errors="replace")
        if not _is(old, node):
            continue  # Some Python versions give wrong positions inside an f-string.
        found += [Change(path, node.lineno, start, end, old, f"({new})") for new in _others(node)]
    return found


def _is(text: str, node: ast.expr) -> bool:
    try:
        return ast.dump(ast.parse(f"({text})", mode="eval").body) == ast.dump(node)
    except SyntaxError:
        return False


def _others(node: ast.expr) -> Iterator[str]:
    """Yield replacements for an expression."""
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in SWAPS:
            yield ast.unparse(ast.Compare(left, [SWAPS[type(op)]()], [right]))  # type: ignore[list-item]
        case ast.BoolOp(op, values):
            yield ast.unparse(ast.BoolOp(SWAPS[type(op)](), values))  # type: ignore[arg-type]
            yield from (ast.unparse(_joined(op, values, at)) for at in range(len(values)))
        case ast.BinOp(left, op, right) if type(op) in SWAPS:
            yield ast.unparse(ast.BinOp(left, SWAPS[type(op)](), right))  # type: ignore[arg-type]
        case ast.UnaryOp(ast.Not(), operand):
            yield ast.unparse(operand)
        case ast.IfExp(_, body, other):
            yield ast.unparse(body)
            yield ast.unparse(other)
        case ast.Constant(bool() as value):
            yield str(not value)
        case ast.Constant(int() as value):
            yield str(value + 1)


def _joined(op: ast.boolop, values: list[ast.expr], without: int) -> ast.expr:
    rest = [value for at, value in enumerate(values) if at != without]
    return rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)


class Workshop:
    """Copy of the repository in which one change is made at a time."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "house"
        left_out = shutil.ignore_patterns(".git", ".venv", "mutants", "__pycache__", ".*_cache")
        shutil.copytree(ROOT, self.root, ignore=left_out, symlinks=True)

    def noticed(self, change: Change, tests: Sequence[str]) -> bool:
        """True if a test fails or hangs with that change."""
        file = self.root / change.path
        source = file.read_bytes()
        file.write_bytes(source[: change.start] + change.new.encode() + source[change.end :])
        try:
            return not self.passes(tests)
        finally:
            file.write_bytes(source)

    def passes(self, tests: Sequence[str]) -> bool:
        """True if these tests pass on the current copy."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider"]
        command += ["-m", "not long and not browser", *tests]
        environment = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            ended = subprocess.run(
                command, cwd=self.root, env=environment, capture_output=True, timeout=TEST_TIMEOUT, check=False
            )
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode == 0


def tests_for(path: Path) -> tuple[str, ...]:
    """Return the tests that should notice a change in this file; for a chronicle only its own."""
    folder, tests = next((f, t) for f, t in AREAS.values() if path.is_relative_to(f))
    own = sorted((ROOT / "tests/chronicles").glob(f"test_{path.parts[2]}*.py"))
    if folder == AREAS["chronicles"][0] and own:
        return tuple(str(test.relative_to(ROOT)) for test in own)
    return tests


def random_changes(rooms: Sequence[str], files: Sequence[str], seed: int) -> Iterator[tuple[str, Change]]:
    """Yield random changes without repetition, one area after the other."""
    lot = random.Random(seed)
    piles: dict[str, list[Change]] = {}
    for room in rooms:
        paths = sorted(path.relative_to(ROOT) for path in (ROOT / AREAS[room][0]).rglob("*.py"))
        chosen = [path for path in paths if not files or str(path) in files]
        piles[room] = [change for path in chosen for change in changes_of(path)]
        lot.shuffle(piles[room])
    while any(piles.values()):
        yield from ((room, pile.pop()) for room, pile in piles.items() if pile)


def sample(rooms: Sequence[str], files: Sequence[str], minutes: float, seed: int) -> dict[str, list[bool]]:
    """Return for each area whether each change was noticed. Survivors are printed as they are found."""
    until = time.monotonic() + 60 * minutes
    results: dict[str, list[bool]] = {room: [] for room in rooms}
    with tempfile.TemporaryDirectory(prefix="mutation-") as folder:
        workshop = Workshop(Path(folder))
        for room, change in random_changes(rooms, files, seed):
            if time.monotonic() > until:
                break
            results[room].append(workshop.noticed(change, tests_for(change.path)))
            if not results[room][-1]:
                print(f"{room}: survived {change}", flush=True)
    return results


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the survivors of each area; return the exit code, 1 below the goal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--room", action="append", choices=AREAS, help="only this room; may be repeated")
    parser.add_argument("--file", action="append", default=[], help="only this module; may be repeated")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="begin no other change after so long")
    parser.add_argument("--seed", type=int, default=SEED, help="which changes are drawn")
    asked = parser.parse_args(arguments)
    os.nice(19)
    results = sample(asked.room or [*AREAS], asked.file, asked.minutes, asked.seed)
    for room, noticed in results.items():
        if noticed:
            print(f"{room}: {noticed.count(False)} of {len(noticed)} changes survived")
    tried = [each for noticed in results.values() for each in noticed]
    reached = 100 * sum(tried) / len(tried) if tried else 0
    print(f"mutation sample, seed {asked.seed}: {reached:.0f} % of {len(tried)} changes noticed (goal {GOAL} %)")
    return 0 if reached >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
