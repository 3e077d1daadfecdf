"""The five rows of the market: coins on spaces 1, 2, 3, filled from the left. Holds no coins itself."""

from __future__ import annotations

SPACES = 3


def buy_price(filled: int) -> int | None:
    """Coins for the next good of a row, None when the row is full (GM-MKT-03, GM-MKT-10)."""
    return filled + 1 if filled < SPACES else None


def sell_price(filled: int) -> int | None:
    """Coins for selling one good, None when the row is empty (GM-MKT-07, GM-MKT-10)."""
    return filled if filled > 0 else None


def coins_in(filled: int) -> int:
    """All coins that lie in a row."""
    return filled * (filled + 1) // 2


def start_filled(players: int) -> int:
    """Filled spaces of each row at the start: one with 2 or 3 players (GM-SET-16)."""
    return 1 if players < 4 else 0
