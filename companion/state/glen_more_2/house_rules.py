"""The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file."""

from __future__ import annotations

import msgspec


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the books are silent or the editions differ; each default is ours.

    use_die: the die with 3 or 4 players (2 always use it). difference_above_five: the points for a
    difference of 6 or more in a scoring round. more: switches of chronicles, by their slug, a dot and their name.
    """

    use_die: bool = False
    short_game: bool = False
    refill_after_die: bool = False
    die_discards_beyond_worlds_end: bool = False
    difference_above_five: int = 8
    rebuild_needs_scot_on_neighbour: bool = False
    loch_ness_any_time: bool = True
    crest_placement_optional: bool = True
    mckenzie: bool = True
    more: dict[str, int] = {}


RULE_OF = {
    "use_die": "GM-SET-09",
    "short_game": "GM-SET-12",
    "refill_after_die": "GM-DIE-11",
    "die_discards_beyond_worlds_end": "GM-DIE-06",
    "difference_above_five": "GM-SCR-05",
    "rebuild_needs_scot_on_neighbour": "GM-RBD-03",
    "loch_ness_any_time": "GM-LMK-09",
    "crest_placement_optional": "GM-PER-05",
    "mckenzie": "GM-CRS-17",
}
