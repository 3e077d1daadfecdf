"""Activation options of a tile: what each takes and brings, and which are suggested first.

Goods are known only by their ids. Which effects a tile has, the game decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import msgspec

from companion.engine.caching import memoize_few
from companion.state.territory import payment_options as purses
from companion.state.territory.payment_options import Purse

POINTS_GAIN, BARREL_GAIN, MOVEMENT_GAIN, COIN_GAIN = "vp", "whisky", "move", "coin"
"""Names of gains in `ActivationOption.get`, beside the goods and the gains that only one game has."""
ALL_FREE_EFFECTS = -1
"""Value of `ActivationOption.step` for all that costs nothing."""


class ActivationOption(msgspec.Struct, frozen=True, gc=False):
    """One way to activate a tile, or an exchange on it."""

    step: int
    """Number of the exchange on the tile; ALL_FREE_EFFECTS for all that costs nothing."""
    value: str = ""
    """Name in answers: the goods that it takes or makes; empty for the only option that costs nothing."""
    need: Mapping[str, int] = {}
    """Goods to pay, by kind."""
    get: Mapping[str, int] = {}
    """Gains by name: goods, the gains above and those that only the game has."""
    coin: bool = False
    """True if 1 coin replaces a good of the price."""
    source: str = ""
    """Cause of the gains if it is not the tile."""
    barrels: int = 0
    """Barrels to pay."""
    paid_later: bool = False
    """True if the function of its gain takes the goods."""

    @property
    def points(self) -> int:
        """Victory points that the option brings."""
        return self.get.get(POINTS_GAIN, 0)

    @property
    def is_free(self) -> bool:
        """True if it costs nothing."""
        return not (self.need or self.coin or self.barrels)


class FreeEffects(NamedTuple):
    """What activating a tile brings at no cost."""

    makes: tuple[Sequence[str], ...] = ()
    """For each good that the tile makes, the kinds that it can be."""
    other: Mapping[str, int] = {}
    """Other gains, as in `ActivationOption.get`."""
    by_hand: bool = False
    """True if players enter a part of it themselves, so that it is never activated automatically."""


def free_options(room: int, effects: FreeEffects) -> Iterator[ActivationOption]:
    """Yield the options that cost nothing; several if the kinds of goods or the room on the tile leave a choice.

    room: number of goods that the tile can still hold; the surplus is lost.
    """
    if not effects.makes:
        if effects.other:
            yield ActivationOption(ALL_FREE_EFFECTS, get=effects.other)
        return
    made = dict.fromkeys(tuple(sorted(kinds)) for kinds in product(*effects.makes))
    fitting = dict.fromkeys(part for kinds in made for part in combinations(kinds, min(room, len(kinds))))
    for goods in fitting:
        if goods or effects.other:
            value = "" if len(fitting) == 1 else "+".join(goods)
            yield ActivationOption(ALL_FREE_EFFECTS, value, get={**effects.other, **Counter(goods)})


@memoize_few
def automatic_option(effects: FreeEffects, room: int) -> ActivationOption | None:
    """Return the option that costs nothing, leaves no choice and fits on the tile, or None."""
    if effects.by_hand or len(effects.makes) > room:
        return None
    found = [*free_options(room, effects)]
    return found[0] if len(found) == 1 else None


def goods_combinations(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` goods; kinds may repeat."""
    return combinations_with_replacement(goods, n)


def different_goods_combinations(goods: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """Yield all combinations of `n` different goods."""
    return combinations(goods, n)


def is_payable(option: ActivationOption, purse: Purse, barrels: int, selling: bool = False) -> bool:
    """True if the price can be paid. selling: goods may be sold for it."""
    if option.barrels > barrels:
        return False
    if not (option.need or option.coin):
        return True
    left = purse._replace(coins=purse.coins - 1) if option.coin else purse
    return purses.can_pay(left, option.need, selling)


def sort_best_first(found: Iterable[ActivationOption], purse: Purse) -> list[ActivationOption]:
    """Return the options sorted by points less the coins for missing goods.

    Of equal options the one with the fewest goods comes first.
    """
    options = list(found)
    if len(options) < 2:
        return options
    return sorted(options, key=lambda option: _merit(option, purse), reverse=True)


def _merit(option: ActivationOption, purse: Purse) -> tuple[int, int]:
    price = purses.purchase_price(purse, option.need) or 0
    return option.points - price - option.coin, -sum(option.need.values())


def option_value(option: ActivationOption, purse: Purse) -> int:
    """Return roughly what an option brings, in half points: a good is worth a point, a barrel two."""
    gains = option.get.items()
    goods = sum(n for what, n in gains if what not in (POINTS_GAIN, BARREL_GAIN, MOVEMENT_GAIN))
    points = option.points + 2 * option.get.get(BARREL_GAIN, 0) + goods - option.coin
    price = purses.purchase_price(purse, option.need) or 0
    return 2 * (points - price) if points or option.need else 1
