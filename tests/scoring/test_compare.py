"""One category compared with the fewest (ledger section 17)."""

from __future__ import annotations

import pytest

from companion.scoring.gains import Count, compare_counts, points_for_lead, with_short_reason
from tests.scoring.glen_more_2.tables import NAMES


def points(*numbers: int) -> tuple[int, ...]:
    """What each player gets for these counts."""
    counts = [Count(name, number) for name, number in zip(NAMES, numbers, strict=False)]
    gains = {given.name: given.gain.points for given in compare_counts("whisky", counts)}
    return tuple(gains.get(count.name, 0) for count in counts)


@pytest.mark.rule("GM-SCR-05")
@pytest.mark.parametrize(("lead", "worth"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 8), (25, 8)])
def test_the_printed_table_is_capped_above_five(lead: int, worth: int) -> None:
    assert points_for_lead(lead) == worth


@pytest.mark.rule("GM-SCR-05")
@pytest.mark.parametrize(("lead", "worth"), [(5, 8), (6, 13), (9, 13)])
def test_a_table_may_want_more_above_five(lead: int, worth: int) -> None:
    assert points_for_lead(lead, 13) == worth


@pytest.mark.rule("GM-SCR-04")
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((4, 0), (5, 0)),
        ((0, 3), (0, 3)),
        ((5, 3, 1), (5, 2, 0)),
        ((2, 7, 2), (0, 8, 0)),
        ((9, 6, 5, 4), (8, 2, 1, 0)),
        ((1, 9, 2, 3), (0, 8, 1, 2)),
    ],
)
def test_everybody_is_compared_with_whoever_has_fewest(counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    assert points(*counts) == expected


@pytest.mark.rule("GM-SCR-06")
@pytest.mark.parametrize("counts", [(0, 0), (3, 3), (2, 2, 2), (7, 7, 7, 7)])
def test_nobody_gets_anything_when_all_are_equal(counts: tuple[int, ...]) -> None:
    assert points(*counts) == (0,) * len(counts)


@pytest.mark.rule("GM-SCR-06")
def test_everybody_with_the_fewest_gets_nothing() -> None:
    assert points(1, 1, 4) == (0, 0, 3)


def test_the_reason_holds_both_counts_and_whose_they_are() -> None:
    counts = [Count("Ann", 2), Count("Bob", 6)]
    [given] = compare_counts("whisky", counts)
    assert (given.name, given.gain.source) == ("Bob", "whisky")
    assert str(given.gain.because) == "4 more than Ann: 5 points (6 to 2)"
    assert dict(given.gain.because.values) == {
        "n": 5,
        "count": 6,
        "more": 4,
        "who": "Ann",
        "fewest": 2,
        "points": 5,
    }


def test_the_reason_names_all_who_share_the_fewest() -> None:
    counts = [Count("Ann", 1), Count("Bob", 1), Count("Cleo", 3)]
    [given] = compare_counts("persons", counts)
    assert str(given.gain.because) == "2 more than Ann, Bob: 2 points (3 to 1)"


@pytest.mark.rule("GM-SCR-04")
def test_a_gain_says_in_short_how_many_more_and_who_had_the_fewest() -> None:
    counts = [Count("Ann", 1), Count("Bob", 2), Count("Cleo", 4), Count("Dan", 1)]
    found = [
        with_short_reason(given.gain)
        for given in compare_counts("persons", counts, tables=[None, lambda _: 0, None, None])
    ]
    assert [(str(gain.short), gain.fewest) for gain in found] == [("3 more", ("Ann", "Dan"))], "Bob is not last"


def test_a_table_that_gives_nothing_leaves_no_gain() -> None:
    counts = [Count("Ann", 1), Count("Bob", 0)]
    assert list(compare_counts("persons", counts, tables=[lambda _: 0, None])) == []
