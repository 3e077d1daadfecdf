"""The five rows of the market (GM-MKT-03, GM-MKT-07, GM-MKT-10): this game's own number beside what rows share."""

from __future__ import annotations

from companion.state.territory.market import SPACES, buy_price, coins_in, sell_price

__all__ = ["SPACES", "buy_price", "coins_in", "sell_price", "start_filled"]


def start_filled(players: int) -> int:
    """Filled spaces of each row at the start: one with 2 or 3 players (GM-SET-16)."""
    return 1 if players < 4 else 0
