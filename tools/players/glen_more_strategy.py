"""Decisions of simulated players of Glen More (2010): tiles, places, exchanges, sales, moves.

They see their own territory, the market and the nearest tiles, and evaluate one move ahead with some randomness.
Nothing is pressed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement

from companion.state.glen_more.model import GOODS, Effect, Facts, Player, State, Tile
from companion.state.territory.grid import Cell, Spot, neighbours, touching_spots
from companion.state.territory.market import SPACES_PER_ROW

Goods = Mapping[str, int]
COIN, BARREL = 0.8, 2.5
"""Value in points."""
KINDS = {"village": 2.0, "castle": 4.0, "abbey": 4.0, "loch": 3.0, "distillery": 2.5, "tavern": 3.0}
"""Value of a tile by kind, without what it activates; any other 1.5."""
FREE_NEIGHBOUR_VALUE = 0.4
"""Value of a Scot's move for each free neighbour that it adds."""


def stock_of(player: Player) -> Counter[str]:
    """Return all goods of a player."""
    found: Counter[str] = Counter()
    for spot in player.territory.spots:
        found.update(spot.goods)
    return found


def missing_goods_price(need: Goods, stock: Goods, market: Goods) -> int:
    """Return the coins for missing goods; far too many if a row of the market is full."""
    coins = 0
    for good, n in need.items():
        filled = market[good]
        for _ in range(max(0, n - stock.get(good, 0))):
            filled += 1
            coins += filled if filled <= SPACES_PER_ROW else 99
    return coins


def exchange_options(effect: Effect) -> Iterator[tuple[tuple[str, ...], float]]:
    """Yield the goods that can be given for an exchange, and their points."""
    match effect.op:
        case "distil":
            yield effect.what, BARREL
        case "hand_in_set":
            yield effect.what, effect.points[0]
        case "hand_in_alike":
            for n, points in enumerate(effect.points, 1):
                yield effect.what * n, points
        case "hand_in_different":
            for n, points in enumerate(effect.points, 1):
                for kinds in combinations(GOODS, n):
                    yield kinds, points
        case "hand_in_any":
            for kinds in combinations_with_replacement(GOODS, effect.n):
                yield kinds, effect.points[0]


class TableValuation:
    """Evaluation of the table for one player."""

    def __init__(self, state: State, player_id: str) -> None:
        self.state, self.player = state, state.player(player_id)
        self.facts: Facts = state.facts
        self.stock = stock_of(self.player)

    def best_way(self, tile: Tile) -> tuple[tuple[str, ...], float]:
        """Return the goods of the best exchange that the coins allow, and its gain."""
        found = [
            (goods, brings - self._worth(Counter(goods)))
            for effect in tile.activation
            for goods, brings in exchange_options(effect)
            if missing_goods_price(Counter(goods), self.stock, self.state.market) <= self.player.coins
        ]
        return max(found, key=lambda way: way[1], default=((), 0.0))

    def _worth(self, need: Goods) -> float:
        own = sum(min(n, self.stock.get(good, 0)) for good, n in need.items())
        return COIN * (missing_goods_price(need, self.stock, self.state.market) + own)

    def worth_activating(self, spot: Spot) -> float:
        """Return the gain of activating the tile now."""
        return self._brings(self.facts.tiles[spot.top], spot.room)

    def _brings(self, tile: Tile, room: int) -> float:
        plain = {"produce": 1.2 if room else 0.2, "movement": 0.5}
        by_itself = sum(
            each.points[0] if each.op == "points" else plain.get(each.op, 0.0) for each in tile.activation
        )
        return by_itself + max(0.0, self.best_way(tile)[1])

    def worth_of_cell(self, cell: Cell) -> float:
        """Return the gain of a tile on the cell from the tiles it activates, plus a little for each neighbour."""
        near = touching_spots(self.player.territory, cell)
        lying = {spot.cell for spot in self.player.territory.spots}
        return sum(map(self.worth_activating, near)) + 0.1 * sum(each in lying for each in neighbours(cell))

    def worth_of_tile(self, tile: Tile, steps: int) -> float:
        """Return the gain of taking a tile; each step costs, because far moves mean fewer turns."""
        goods = Counter({cost.what: cost.n for cost in tile.cost if cost.what in GOODS})
        once = {"barrel": BARREL, "coins": COIN * 3, "clan_member": 1.5}
        gains = sum(once.get(each.op, 0.0) * each.n for each in tile.placing)
        brings = self._brings(tile, 3) - self._worth(goods)
        return KINDS.get(tile.kind, 1.5) + gains + brings - 1.1 * steps

    def best_step(self, ways: Iterable[tuple[Cell, Cell]]) -> tuple[float, Cell, Cell] | None:
        """Return the Scot's move that adds most free neighbours, with its gain."""
        found = [(self._open(there) - self._open(here), here, there) for here, there in ways]
        return max(found, default=None)

    def _open(self, cell: Cell) -> int:
        lying = {spot.cell for spot in self.player.territory.spots}
        return sum(each not in lying for each in neighbours(cell))
