"""The phases of a turn, as a table of `transitions`: trigger, from, to. Holds no rule and no live machine.

A phase ends when none of its questions is open. Chronicles add questions, never phases.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from transitions import Machine

PHASES = ["setup", "layout", "take", "turn", "deck", "roll", "count", "over"]

TURN: list[Any] = [  # lists: transitions refuses tuples
    ["seated", "setup", "layout"],
    ["pawn_last", ["layout", "turn", "deck", "roll", "count", "take"], "take"],
    ["die_last", ["layout", "turn", "deck", "roll", "count", "take"], "roll"],
    ["taken", "take", "turn"],
    ["turn_ended", ["turn", "roll"], "deck"],
    ["round_due", ["deck", "count", "take", "roll"], "count"],
    ["won", "count", "over"],
    ["counted_again", "over", "count"],
]


TABLE = Machine(None, states=PHASES, transitions=TURN, initial="setup", auto_transitions=False)


@lru_cache(maxsize=64)
def following(phase: str, trigger: str) -> str:
    """The phase that comes after `trigger` in `phase`; an IndexError is a mistake in the table's use."""
    return str(TABLE.get_transitions(trigger, phase)[0].dest)
