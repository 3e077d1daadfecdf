"""The switches of a table and the rules they belong to."""

from __future__ import annotations

import re

import pytest

from companion.engine.offers import Pick
from companion.state.glen_more_2.model import HOUSE_RULE_IDS, HouseRules
from tests.state.glen_more_2.table import Table


def test_every_switch_names_its_rule() -> None:
    assert [*HOUSE_RULE_IDS, "more"] == list(HouseRules.__struct_fields__)
    assert all(re.fullmatch(r"GM-[A-Z]{3}-\d\d", rule) for rule in HOUSE_RULE_IDS.values())


def test_our_defaults_are_those_of_the_ledger() -> None:
    on = {name for name in HOUSE_RULE_IDS if getattr(HouseRules(), name) is True}
    off = {name for name in HOUSE_RULE_IDS if getattr(HouseRules(), name) is False}
    assert on == {
        "loch_ness_any_time", "crest_placement_optional", "mckenzie", "die_discards_beyond_worlds_end"
    }  # fmt: skip
    assert off == set(HOUSE_RULE_IDS) - on - {"difference_above_five"}
    assert HouseRules().difference_above_five == 8


# ---- both readings at the table (those of the die, World's End and the scoring stand in their own files)


@pytest.mark.rule("GM-PER-05", "GM-CLN-01")
@pytest.mark.parametrize(("optional", "words"), [(True, "No marker is placed"), (False, "We did it ourselves")])
def test_a_clan_marker_may_be_left_unplaced_or_must_be_placed(optional: bool, words: str) -> None:
    table = Table(3, house=HouseRules(crest_placement_optional=optional))
    table.arrange("red robert_the_bruce blue S-1 yellow S-2")
    table.takes("red", "robert_the_bruce")
    pick = table.offer("crest", "crest").parts[0]
    assert isinstance(pick, Pick)
    assert [str(c.label) for c in pick.choices if c.value == "none"] == [words]


@pytest.mark.rule("GM-CRS-17")
@pytest.mark.parametrize("played", [True, False])
def test_mckenzie_is_in_the_game_or_not(played: bool) -> None:
    table = Table(3, house=HouseRules(mckenzie=played))
    table.arrange("red robert_the_bruce blue S-1 yellow S-2")
    assert ("mckenzie" in table.choices("ledger", "crest", player="red")) is played
    table.takes("red", "robert_the_bruce")
    assert ("mckenzie" in table.choices("crest", "crest")) is played
    ways = table.taps("card:crest_mckenzie").interpretations
    assert bool(ways) is played


@pytest.mark.parametrize(
    "name", [n for n in HOUSE_RULE_IDS if n not in ("use_die", "short_game", "difference_above_five")]
)
def test_every_switch_can_be_set_before_the_game(name: str) -> None:
    table = Table(0)
    table.sits("red", "yellow", "blue")
    was = getattr(table.state.house, name)
    table.answers("start", "house", name)
    assert getattr(table.state.house, name) is not was
    assert table.told()[-1] == f"house rule {name} is now {int(not was)}"
    table.answers("start", "house", name)
    assert getattr(table.state.house, name) is was


@pytest.mark.rule("GM-SCR-05")
def test_the_points_above_five_are_a_number() -> None:
    table = Table(0)
    table.sits("red", "yellow")
    table.answers("start", "house", "difference_above_five", 13)
    assert table.state.house.difference_above_five == 13
    table.answers("start", "go")
    table.answers("layout", "done")
    table.has("red", barrels=7)
    now = table.view.if_scored_now
    assert now is not None
    assert now.players[0].points == 13
