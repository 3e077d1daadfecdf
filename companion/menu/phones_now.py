"""How it stands with invited phones, as the menu shows it. Opens nothing."""

from __future__ import annotations

import msgspec

from companion.engine.message import Message


class PhonesNow(msgspec.Struct, frozen=True):
    """What is so now."""

    open: bool = False
    """Phones of the house may come."""
    known: int = 0
    """Phones that are let in."""
    asking: int = 0
    """The number of the one that asks to be let in; 0 for none."""
    url: str = ""
    """The invitation that is good now, as a phone reads it; "" for none."""
    name: str = ""
    """The same address by the name of this box, for whoever was let in before; "" where it has none."""
    people: tuple[tuple[str, Message], ...] = ()
    """The players by id, with what people call them."""
    seats: frozenset[str] = frozenset()
    """Those of them who have a phone."""
