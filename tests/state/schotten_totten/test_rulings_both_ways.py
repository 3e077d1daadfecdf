"""Each ruling that a table may want otherwise, tried both ways: what it decides differs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from companion.scoring.schotten_totten.border import COLOUR, COLOUR_RUN
from companion.state.schotten_totten import events as ev
from companion.state.schotten_totten.house_rules import HouseRules
from companion.state.schotten_totten.legal_plays import judged_claim
from tests.state.schotten_totten.table import Table, place

USUAL = HouseRules()
RUN, PAIR = "red-7 red-8 red-9", "blue-1 blue-2"


def claims(table: Table, stone: int = 1) -> bool:
    found = judged_claim(table.state, "A", stone)
    assert found
    return found.claimable


def marked(table: Table) -> Any:
    table.lies(1, RUN)
    table.on_turn("B", "A")
    return table.view.stones[0].claimable


def by_itself(table: Table) -> Any:
    table.lies(1, "red-7 red-8")
    table.lays("red-9", 1)
    return table.state.stone(1).owner


def round_the_end(table: Table) -> Any:
    table.lies(1, "red-8 red-9 red-1", PAIR)
    found = judged_claim(table.state, "A", 1)
    assert found
    return found.own.formation


def open_by_two(table: Table) -> Any:
    table.lies(1, RUN, "blue-1")
    return claims(table)


def discarded_seven(table: Table) -> Any:
    table.lies(1, "red-6 red-7 red-5", "blue-9 blue-8")
    table.state = msgspec.structs.replace(table.state, discarded=("blue-7",))
    return claims(table)


def moment(table: Table) -> Any:
    """Ann's side was full first, lost a card and was filled again."""
    table.lies(1, "red-7 blue-8 green-8", "blue-7 red-8 yellow-8", first="A")
    table.on_turn("B")
    table.taps("banshee", "green-8")
    table.lays("purple-8", 1)
    return table.state.stone(1).scoring_stone.full_first


def what_a_joker_asks(table: Table) -> Any:
    return _after_laying(table, "joker-1")


def what_a_shield_bearer_asks(table: Table) -> Any:
    return _after_laying(table, "shield_bearer")


def _after_laying(table: Table, card: str) -> str:
    table.lays(card, 1)
    return table.state.open_questions[-1].kind


def other_joker(table: Table) -> Any:
    table.has_played("joker-1", "spy mud_fight")
    table.state = msgspec.structs.replace(table.state, discarded=("joker-1",))
    return "joker-2" in _cards(table)


def second_technique(table: Table) -> Any:
    table.lies(1, techniques=("blind_mans_bluff",))
    table.has_played("blind_mans_bluff", "spy")
    table.taps("mud_fight")
    return "1" in table.open_values("stone", "stone")


def after_recruiter(table: Table) -> Any:
    table.taps("recruiter")
    [drawn] = table.happened(ev.CardsDrawn)
    return drawn.n


def for_nothing(table: Table) -> Any:
    return "banshee" in _cards(table)


def troops(table: Table) -> Any:
    table.lies(1, "", "spy blue-7")
    table.has_played("", "spy")
    table.taps("traitor")
    part: Any = table.offer("target", "target").parts[0]
    return sorted(each.value for each in part.choices if not each.closed)


def same_stone(table: Table) -> Any:
    table.lies(1, "", "blue-7")
    table.taps("traitor", "blue-7")
    return place(1, "A") in table.open_values("goal", "place")


def _cards(table: Table) -> list[str]:
    part: Any = table.offer("play", "card").parts[0]
    return sorted(each.value for each in part.choices if not each.closed)


TRIED: dict[str, tuple[str, Callable[[Table], Any], Any, Any]] = {
    "claims_are_marked": ("ST-CLM-03", marked, "A", ""),
    "claims_by_themselves": ("ST-CLM-03", by_itself, None, "A"),
    "runs_go_round": ("ST-FRM-07", round_the_end, COLOUR, COLOUR_RUN),
    "proof_of_last_card_only": ("ST-PRF-04", open_by_two, True, False),
    "discarded_are_seen": ("ST-PRF-07", discarded_seven, True, False),
    "first_moment_counts": ("ST-TIE-02", moment, "B", "A"),
    "joker_declared": ("ST-ELT-02", what_a_joker_asks, "declare", "play"),
    "shield_bearer_strength": ("ST-ELT-05", what_a_shield_bearer_asks, "play", "declare"),
    "joker_after_loss": ("ST-ELT-03", other_joker, False, True),
    "one_technique_a_stone": ("ST-TEC-03", second_technique, True, False),
    "recruiter_draws": ("ST-RUS-03", after_recruiter, 3, 4),
    "ruse_without_target": ("ST-RUS-07", for_nothing, False, True),
    "traitor_takes_troops": ("ST-RUS-06", troops, ["blue-7"], ["blue-7", "spy"]),
    "traitor_stays": ("ST-RUS-06", same_stone, True, False),
}
"""By its field: the rule, what is tried, what comes of it by our reading, and by the other."""


def other_reading(name: str) -> Any:
    usual = getattr(USUAL, name)
    return not usual if isinstance(usual, bool) else {"on_play": "on_claim", "on_claim": "on_play"}[usual]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.rule(rule)) for name, (rule, *_) in TRIED.items()]
)
def test_a_ruling_decides_both_ways(name: str) -> None:
    _, tried, ours, other = TRIED[name]
    assert tried(Table("tactics")) == ours
    assert tried(Table("tactics", **{name: other_reading(name)})) == other
    assert ours != other


def test_no_ruling_is_left_out() -> None:
    assert {*TRIED} == {field.name for field in msgspec.structs.fields(HouseRules)}
