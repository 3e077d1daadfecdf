"""Printed examples that belong to no single chronicle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.games.glen_more_2.installed_chronicles import installed_library, left_out_chronicles
from tests.state.glen_more_2.table import Table

PRINTED = (Path(__file__).parent.parent / "vectors" / "chronicles.json").read_text("utf-8")
VECTORS = {v["id"]: v for v in json.loads(PRINTED)}


def vector(name: str) -> tuple[Any, Any]:
    return VECTORS[name]["given"], VECTORS[name]["expect"]


@pytest.mark.rule("C0-01")
def test_the_set_up_shows_how_much_longer_each_chronicle_makes_the_game() -> None:
    _, expect = vector("rule-extra-minutes-all")
    left_out_chronicles()
    plugs = installed_library().all_expansions()
    assert [plug.minutes for plug in plugs] == expect["minutes"]
    assert sum(plug.minutes for plug in plugs) == expect["sum"]
    table = Table(0)
    table.sits("red", "yellow")
    labels = [str(choice.label) for choice in table.offer("start", "chronicle").parts[0].choices]
    assert all(label.endswith(f"+{plug.minutes} min") for label, plug in zip(labels, plugs, strict=True))


@pytest.mark.rule("C0-04")
def test_the_die_skips_the_tile_of_a_chronicle_at_its_end() -> None:
    given, expect = vector("printed-die-skips-chronicle-tile")
    table = Table(3, die=True, chronicles=("hammer",))
    table.arrange("die S-1 loch_lomond loch_lochy red yellow blue A-6")
    table.answers("roll", f"face_{given['roll']}")
    names = [table.state.facts.pieces[tile.piece].name for tile in table.state.discards]
    assert names == expect["discarded"] == [expect["die_ends_on"]]
