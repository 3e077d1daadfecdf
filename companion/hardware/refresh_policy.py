"""When an e-ink panel is refreshed how: the contract of docs/reference.md as one small class.

Pure: knows no driver and no clock, is told the time and what was shown.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.hardware.devices import SCORED, TURN_ENDED

FULL, FAST, PARTIAL = "full", "fast", "partial"
"""Kinds of refresh: thorough with much flashing, a short flash, only what changed and without a flash."""


class RefreshPolicy(msgspec.Struct, frozen=True):
    """The numbers of the contract. A flash is a full or a fast refresh: both clean the glass."""

    max_partials: int = 8
    """Partial refreshes in a row, then a flash: each leaves shadows, and only partial ones damage the panel."""
    partials_at_pause: int = 4
    """From so many partial ones on, the end of a turn is used for a flash."""
    large_change: float = 0.4
    """The share of changed pixels, 0 to 1, from which on a flash is due."""
    full_interval: float = 24 * 3600.0
    """Seconds after a full refresh until the next flash is a full one."""
    sleep_after: float = 120.0
    """Seconds without a change until the panel sleeps: voltage left on harms it."""


DEFAULT_POLICY = RefreshPolicy()


class RefreshPlanner:
    """Decides the kind of the next refresh from those before it. `can`: the kinds that the panel can do."""

    def __init__(
        self, policy: RefreshPolicy = DEFAULT_POLICY, can: Collection[str] = (FULL, FAST, PARTIAL)
    ) -> None:
        self._policy, self._can = policy, can
        self._known = False
        self._last_full = 0.0
        self.partials = 0
        """How many partial ones came since the last flash."""

    def kind(self, changed: float, moment: str, now: float) -> str:
        """How the next picture is to be shown. `moment`: what ends with it, "" for nothing."""
        if not self._known:
            return FULL
        if PARTIAL not in self._can:
            return self._flash(now)
        if not self.partials:  # never two flashes in a row
            return PARTIAL
        return self._flash(now) if self._due(changed, moment, now) else PARTIAL

    def cleaning(self, now: float) -> str | None:
        """The flash before a long rest, None where the glass is clean."""
        return self._flash(now) if self._known and self.partials else None

    def shown(self, kind: str, now: float) -> None:
        """A refresh has succeeded."""
        self._known = True
        self.partials = self.partials + 1 if kind == PARTIAL else 0
        if kind == FULL:
            self._last_full = now

    def forget(self) -> None:
        """The panel slept, was lost or failed: what its memories hold is not known."""
        self._known = False

    def _due(self, changed: float, moment: str, now: float) -> bool:
        policy = self._policy
        return (
            self.partials >= policy.max_partials
            or changed >= policy.large_change
            or moment == SCORED
            or (moment == TURN_ENDED and self.partials >= policy.partials_at_pause)
            or self._overdue(now)
        )

    def _flash(self, now: float) -> str:
        return FULL if self._overdue(now) or FAST not in self._can else FAST

    def _overdue(self, now: float) -> bool:
        return now - self._last_full >= self._policy.full_interval
