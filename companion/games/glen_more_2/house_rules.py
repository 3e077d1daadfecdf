"""The table's rulings of Glen More II, read from its part of house_rules.toml. Opens no file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.engine.message import tr
from companion.games.glen_more_2.expansions import chronicles
from companion.state.glen_more_2.house_rules import HouseRules
from companion.storage.toml_file import BadFile, out_of_range, row_of, unknown_key, wrong_type

MAX_POINTS = 99


def house_rules_of(table: Mapping[str, Any], file: str, where: str = "") -> HouseRules:
    """Rulings from a table; `file` is its name in sentences. Raises BadFile."""
    own = {name: value for name, value in table.items() if not isinstance(value, Mapping)}  # tables: chronicles
    rules = msgspec.structs.replace(row_of(HouseRules, own, file, where), more=_of_chronicles(table, file))
    if not 0 <= rules.difference_above_five <= MAX_POINTS:
        raise BadFile(out_of_range(file, "difference_above_five", 0, MAX_POINTS))
    _check_switches(rules, file)
    return rules


def _check_switches(rules: HouseRules, file: str) -> None:
    """BadFile names a switch that no chronicle has, or one out of its range."""
    known = {rule.name: rule.most for each in chronicles() for rule in each.house_rules}
    for name, value in rules.more.items():
        if name not in known:
            own = [switch.partition(".")[2] for switch in known]
            raise BadFile(unknown_key(file, name, name.partition(".")[2], own))
        if not 0 <= value <= known[name]:
            raise BadFile(out_of_range(file, name, 0, known[name]))


def _of_chronicles(table: Mapping[str, Any], file: str) -> dict[str, int]:
    """Switches of chronicles: a table for each, numbers or true and false; which there are, the chronicles say."""
    more = {}
    for slug, own in table.items():
        for name, value in own.items() if isinstance(own, Mapping) else ():
            if not isinstance(value, int):
                raise BadFile(wrong_type(file, f"{slug}.{name}", tr("a whole number, true or false")))
            more[f"{slug}.{name}"] = int(value)
    return more
