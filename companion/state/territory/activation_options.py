"""Activation options of a tile: what each takes and brings, and which are suggested first.

Goods are known only by their ids. Which options a tile has, the game decides.

Order of cells in lists and on maps: the cells that players most likely mean come first. No placement rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

import msgspec

from companion.state.territory import payment_options as purses
from companion.state.territory.grid import Cell, Spot, Territory, neighbours
from companion.state.territory.payment_options import Purse
from companion.state.territory.placement import CandidateCell


class ActivationOption(msgspec.Struct, frozen=True, gc=False):
    """One way to activate a tile."""

    value: str
    """Name in answers: the goods that it takes or makes; empty for the only option."""
    need: Mapping[str, int] = {}
    """Goods to pay, by kind."""
    good: str = ""
    """Good that it makes."""
    barrels: int = 0
    moves: int = 0
    points: int = 0


def goods_for_points_option(kinds: Sequence[str], points: int) -> ActivationOption:
    """Return the option that pays these goods for points."""
    return ActivationOption("+".join(kinds), Counter(kinds), points=points)


def goods_combinations(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` goods; kinds may repeat."""
    return combinations_with_replacement(goods, n)


def different_goods_combinations(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` different goods."""
    return combinations(goods, n)


def sort_best_first(found: Iterable[ActivationOption], purse: Purse) -> list[ActivationOption]:
    """Return the options sorted by points less the price of missing goods.

    Of equal options the one with the fewest goods comes first.
    """
    ways = list(found)
    return sorted(ways, key=lambda way: _merit(way, purse), reverse=True) if len(ways) > 1 else ways


def _merit(way: ActivationOption, purse: Purse) -> tuple[int, int]:
    price = purses.purchase_price(purse, way.need) or 0
    return way.points - price, -sum(way.need.values())


def sort_by_suggestion(
    cells: Iterable[CandidateCell], spots: Sequence[Spot], worth: Mapping[Cell, int]
) -> list[CandidateCell]:
    """Return the cells sorted by how likely players mean them.

    Legal cells come first, then those that touch the highest worth, then those that touch most tiles.
    """
    lying = {spot.cell for spot in spots}

    def merit(place: CandidateCell) -> tuple[bool, int, int]:
        near = neighbours(place.cell)
        return bool(place.rule), -sum(map(worth.__getitem__, worth.keys() & near)), -len(lying.intersection(near))

    return sorted(cells, key=merit)


def free_cells_beside_tiles(territory: Territory, without: Cell | None = None) -> tuple[Cell, ...]:
    """Return the free cells that touch a tile, without the tile at `without`, from north-west to south-east."""
    lying = {spot.cell for spot in territory.spots}
    cells = {cell for each in lying - {without} for cell in neighbours(each)} - lying
    return tuple(sorted(cells, key=lambda cell: (-cell.y, cell.x)))
