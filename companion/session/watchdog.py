"""Whether the loops behind the table go on: each says when it got a step further, each has its own deadline.

Starts no thread and stops nothing; `companion.commands.run` tells systemd only while nobody is late.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial

READER, BUTTONS, GAME, DISPLAY = "reader", "buttons", "game", "display"

BEAT = 2.0
"""Seconds after which a loop with nothing to do says that it is there."""

DEADLINES: Mapping[str, float] = {
    READER: 20.0,  # a lost one is looked for every 5 s, and looking takes some
    BUTTONS: 20.0,
    GAME: 20.0,  # a memory card may stop for seconds
    DISPLAY: 75.0,  # two tries of a refresh that takes its 25 s each, and the splash before
}
"""Seconds from one step of a loop to its next, as many as it may honestly need."""


class Watch:
    """Remembers the last step of each loop. May be used from any thread."""

    def __init__(
        self, deadlines: Mapping[str, float] = DEADLINES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._deadlines, self._clock = dict(deadlines), clock
        self._steps: dict[str, float] = {}

    def start(self) -> None:
        """The loops begin now."""
        now = self._clock()
        self._steps = dict.fromkeys(self._deadlines, now)

    def beat(self, name: str) -> None:
        """This loop got a step further."""
        self._steps[name] = self._clock()

    def beating(self, name: str) -> Callable[[], None]:
        """`beat` for one loop."""
        return partial(self.beat, name)

    def late(self) -> list[str]:
        """The loops that have not got further within their deadline."""
        now = self._clock()
        return [name for name, step in self._steps.items() if now - step > self._deadlines[name]]
