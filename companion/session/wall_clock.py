"""Date and time of day, shown in lists of games. Nothing is ordered or timed by it.

A Pi has no battery: until the network sets its clock, it may show 1970, the day its system was built, or the
evening of its last use. systemd's time service tells whether the clock was set since the start.
"""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

MIN_CLOCK_YEAR = 2025
"""First year that a set clock can show."""


TIME_SERVICE = Path("/run/systemd/timesync")
"""Folder of systemd-timesyncd while it runs; it does not exist where another service sets the clock."""
SYNCHRONIZED = "synchronized"
"""File in that folder, made when the clock was first set."""


def wall_clock() -> datetime | None:
    """Return the current local time with its offset from UTC; None if the clock was not set since the start."""
    if TIME_SERVICE.exists() and not (TIME_SERVICE / SYNCHRONIZED).exists():
        return None
    now = datetime.fromtimestamp(time.time()).astimezone()
    return now.replace(second=0, microsecond=0) if now.year >= MIN_CLOCK_YEAR else None
