"""Quiet moments of a game: what ended between two pictures, so that a slow panel may take its time for the second.

Looks at views only; draws nothing.
"""

from __future__ import annotations

from companion.hardware.devices import SCORED, TURN_ENDED
from companion.state.glen_more_2.view import View


def refresh_hint(before: View | None, after: View | None) -> str:
    """SCORED, TURN_ENDED, or "" where nothing ended."""
    if before is None or after is None:
        return ""
    if (after.fresh and not before.fresh) or (after.over and not before.over):
        return SCORED
    return TURN_ENDED if (after.turn, after.on_turn) != (before.turn, before.on_turn) else ""
