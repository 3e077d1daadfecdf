"""A table of Glen More where territories are followed."""

from __future__ import annotations

from msgspec.structs import replace

from companion.engine.offers import Offer, Pick, cell_value
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.model import REFEREE, with_territory
from tests.state.glen_more.table import GAME, Table

FAR = "p2 p3 p4 1-10"
"""What lies behind the tile that is taken: p2 is next."""


class Followed(Table):
    """`table.lies("p1", …)` lays a territory; the start village is there."""

    def __init__(self, players: int = 4, **house: bool) -> None:
        super().__init__(0, **house)
        self.sits(players)
        self.answers("start", "depth", REFEREE)
        self.answers("start", "go")
        self.answers("layout", "laid_out")

    def lies(self, player: str, *spots: Spot) -> None:
        """These tiles, and the start village where none of them is it."""
        home = () if any(spot.cell == Cell(0, 0) for spot in spots) else (village(),)
        land = Territory((*home, *spots))
        self.state = with_territory(self.state, player, land)
        taken = tuple(spot.top for spot in spots if not spot.top.startswith("S"))
        self.sets(player, taken_tiles=taken)

    def spot(self, player: str, x: int, y: int) -> Spot:
        return self.player(player).territory.at(Cell(x, y))

    def rows(self, **filled: int) -> None:
        """Coins on so many spaces of these rows of the market."""
        self.state = replace(self.state, market={**self.state.market, **filled})

    def offers(self, kind: str) -> dict[str, Offer]:
        question = GAME.question(self.state, self.number(kind))
        assert question
        return {offer.name: offer for offer in question.offers}

    def says(self, kind: str) -> str:
        question = GAME.question(self.state, self.number(kind))
        assert question
        return str(question.text)

    def closed(self, kind: str, name: str) -> dict[str, str]:
        """The rule that closes each choice of the first part; "" for an open one."""
        part = self.offers(kind)[name].parts[0]
        assert isinstance(part, Pick)
        return {c.value: c.closed.rule if c.closed else "" for c in part.choices}

    def takes(self, piece: str, x: int | None = None, y: int = 0) -> None:
        """The tile is taken and, where people are asked, laid there."""
        self.answers("take", "take", piece)
        if x is not None and self.state.find_question("place"):
            before = self.events
            self.answers("place", "place", cell_value(x, y))
            self.events = [*before, *self.events]

    def goods(self, player: str) -> dict[str, int]:
        found: dict[str, int] = {}
        for spot in self.player(player).territory.spots:
            for good, n in spot.goods.items():
                found[good] = found.get(good, 0) + n
        return found


def village(scots: int = 1) -> Spot:
    return Spot(0, 0, ("S-01",), scots=scots)


def tile(piece: str, x: int, y: int, scots: int = 0, **goods: int) -> Spot:
    return Spot(x, y, (piece,), goods, scots)


def taking(piece: str, *spots: Spot, house: dict[str, bool] | None = None, **counts: object) -> Followed:
    """p1 is on turn, the tile lies straight ahead, p1's territory is this."""
    table = Followed(4, **(house or {}))
    table.arrange(f"p1 {piece} 1-04 {FAR}")
    if spots:
        table.lies("p1", *spots)
    table.sets("p1", **counts)
    return table
