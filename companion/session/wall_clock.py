"""The date and time of day, for lists of games and for nothing else: nothing is ordered or timed by it.

A Pi has no battery: until a network tells it the time, its clock may say 1970 or the evening it was last in use.
"""

from __future__ import annotations

import time
from datetime import datetime

FIRST_YEAR = 2025
"""A clock that shows an earlier year was never set."""


def wall_clock() -> datetime | None:
    """Now, as a clock on the wall shows it, with its offset from UTC; None where the clock was never set."""
    now = datetime.fromtimestamp(time.time()).astimezone()
    return now.replace(second=0, microsecond=0) if now.year >= FIRST_YEAR else None
