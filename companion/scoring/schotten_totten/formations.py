"""What a side is worth: its formation, then its total (ST-FRM, ST-TIE-01). Finds none of them itself."""

from __future__ import annotations

from typing import Literal

import msgspec

Formation = Literal["sum", "run", "colour", "of_a_kind", "colour_run"]
SUM: Formation = "sum"
RUN: Formation = "run"
COLOUR: Formation = "colour"
OF_A_KIND: Formation = "of_a_kind"
COLOUR_RUN: Formation = "colour_run"
RANKS: dict[Formation, int] = {SUM: 0, RUN: 1, COLOUR: 2, OF_A_KIND: 3, COLOUR_RUN: 4}
"""The strongest has the highest (ST-FRM-01 to ST-FRM-05); no colour has a rank (ST-FRM-08)."""


class Worth(msgspec.Struct, frozen=True, gc=False):
    """A full side, as its owner counts it."""

    formation: Formation
    """The strongest that it satisfies (ST-FRM-06)."""
    sum: int
    """The total of all its strengths."""
    counted: tuple[str, ...]
    """The clan card that each of its cards counts as, in their order; cards still to come stand last."""

    def compared(self, other: Worth) -> int:
        """Above 0 where this side is the stronger one, below where the other is, 0 where they are equal."""
        return RANKS[self.formation] - RANKS[other.formation] or self.sum - other.sum
