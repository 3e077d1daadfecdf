"""From the trembling level of one button to presses: by the times of the edges alone, whenever they are looked at.

Reads no clock and no pin. A button that is held when we begin says nothing until it was let go.
"""

from __future__ import annotations

STEADY, LONG = 0.015, 0.8
"""Seconds until a level counts, and until a press is a long one."""


class Debounced:
    """One button. `edge` and `passed` give what became certain of its presses.

    0 is a short press, let go; 1 one that is held for the first of the times in `marks`, 2 for the second.
    """

    def __init__(self, down: bool, now: float, marks: tuple[float, ...] = (LONG,)) -> None:
        self.down = down
        """The level last seen, trembling included."""
        self._since = now
        self._steady = down
        self._marks = marks
        self._pressed_at: float | None = None
        self._passed = 0

    def edge(self, down: bool, at: float) -> list[int]:
        """The level changed."""
        presses = self.passed(at)
        if down != self.down:
            self.down, self._since = down, at
        return presses

    def passed(self, now: float) -> list[int]:
        """Time went by."""
        presses = self._held(now)
        if self.down != self._steady and now >= self._since + STEADY:
            self._steady = self.down
            if self.down:
                self._pressed_at, self._passed = self._since, 0
                return self._held(now)
            if self._pressed_at is not None and not self._passed:
                presses.append(0)
            self._pressed_at = None
        return presses

    def due(self) -> float | None:
        """When there may be something to say although no edge comes."""
        if self.down != self._steady:
            return self._since + STEADY
        if self._pressed_at is None or self._passed == len(self._marks):
            return None
        return self._pressed_at + self._marks[self._passed]

    def _held(self, now: float) -> list[int]:
        if not self._steady or self._pressed_at is None:
            return []
        held_until = now if self.down else self._since
        before = self._passed
        self._passed = max(before, sum(held_until >= self._pressed_at + mark for mark in self._marks))
        return list(range(before + 1, self._passed + 1))
