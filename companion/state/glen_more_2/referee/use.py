"""A way to activate a tile: what it costs, what it gives. Knows no tile."""

from __future__ import annotations

from collections.abc import Mapping

OF_EXPANSIONS = 100
"""Steps of tiles from this number on are what expansions bring."""


class Use:
    """One way to activate a tile, or an exchange on it."""

    def __init__(
        self,
        step: int,
        value: str = "",
        need: Mapping[str, int] | None = None,
        get: Mapping[str, int] | None = None,
        coin: bool = False,
        source: str = "",
        barrels: int = 0,
        paid_later: bool = False,
    ) -> None:
        """step: as in `TileActivated`. need: goods. get: what comes, by the words of `Effect.get`, goods and the
        gains of expansions.

        coin: 1 coin is given in place of a good. source: of points that a crest gives. barrels: given too.
        paid_later: the goods are paid by what comes for them.
        """
        self.step, self.value, self.need, self.get = step, value, need or {}, get or {}
        self.coin, self.source, self.barrels, self.paid_later = coin, source, barrels, paid_later

    @property
    def points(self) -> int:
        return self.get.get("vp", 0)
