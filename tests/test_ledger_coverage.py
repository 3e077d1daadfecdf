"""The ledger is kept: what passed counts, what didn't run doesn't, an id that nobody wrote is found."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.ledger_coverage import BUILT, Ledger, depths

ROOT = Path(__file__).parent.parent
THREE_RULES = """
import pytest

@pytest.mark.rule("GM-CMP-01", "GM-CMP-03")
def test_passes():
    assert True

@pytest.mark.rule("GM-CMP-04")
def test_is_skipped():
    pytest.skip()

@pytest.mark.parametrize("one", [pytest.param(1, marks=pytest.mark.rule("GM-CMP-09"))])
def test_one_case(one):
    assert one
"""
Run = Callable[..., pytest.RunResult]


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a file of tests with the plugin, in a process and a folder of its own."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    pytester.makeini("[pytest]\nmarkers = rule(id): ledger\n")

    def running(tests: str, *options: str) -> pytest.RunResult:
        pytester.makepyfile(tests)
        return pytester.runpytest_subprocess("-p", "tests.ledger_coverage", *options)

    return running


@pytest.mark.parametrize("processes", ["0", "2"])
def test_rules_of_passed_tests_are_counted_whoever_ran_them(run: Run, processes: str) -> None:
    result = run(THREE_RULES, "--ledger", "-n", processes)
    assert result.ret == 0
    result.stdout.re_match_lines(
        [r"ledger coverage: base scorekeeper 2 of \d+, both 1 of \d+, referee 0 of \d+; missing: GM-CMP-04 .*"]
    )


def test_a_ledger_that_must_be_whole_turns_the_run_red(run: Run) -> None:
    assert run(THREE_RULES, "--ledger=whole").ret == 1


def test_an_id_that_no_ledger_knows_turns_the_run_red(run: Run) -> None:
    result = run(THREE_RULES.replace("GM-CMP-01", "GM-CMP-99"), "-n", "2")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["ledger: no rule is called 'GM-CMP-99' (*test_passes)"])


def test_rules_that_wait_are_never_missing() -> None:
    table = {"base": {"GM-A": "scorekeeper", "GM-B": "both", "GM-C": "later", "GM-D": "none"}, "chronicles": {}}
    ledger = Ledger("whole", table)
    assert ledger.missing("base") == ["GM-A", "GM-B"]
    ledger.asserted |= {"GM-A", "GM-B"}
    assert ledger.line("base") == "ledger coverage: base scorekeeper 1 of 1, both 1 of 1; missing: none"


def test_rules_of_the_referee_are_due() -> None:
    table = depths()
    assert sum(depth == "referee" for depth in table["base"].values()) == 66
    assert sum(depth == "referee" for depth in table["chronicles"].values()) == 14


def test_the_ledgers_know_seven_hundred_and_fifteen_rules() -> None:
    assert {game: len(rules) for game, rules in depths().items()} == {
        "base": 251,
        "chronicles": 271,
        "glen_more": 108,
        "schotten_totten": 85,
    }


def test_what_is_not_built_of_a_ledger_is_never_missing() -> None:
    ledger = Ledger("whole", {"glen_more": {"G1-A": "scoring", "G1-B": "later", "G1-C": "catalogue"}})
    assert ledger.missing("glen_more") == ["G1-A", "G1-C"]
    ledger.asserted |= {"G1-A"}
    assert ledger.line("glen_more") == "ledger coverage: glen_more scoring 1 of 1, catalogue 0 of 1; missing: G1-C"


@pytest.mark.parametrize("game", BUILT)
def test_what_is_built_of_another_game_stands_in_its_ledger_once(game: str) -> None:
    parts = tomllib.loads((ROOT / "tests" / "vectors" / BUILT[game][1]).read_text(encoding="utf-8"))
    told = [rule for rules in parts.values() for rule in rules]
    assert sorted(told) == sorted(rule for rule, part in depths()[game].items() if part != "later")


def test_every_vector_of_both_ledgers_is_due() -> None:
    folder = ROOT / "tests" / "vectors"
    table = tomllib.loads((folder / "depth.toml").read_text(encoding="utf-8"))["vectors"]
    files = (folder / f"{ledger}.json" for ledger in ("base", "chronicles"))
    ids = [vector["id"] for file in files for vector in json.loads(file.read_text(encoding="utf-8"))]
    assert list(table) == ["now"]
    assert sorted(table["now"]) == sorted(ids)
