"""A row of the market: coins on spaces 1, 2, 3, filled from the left. Of the games with such rows."""

from __future__ import annotations

SPACES = 3
"""Of each row."""


def buy_price(filled: int) -> int | None:
    """Coins for the next good of a row, None when the row is full."""
    return filled + 1 if filled < SPACES else None


def sell_price(filled: int) -> int | None:
    """Coins for selling one good, None when the row is empty."""
    return filled if filled > 0 else None


def coins_in(filled: int) -> int:
    """All coins that lie in a row."""
    return filled * (filled + 1) // 2
