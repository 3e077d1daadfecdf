"""The end of a round, and rounds (ledger sections 8 and 9)."""

from __future__ import annotations

from itertools import product

import pytest

from companion.scoring.schotten_totten.border import STONES, Side
from companion.scoring.schotten_totten.claims import (
    game_points,
    game_winners,
    round_points,
    round_winners,
    stones_by_side,
    winning_rule,
)


def owners(row: str) -> list[Side | None]:
    """`owners("AA.B.....")`."""
    sides: dict[str, Side | None] = {"A": "A", "B": "B", ".": None}
    return [sides[letter] for letter in row]


@pytest.mark.rule("ST-END-01", "ST-CLM-05")
@pytest.mark.parametrize("first", range(7))
def test_three_stones_side_by_side_win_wherever_they_lie(first: int) -> None:
    row = "." * first + "BBB" + "." * (6 - first)
    assert [winning_rule(owners(row), side) for side in ("A", "B")] == [None, "ST-END-01"]
    assert round_winners(owners(row)) == ("B",)


@pytest.mark.rule("ST-END-02")
@pytest.mark.parametrize("row", ["AA.AA.A..", "A.A.A.A.A", "AABAABA.B"])
def test_any_five_stones_win(row: str) -> None:
    assert winning_rule(owners(row), "A") == "ST-END-02"
    four = row[::-1].replace("A", ".", 1)
    assert winning_rule(owners(four), "A") is None


@pytest.mark.rule("ST-END-03")
@pytest.mark.parametrize("row", ["AA......A", "A......AA", "AA.A.....", "AABA.....", "ABABAB.A."])
def test_the_row_is_no_ring_and_a_gap_or_another_owner_parts_it(row: str) -> None:
    assert round_winners(owners(row)) == ()


@pytest.mark.rule("ST-END-04")
def test_with_all_stones_claimed_somebody_has_won_and_one_claim_never_brings_two_winners() -> None:
    full = [owners("".join(row)) for row in product("AB", repeat=STONES)]
    assert all(round_winners(row) for row in full)
    for row in product("AB.", repeat=STONES):
        before = owners("".join(row))
        if not round_winners(before):
            for number in (number for number, owner in enumerate(before) if owner is None):
                after = [*before[:number], "A", *before[number + 1 :]]
                assert round_winners(after) in ((), ("A",))  # type: ignore[arg-type]


@pytest.mark.rule("ST-RND-02", "ST-RND-03")
@pytest.mark.parametrize(
    ("row", "points"),
    [
        ("AAABB.B..", {"A": 5, "B": 3}),
        ("BBB......", {"A": 0, "B": 5}),
        ("A.A.A.A.A", {"A": 5, "B": 0}),
        ("AABAABABB", {"A": 5, "B": 4}),
    ],
)
def test_the_winner_of_a_round_scores_5_the_other_a_point_a_stone(row: str, points: dict[Side, int]) -> None:
    [winner] = round_winners(owners(row))
    assert round_points(winner, stones_by_side(owners(row))) == points


def test_a_round_that_the_table_ends_at_equal_stones_brings_each_the_own_stones() -> None:
    assert round_points(None, stones_by_side(owners("AB.AB.BA."))) == {"A": 3, "B": 3}


@pytest.mark.rule("ST-RND-04")
@pytest.mark.parametrize(
    ("rounds", "total", "won"),
    [
        ([{"A": 5, "B": 4}, {"A": 1, "B": 5}], {"A": 6, "B": 9}, ("B",)),
        ([{"A": 5, "B": 0}], {"A": 5, "B": 0}, ("A",)),
        ([{"A": 5, "B": 4}, {"A": 4, "B": 5}], {"A": 9, "B": 9}, ("A", "B")),
    ],
)
def test_most_points_of_all_rounds_win_and_equal_ones_share(
    rounds: list[dict[Side, int]], total: dict[Side, int], won: tuple[Side, ...]
) -> None:
    assert game_points(rounds) == total
    assert game_winners(total) == won
