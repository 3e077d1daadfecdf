"""Prices of a market row: coins lie on spaces 1, 2 and 3, filled from the left."""

from __future__ import annotations

SPACES_PER_ROW = 3
"""Number of spaces of each row."""


def buy_price(filled: int) -> int | None:
    """Return the coins for the next good of a row, or None if the row is full."""
    return filled + 1 if filled < SPACES_PER_ROW else None


def sell_price(filled: int) -> int | None:
    """Return the coins gained for one good, or None if the row is empty."""
    return filled if filled > 0 else None


def coins_in_row(filled: int) -> int:
    """Return the number of coins in a row with `filled` covered spaces."""
    return filled * (filled + 1) // 2
