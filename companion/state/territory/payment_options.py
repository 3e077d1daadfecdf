"""Paying with goods: own ones from tiles, others bought on the market, with coins that sales may bring first.

Knows a territory and a market, no tile and no rule of placing. Rows of the market don't touch each other, and
selling a good to buy it back brings nothing: what is missing is bought, and only what is left over can be sold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.caching import memoize_few
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.market import SPACES, coins_in

MARKET = "market"
"""What stands for it where a good may come from."""
Wishes = tuple[tuple[str, str], ...]
"""Goods, and from where each is to come: a cell as `source_of` writes it, or MARKET."""


def source_of(cell: Cell) -> str:
    """How a cell is written in a wish."""
    return f"{cell.x},{cell.y}"


class Purse(NamedTuple):
    """What somebody can pay with."""

    coins: int
    stock: Mapping[str, int]
    """Own goods by kind, on whichever tiles."""
    market: Mapping[str, int]
    """How many spaces of each row hold coins."""


class Payment(NamedTuple):
    """One way to pay."""

    sales: tuple[tuple[str, Cell], ...]
    """What is sold first, each with its tile."""
    bought: tuple[str, ...]
    """What is bought and spent at once."""
    given: tuple[tuple[str, Cell], ...]
    """Own goods, each with its tile."""


@memoize_few
def stock_of(territory: Territory) -> Mapping[str, int]:
    """All goods of a territory by kind."""
    found: dict[str, int] = {}
    for spot in territory.spots:
        for good, n in spot.goods.items():
            found[good] = found.get(good, 0) + n
    return found


def price_of(purse: Purse, need: Mapping[str, int]) -> int | None:
    """Coins for what is missing; None where a row does not sell so many."""
    price = 0
    for good, n in need.items():
        missing = n - purse.stock.get(good, 0)
        if missing > 0:
            filled = purse.market[good]
            if filled + missing > SPACES:
                return None
            price += coins_in(filled + missing) - coins_in(filled)
    return price


def most_from_sales(purse: Purse, need: Mapping[str, int]) -> int:
    """Coins for all that is left over, as far as the rows pay."""
    income = 0
    for good, n in purse.stock.items():
        filled = purse.market[good]
        sold = min(n - need.get(good, 0), filled)
        if sold > 0:
            income += coins_in(filled) - coins_in(filled - sold)
    return income


def can_pay(purse: Purse, need: Mapping[str, int], selling: bool = True) -> bool:
    """Whether there is any way at all. selling: goods left over may be sold for it."""
    price = price_of(purse, need)
    if price is None:
        return False
    return price <= purse.coins or (selling and price <= purse.coins + most_from_sales(purse, need))


def cheapest(
    territory: Territory, coins: int, market: Mapping[str, int], need: Mapping[str, int], wishes: Wishes = ()
) -> Payment | None:
    """Own goods from the fullest tile first, the rest bought, the dearest of what is left over sold if need be.

    A wish says from where the next of a good is to come. None where it can't be paid so.
    """
    goods = {spot.cell: dict(spot.goods) for spot in territory.spots if spot.goods}
    given: list[tuple[str, Cell]] = []
    bought: list[str] = []
    for good, n in need.items():
        sources = [source for wished, source in wishes if wished == good]
        for _ in range(n):
            cell = _source(goods, good, sources)
            if cell is None:
                bought.append(good)
            else:
                goods[cell][good] -= 1
                given.append((good, cell))
    rows = dict(market)
    price = 0
    for good in bought:
        rows[good] += 1
        price += rows[good]
        if rows[good] > SPACES:
            return None
    sales = _sold(goods, {good: n for good, n in market.items() if good not in bought}, price - coins)
    return None if sales is None else Payment(sales, tuple(bought), tuple(given))


def _source(goods: Mapping[Cell, dict[str, int]], good: str, wished: list[str]) -> Cell | None:
    """The tile that the next one comes from; None: it is bought."""
    holding = [cell for cell, on_it in goods.items() if on_it.get(good)]
    if wished:
        source = wished.pop(0)
        if source == MARKET:
            return None
        if cell := next((cell for cell in holding if source_of(cell) == source), None):
            return cell
    return max(holding, key=lambda cell: sum(goods[cell].values()), default=None)


def _sold(
    goods: Mapping[Cell, dict[str, int]], rows: Mapping[str, int], short: int
) -> tuple[tuple[str, Cell], ...] | None:
    """What is sold for so many coins, the dearest first; None where all of it is too little."""
    filled, sales = dict(rows), []
    while short > 0:
        held = {good for on_it in goods.values() for good, n in on_it.items() if n and filled.get(good)}
        if not held:
            return None
        good = max(sorted(held), key=lambda each: filled[each])
        cell = _source(goods, good, [])
        assert cell is not None
        goods[cell][good] -= 1
        short -= filled[good]
        filled[good] -= 1
        sales.append((good, cell))
    return tuple(sales)


def together(given: Iterable[tuple[str, Cell]]) -> Mapping[tuple[str, Cell], int]:
    """How many of each good from each tile."""
    return Counter(given)


def needs_of_kinds(kinds: Sequence[str]) -> dict[str, int]:
    """As many of each as it is named."""
    return dict(Counter(kinds))


def payment_for(
    territory: Territory, coins: int, market: Mapping[str, int], need: Mapping[str, int], wishes: Wishes
) -> Payment | None:
    """The cheapest way, as its player wishes; wishes that can't be kept are dropped."""
    wished = cheapest(territory, coins, market, need, wishes) if wishes else None
    return wished or cheapest(territory, coins, market, need)


def best_need(purse: Purse, needs: Sequence[dict[str, int]], wishes: Wishes) -> dict[str, int]:
    """Of several the one with most goods that are wished to be paid, then the one for which least is bought."""
    if len(needs) == 1:
        return needs[0]
    wished = {good for good, _ in wishes}
    payable = [need for need in needs if can_pay(purse, need)]

    def merit(need: dict[str, int]) -> tuple[int, int, int]:
        price = price_of(purse, need) or 0
        return len(wished & need.keys()), -price, sum(purse.stock.get(good, 0) for good in need)

    return max(payable, key=merit)


def still_wished(wishes: Wishes, good: str, source: str, n: int = 1) -> Wishes:
    """What is left of them when so many of a good came from there."""
    left = list(wishes)
    for _ in range(n):
        if (good, source) in left:
            left.remove((good, source))
    return tuple(left)


def missing_of(purse: Purse, need: Mapping[str, int]) -> dict[str, int]:
    """What has to be bought of it."""
    missing = {good: n - purse.stock.get(good, 0) for good, n in need.items()}
    return {good: n for good, n in missing.items() if n > 0}
