"""All cards that would beat a side are named, and no other: tried one by one by a judge of the tests' own."""

from __future__ import annotations

import json
import random

import pytest

from companion.scoring.schotten_totten.claim_reasons import claim_reason
from companion.scoring.schotten_totten.claims import cards_that_beat, judge_claims
from companion.scoring.schotten_totten.document import read_document
from companion.screens.translator import Translator
from tests.borders_schotten_totten import made_up
from tests.independent_claims_schotten_totten import Stone, clan, unseen
from tests.scoring.schotten_totten.laid import border, stone

MADE_UP = 600
NAMES = {"A": "Ann", "B": "Ben"}


@pytest.mark.rule("ST-PRF-04", "ST-PRF-09", "ST-TEC-01", "ST-TEC-02")
def test_the_cards_that_beat_a_side_are_exactly_those_that_do_when_each_is_tried() -> None:
    dice, several = random.Random(20), 0
    for _ in range(MADE_UP):
        made = made_up(dice)
        document = read_document(json.dumps(made))
        for claim in judge_claims(document.stones, document.to_move, document.discarded, document.rules):
            found = cards_that_beat(document.stones, claim, document.discarded, document.rules)
            at = Stone(made, claim.stone)
            wanted: set[str] = set()
            if at.missing == 1 and not claim.claimable:
                mine = at.worth(at.mine)
                wanted = {"-".join(map(str, card)) for card in unseen(made) if at.worth(at.theirs, (card,)) > mine}
            assert {*found} == wanted, made
            assert len(found) == len(wanted)
            several += len(found) > 1
            if found:
                assert at.worth(at.theirs, (clan(found[0]),)) == at.reached(), "the strongest first"
    assert several > 30


def said(at: str, against: str, seen: str = "") -> str:
    stones = border(stone(at, against), seen)
    [claim] = judge_claims(stones, "A")
    told = claim_reason(claim, NAMES, cards_that_beat(stones, claim))  # type: ignore[arg-type]
    assert Translator("cs")(told) != str(told)
    return str(told)


def test_all_cards_that_beat_a_side_are_named_rows_as_ranges() -> None:
    few = said("red-9 red-8 red-6", "green-8 green-7")
    assert few == "Ben beats it with any one of green 9 or 6; at best 7-8-9 of green: colour run"
    assert said("red-9 blue-8 green-1", "brown-9 purple-8") == (
        "Ben beats it with any one of red 8-2; yellow 9-2; green 9-2; blue 9, 7-2; purple 9, 7-2 or brown 8-2; "
        "at best 7-8-9: run"
    )
    assert said("red-9 red-8 red-7", "green-9 green-8", "green-7") == (
        "7-8-9 of red, colour run; Ben can get 9-8-6 of green at best: one colour"
    )
