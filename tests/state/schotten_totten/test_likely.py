"""What the cursor begins on: guesses for people, no rule."""

from __future__ import annotations

import pytest

from companion.state.schotten_totten.model import placed_cards
from companion.state.schotten_totten.suggestions import (
    contested_stones,
    suggested_colour,
    suggested_stones,
    suggested_strength,
    suggested_target,
)
from tests.state.schotten_totten.table import Table


def laid(**stones: str) -> Table:
    """s3="red-7 / blue-1": what lies at stone 3."""
    table = Table("tactics")
    for name, cards in stones.items():
        a, _, b = cards.partition("/")
        table.lies(int(name[1:]), a, b)
    return table


@pytest.mark.parametrize(
    ("there", "declared"),
    [
        ("red-7 red-8", "red-9"),
        ("red-7 red-9", "red-8"),
        ("green-4", "green-5"),
        ("green-4 green-2", "green-3"),
        ("purple-1 purple-5", "purple-9"),
        ("yellow-7 blue-7", "red-7"),
        ("yellow-3 blue-4", "red-5"),
        ("yellow-2 blue-8", "red-9"),
    ],
)
def test_a_joker_is_declared_as_what_makes_most_of_what_lies_there(there: str, declared: str) -> None:
    table = laid(s2=there)
    colour = suggested_colour(table.state, "A", 2)
    assert f"{colour}-{suggested_strength(table.state, 'A', 2, colour)}" == declared


def test_where_people_say_another_colour_the_strength_goes_with_that() -> None:
    table = laid(s2="red-7 red-8")
    assert suggested_strength(table.state, "A", 2, "blue") == "9"
    assert suggested_strength(laid(s2="red-2 red-3").state, "A", 2, "blue") == "4"


def test_a_colour_run_that_cannot_come_any_more_is_not_hoped_for() -> None:
    """Of the runs around green 4 one card each is left to come: green 5, and then none."""
    table = laid(s2="green-4", s7="green-6 green-2", s8="green-3 green-1")
    assert suggested_strength(table.state, "A", 2, "green") == "6", "green 5 completes it"
    gone = laid(s2="green-4", s7="green-6 green-2", s8="green-3 green-5", s9="green-1")
    assert suggested_strength(gone.state, "A", 2, "green") == "4", "three fours can still come"


def test_a_technique_begins_where_the_other_player_has_come_furthest() -> None:
    table = laid(s1="red-1/blue-1", s4="/blue-2 blue-3", s6="red-2/blue-4 blue-5")
    assert contested_stones(table.state, "A", range(1, 10))[:3] == [4, 6, 1]


def test_a_card_begins_at_the_stone_where_it_goes_best() -> None:
    table = laid(s3="red-7", s5="blue-8", s6="green-8 green-9")
    assert suggested_stones(table.state, "A", "red-8", [3, 5, 6])[0] == 3


@pytest.mark.parametrize(
    ("ruse", "takes"),
    [("banshee", "red-9"), ("traitor", "red-9"), ("strategist", "blue-1")],
)
def test_a_ruse_begins_on_the_card_that_is_missed_or_helps_most(ruse: str, takes: str) -> None:
    table = laid(s1="red-7 red-8", s2="green-1 blue-1/blue-4 brown-9", s3="blue-2 blue-3/red-9 red-5")
    able = [each for each in placed_cards(table.state) if (each.side == "A") == (ruse == "strategist")]
    found = suggested_target(table.state, "A", ruse, able)
    assert found
    assert found.card == takes
