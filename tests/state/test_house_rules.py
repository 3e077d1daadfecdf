"""The switches of a table and the rules they belong to."""

from __future__ import annotations

import re

from companion.state.house_rules import RULE_OF, HouseRules


def test_every_switch_names_its_rule() -> None:
    assert list(RULE_OF) == list(HouseRules.__struct_fields__)
    assert all(re.fullmatch(r"GM-[A-Z]{3}-\d\d", rule) for rule in RULE_OF.values())


def test_our_defaults_are_those_of_the_ledger() -> None:
    on = {name for name in RULE_OF if getattr(HouseRules(), name) is True}
    off = {name for name in RULE_OF if getattr(HouseRules(), name) is False}
    assert on == {"loch_ness_any_time", "crest_placement_optional", "mckenzie"}
    assert off == set(RULE_OF) - on - {"difference_above_five"}
    assert HouseRules().difference_above_five == 8
