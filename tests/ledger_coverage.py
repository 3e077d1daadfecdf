"""A pytest plugin: which rules of the ledger have an assertion that passed.

Tests carry the ids (`@pytest.mark.rule("GM-SCR-05")`); the depth table says which are due now, of other games
a list of what is built. `--ledger` prints the coverage at the end, `--ledger=whole` also fails while a rule of a
game that is due has none. An id that no ledger knows fails every run.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

VECTORS = Path(__file__).parent / "vectors"
LATER = ("none", "later")
"""What no test need assert yet, or ever."""
GAMES = ("base", "glen_more", "schotten_totten")
"""The ledgers that are kept whole."""
BUILT = {
    "glen_more": ("glen_more_2010.md", "due_2010.toml"),
    "schotten_totten": ("schotten_totten.md", "due_schotten_totten.toml"),
}
"""Of a game its ledger, and what is built of it."""


def depths() -> dict[str, dict[str, str]]:
    """For each ledger, the depth of every rule; of the other games the part that has it."""
    table = tomllib.loads((VECTORS / "depth.toml").read_text(encoding="utf-8"))
    found = {
        game: {rule: entry if isinstance(entry, str) else entry["depth"] for rule, entry in table[game].items()}
        for game in ("base", "chronicles")
    }
    whole = {game: built(*files) for game, files in BUILT.items()}
    return {**found, **whole}


def built(ledger: str, due: str) -> dict[str, str]:
    """Of every rule of a ledger the part that is built and has it; "later" where none is."""
    text = (VECTORS / ledger).read_text(encoding="utf-8")
    parts = tomllib.loads((VECTORS / due).read_text(encoding="utf-8"))
    part_of = {rule: part for part, rules in parts.items() for rule in rules}
    # Some have a title: **ST-ELT-02 Joker**.
    rules = re.findall(r"^\*\*([A-Z]\w-\w{3}-\d\d)\b.*?\*\*", text, re.MULTILINE)
    return {rule: part_of.get(rule, "later") for rule in rules}


class Ledger:
    """Collects the ids of what passed (with xdist: in the process that gathers the reports)."""

    def __init__(self, mode: str, table: Mapping[str, Mapping[str, str]]) -> None:
        self.mode = mode
        self.table = table
        self.asserted: set[str] = set()
        self.unknown: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Only what passed asserts anything; an unknown id is a mistake whether it passed or not."""
        for key, rule in report.user_properties:
            if key == "rule" and not any(rule in rules for rules in self.table.values()):
                self.unknown[str(rule)] = report.nodeid
            elif key == "rule" and report.when == "call" and report.passed:
                self.asserted.add(str(rule))

    def missing(self, game: str) -> list[str]:
        """Rules that are due and that nothing asserts."""
        return [
            rule for rule, depth in self.table[game].items() if depth not in LATER and rule not in self.asserted
        ]

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Turn a green run red where the ledger is not kept."""
        lacking = self.mode == "whole" and any(map(self.missing, GAMES))
        if session.exitstatus == pytest.ExitCode.OK and (self.unknown or lacking):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """The coverage, one line a ledger."""
        for rule, test in self.unknown.items():
            terminalreporter.write_line(f"ledger: no rule is called {rule!r} ({test})", red=True)
        if self.mode != "off":
            for game in self.table:
                if game == "base" or self.asserted & self.table[game].keys():
                    terminalreporter.write_line(self.line(game))

    def line(self, game: str) -> str:
        """`ledger coverage: base scorekeeper 3 of 127, both 1 of 44; missing: …`."""
        due = dict.fromkeys(depth for depth in self.table[game].values() if depth not in LATER)
        counts = ", ".join(f"{depth} {self._asserted(game, depth)}" for depth in due)
        return f"ledger coverage: {game} {counts}; missing: {' '.join(self.missing(game)) or 'none'}"

    def _asserted(self, game: str, depth: str) -> str:
        due = {rule for rule, its in self.table[game].items() if its == depth}
        return f"{len(due & self.asserted)} of {len(due)}"


def _marked(item: pytest.Item) -> Iterator[str]:
    for mark in item.iter_markers("rule"):
        yield from mark.args


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--ledger`, `--ledger=whole`."""
    parser.addoption(
        "--ledger",
        nargs="?",
        const="show",
        default="off",
        choices=["off", "show", "whole"],
        help="ledger coverage",
    )


def pytest_configure(config: pytest.Config) -> None:
    """One collector a run."""
    config.pluginmanager.register(Ledger(config.getoption("--ledger"), depths()), "ledger")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Reports carry the ids from the workers to the collector."""
    for item in items:
        item.user_properties.extend(("rule", rule) for rule in _marked(item))
