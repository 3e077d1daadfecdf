"""How it stands with invited phones, as the menu shows it. Opens nothing."""

from __future__ import annotations

import msgspec

from companion.engine.message import Message


class PhoneIn(msgspec.Struct, frozen=True):
    """A phone that is let in."""

    key: str
    """What it is known by; people are never told it."""
    number: int
    """What people call it."""
    role: str
    """As what it was let in, see `companion.menu.phones`."""
    seat: str = ""
    """The player whose phone it is, by id; "" for nobody's."""


class PhonesNow(msgspec.Struct, frozen=True):
    """What is so now."""

    open: bool = False
    """Phones of the house may come."""
    phones: tuple[PhoneIn, ...] = ()
    """Those that are let in, in the order in which they came."""
    asking: int = 0
    """The number of the one that asks to be let in; 0 for none."""
    url: str = ""
    """The invitation that is good now, as a phone reads it; "" for none."""
    name: str = ""
    """The same address by the name of this box, for whoever was let in before; "" where it has none."""
    people: tuple[tuple[str, Message], ...] = ()
    """The players by id, with what people call them."""

    @property
    def seats(self) -> frozenset[str]:
        """The players who have a phone."""
        return frozenset(each.seat for each in self.phones if each.seat)
