"""What goes into a scoring: frozen values, one `Standing` a player. What comes out is `companion.scoring.gains`.

Knows no rule of scoring and reads nothing.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Round = Literal["A", "B", "C", "final"]


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts when a scoring begins."""

    name: str
    """What the result tells the player by: an id in a game, a name in `companion score`."""
    points: int
    """Victory points before this scoring, below zero too."""
    scots_in_home_castle: int
    """Scots on the home castle alone (GM-SCR-03), before Castle Moil doubles them."""
    whisky: int
    """Whisky barrels."""
    persons: int
    """Person tiles without David Hume."""
    david_hume: bool = False
    """He is there and counts as two persons more (GM-PER-07)."""
    landmarks: tuple[str, ...] = ()
    """The landmark cards that are compared, by id."""
    working: tuple[str, ...] | None = None
    """The cards whose lasting effect holds; None = all of `landmarks`."""
    coins: int = 0
    """Coins left; only the final scoring reads them (GM-END-09)."""
    goods: int | None = None
    """Goods left on tiles; None = not asked, for only a tie needs them (GM-TIE-01)."""
    tiles: int | None = None
    """Home tile 2, a stack 1, persons 0 (GM-END-08); None = not counted, for only the final scoring needs it."""
    extra: tuple[tuple[str, int], ...] = ()
    """Points from elsewhere, by source, added as they are."""
    expansion_standings: dict[str, Any] = {}
    """What chronicles count, by their slugs; only their own parts read it."""

    def has_working(self, landmark: str) -> bool:
        """Whether this card's lasting effect holds for this player."""
        return landmark in (self.landmarks if self.working is None else self.working)


class ScoringRules(msgspec.Struct, frozen=True, gc=False):
    """The house rules of a scoring."""

    difference_above_five: int = 8
    """Points for being more than 5 ahead (GM-SCR-05)."""
