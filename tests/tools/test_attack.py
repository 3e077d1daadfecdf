"""Attacks with hostile requests and damaged files find no fault; the long tests send and read the full number."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tools.attack import files, requests


@pytest.mark.parametrize("count", [600, pytest.param(200_000, marks=pytest.mark.long)])
def test_hostile_requests_find_no_fault(count: int) -> None:
    report = requests.attack(count, seed=7)
    assert report.faults == []
    assert sum(report.counts.values()) >= count
    assert report.counts["answers afterwards"] == 1


@pytest.mark.parametrize("count", [len(files.KINDS) * 2, pytest.param(5_000, marks=pytest.mark.long)])
def test_damaged_files_end_in_one_sentence(count: int) -> None:
    report = files.attack(count, seed=7)
    assert report.faults == []
    assert sum(report.counts.values()) == count


def test_every_kind_of_file_is_read_well_before_it_is_damaged(tmp_path: Path) -> None:
    """Else the damage would not be what is refused."""
    files.make_samples(tmp_path)
    for kind in files.KINDS:
        words = [each.format(file=tmp_path / kind.file, data=tmp_path) for each in kind.line]
        code, _, err = files.run("--data", str(tmp_path), *words)
        assert (code, err) == (0, ""), (kind, err)


def test_damage_changes_a_file() -> None:
    content = b'schema = 1\n[stickers]\n04a1b2c3d4e5f6 = "home_red"\n' * 20
    for damage in files.DAMAGES:
        assert any(damage(content, Random(number)) != content for number in range(5)), damage.__name__
