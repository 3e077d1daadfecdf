"""Which chronicle comes first at a hook point where it matters: the one table (C0-13).

At a hook point, those that are not named follow the named ones by their numbers. Calls nobody itself.
"""

from __future__ import annotations

ORDER: dict[str, tuple[str, ...]] = {
    # The mountain first: its coins and goods are counted by all that is asked after it (C2-17).
    "before_final": ("highlander", "boat_race", "penny_mobs"),
    # The points of a round that people say themselves belong to it; the haggis is a scoring of its own, after it.
    "round_scored": ("turbulent", "haggis"),
    "final_scored": ("turbulent", "haggis"),
}
