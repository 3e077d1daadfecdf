"""What is printed on the pieces of Glen More, all of it known. Holds no rule and reads nothing."""

from __future__ import annotations

import msgspec


class Card(msgspec.Struct, frozen=True):
    """The card of a special location."""

    id: str
    """As in journals and documents."""
    name: str
    """As printed; a proper name, never translated."""
    bonnets: int
    """Caps on it, counted with the chieftains (G1-SCR-01)."""
    rule: str
    """Where the ledger tells what it does."""
