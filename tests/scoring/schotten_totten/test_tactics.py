"""Elite troops and combat techniques (ledger sections 11 and 12), as far as claims go."""

from __future__ import annotations

import pytest

from companion.scoring.schotten_totten.best_completion import full_worth
from companion.scoring.schotten_totten.border import CARD_BITS, CARDS, SIDES, Side, Stone, unseen_cards
from companion.scoring.schotten_totten.claims import judge_claims
from companion.state.schotten_totten.house_rules import HouseRules
from tests.scoring.schotten_totten.laid import border, claim, compared, stone


def worth(cards: str, techniques: str = "") -> tuple[str, int, str]:
    """Formation, total, and what each card counts as."""
    found = full_worth(tuple(cards.split()), "blind_mans_bluff" in techniques)
    return found.formation, found.sum, " ".join(found.counted)


@pytest.mark.rule("ST-ELT-01")
@pytest.mark.parametrize("troop", ["joker-1=red-1", "spy", "shield_bearer"])
def test_an_elite_troop_takes_a_place_like_a_clan_card(troop: str) -> None:
    assert not Stone((troop, "blue-4")).is_full("A")
    assert Stone((troop, "blue-4", "green-8")).is_full("A")
    assert not Stone((troop, "blue-4", "green-8"), techniques=("mud_fight",)).is_full("A")
    assert claim(stone(f"{troop} blue-4 green-8")).own.counted[1:] == ("blue-4", "green-8")


@pytest.mark.rule("ST-ELT-02")
@pytest.mark.parametrize(
    ("cards", "formation", "total"),
    [
        ("joker-1=red-7 red-8 red-9", "colour_run", 24),
        ("joker-2=green-9 red-9 blue-9", "of_a_kind", 27),
        ("joker-1=red-9 red-9 blue-9", "of_a_kind", 27),
        ("joker-1=red-9 red-9 red-2", "colour", 20),
        ("joker-1=blue-4 red-9 red-8", "sum", 21),
    ],
)
def test_a_joker_is_the_card_it_was_declared_as(cards: str, formation: str, total: int) -> None:
    said = claim(stone(cards))
    assert (said.own.formation, said.own.sum) == (formation, total)
    assert said.own.counted == tuple(cards.replace("joker-1=", "").replace("joker-2=", "").split())


@pytest.mark.rule("ST-ELT-02")
def test_a_declared_joker_shows_no_clan_card() -> None:
    at = stone("red-5 red-6 red-7", "blue-8 blue-9")
    joker = Stone(("joker-1=blue-7",))
    assert unseen_cards([joker]).bit_count() == 54
    [said] = judge_claims((at, joker, *[Stone()] * 7), "A")
    assert said.beaten_by == ("blue-7",)


@pytest.mark.rule("ST-ELT-02")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("red-8 joker-1 red-7", ("colour_run", 24, "red-8 red-9 red-7")),
        ("red-9 joker-1 blue-9", ("of_a_kind", 27, "red-9 red-9 blue-9")),
        ("red-9 joker-1 red-2", ("colour", 20, "red-9 red-9 red-2")),
        ("red-5 blue-4 joker-2", ("run", 15, "red-5 blue-4 red-6")),
        ("joker-1 spy shield_bearer", ("colour", 19, "red-9 red-7 red-3")),
    ],
)
def test_where_the_table_wants_it_a_joker_is_declared_at_the_claim(cards: str, told: tuple[str, int, str]) -> None:
    assert worth(cards) == told


@pytest.mark.rule("ST-ELT-04")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("red-8 red-9 spy", ("colour_run", 24, "red-8 red-9 red-7")),
        ("spy green-7 blue-7", ("of_a_kind", 21, "red-7 green-7 blue-7")),
        ("green-2 spy green-4", ("colour", 13, "green-2 green-7 green-4")),
        ("green-5 spy blue-6", ("run", 18, "green-5 red-7 blue-6")),
        ("green-1 spy blue-6", ("sum", 14, "green-1 red-7 blue-6")),
        ("brown-7 spy brown-6", ("colour", 20, "brown-7 brown-7 brown-6")),
        ("green-5 green-6 spy green-4", ("colour_run", 22, "green-5 green-6 green-7 green-4")),
    ],
)
def test_a_spy_is_a_7_of_the_colour_that_helps_most(cards: str, told: tuple[str, int, str]) -> None:
    assert worth(cards) == told


@pytest.mark.rule("ST-ELT-05")
@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("red-4 red-5 shield_bearer", ("colour_run", 12, "red-4 red-5 red-3")),
        ("red-2 shield_bearer red-3", ("colour_run", 6, "red-2 red-1 red-3")),
        ("red-1 shield_bearer red-3", ("colour_run", 6, "red-1 red-2 red-3")),
        ("shield_bearer green-2 blue-2", ("of_a_kind", 6, "red-2 green-2 blue-2")),
        ("shield_bearer green-4 green-8", ("colour", 15, "green-3 green-4 green-8")),
        ("shield_bearer green-4 blue-2", ("run", 9, "red-3 green-4 blue-2")),
        ("shield_bearer green-9 blue-9", ("sum", 21, "red-3 green-9 blue-9")),
        ("spy shield_bearer green-8", ("colour", 18, "green-7 green-3 green-8")),
    ],
)
def test_a_shield_bearer_is_a_1_2_or_3_as_helps_most(cards: str, told: tuple[str, int, str]) -> None:
    assert worth(cards) == told


@pytest.mark.rule("ST-ELT-05")
def test_where_the_table_wants_it_its_strength_is_declared_on_playing() -> None:
    assert worth("red-4 red-5 shield_bearer=2") == ("colour", 11, "red-4 red-5 red-2")
    assert worth("red-4 red-3 shield_bearer=2") == ("colour_run", 9, "red-4 red-3 red-2")
    assert [CARDS[f"shield_bearer={strength}"].strengths for strength in (1, 2, 3)] == [(1,), (2,), (3,)]


@pytest.mark.rule("ST-ELT-06")
@pytest.mark.parametrize("by", SIDES)
def test_whoever_claims_troops_of_both_sides_are_at_their_best(by: Side) -> None:
    mine, theirs = "red-8 red-9 spy", "blue-4 blue-5 shield_bearer"
    said = claim(stone(mine, theirs, "B") if by == "A" else stone(theirs, mine, "A"), by)
    assert (said.claimable, said.own.sum, said.own.formation) == (True, 24, "colour_run")
    assert said.best
    assert (said.best.formation, said.best.counted) == ("colour_run", ("blue-4", "blue-5", "blue-3"))
    lost = claim(stone(theirs, mine, "A") if by == "A" else stone(mine, theirs, "B"), by)
    assert (lost.claimable, lost.beaten_by) == (False, tuple(mine.split()))


@pytest.mark.rule("ST-TEC-01")
def test_under_blind_mans_bluff_only_totals_count() -> None:
    for mine, theirs in (
        ("red-1 red-2 red-3", "green-9 blue-2 purple-1"),
        ("red-1 blue-1 green-1", "red-2 blue-4 green-9"),
    ):
        assert (compared(mine, theirs), compared(mine, theirs, techniques="blind_mans_bluff")) == ("A", "B")
    said = claim(stone("red-1 red-2 red-3", "green-9 blue-2 purple-1", "A", "blind_mans_bluff"))
    assert said.best
    assert (said.why, said.own.formation, said.own.sum) == ("ST-TEC-01", "sum", 6)
    assert (said.best.formation, said.best.sum) == ("sum", 12)


@pytest.mark.rule("ST-TEC-01", "ST-TIE-02")
@pytest.mark.parametrize("first", SIDES)
def test_equal_totals_there_go_to_who_was_full_first(first: Side) -> None:
    at = stone("red-1 red-2 red-3", "green-3 blue-2 purple-1", first, "blind_mans_bluff")
    assert (claim(at).claimable, claim(at).why) == (first == "A", "ST-TIE-02")


@pytest.mark.rule("ST-TEC-01")
@pytest.mark.parametrize(
    ("mine", "theirs", "claimable", "best"),
    [
        ("red-9 red-8 blue-5", "green-6 green-8", False, 23),
        ("red-9 blue-9 green-9", "green-7 green-8", True, 24),
        ("red-9 blue-9 spy", "green-8 shield_bearer", True, 20),
        ("red-2 red-3 red-4", "", False, 27),
        ("red-9 joker-1=red-9 blue-9", "", True, 27),
    ],
)
def test_a_proof_there_is_of_totals_too(mine: str, theirs: str, claimable: bool, best: int) -> None:
    said = claim(stone(mine, theirs, techniques="blind_mans_bluff"))
    assert said.best
    assert (said.best.formation, said.best.sum) == ("sum", best)
    assert said.claimable is claimable is (said.own.sum >= best)


@pytest.mark.rule("ST-TEC-02")
@pytest.mark.parametrize(
    ("strong", "weak", "formation"),
    [
        ("red-1 red-2 red-3 red-4", "green-9 blue-9 yellow-9 red-9", "colour_run"),
        ("red-1 blue-1 green-1 brown-1", "red-9 red-8 red-7 red-5", "of_a_kind"),
        ("red-1 red-2 red-3 red-5", "green-9 blue-8 purple-7 red-6", "colour"),
        ("red-1 blue-2 red-3 red-4", "red-9 blue-9 green-9 red-8", "run"),
        ("red-9 blue-9 green-9 red-8", "red-7 red-8 blue-9 brown-9", "sum"),
    ],
)
def test_in_a_mud_fight_all_four_cards_make_the_formation(strong: str, weak: str, formation: str) -> None:
    assert compared(strong, weak, "B", "mud_fight") == "A"
    assert claim(stone(strong, weak, "B", "mud_fight")).own.formation == formation


@pytest.mark.rule("ST-TEC-02")
def test_in_a_mud_fight_three_cards_are_no_full_side_and_the_proof_is_of_four() -> None:
    assert judge_claims(border(stone("red-7 red-8 red-9", "", None, "mud_fight")), "A") == ()
    said = claim(stone("red-6 red-7 red-8 red-9", "", None, "mud_fight"))
    assert (said.claimable, said.why) == (True, "ST-PRF-05")
    three = claim(stone("red-5 red-6 red-7 red-8", "blue-7 blue-8 blue-9", None, "mud_fight"))
    assert (three.claimable, three.beaten_by) == (False, ("blue-6",))
    none = claim(stone("red-5 red-6 red-7 red-8", "", None, "mud_fight"))
    assert len(none.beaten_by) == 4
    assert none.best
    assert (none.best.formation, none.best.sum) == ("colour_run", 30)


@pytest.mark.rule("ST-TEC-02", "ST-FRM-07")
def test_runs_of_four_go_round_the_end_too() -> None:
    go_round = HouseRules(runs_go_round=True)
    at = stone("red-8 red-9 red-1 red-2", "blue-9 blue-8 blue-7", None, "mud_fight")
    assert claim(at).own.formation == "colour"
    said = claim(at, seen="blue-6", rules=go_round)
    assert (said.own.formation, said.own.sum, said.beaten_by) == ("colour_run", 20, ("blue-1",))


@pytest.mark.rule("ST-TEC-03")
def test_where_both_lie_the_totals_of_four_cards_decide() -> None:
    both = "blind_mans_bluff mud_fight"
    assert compared("red-1 red-2 red-3 red-4", "green-9 blue-1 purple-1 yellow-1", "A", both) == "B"
    assert judge_claims(border(stone("red-7 red-8 red-9", "", None, both)), "A") == ()
    said = claim(stone("red-9 blue-9 green-9 brown-8", "", None, both))
    assert said.best
    assert (said.best.sum, len(said.beaten_by)) == (9 + 9 + 9 + 8, 0)


@pytest.mark.rule("ST-TEC-03")
def test_a_technique_takes_no_place_on_a_side() -> None:
    assert Stone(("red-1", "red-2", "red-3"), techniques=("blind_mans_bluff",)).is_full("A")
    assert "blind_mans_bluff" not in {*CARDS, *CARD_BITS}
