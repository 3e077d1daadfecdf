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
    return measured_counts()


@pytest.mark.skipif(not is_comparable(), reason=f"counts are stored for Python {PYTHON} only")
def test_a_start_loads_no_more_than_is_played(counts: dict[str, int]) -> None:
    assert {name: counts[name] for name, most in LIMITS.items() if counts[name] > most} == {}


@pytest.mark.skipif(not is_comparable(), reason=f"counts are stored for Python {PYTHON} only")
def test_no_count_rises(counts: dict[str, int]) -> None:
    known = stored_counts()
    assert counts.keys() == known.keys()
    risen = {name: f"{known[name]} -> {count}" for name, count in counts.items() if count > known[name] * MAX_RISE}
    assert risen == {}, "make it cheaper, or store it with `python -m tools.bench.calls --write` and say why"


def test_counts_are_stored_for_the_named_python() -> None:
    assert json.loads(STORED.read_text())["python"] == PYTHON
    assert all(count > 0 for count in stored_counts().values())


def test_code_lines_are_neither_blank_nor_comments_nor_docstrings(tmp_path: Path) -> None:
    file = tmp_path / "module.py"
    text = '"""Two\nlines."""\n\n# C\nX = 1\n"""What X is."""\n\n\ndef f() -> str:\n    return """a\nb"""\n'
    file.write_text(text)
    assert code_lines(file) == 4
