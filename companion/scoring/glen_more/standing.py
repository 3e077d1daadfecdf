"""What goes into a scoring of Glen More: frozen values, one `Standing` a player.

Knows no rule of scoring and reads nothing. What comes out is `companion.scoring.gains`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Round = Literal["1", "2", "3", "final"]
"""The three scoring rounds; "final" is the third with the final scoring after it."""


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts when a scoring begins."""

    name: str
    """What the result tells the player by: an id in a game, a name in `companion score`."""
    points: int
    """Victory points before this scoring."""
    whisky: int
    """Whisky barrels."""
    chieftains: int
    """Chieftains set aside, before Castle of Mey doubles them."""
    cards: tuple[str, ...] = ()
    """The cards of special locations, by id."""
    bonnets: int = 0
    """All bonnets on these cards."""
    coins: int = 0
    """Coins left; this and all below is read by the final scoring alone."""
    goods: int | None = None
    """Goods left on tiles; None = not asked, for only a tie needs them (G1-FIN-06)."""
    tiles: int = 0
    """Tiles of the territory, the start village too (G1-FIN-04)."""
    green_tiles: int = 0
    """Tiles with a green border."""
    yellow_tiles: int = 0
    """Tiles with a yellow border, Iona Abbey too."""
    villages: int = 0
    """Villages, the start village too, castles not."""
