"""Why a stone can be claimed, or why not, in words."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.engine.message import Message
from companion.games.schotten_totten.help_pages import base_help
from companion.scoring.schotten_totten.border import CARDS, COLOURS
from companion.scoring.schotten_totten.claim_reasons import card_name, claim_reason, short_claim_reason
from companion.scoring.schotten_totten.claims import Claim, ClaimRule
from companion.screens.translator import Translator
from companion.state.schotten_totten.house_rules import HouseRules
from tests.scoring.schotten_totten.laid import claim, every, stone

ALL = " ".join(map(every, COLOURS))
OPEN = stone("red-9 red-8 red-6", "green-9 green-6")
EQUAL = ("red-7 red-8 red-9", "blue-7 blue-8 blue-9")
SAID = [
    (
        claim(stone("red-9 red-8 red-7", "green-9 green-6"), seen="green-7 green-8"),
        "7-8-9 of red, colour run; Ben can get 9-6-5 of green at best: one colour",
    ),
    (claim(OPEN, seen="green-7 green-8"), "9-8-6 of red, 23; Ben can get 9-6-5 of green at best: 20"),
    (
        claim(stone("red-7 red-8 red-9")),
        "7-8-9 of red, 24, was complete first; Ben can get 7-8-9 of yellow at best: 24 too",
    ),
    (claim(stone("red-5 red-6 red-7", "blue-8 blue-9")), "Ben can still get 7-8-9 of blue with blue 7: 24"),
    (
        claim(stone("red-5 red-6 red-8", "blue-8 blue-7")),
        "Ben can still get 7-8-9 of blue with blue 9: colour run",
    ),
    (claim(stone("red-5 red-6 red-7")), "Ben can still get 7-8-9 of yellow: 24"),
    (
        claim(stone("red-9 red-8 blue-8", "green-9 spy"), seen="green-8 green-6 brown-8 yellow-8 purple-8"),
        "Ben can still get 9-7-7 of green with green 7: one colour",
    ),
    (
        claim(stone("red-1 blue-3 green-5", "yellow-9"), discarded=ALL),
        "5-3-1; too few cards are left to fill the side of Ben",
    ),
    (
        claim(stone("red-7 red-8 red-9"), rules=HouseRules(proof_of_last_card_only=True)),
        "Ben lacks more than one card; at your table that can't be proved",
    ),
    (
        claim(stone("green-5 red-5 blue-5", "green-7 purple-4 blue-3", "B")),
        "5-5-5 (three of a kind) is stronger than 7-4-3 (sum)",
    ),
    (
        claim(stone("red-9 blue-8 green-7", "red-1 red-2 red-4", "B")),
        "4-2-1 of red (one colour) is stronger than 7-8-9 (run)",
    ),
    (
        claim(stone("red-9 blue-9 green-9 brown-9", "red-8 blue-8 green-8 brown-8", "B", "mud_fight")),
        "four of a kind 36 against 32",
    ),
    (claim(stone("red-9 blue-4 green-2", "blue-7 green-5 red-2", "B")), "sum 15 against 14"),
    (claim(stone(*EQUAL, "B")), "colour run 24 on both sides, and Ben was complete first"),
    (claim(stone(*EQUAL, "A")), "colour run 24 on both sides, and Ann was complete first"),
    (
        claim(stone("red-1 red-2 red-3", "green-9 blue-2 purple-1", "A", "blind_mans_bluff")),
        "only totals count here: 6 against 12",
    ),
]


@pytest.mark.parametrize(("said", "words"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_a_judgement_is_said_in_one_clause(said: Claim, words: str) -> None:
    assert str(claim_reason(said, {"A": "Ann", "B": "Ben"})) == words


@pytest.mark.parametrize("said", [said for said, _ in SAID])
def test_it_is_said_in_czech_too_and_its_rule_has_words(said: Claim) -> None:
    told = claim_reason(said, {"A": "Anna", "B": "Petr"})
    assert Translator("cs")(told) != str(told)
    assert base_help().rules[said.why]


def test_every_rule_that_can_decide_is_said() -> None:
    assert {said.why for said, _ in SAID} == {*get_args(ClaimRule)}


FEW_WORDS = {
    "7-8-9 of red, colour run; Ben can get": "colour run against one colour at best",
    "9-8-6 of red, 23; Ben can get": "23 against 20 at best",
    "7-8-9 of red, 24, was complete first": "24, complete first",
    "5-3-1; too few cards": "the other side can't be filled any more",
    "5-5-5 (three of a kind)": "three of a kind against sum",
    "four of a kind 36": "36 against 32",
    "sum 15 against 14": "15 against 14",
    "colour run 24 on both sides, and Ann": "24, complete first",
}
"""By how the whole clause begins."""


@pytest.mark.parametrize("whole", FEW_WORDS)
def test_for_little_room_a_claim_is_said_in_few_words_that_name_nobody(whole: str) -> None:
    [said] = [said for said, words in SAID if words.startswith(whole)]
    assert said.claimable
    told = short_claim_reason(said)
    assert str(told) == FEW_WORDS[whole]
    assert Translator("cs")(told) != str(told)


def test_names_may_be_messages() -> None:
    [(said, words)] = SAID[:1]
    names: dict[str, str | Message] = {"A": "Ann", "B": card_name("red-4")}
    assert str(claim_reason(said, names)) == words.replace("Ben", "red 4")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("purple-3", "purple 3"),
        ("spy", "Spy"),
        ("joker-2=green-5", "Joker as green 5"),
        ("joker-1", "Joker"),
        ("shield_bearer", "Shield Bearer"),
        ("shield_bearer=2", "Shield Bearer as 2"),
    ],
)
def test_a_card_has_a_name(card: str, name: str) -> None:
    assert str(card_name(card)) == name


def test_every_card_has_a_name_of_its_own_but_the_jokers_share_theirs() -> None:
    names = {str(card_name(card)) for card in CARDS}
    assert len(names) == 54 + 54 + 1 + 1 + 4
