"""The proof exception (ledger section 5)."""

from __future__ import annotations

from math import comb

import pytest

from companion.scoring.schotten_totten.border import CLAN_CARDS, Stone, unseen_cards
from companion.scoring.schotten_totten.claims import Claim, judge_claims
from companion.state.schotten_totten.house_rules import HouseRules
from tests.scoring.schotten_totten.laid import border, claim, every, stone


def reached(said: Claim) -> tuple[str, int]:
    """The best that the other side can get."""
    assert said.best
    return said.best.formation, said.best.sum


def all_but(*cards: str) -> str:
    """Every clan card except some."""
    return " ".join(card for card in CLAN_CARDS if card not in cards)


@pytest.mark.rule("ST-PRF-01", "ST-PRF-04")
@pytest.mark.parametrize(
    ("mine", "theirs", "seen", "best"),
    [
        ("green-5 red-5 blue-5", "green-7 purple-4", "", ("sum", 20)),
        ("red-5 red-6 red-7", "blue-8 blue-9", "blue-7", ("colour", 23)),
        ("red-9 red-8 red-6", "blue-9 blue-6", "blue-7 blue-8", ("colour", 20)),
        ("red-4 blue-4 green-4", "yellow-9 yellow-8", "yellow-7", ("colour", 23)),
        ("red-6 red-7 red-8", "", "green-8 blue-9 purple-7 yellow-8 brown-9", ("colour_run", 21)),
        ("red-6 red-7 red-9", "blue-1", "blue-2 blue-3 red-1 green-1 yellow-1 purple-1", ("colour", 18)),
        ("red-6 red-7 red-8", "spy", "red-9 blue-8 green-9 purple-9 yellow-8 brown-8", ("colour_run", 21)),
    ],
)
def test_a_claim_stands_where_nothing_that_can_come_is_stronger(
    mine: str, theirs: str, seen: str, best: tuple[str, int]
) -> None:
    said = claim(stone(mine, theirs), seen=seen)
    assert (said.claimable, said.beaten_by, reached(said)) == (True, (), best)


@pytest.mark.rule("ST-PRF-04")
@pytest.mark.parametrize(
    ("mine", "theirs", "seen", "missing"),
    [
        ("red-5 red-6 red-7", "blue-8 blue-9", "", {"blue-7"}),
        ("red-5 red-6 red-7", "blue-7 blue-9", "", {"blue-8"}),
        ("red-5 red-6 red-7", "blue-8", "blue-9", {"blue-6", "blue-7"}),
        ("green-5 red-5 blue-5", "green-6", "green-7 green-8 green-4", {"yellow-6", "purple-6"}),
        ("red-9 red-8 red-6", "blue-9 green-9", "", {"yellow-9"}),
        ("red-9 blue-9 green-8", "yellow-8 purple-6", "", {"red-7"}),
    ],
)
def test_else_the_cards_that_would_beat_it_are_named(mine: str, theirs: str, seen: str, missing: set[str]) -> None:
    said = claim(stone(mine, theirs), seen=seen)
    assert (said.claimable, said.why) == (False, "ST-PRF-04")
    strengths = {card.partition("-")[2] for card in missing}
    assert len(said.beaten_by) == len(missing) == 3 - len(theirs.split())
    assert {card.partition("-")[2] for card in said.beaten_by} == strengths
    assert not {*said.beaten_by} & {*mine.split(), *theirs.split(), *seen.split()}
    assert said.best
    assert said.best.counted == (*theirs.split(), *said.beaten_by)
    assert said.best.compare(said.own) > 0


@pytest.mark.rule("ST-PRF-01")
def test_the_other_side_need_not_be_full_and_either_player_may_prove() -> None:
    at = stone("green-7 purple-4", "green-5 red-5 blue-5")
    assert [claim(at, "B").claimable, judge_claims(border(at), "A")] == [True, ()]


@pytest.mark.rule("ST-PRF-03")
def test_a_card_in_a_hand_is_unseen_whoever_holds_it() -> None:
    at = stone("red-5 red-6 red-7", "blue-8 blue-9")
    assert claim(at).beaten_by == ("blue-7",)
    assert claim(at, seen="blue-7").claimable is True, "on the table it is out of reach"


@pytest.mark.rule("ST-PRF-05")
@pytest.mark.parametrize(
    ("mine", "theirs", "seen"),
    [
        ("red-7 red-8 red-9", "", ""),
        ("red-7 red-8 red-9", "blue-8", ""),
        ("red-9 red-8 red-6", "blue-9 blue-8", "blue-7"),
        ("red-9 blue-9 green-8", "yellow-9 purple-8", "blue-7 green-7 yellow-7 purple-7 brown-7 red-7"),
    ],
)
def test_a_tie_at_best_does_not_stand_against_a_claim(mine: str, theirs: str, seen: str) -> None:
    said = claim(stone(mine, theirs), seen=seen)
    assert (said.claimable, said.why, said.beaten_by) == (True, "ST-PRF-05", ())
    assert reached(said) == (said.own.formation, said.own.sum)


@pytest.mark.rule("ST-PRF-06")
def test_a_side_that_nothing_is_left_for_can_not_win() -> None:
    at = stone("red-1 blue-3 green-5", "yellow-9")
    rest = " ".join(card for card in all_but(*at.a, *at.b, "brown-9").split())
    assert len(rest.split()) == 49
    said = claim(at, discarded=rest)
    assert (said.claimable, said.why, said.best) == (True, "ST-PRF-06", None)
    two_left = claim(at, discarded=rest.replace("brown-8", ""))
    assert (two_left.claimable, {*two_left.beaten_by}) == (False, {"brown-9", "brown-8"})


@pytest.mark.rule("ST-PRF-07", "ST-CLM-08")
def test_cards_at_claimed_stones_stay_seen() -> None:
    at = stone("red-5 red-6 red-7", "blue-8 blue-9")
    claimed = stone("green-1 green-2 blue-7", "", owner="A")
    others = (Stone(),) * 7
    assert [each.claimable for each in judge_claims((at, claimed, *others), "A")] == [True]
    on_both_sides = stone("green-1", "blue-7")
    assert [each.claimable for each in judge_claims((at, on_both_sides, *others), "A")] == [True]


@pytest.mark.rule("ST-PRF-07")
def test_discarded_clan_cards_are_seen_unless_the_table_wants_it_otherwise() -> None:
    at = stone("red-5 red-6 red-7", "blue-8 blue-9")
    assert claim(at, discarded="traitor blue-7 spy").claimable is True
    fallback = claim(at, discarded="blue-7", rules=HouseRules(discarded_are_seen=False))
    assert (fallback.claimable, fallback.beaten_by) == (False, ("blue-7",))


@pytest.mark.rule("ST-PRF-08")
def test_tactics_cards_that_nobody_played_stand_against_no_proof() -> None:
    """A Spy on green 7 and 8 would make a formation; only clan cards count."""
    at = stone("red-1 red-2 red-3", "green-8 green-9")
    assert claim(at, seen="green-7").claimable is True


@pytest.mark.rule("ST-PRF-09", "ST-ELT-06")
@pytest.mark.parametrize(
    ("theirs", "best", "missing"),
    [
        ("spy", ("colour_run", 24), 2),
        ("spy shield_bearer", ("colour", 19), 1),
        ("spy blue-8", ("colour_run", 24), 1),
        ("shield_bearer blue-5", ("colour_run", 12), 1),
        ("shield_bearer", ("colour_run", 12), 2),
        ("joker-1=blue-9 spy", ("colour_run", 24), 1),
    ],
)
def test_elite_troops_of_the_other_side_are_resolved_to_its_best(
    theirs: str, best: tuple[str, int], missing: int
) -> None:
    said = claim(stone("red-1 blue-2 purple-4", theirs))
    assert (said.claimable, len(said.beaten_by)) == (False, missing)
    assert reached(said) == best


@pytest.mark.rule("ST-PRF-10")
def test_a_proof_is_against_so_many_completions() -> None:
    at = stone("red-7 red-8 red-9")
    assert comb(unseen_cards([at]).bit_count(), 3) == 20_825
    mud = stone("red-6 red-7 red-8 red-9", techniques="mud_fight")
    assert comb(unseen_cards([mud]).bit_count(), 4) == 230_300
    elite = stone("joker-1=red-9 spy shield_bearer")
    assert comb(unseen_cards([elite]).bit_count(), 3) == 24_804
    troops = stone("joker-1=red-9 spy shield_bearer red-8", techniques="mud_fight")
    assert comb(unseen_cards([troops]).bit_count(), 4) == 292_825


@pytest.mark.rule("ST-PRF-04")
def test_a_table_may_let_only_the_last_card_be_proved() -> None:
    only_last = HouseRules(proof_of_last_card_only=True)
    strong = claim(stone("red-7 red-8 red-9", "blue-1"), rules=only_last)
    assert (strong.claimable, strong.why, strong.beaten_by) == (False, "ST-PRF-04", ())
    assert claim(stone("red-7 red-8 red-9", "blue-1 blue-2"), rules=only_last).claimable is True
    weak = claim(stone("red-1 red-2 red-4", "blue-1"), rules=only_last)
    assert (weak.claimable, len(weak.beaten_by)) == (False, 2)


@pytest.mark.rule("ST-PRF-04")
def test_a_colour_that_runs_out_can_not_be_completed() -> None:
    mine, theirs = "red-1 red-2 red-4", "blue-9"
    seen = " ".join(card for card in every("blue").split() if card not in ("blue-9", "blue-1"))
    kinds = "green-9 yellow-9 purple-9 brown-9"
    said = claim(stone(mine, theirs), seen=f"{seen} {kinds}")
    assert (said.claimable, reached(said)) == (True, ("run", 24))
