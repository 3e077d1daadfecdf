"""Scoring rounds A, B, C and the first step of the final scoring (ledger section 17, persons, Castle Moil)."""

from __future__ import annotations

import msgspec
import pytest

from companion.scoring.glen_more_2.model import Round, ScoringRules
from companion.scoring.glen_more_2.scoring import (
    CATEGORIES,
    count_landmarks,
    count_persons,
    count_scots,
    count_whisky,
    score_standings,
)
from tests.scoring.glen_more_2.tables import LANDMARKS, PLAIN, each, standing
from tests.scoring.reading import points_from, reasons, totals

CASTLES = ("castle_stalker", "donan_castle", "duart_castle", "castle_of_mey", "armadale_castle")
ALL_ROUNDS: tuple[Round, ...] = ("A", "B", "C", "final")


@pytest.mark.rule("GM-SCR-01")
@pytest.mark.parametrize("round", ALL_ROUNDS)
def test_all_four_rounds_compare_alike(round: Round) -> None:
    standings = each(whisky=(5, 3, 1), persons=(0, 2, 1))
    result = score_standings(round, standings)
    assert result.round == round
    assert points_from(result, "whisky") == (5, 2, 0)
    assert points_from(result, "persons") == (0, 2, 1)


@pytest.mark.rule("GM-SCR-03")
def test_four_categories_are_compared_and_no_more() -> None:
    assert list(CATEGORIES) == ["scots_in_home_castle", "landmarks", "whisky", "persons"]


@pytest.mark.rule("GM-SCR-03")
@pytest.mark.parametrize(
    ("counts", "category"),
    [
        ({"scots_in_home_castle": (3, 0)}, "scots_in_home_castle"),
        ({"landmarks": (PLAIN[:3], ())}, "landmarks"),
        ({"whisky": (3, 0)}, "whisky"),
        ({"persons": (3, 0)}, "persons"),
    ],
)
def test_each_category_scores_on_its_own(counts: dict[str, tuple[object, ...]], category: str) -> None:
    result = score_standings("B", each(**counts))
    assert points_from(result, category) == (3, 0)
    assert totals(result) == (3, 0)


@pytest.mark.rule("GM-SCR-03")
def test_a_round_looks_at_neither_coins_nor_tiles_nor_goods() -> None:
    assert totals(score_standings("C", each(coins=(9, 0), tiles=(20, 3), goods=(7, 0)))) == (0, 0)


@pytest.mark.rule("GM-SCR-04")
def test_the_fewest_may_be_somebody_else_in_each_category() -> None:
    result = score_standings("A", each(scots_in_home_castle=(1, 2, 4), whisky=(4, 0, 1), persons=(2, 1, 0)))
    assert points_from(result, "scots_in_home_castle") == (0, 1, 3)
    assert points_from(result, "whisky") == (5, 0, 1)
    assert points_from(result, "persons") == (2, 1, 0)
    assert totals(result) == (7, 2, 4)


@pytest.mark.rule("GM-SCR-05")
def test_the_house_rule_reaches_every_category() -> None:
    rules = ScoringRules(difference_above_five=11)
    standings = each(
        scots_in_home_castle=(6, 0), landmarks=(PLAIN[:6], ()), whisky=(7, 0), persons=(8, 0), coins=(0, 0)
    )
    assert totals(score_standings("A", standings, rules)) == (44, 0)
    assert totals(score_standings("A", standings)) == (32, 0)


@pytest.mark.rule("GM-SCR-06")
def test_with_two_players_only_the_one_with_more_scores() -> None:
    result = score_standings("A", each(whisky=(1, 4), persons=(2, 2)))
    assert points_from(result, "whisky") == (0, 3)
    assert points_from(result, "persons") == (0, 0)


@pytest.mark.rule("GM-SCR-07")
def test_nothing_is_spent_so_the_next_round_scores_the_same_again() -> None:
    standings = each(points=(10, 20), whisky=(4, 1), persons=(0, 5))
    first = score_standings("A", standings)
    after = [
        msgspec.structs.replace(before, points=player.points)
        for before, player in zip(standings, first.players, strict=True)
    ]
    second = score_standings("B", after)
    assert totals(first) == (13, 28)
    assert totals(second) == (16, 36)


@pytest.mark.rule("GM-SCR-08", "GM-LMK-03")
@pytest.mark.parametrize(("scots", "counted"), [(0, 0), (1, 2), (3, 6), (9, 18)])
def test_castle_moil_doubles_the_scots_of_its_owner(scots: int, counted: int) -> None:
    ann = standing(scots_in_home_castle=scots, landmarks=("castle_moil",))
    assert count_scots(ann).number == counted


@pytest.mark.rule("GM-LMK-03")
@pytest.mark.parametrize("round", ALL_ROUNDS)
def test_castle_moil_works_in_every_scoring_round_before_comparing(round: Round) -> None:
    standings = each(scots_in_home_castle=(2, 3), landmarks=(("castle_moil",), ("loch_ness",)))
    result = score_standings(round, standings)
    assert points_from(result, "scots_in_home_castle") == (1, 0)
    assert reasons(result, "Ann")[0] == "1 more than Bob: 1 point (2 × 2 = 4 to 3)"


@pytest.mark.rule("GM-LMK-03")
def test_castle_moil_is_a_landmark_card_like_any_other_too() -> None:
    """Where its tile is now is never asked: the card counts and works."""
    assert count_landmarks(standing(landmarks=("castle_moil", "inverness"))).number == 2


@pytest.mark.rule("GM-LMK-03")
def test_castle_moil_doubles_nobody_elses_scots() -> None:
    standings = each(scots_in_home_castle=(0, 3, 1), landmarks=(("castle_moil",), (), ()))
    assert points_from(score_standings("A", standings), "scots_in_home_castle") == (0, 3, 1)


@pytest.mark.rule("GM-SCR-08", "GM-PER-07")
@pytest.mark.parametrize(("persons", "counted"), [(0, 2), (1, 3), (4, 6)])
def test_david_hume_counts_as_two_persons(persons: int, counted: int) -> None:
    assert count_persons(standing(persons=persons, david_hume=True)).number == counted
    assert count_persons(standing(persons=persons)).number == persons


@pytest.mark.rule("GM-PER-04", "GM-PER-07")
@pytest.mark.parametrize("round", ALL_ROUNDS)
def test_persons_count_in_every_round_with_david_hume_among_them(round: Round) -> None:
    result = score_standings(round, each(persons=(2, 1, 0), david_hume=(False, True, False)))
    assert points_from(result, "persons") == (2, 3, 0)
    assert reasons(result, "Bob") == ["3 more than Cleo: 3 points (1 + 2 = 3 to 0)"]


@pytest.mark.rule("GM-SCR-09")
def test_only_players_are_compared_so_an_unused_colour_is_no_zero() -> None:
    assert totals(score_standings("A", each(whisky=(5, 3)))) == (2, 0)


@pytest.mark.rule("GM-EDG-08")
@pytest.mark.parametrize("castle", CASTLES)
def test_other_castles_than_the_home_castle_score_no_scots(castle: str) -> None:
    """Owning another castle changes nothing in the comparison of Scots."""
    standings = each(scots_in_home_castle=(3, 1), landmarks=((castle,), ()))
    assert points_from(score_standings("A", standings), "scots_in_home_castle") == (2, 0)
    assert count_scots(standings[0]).number == 3


def test_every_landmark_card_is_one_card() -> None:
    for number in range(len(LANDMARKS) + 1):
        assert count_landmarks(standing(landmarks=LANDMARKS[:number])).number == number


def test_barrels_are_counted_as_they_are() -> None:
    assert count_whisky(standing(whisky=25)).number == 25
