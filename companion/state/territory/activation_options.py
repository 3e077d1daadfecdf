"""Activation options of a tile: what each takes and brings, and which are suggested first.

Goods are known only by their ids. Which options a tile has, the game decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

import msgspec

from companion.state.territory import payment_options as purses
from companion.state.territory.payment_options import Purse


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
