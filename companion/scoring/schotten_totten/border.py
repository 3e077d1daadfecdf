"""The border as it lies: nine stones with the cards on both sides, as plain frozen data. Judges nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from companion.scoring.schotten_totten.cards import BIT, EVERY_CARD, MUD_FIGHT

Side = Literal["A", "B"]
"""One player's half of the border."""
Technique = Literal["blind_mans_bluff", "mud_fight"]
SIDES: tuple[Side, Side] = ("A", "B")
STONES = 9
"""ST-SET-01."""
CARDS_A_SIDE, CARDS_IN_MUD_FIGHT = 3, 4


class Stone(msgspec.Struct, frozen=True, gc=False):
    """One border stone."""

    a: tuple[str, ...] = ()
    """The cards of player A, in the order in which they were laid; ids as in `cards.CARDS`."""
    b: tuple[str, ...] = ()
    """Those of player B."""
    full_first: Side | None = None
    """Whose side last became full earlier (ST-TIE-02); None where a side isn't full."""
    techniques: tuple[Technique, ...] = ()
    """The combat techniques that lie on it."""
    owner: Side | None = None
    """Who has claimed it."""

    def cards(self, side: Side) -> tuple[str, ...]:
        """The cards of one side."""
        return self.a if side == "A" else self.b

    @property
    def needed(self) -> int:
        """How many cards make a side full (ST-TRN-03, ST-TEC-02)."""
        return CARDS_IN_MUD_FIGHT if MUD_FIGHT in self.techniques else CARDS_A_SIDE

    def is_full(self, side: Side) -> bool:
        """Whether a side has all cards that it needs."""
        return len(self.cards(side)) >= self.needed


def other(side: Side) -> Side:
    """The opponent's."""
    return "B" if side == "A" else "A"


def unseen(stones: Sequence[Stone], seen_elsewhere: Iterable[str] = ()) -> int:
    """The clan cards that lie nowhere on the table, as a set with the bits of `cards.BIT` (ST-PRF-03, ST-PRF-07).

    A declared Joker shows no clan card (ST-ELT-02).
    """
    seen = 0
    for stone in stones:
        for card in (*stone.a, *stone.b):
            seen |= BIT.get(card, 0)
    for card in seen_elsewhere:
        seen |= BIT.get(card, 0)
    return EVERY_CARD & ~seen
