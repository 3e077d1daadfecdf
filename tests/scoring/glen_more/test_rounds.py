"""The scoring rounds of Glen More (ledger sections 12 and 13)."""

from __future__ import annotations

import pytest

from companion.scoring.glen_more.result import Round, chieftain_count, score_standings
from companion.state.glen_more.model import HouseRules
from tests.scoring.glen_more.tables import BONNETS, PLAIN, each, standing
from tests.scoring.reading import points_from, reasons, totals

ROUNDS: tuple[Round, ...] = ("1", "2", "3", "final")
USUAL = HouseRules()


@pytest.mark.rule("G1-SCR-01")
@pytest.mark.parametrize("round", ROUNDS)
def test_every_round_compares_barrels_chieftains_and_cards(round: Round) -> None:
    result = score_standings(round, each(whisky=(3, 1), chieftains=(0, 2), cards=(PLAIN[:1], PLAIN[1:4])))
    assert points_from(result, "whisky") == (2, 0)
    assert points_from(result, "chieftains") == (0, 2)
    assert points_from(result, "special_locations") == (0, 2)


@pytest.mark.rule("G1-SCR-02", "G1-SCR-03")
@pytest.mark.parametrize(
    ("whisky", "points"),
    [
        ((4, 0), (5, 0)),
        ((2, 2), (0, 0)),
        ((1, 2, 3, 4, 5), (0, 1, 2, 3, 5)),
        ((9, 4, 5, 4), (8, 0, 1, 0)),
        ((30, 24), (8, 0)),
    ],
)
def test_everybody_is_compared_with_whoever_has_fewest(whisky: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert points_from(score_standings("1", each(whisky=whisky)), "whisky") == points


@pytest.mark.rule("G1-SCR-01")
@pytest.mark.parametrize("card", sorted(card for card in BONNETS if BONNETS[card]))
def test_bonnets_count_with_the_chieftains(card: str) -> None:
    result = score_standings("2", each(chieftains=(0, 0), cards=((card,), PLAIN[:1])))
    assert points_from(result, "chieftains") == (BONNETS[card], 0)


@pytest.mark.rule("G1-CRD-10")
def test_cawdor_castle_has_three_bonnets_and_nothing_else() -> None:
    result = score_standings(
        "final", each(cards=(("cawdor_castle",), PLAIN[:1]), green_tiles=(4, 0), yellow_tiles=(4, 0))
    )
    assert totals(result) == (3, 0)


@pytest.mark.rule("G1-CRD-08")
@pytest.mark.parametrize("round", ROUNDS)
def test_castle_of_mey_doubles_chieftains_in_each_scoring(round: Round) -> None:
    result = score_standings(round, each(chieftains=(2, 1), cards=(("castle_of_mey",), PLAIN[:1])))
    assert points_from(result, "chieftains") == (5, 0), "2 × 2 + 1 against 1"


@pytest.mark.rule("G1-CRD-08")
def test_castle_of_mey_doubles_bonnets_where_the_table_wants_it() -> None:
    ann = standing(chieftains=1, cards=("castle_of_mey", "cawdor_castle"))
    assert chieftain_count(ann, USUAL).number == 6
    assert chieftain_count(ann, HouseRules(mey_doubles_bonnets=True)).number == 10


def test_castle_of_mey_doubles_nobody_else_s() -> None:
    bob = standing(chieftains=2, cards=("cawdor_castle",))
    assert chieftain_count(bob, HouseRules(mey_doubles_bonnets=True)).number == 5


@pytest.mark.parametrize(
    ("cards", "rules", "told"),
    [
        ((), USUAL, "2 more than Bob: 2 points (2 to 0)"),
        (("castle_moil",), USUAL, "3 more than Bob: 3 points (2 + 1 for bonnets = 3 to 0)"),
        (
            ("castle_of_mey",),
            USUAL,
            "5 more than Bob: 8 points (2 × 2 with Castle of Mey + 1 for bonnets = 5 to 0)",
        ),
        (
            ("castle_of_mey",),
            HouseRules(mey_doubles_bonnets=True),
            "6 more than Bob: 8 points ((2 + 1 for bonnets) × 2 with Castle of Mey = 6 to 0)",
        ),
    ],
)
def test_the_reason_tells_the_sum(cards: tuple[str, ...], rules: HouseRules, told: str) -> None:
    assert reasons(score_standings("1", each(chieftains=(2, 0), cards=(cards, ())), rules), "Ann")[0] == told


def test_castle_of_mey_without_chieftains_says_nothing_of_doubling() -> None:
    told = reasons(score_standings("1", each(chieftains=(0, 0), cards=(("castle_of_mey",), ()))), "Ann")
    assert told[0] == "1 more than Bob: 1 point (0 + 1 for bonnets = 1 to 0)"


@pytest.mark.rule("G1-SCR-04")
def test_what_was_counted_once_counts_again() -> None:
    standings = each(whisky=(3, 1), chieftains=(1, 0))
    first = score_standings("1", standings)
    assert totals(score_standings("2", standings)) == totals(first) == (3, 0)
    assert standings == each(whisky=(3, 1), chieftains=(1, 0))


@pytest.mark.parametrize("round", ["1", "2", "3"])
def test_a_round_has_places_and_no_winners(round: Round) -> None:
    result = score_standings(round, each(points=(8, 8, 3), goods=(1, 4, 9)))
    assert [player.rank for player in result.players] == [1, 1, 3], "goods decide nothing yet"
    assert result.winners == ()
