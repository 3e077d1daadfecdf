"""When an e-ink panel is refreshed how: the contract of docs/refresh.md as one small class.

Pure: knows no driver and no clock, is told the time and what was shown.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from companion.hardware.devices import SCORED, TURN_ENDED

FULL, FAST, PARTIAL = "full", "fast", "partial"
"""Kinds of refresh: thorough with much flashing, a short flash, only what changed and without a flash."""


class Care(msgspec.Struct, frozen=True):
    """The numbers of the contract.

    partials: so many in a row, then a flash. pause: from so many on the end of a turn is used for it. large: share
    of changed pixels worth a flash. full_every, idle: seconds until a full one, and until the panel sleeps.
    """

    partials: int = 8
    pause: int = 4
    large: float = 0.3
    full_every: float = 24 * 3600.0
    idle: float = 120.0


USUAL = Care()


class Refreshing:
    """Decides the kind of the next refresh from those before it. `can`: the kinds that the panel can do."""

    def __init__(self, care: Care = USUAL, can: Collection[str] = (FULL, FAST, PARTIAL)) -> None:
        self._care, self._can = care, can
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
        care = self._care
        return (
            self.partials >= care.partials
            or changed >= care.large
            or moment == SCORED
            or (moment == TURN_ENDED and self.partials >= care.pause)
            or self._overdue(now)
        )

    def _flash(self, now: float) -> str:
        return FULL if self._overdue(now) or FAST not in self._can else FAST

    def _overdue(self, now: float) -> bool:
        return now - self._last_full >= self._care.full_every
