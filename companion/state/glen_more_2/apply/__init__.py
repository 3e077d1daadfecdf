"""From an event and a state to the next state. Nothing else makes states; nothing here decides anything.

One module for each family of events; importing this package registers them all.
"""

from companion.state.glen_more_2.apply import corrections, counts, course, rondel, scoring, setting_up
from companion.state.glen_more_2.apply.table import CHANGES, apply, with_player

__all__ = [
    "CHANGES",
    "apply",
    "corrections",
    "counts",
    "course",
    "rondel",
    "scoring",
    "setting_up",
    "with_player",
]
