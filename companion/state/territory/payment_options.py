"""Payment with goods: own goods from tiles, others bought on the market, with coins from sales if needed.

This module knows a territory and a market, but no tiles and no placement rules. Market rows are independent, and
selling a good to buy it back gains nothing. So missing goods are bought and only surplus goods are sold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.engine.caching import memoize_few
from companion.state.territory.grid import Cell, Territory
from companion.state.territory.market import SPACES_PER_ROW, coins_in_row

MARKET_SOURCE = "market"
"""Name of the market as the source of a good."""
PaymentWishes = tuple[tuple[str, str], ...]
"""Preferred sources: pairs of a good and its source, a cell as `cell_source` writes it or MARKET_SOURCE."""


def cell_source(cell: Cell) -> str:
    """Return the name of a cell as the source of a good."""
    return f"{cell.x},{cell.y}"


class Purse(NamedTuple):
    """What a player can pay with."""

    coins: int
    stock: Mapping[str, int]
    """Own goods by kind, on all tiles."""
    market: Mapping[str, int]
    """Number of spaces with coins in each row."""


class Payment(NamedTuple):
    """One way to pay."""

    sales: tuple[tuple[str, Cell], ...]
    """Goods sold first, each with its cell."""
    bought: tuple[str, ...]
    """Goods bought and spent at once."""
    spent: tuple[tuple[str, Cell], ...]
    """Own goods spent, each with its cell."""


@memoize_few
def goods_stock(territory: Territory) -> Mapping[str, int]:
    """Return the number of goods of a territory by kind."""
    found: dict[str, int] = {}
    for spot in territory.spots:
        for good, n in spot.goods.items():
            found[good] = found.get(good, 0) + n
    return found


def purchase_price(purse: Purse, need: Mapping[str, int]) -> int | None:
    """Return the coins for the missing goods, or None if a row does not sell so many."""
    price = 0
    for good, n in need.items():
        missing = n - purse.stock.get(good, 0)
        if missing > 0:
            filled = purse.market[good]
            if filled + missing > SPACES_PER_ROW:
                return None
            price += coins_in_row(filled + missing) - coins_in_row(filled)
    return price


def max_sales_income(purse: Purse, need: Mapping[str, int]) -> int:
    """Return the coins that selling all surplus goods brings, as far as the rows pay."""
    income = 0
    for good, n in purse.stock.items():
        filled = purse.market[good]
        sold = min(n - need.get(good, 0), filled)
        if sold > 0:
            income += coins_in_row(filled) - coins_in_row(filled - sold)
    return income


def can_pay(purse: Purse, need: Mapping[str, int], selling: bool = True) -> bool:
    """True if the goods can be paid. selling: surplus goods may be sold for it."""
    price = purchase_price(purse, need)
    if price is None:
        return False
    return price <= purse.coins or (selling and price <= purse.coins + max_sales_income(purse, need))


def cheapest_payment(
    territory: Territory,
    coins: int,
    market: Mapping[str, int],
    need: Mapping[str, int],
    wishes: PaymentWishes = (),
) -> Payment | None:
    """Return the cheapest payment that follows the wishes, or None if there is none.

    Own goods come from the fullest tile first. The others are bought; if coins are short, the most expensive
    surplus is sold. Each wish names the source of the next good of its kind.
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
        if rows[good] > SPACES_PER_ROW:
            return None
    sales = _sold(goods, {good: n for good, n in market.items() if good not in bought}, price - coins)
    return None if sales is None else Payment(sales, tuple(bought), tuple(given))


def _source(goods: Mapping[Cell, dict[str, int]], good: str, wished: list[str]) -> Cell | None:
    """Return the cell that the next good comes from; None: it is bought."""
    holding = [cell for cell, on_it in goods.items() if on_it.get(good)]
    if wished:
        source = wished.pop(0)
        if source == MARKET_SOURCE:
            return None
        if cell := next((cell for cell in holding if cell_source(cell) == source), None):
            return cell
    return max(holding, key=lambda cell: sum(goods[cell].values()), default=None)


def _sold(
    goods: Mapping[Cell, dict[str, int]], rows: Mapping[str, int], short: int
) -> tuple[tuple[str, Cell], ...] | None:
    """Return sales for at least `short` coins, most expensive first, or None if everything brings too little."""
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


def count_goods_by_cell(goods: Iterable[tuple[str, Cell]]) -> Mapping[tuple[str, Cell], int]:
    """Return how many of each good come from each cell."""
    return Counter(goods)


def count_by_kind(kinds: Sequence[str]) -> dict[str, int]:
    """Return the number of goods by kind, as often as each kind is named."""
    return dict(Counter(kinds))


def preferred_payment(
    territory: Territory, coins: int, market: Mapping[str, int], need: Mapping[str, int], wishes: PaymentWishes
) -> Payment | None:
    """Return the cheapest payment that follows the wishes; without the wishes if they cannot be followed."""
    wished = cheapest_payment(territory, coins, market, need, wishes) if wishes else None
    return wished or cheapest_payment(territory, coins, market, need)


def best_need(purse: Purse, needs: Sequence[dict[str, int]], wishes: PaymentWishes) -> dict[str, int]:
    """Return the need with most preferred goods; of equal ones that with the fewest coins for purchases."""
    if len(needs) == 1:
        return needs[0]
    wished = {good for good, _ in wishes}
    payable = [need for need in needs if can_pay(purse, need)]

    def merit(need: dict[str, int]) -> tuple[int, int, int]:
        price = purchase_price(purse, need) or 0
        return len(wished & need.keys()), -price, sum(purse.stock.get(good, 0) for good in need)

    return max(payable, key=merit)


def remaining_wishes(wishes: PaymentWishes, good: str, source: str, n: int = 1) -> PaymentWishes:
    """Return the wishes that remain after `n` goods came from a source."""
    left = list(wishes)
    for _ in range(n):
        if (good, source) in left:
            left.remove((good, source))
    return tuple(left)


def missing_goods(purse: Purse, need: Mapping[str, int]) -> dict[str, int]:
    """Return the goods that have to be bought, by kind."""
    missing = {good: n - purse.stock.get(good, 0) for good, n in need.items()}
    return {good: n for good, n in missing.items() if n > 0}
