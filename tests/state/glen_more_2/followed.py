"""A table of Glen More II at referee depth, its box told whole: rivers and activation too."""

from __future__ import annotations

from typing import Any

from companion.engine.offers import Pick, cell_value
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.model import Tile
from companion.state.glen_more_2.referee.territory_tiles import CASTLE, VILLAGE, home_half_id
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.model import REFEREE
from companion.state.territory.payment_options import goods_stock
from tests.state.glen_more_2.table import COLOURS, Table
from tools.players.boxes import referee_box as whole_box


class Followed(Table):
    """A table at referee depth. `lies("red", spot(…))` puts tiles into a territory; the home tile is there."""

    def __init__(self, players: int = 3, facts: Facts | None = None, **parts: Any) -> None:
        super().__init__(0, facts=facts or whole_box(), **parts)
        self.sits(*COLOURS[:players])
        self.answers("start", "depth", REFEREE)
        self.answers("start", "go")
        self.answers("layout", "done")

    def lies(self, who: str, *spots: Spot, village: int = 1, castle: int = 0, **counts: Any) -> None:
        """These tiles beside the home tile, whose Scots are told; the history starts here."""
        home = (
            Spot(0, 0, (home_half_id(who, VILLAGE),), scots=village),
            Spot(1, 0, (home_half_id(who, CASTLE),), scots=castle),
        )
        taken = tuple(Tile(piece, self.state.facts.pieces[piece].deck or "") for s in spots for piece in s.pieces)
        land, tiles = Territory((*home, *spots)), 2 + len(spots)
        self.has(who, tracked_territory=land, scots=castle, tiles=tiles, taken_tiles=taken, **counts)

    def lays(self, who: str, piece: str, x: int, y: int) -> tuple[Any, ...]:
        """The tile is taken and laid there; everything that happened since."""
        before = self.takes(who, piece)
        return (*before, *self.answers("place", "place", cell_value(x, y)))

    def spot(self, who: str, x: int, y: int) -> Spot:
        return self.player(who).territory.at(Cell(x, y))

    def closed(self, kind: str, offer: str) -> dict[str, str]:
        """The rule that closes each choice of the first part; "" for an open one."""
        part = self.offer(kind, offer).parts[0]
        assert isinstance(part, Pick)
        return {c.value: c.closed.rule if c.closed else "" for c in part.choices}

    def goods(self, who: str) -> dict[str, int]:
        return goods_stock(self.player(who).territory)


def spot(piece: str, x: int, y: int, scots: int = 0, **goods: int) -> Spot:
    return Spot(x, y, (piece,), goods, scots)
