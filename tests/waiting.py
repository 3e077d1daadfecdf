"""Waiting for what comes, however busy the machine is: no test depends on how long that takes."""

from __future__ import annotations

import time
from collections.abc import Callable

LONG = 60.0
"""Seconds after which something does not come any more, on the busiest machine too."""


def comes(what: Callable[[], bool]) -> bool:
    """True as soon as it is so, False if it never is."""
    end = time.monotonic() + LONG
    while not (so := what()) and time.monotonic() < end:
        time.sleep(0.01)
    return so
