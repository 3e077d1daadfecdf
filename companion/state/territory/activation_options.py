"""Ways to use a tile: what each takes and brings, and which of them people would rather have.

Knows goods by their ids alone; which ways a tile has its game says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

import msgspec

from companion.state.territory import payment_options as purses
from companion.state.territory.payment_options import Purse


class Way(msgspec.Struct, frozen=True, gc=False):
    """One way to use a tile."""

    value: str
    """How it is named in answers: the goods it takes or makes; "" for the only way."""
    need: Mapping[str, int] = {}
    """Goods that are handed in."""
    good: str = ""
    """What it makes."""
    barrels: int = 0
    moves: int = 0
    points: int = 0


def handed_in(kinds: Sequence[str], points: int) -> Way:
    """These goods for so many points."""
    return Way("+".join(kinds), Counter(kinds), points=points)


def any_of(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """So many goods, kinds repeated or not."""
    return combinations_with_replacement(goods, n)


def different_of(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """So many goods, each of another kind."""
    return combinations(goods, n)


def best_first(found: Iterable[Way], purse: Purse) -> list[Way]:
    """The one that brings most, less what is bought for it, before the others; of equal ones that takes fewest."""
    ways = list(found)
    return sorted(ways, key=lambda way: _merit(way, purse), reverse=True) if len(ways) > 1 else ways


def _merit(way: Way, purse: Purse) -> tuple[int, int]:
    price = purses.price_of(purse, way.need) or 0
    return way.points - price, -sum(way.need.values())
