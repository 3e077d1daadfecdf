"""Chooses the kind of refresh for an e-ink panel, by the rules in docs/reference.md.

Pure: it knows no driver and no clock; the caller passes the time and what was shown.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.hardware.devices import SCORING_ENDED, TURN_ENDED

FULL, FAST, PARTIAL = "full", "fast", "partial"
"""Kinds of refresh: full with long flashing, fast with a short flash, partial for changed pixels without a flash.
"""


class RefreshPolicy(msgspec.Struct, frozen=True):
    """Limits for refreshes. A flash is a full or a fast refresh: both clean the panel."""

    max_partials: int = 8
    """Maximum partial refreshes in a row: each leaves shadows, and only partial ones damage the panel."""
    partials_at_pause: int = 4
    """Number of partial refreshes from which the end of a turn causes a flash."""
    large_change: float = 0.4
    """Share of changed pixels (0 to 1) from which a change causes a flash."""
    full_interval: float = 24 * 3600.0
    """Seconds after a full refresh until the next flash is a full one."""
    sleep_after: float = 120.0
    """Seconds without a change until the panel sleeps, because constant voltage damages it."""


DEFAULT_POLICY = RefreshPolicy()


class RefreshPlanner:
    """Chooses the kind of the next refresh from those before it.

    can: kinds of refresh that the panel supports.
    """

    def __init__(
        self, policy: RefreshPolicy = DEFAULT_POLICY, can: Collection[str] = (FULL, FAST, PARTIAL)
    ) -> None:
        self._policy, self._can = policy, can
        self._known = False
        self._last_full = 0.0
        self.partials = 0
        """Number of partial refreshes since the last flash."""

    def kind(self, changed: float, moment: str, now: float) -> str:
        """Return the kind of refresh for the next picture.

        changed: share of changed pixels, 0 to 1.
        moment: what ends with the picture, "" for nothing.
        now: seconds.
        """
        if not self._known:
            return FULL
        if PARTIAL not in self._can:
            return self._flash(now)
        if not self.partials:  # Two flashes never follow each other.
            return PARTIAL
        return self._flash(now) if self._due(changed, moment, now) else PARTIAL

    def cleaning_refresh(self, now: float) -> str | None:
        """Return the kind of flash before a long rest; None if the panel is clean."""
        return self._flash(now) if self._known and self.partials else None

    def shown(self, kind: str, now: float) -> None:
        """Record that a refresh succeeded."""
        self._known = True
        self.partials = self.partials + 1 if kind == PARTIAL else 0
        if kind == FULL:
            self._last_full = now

    def forget(self) -> None:
        """Record that the panel's memory is unknown: it slept, was lost or failed."""
        self._known = False

    def _due(self, changed: float, moment: str, now: float) -> bool:
        policy = self._policy
        return (
            self.partials >= policy.max_partials
            or changed >= policy.large_change
            or moment == SCORING_ENDED
            or (moment == TURN_ENDED and self.partials >= policy.partials_at_pause)
            or self._overdue(now)
        )

    def _flash(self, now: float) -> str:
        return FULL if self._overdue(now) or FAST not in self._can else FAST

    def _overdue(self, now: float) -> bool:
        return now - self._last_full >= self._policy.full_interval
