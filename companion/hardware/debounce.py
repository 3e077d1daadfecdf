"""Debounces one button: from the times of its edges alone to presses, whenever the edges are looked at.

Reads no clock and no pin. A button that is held when we begin is not reported until it was released.
"""

from __future__ import annotations

STABLE, LONG = 0.015, 0.8
"""Seconds until a level counts, and until a press is a long one."""


class Debounced:
    """One button. `edge` and `advance` return the presses that became certain.

    0 is a short press, released; 1 one that is held for the first of the seconds in `marks`, 2 for the second.
    """

    def __init__(self, down: bool, now: float, marks: tuple[float, ...] = (LONG,)) -> None:
        self.down = down
        """The level last seen, bounces included."""
        self._since = now
        self._stable = down
        self._marks = marks
        self._pressed_at: float | None = None
        self._reached = 0

    @property
    def was_long(self) -> bool:
        """It is held, and a long press was returned."""
        return self.down and self._reached > 0

    def edge(self, down: bool, at: float) -> list[int]:
        """The level changed."""
        presses = self.advance(at)
        if down != self.down:
            self.down, self._since = down, at
        return presses

    def advance(self, now: float) -> list[int]:
        """Time went by."""
        presses = self._held(now)
        if self.down != self._stable and now >= self._since + STABLE:
            self._stable = self.down
            if self.down:
                self._pressed_at, self._reached = self._since, 0
                return self._held(now)
            if self._pressed_at is not None and not self._reached:
                presses.append(0)
            self._pressed_at = None
        return presses

    def deadline(self) -> float | None:
        """When `advance` may return something although no edge comes; None for never."""
        if self.down != self._stable:
            return self._since + STABLE
        if self._pressed_at is None or self._reached == len(self._marks):
            return None
        return self._pressed_at + self._marks[self._reached]

    def _held(self, now: float) -> list[int]:
        if not self._stable or self._pressed_at is None:
            return []
        held_until = now if self.down else self._since
        before = self._reached
        self._reached = max(before, sum(held_until >= self._pressed_at + mark for mark in self._marks))
        return list(range(before + 1, self._reached + 1))
