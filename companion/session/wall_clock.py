"""Date and time of day, shown in lists of games. Nothing is ordered or timed by it.

A Pi has no battery: until the network sets its clock, it may show 1970 or the evening of its last use.
"""

from __future__ import annotations

import time
from datetime import datetime

MIN_CLOCK_YEAR = 2025
"""First year that a set clock can show."""


def wall_clock() -> datetime | None:
    """Return the current local time with its offset from UTC; None if the clock was never set."""
    now = datetime.fromtimestamp(time.time()).astimezone()
    return now.replace(second=0, microsecond=0) if now.year >= MIN_CLOCK_YEAR else None
