"""The rulings a table may want otherwise: the switches, each with the rule it belongs to. Never reads a file."""

from __future__ import annotations

import msgspec


class HouseRules(msgspec.Struct, frozen=True):
    """The table's rulings where the books are silent or the editions differ; each default is ours."""

    use_die: bool = False
    """The die with 3 or 4 players; 2 always use it (GM-SET-08, GM-SET-09)."""
    short_game: bool = False
    """World's End lies on top of deck D instead of half-way down (GM-SET-12)."""
    refill_after_die: bool = False
    """Tiles are laid after the die's move too, not only after a player's turn (GM-DIE-11)."""
    die_discards_beyond_worlds_end: bool = True
    """The die throws out the tile it hits beyond World's End before it leaves; else it stops there (GM-DIE-06)."""
    difference_above_five: int = 8
    """Points for a difference of 6 or more in a scoring round; the table ends at 5 (GM-SCR-05)."""
    rebuild_needs_scot_on_neighbour: bool = False
    """The Scot on the covered tile itself is not enough to build over it (GM-RBD-03)."""
    loch_ness_any_time: bool = True
    """Its extra activation may come at any moment of the turn, not only after a tile is laid (GM-LMK-09)."""
    crest_placement_optional: bool = True
    """Who gets a clan marker may do without placing it (GM-PER-05)."""
    mckenzie: bool = True
    """The crest McKenzie is in the game; one edition doesn't have it (GM-CRS-17)."""
    more: dict[str, int] = {}
    """Switches of chronicles, by slug, dot and name; one that isn't here has the chronicle's default."""


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
