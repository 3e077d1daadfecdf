"""The examples of the ledger that are about claims and points, through the product's own functions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.scoring.schotten_totten.border import CARD_BITS, STONES, Side, Stone, Worth, unseen_cards
from companion.scoring.schotten_totten.claims import (
    Claim,
    game_points,
    game_winners,
    judge_claims,
    round_points,
    winning_rule,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "other_games.json").read_text(encoding="utf-8"))
EXAMPLES = {one["id"]: one for one in VECTORS if one["id"].startswith("ST-V-")}
OF_THE_COURSE = ("ST-V-002", "ST-V-003", "ST-V-040", "ST-V-041", "ST-V-042", "ST-V-047", "ST-V-048")
"""What may be played and when; claims and points have no part in it."""
ENDS = {"3 adjacent": "ST-END-01", "5 stones": "ST-END-02"}


def ids(*rules: str) -> list[Any]:
    """The examples of these rules, each marked with its own."""
    return [
        pytest.param(name, marks=pytest.mark.rule(one["rule"]))
        for name, one in EXAMPLES.items()
        if one["rule"].startswith(rules) and name not in OF_THE_COURSE
    ]


def card(name: str) -> str:
    return name.lower().replace(" ", "_").replace("'", "")


def stone_of(given: dict[str, Any]) -> Stone:
    sides = {side: [card(name) for name in cards] for side, cards in given["stone"].items()}
    if "play" in given:
        sides[given["player_to_move"]].append(given["play"])
    techniques: Any = tuple(map(card, given.get("on_stone", ())))
    return Stone(tuple(sides["A"]), tuple(sides["B"]), given.get("full_first", "B"), techniques)


def said_of(given: dict[str, Any], by: Side) -> Claim:
    seen = given.get("seen_elsewhere", [])
    others = [Stone((name,)) for name in seen]
    [claim] = judge_claims([stone_of(given), *others, *[Stone()] * (STONES - 1 - len(others))], by)
    return claim


def shown(worth: Worth | None, expect: dict[str, Any]) -> dict[str, Any]:
    """A side in the words of the example, as far as it looks."""
    assert worth
    formation = "three_of_a_kind" if worth.formation == "of_a_kind" else worth.formation
    return {key: {"formation": formation, "sum": worth.sum}[key] for key in expect}


@pytest.mark.parametrize("name", ids("ST-FRM", "ST-TIE", "ST-TEC"))
def test_who_wins_a_stone(name: str) -> None:
    given, expect = EXAMPLES[name]["given"], EXAMPLES[name]["expect"]
    for by in ("A", "B"):
        claim = said_of(given, by)  # type: ignore[arg-type]
        assert claim.claimable is (expect["winner"] == by)
        assert shown(claim.own, expect[by]) == expect[by]
        assert shown(claim.best, expect["B" if by == "A" else "A"]) == expect["B" if by == "A" else "A"]


@pytest.mark.parametrize("name", ids("ST-CLM", "ST-PRF", "ST-ELT"))
def test_what_can_be_claimed(name: str) -> None:
    given, expect = EXAMPLES[name]["given"], EXAMPLES[name]["expect"]
    claim = said_of(given, given.get("claim_by", given.get("player_to_move")))
    assert claim.claimable is (expect["claim"] == "accepted")
    if counter := expect.get("a_counterexample"):
        assert sorted(strength(each) for each in claim.beaten_by) == sorted(map(strength, counter))
        free = unseen_cards([stone_of(given)], given.get("seen_elsewhere", ()))
        assert all(CARD_BITS[each] & free for each in claim.beaten_by)
    if "A" in expect:
        assert shown(claim.own, expect["A"]) == expect["A"]
    for troop in ("Spy", "Shield_Bearer"):
        if f"{troop}_as" in expect:
            place = stone_of(given).a.index(troop.lower())
            assert claim.own.counted[place] == expect[f"{troop}_as"]


def strength(name: str) -> str:
    return name.partition("-")[2]


@pytest.mark.parametrize("name", ids("ST-END"))
def test_when_a_round_ends(name: str) -> None:
    given, expect = EXAMPLES[name]["given"], EXAMPLES[name]["expect"]
    owned = {number: side for side, numbers in given["stones_owned"].items() for number in numbers}
    owned[given["claim"]["stone"]] = given["claim"]["by"]
    by = winning_rule([owned.get(number) for number in range(1, STONES + 1)], given["claim"]["by"])
    assert (by is not None) is expect["game_over"]
    assert by == ENDS.get(expect.get("reason"))


@pytest.mark.rule("ST-RND-03")
def test_st_v_013() -> None:
    given, expect = EXAMPLES["ST-V-013"]["given"], EXAMPLES["ST-V-013"]["expect"]
    result = given["round_result"]
    assert round_points(result["winner"], result["stones"]) == expect["points"]


@pytest.mark.rule("ST-RND-04")
def test_st_v_014() -> None:
    given, expect = EXAMPLES["ST-V-014"]["given"], EXAMPLES["ST-V-014"]["expect"]
    points = game_points([round_points(each["winner"], each["stones"]) for each in given["rounds"]])
    assert points == expect["points"]
    assert (game_winners(points), expect["result"]) == (("A", "B"), "shared win")


def test_every_example_about_claims_and_points_is_here() -> None:
    run = ids("ST-FRM", "ST-TIE", "ST-TEC", "ST-CLM", "ST-PRF", "ST-ELT", "ST-END")
    here = {each.values[0] for each in run} | {"ST-V-013", "ST-V-014"}
    assert here | {*OF_THE_COURSE} == {*EXAMPLES}
    assert len(here) == 26
