"""The second referee of Glen More II follows whole games as the product does, and finds what is sown into them."""

from __future__ import annotations

import copy
from functools import cache

import pytest

from tests.faults_glen_more_2 import FAULTS
from tests.followed_journals import Rows, agrees, rows_of
from tests.independent_referee_glen_more_2 import follow
from tests.independent_rondel_glen_more_2 import Fault
from tests.sampled import half, sampled
from tests.state.glen_more_2.test_referee_invariants import played

SEEDS = range(12)


@cache
def rows_played(seed: int) -> Rows:
    return rows_of(played(seed, "whole"))


@pytest.mark.rule("GM-PLC-01", "GM-PLC-02", "GM-TAK-01", "GM-ACT-05", "GM-MOV-02", "GM-TIL-09", "GM-ONE-03")
@pytest.mark.rule("GM-RND-01", "GM-RND-05", "GM-RND-06", "GM-CLN-02", "GM-CLN-12", "GM-SCR-04", "GM-END-08")
@pytest.mark.parametrize("seed", half(SEEDS))
def test_whole_games_at_referee_depth_break_no_rule(seed: int) -> None:
    agrees(played(seed, "whole"), follow)


@pytest.mark.long
@pytest.mark.parametrize("start", range(100, 1100, 50))
def test_a_thousand_games_at_referee_depth_break_no_rule(start: int) -> None:
    for seed in range(start, start + 50):
        agrees(played(seed, "whole"), follow)


def test_a_game_without_a_fault_has_none_and_there_are_fifty_kinds() -> None:
    assert follow(rows_played(1)).rondel.scored == ["A", "B", "C", "final"]
    assert len(FAULTS) >= 50


@pytest.mark.parametrize("name", sampled(FAULTS, 6))
def test_a_fault_is_found(name: str) -> None:
    """In the first game that has a place for it and where nobody puts anything right."""
    for seed in (seed for seed in range(60) if seed % 4 != 3):
        rows = copy.deepcopy(rows_played(seed))
        if FAULTS[name](rows):
            with pytest.raises(Fault):
                follow(rows)
            return
    raise AssertionError("no game has a place for it")
