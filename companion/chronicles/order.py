"""Which chronicle comes first at a moment where it matters: the one table (C0-13, C8-11).

At a moment, those that are not named follow the named ones by their numbers. Calls nobody itself.
"""

from __future__ import annotations

ORDER: dict[str, tuple[str, ...]] = {
    "turn_begun": ("highlander", "penny_mobs"),
    "turn_done": ("hammer", "penny_mobs"),
    # The mountain first: its coins and goods are counted by all that is asked after it (C2-17).
    "before_final": ("highlander", "boat_race", "penny_mobs"),
    "round_scored": ("haggis",),
    # The haggis is the last of these: a scoring of its own after the final one (C5-13, C0-13).
    "final_scored": ("great_glen", "penny_mobs", "haggis"),
}
