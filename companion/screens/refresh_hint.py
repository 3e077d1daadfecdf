"""Quiet moments of a game: what ended between two pictures, so that a slow panel may take its time for the second.

Looks at outlines only; draws nothing.
"""

from __future__ import annotations

from companion.engine.outline import GameOutline
from companion.hardware.devices import SCORED, TURN_ENDED


def refresh_hint(before: GameOutline | None, after: GameOutline | None) -> str:
    """SCORED, TURN_ENDED, or "" where nothing ended."""
    if before is None or after is None:
        return ""
    if after.announcement not in ((), before.announcement) or (after.over and not before.over):
        return SCORED
    # Between two turns nobody is on turn: the picture after it begins the next one.
    return TURN_ENDED if after.on_turn and (after.turn, after.on_turn) != (before.turn, before.on_turn) else ""
