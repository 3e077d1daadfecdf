"""Which chronicle comes first at a moment where it matters: the one table (C0-13, C8-11).

A moment that isn't named here goes by the chronicles' numbers.
"""

from __future__ import annotations

ORDER: dict[str, tuple[str, ...]] = {
    "turn_begun": ("highlander", "penny_mobs"),
    "turn_done": ("hammer", "penny_mobs"),
    "before_final": ("highlander", "boat_race", "penny_mobs"),
    "round_scored": ("haggis",),
    "final_scored": ("great_glen", "penny_mobs", "haggis"),
}
