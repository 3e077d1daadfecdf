"""Result of an attack."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple


class Report(NamedTuple):
    """Counts of what came back, and the faults, each with what reproduces it."""

    counts: Counter[str]
    faults: list[str]

    @property
    def lines(self) -> list[str]:
        """The report for people."""
        told = [f"{count:8} {what}" for what, count in sorted(self.counts.items())]
        return [*told, f"{len(self.faults)} faults", *self.faults[:20]]
