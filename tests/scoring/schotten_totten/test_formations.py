"""Formations and ties (ledger sections 6 and 7), and cards as such (section 1)."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from companion.scoring.schotten_totten.best_completion import full_worth
from companion.scoring.schotten_totten.border import (
    CARD_BITS,
    CARDS,
    CLAN_CARDS,
    COLOURS,
    ELITE_TROOPS,
    RUSES,
    SIDES,
    TACTICS,
)
from companion.scoring.schotten_totten.claims import judge_claims
from tests.scoring.schotten_totten.laid import border, claim, compared, stone

COLOUR_RUN, OF_A_KIND, COLOUR = "red-1 red-2 red-3", "green-1 blue-1 red-1", "red-1 red-2 red-4"
RUN, SUM = "red-1 blue-2 green-3", "green-9 red-9 blue-8"
WEAKEST = (COLOUR_RUN, OF_A_KIND, COLOUR, RUN)
STRONGEST = ("green-9 blue-9 yellow-9", "purple-9 purple-8 purple-6", "purple-9 blue-8 green-7", SUM)
"""Of the formation below each of the weakest."""


@pytest.mark.rule("ST-CMP-02")
def test_there_are_54_clan_cards_and_every_one_has_a_place_of_its_own() -> None:
    assert set(CLAN_CARDS) == {f"{colour}-{strength}" for colour in COLOURS for strength in range(1, 10)}
    assert len(COLOURS) == 6
    assert sum(CARD_BITS.values()) == 2**54 - 1


@pytest.mark.rule("ST-CMP-03", "ST-CMP-04")
def test_there_are_ten_tactics_cards() -> None:
    assert len({*TACTICS}) == 10
    assert {*ELITE_TROOPS} == {"joker-1", "joker-2", "spy", "shield_bearer"}
    assert {*TACTICS} - {*ELITE_TROOPS, *RUSES} == {"blind_mans_bluff", "mud_fight"}


@pytest.mark.rule("ST-CMP-01")
def test_two_play_and_one_of_them_wins_a_stone() -> None:
    assert SIDES == ("A", "B")
    assert [compared(*pair) for pair in ((COLOUR, SUM), (SUM, COLOUR))] == ["A", "B"]


@pytest.mark.rule("ST-FRM-01", "ST-FRM-02", "ST-FRM-03", "ST-FRM-04", "ST-FRM-05", "ST-CLM-04")
@pytest.mark.parametrize(("strong", "weak"), [*zip(WEAKEST, STRONGEST, strict=True)])
@pytest.mark.parametrize("full_first", SIDES)
def test_the_weakest_of_a_formation_beats_the_strongest_of_the_next(
    strong: str, weak: str, full_first: str
) -> None:
    assert compared(strong, weak, full_first) == "A"  # type: ignore[arg-type]
    found = claim(stone(strong, weak, "B"))
    assert (found.why, found.claimable) == ("ST-CLM-04", True)
    assert found.own.sum < (found.best.sum if found.best else 0), "the totals say the opposite"


@pytest.mark.rule("ST-FRM-06")
@pytest.mark.parametrize(
    ("cards", "formation", "total"),
    [
        (COLOUR_RUN, "colour_run", 6),
        (OF_A_KIND, "of_a_kind", 3),
        (COLOUR, "colour", 7),
        (RUN, "run", 6),
        (SUM, "sum", 26),
        ("red-1 red-3 blue-2", "run", 6),
        ("red-5 red-6 blue-6", "sum", 17),
        ("red-1 red-2 red-3 red-4", "colour_run", 10),
        ("red-1 red-2 red-3 red-5", "colour", 11),
        ("red-1 red-2 red-3 blue-4", "run", 10),
        ("red-1 red-2 red-3 blue-9", "sum", 15),
        ("red-5 blue-5 green-5 brown-5", "of_a_kind", 20),
        ("red-5 blue-5 green-5 brown-6", "sum", 21),
    ],
)
def test_a_side_counts_as_the_strongest_formation_that_all_its_cards_make(
    cards: str, formation: str, total: int
) -> None:
    worth = full_worth(tuple(cards.split()))
    assert (worth.formation, worth.sum, worth.counted) == (formation, total, tuple(cards.split()))


@pytest.mark.rule("ST-FRM-07")
def test_in_a_run_the_order_of_laying_does_not_matter() -> None:
    for order in permutations(("red-6", "red-7", "red-8")):
        assert (full_worth(order).formation, full_worth(order).counted) == ("colour_run", order)


@pytest.mark.rule("ST-FRM-07")
@pytest.mark.parametrize(
    ("cards", "go_round"),
    [
        ("red-8 red-9 red-1", True),
        ("red-9 red-1 red-2", True),
        ("red-9 red-2 red-3", False),
        ("red-8 red-1 red-2", False),
    ],
)
def test_runs_go_round_the_end_only_where_the_table_wants_it(cards: str, go_round: bool) -> None:
    side = tuple(cards.split())
    assert full_worth(side).formation == "colour"
    assert full_worth(side, runs_go_round=True).formation == ("colour_run" if go_round else "colour")
    assert full_worth((*side[:2], side[2].replace("red", "blue"))).formation == "sum"
    assert claim(stone(cards, "blue-1 green-1 brown-1", "B")).claimable is False
    assert compared(cards, "blue-1 green-1 brown-1", "B", runs_go_round=True) == ("A" if go_round else "B")


@pytest.mark.rule("ST-FRM-08")
def test_no_colour_is_better_than_another() -> None:
    worth = {full_worth(tuple(f"{colour}-{strength}" for strength in (4, 5, 6))).sum for colour in COLOURS}
    assert worth == {15}
    for one, other in permutations(COLOURS, 2):
        sides = [" ".join(f"{colour}-{strength}" for strength in (4, 5, 6)) for colour in (one, other)]
        assert compared(*sides, "B") == "B", "equal, whatever the colours"


@pytest.mark.rule("ST-TIE-01")
@pytest.mark.parametrize(
    ("strong", "weak"),
    [
        ("red-7 red-8 red-9", "blue-6 blue-7 blue-8"),
        ("red-2 blue-2 green-2", "yellow-1 blue-1 green-1"),
        ("red-9 red-8 red-5", "blue-9 blue-8 blue-4"),
        ("red-3 blue-4 green-5", "yellow-2 blue-3 green-4"),
        ("red-9 blue-4 green-2", "blue-7 green-5 red-2"),
    ],
)
def test_of_the_same_formation_the_higher_total_wins(strong: str, weak: str) -> None:
    assert (compared(strong, weak, "B"), compared(weak, strong, "A")) == ("A", "B")
    assert claim(stone(strong, weak, "B")).why == "ST-TIE-01"


@pytest.mark.rule("ST-TIE-02")
@pytest.mark.parametrize("first", SIDES)
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("red-7 red-8 red-9", "blue-7 blue-8 blue-9"),
        ("red-9 blue-4 green-2", "blue-7 green-5 red-3"),
        ("red-9 red-4 red-2", "blue-7 blue-5 blue-3"),
    ],
)
def test_where_all_is_equal_the_side_that_was_full_first_wins(first: str, one: str, other: str) -> None:
    assert compared(one, other, first) == first  # type: ignore[arg-type]
    said = claim(stone(one, other, first))  # type: ignore[arg-type]
    assert (said.why, said.claimable) == ("ST-TIE-02", first == "A")
    assert said.beaten_by == (() if first == "A" else tuple(other.split()))


@pytest.mark.rule("ST-CLM-04")
def test_a_stone_that_is_lost_is_beaten_by_the_cards_that_lie_there() -> None:
    said = claim(stone("green-7 purple-4 blue-3", "green-5 red-5 blue-5", "A"))
    assert (said.claimable, said.why, said.beaten_by) == (False, "ST-CLM-04", ("green-5", "red-5", "blue-5"))
    assert said.best
    assert (said.best.formation, said.best.sum) == ("of_a_kind", 15)


def test_of_a_claimed_stone_nothing_is_said_any_more() -> None:
    lost = stone("red-1 blue-3 green-8", "brown-9 blue-9 green-9", "A", owner="B")
    assert [judge_claims(border(lost), by) for by in SIDES] == [(), ()]


@pytest.mark.rule("ST-PRF-02")
@pytest.mark.parametrize(
    ("cards", "techniques"), [("", ""), ("red-9 red-8", ""), ("red-9 red-8 red-7", "mud_fight")]
)
def test_of_a_stone_where_the_own_side_is_open_nothing_is_said(cards: str, techniques: str) -> None:
    assert judge_claims(border(stone(cards, "", None, techniques)), "A") == ()


def test_every_card_can_be_laid_and_counts_as_a_clan_card() -> None:
    for card, others in product(CARDS, ("red-1 blue-9", "green-4 green-5")):
        assert {*full_worth((card, *others.split())).counted} <= {*CLAN_CARDS}
