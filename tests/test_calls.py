"""No count of calls, modules or code lines rises by 3 % without a new stored count, which a commit explains.

A start loads no more than the limits, whatever is stored.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bench.calls import (
    LIMITS,
    MAX_RISE,
    PYTHON,
    STORED,
    code_lines,
    is_comparable,
    measured_counts,
    stored_counts,
)


@pytest.fixture(scope="module")
def counts() -> dict[str, int]:
    """The least of up to three runs: on a busy machine two threads may compute the same value."""
    found = measured_counts()
    for _ in range(2):
        if not is_comparable() or not risen_counts(found):
            break
        again = measured_counts()
        found = {name: min(count, again[name]) for name, count in found.items()}
    return found


def risen_counts(counts: dict[str, int]) -> dict[str, str]:
    """Return the counts above their stored ones, each with both."""
    known = stored_counts()
    return {name: f"{known[name]} -> {n}" for name, n in counts.items() if n > known.get(name, n) * MAX_RISE}


@pytest.mark.skipif(not is_comparable(), reason=f"counts are stored for Python {PYTHON} only")
def test_a_start_loads_no_more_than_is_played(counts: dict[str, int]) -> None:
    assert {name: counts[name] for name, most in LIMITS.items() if counts[name] > most} == {}


@pytest.mark.skipif(not is_comparable(), reason=f"counts are stored for Python {PYTHON} only")
def test_no_count_rises(counts: dict[str, int]) -> None:
    assert counts.keys() == stored_counts().keys()
    assert risen_counts(counts) == {}, (
        "make it cheaper, or store it with `python -m tools.bench.calls --write` and say why"
    )


def test_counts_are_stored_for_the_named_python() -> None:
    assert json.loads(STORED.read_text())["python"] == PYTHON
    assert all(count > 0 for count in stored_counts().values())


def test_code_lines_are_neither_blank_nor_comments_nor_docstrings(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    text = '"""Two\nlines."""\n\n# C\nX = 1\n"""What X is."""\n\n\ndef f() -> str:\n    return """a\nb"""\n'
    file.write_text(text)
    assert code_lines(file) == 4
