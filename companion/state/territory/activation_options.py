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


class Way(msgspec.Struct, frozen=True, gc=False):
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


def handed_in(kinds: Sequence[str], points: int) -> Way:
    """Return the option that pays these goods for points."""
    return Way("+".join(kinds), Counter(kinds), points=points)


def any_of(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` goods; kinds may repeat."""
    return combinations_with_replacement(goods, n)


def different_of(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` different goods."""
    return combinations(goods, n)


def best_first(found: Iterable[Way], purse: Purse) -> list[Way]:
    """Return the options sorted by points less the price of missing goods.

    Of equal options the one with the fewest goods comes first.
    """
    ways = list(found)
    return sorted(ways, key=lambda way: _merit(way, purse), reverse=True) if len(ways) > 1 else ways


def _merit(way: Way, purse: Purse) -> tuple[int, int]:
    price = purses.price_of(purse, way.need) or 0
    return way.points - price, -sum(way.need.values())
