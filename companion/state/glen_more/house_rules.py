"""The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the books are silent; each default is ours."""

    warehouse_start: bool = True
    """With 2 or 3 players a coin lies on each cheapest space of the market at the start (G1-SET-06)."""
    skipped_leave_at_once: bool = False
    """Tiles that all have passed leave at once, not in the turn of whoever is first then (G1-TRK-05)."""
    loch_ness_place_before_paying: bool = False
    """The Scot paid for Loch Ness may still be the one that makes its place legal (G1-LOC-04)."""
    mey_doubles_bonnets: bool = False
    """Castle of Mey doubles bonnets too, not only chieftains (G1-CRD-08)."""
    duart_counts_start: bool = True
    """Duart Castle counts the start village too (G1-CRD-09)."""
    die_counts_spaces: bool = False
    """The die counts spaces and steps on past a figure; else it counts tiles (G1-DIE-04)."""
    points_are_secret: bool | UnsetType = UNSET
    """Until the last scoring everybody knows but of the own points (G1-SCR-06). Journals of before lack it."""
