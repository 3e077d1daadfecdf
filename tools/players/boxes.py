"""Invented boxes from tests/boxes that recorded games are played with."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from companion.games.glen_more_2.catalogue.box import parse_box, read_box
from companion.games.glen_more_2.catalogue.effective_facts import effective_facts
from companion.state.glen_more_2.facts import Facts
from companion.storage.toml_file import read_toml

FOLDER = Path(__file__).parents[2] / "tests" / "boxes"
BOX, TERRITORIES = FOLDER / "complete.toml", FOLDER / "territories.toml"
REFEREE_BOX = "whole"
"""Name in recordings of the box with all facts for the referee."""


def complete_box() -> Facts:
    """Return the facts of the tiles of the invented box."""
    return effective_facts(read_box(BOX))


@cache
def referee_box() -> Facts:
    """Return the facts of `complete_box` with rivers and the results of activations."""
    box, land = read_toml(BOX)["tile"], read_toml(TERRITORIES)["tile"]
    tiles = {id: {**box.get(id, {}), **land.get(id, {})} for id in {**box, **land}}
    return effective_facts(parse_box({**read_toml(BOX), "tile": tiles}, TERRITORIES.name))
