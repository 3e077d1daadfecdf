"""The border as it lies: nine stones with the cards on both sides, as plain frozen data. Judges nothing.

The cards by their ids, and sets of clan cards as numbers with a bit for each. Knows no stone and no play.

An id is "red-7" for a clan card, "spy", "shield_bearer", "joker-1" or "joker-2" for an elite troop. What was
declared of one stands behind it: "joker-1=green-5", "shield_bearer=2".

What a side is worth: its formation, then its total (ST-FRM, ST-TIE-01). Finds none of them itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

import msgspec

COLOURS = ("red", "yellow", "green", "blue", "purple", "brown")
"""In the order of their bits (ST-CMP-02)."""
STRENGTHS = range(1, 10)
"""1 is the weakest (ST-CMP-02)."""
ALL_STRENGTHS = (1 << len(STRENGTHS)) - 1
JOKERS = ("joker-1", "joker-2")
SPY, SHIELD_BEARER = "spy", "shield_bearer"
ELITE_TROOPS = (*JOKERS, SPY, SHIELD_BEARER)
BLIND_MANS_BLUFF, MUD_FIGHT = "blind_mans_bluff", "mud_fight"
TECHNIQUES = (BLIND_MANS_BLUFF, MUD_FIGHT)
RUSES = ("recruiter", "strategist", "banshee", "traitor")
TACTICS = (*ELITE_TROOPS, *TECHNIQUES, *RUSES)
"""ST-CMP-04."""


class Card(NamedTuple):
    """What a card on a side may count as."""

    strengths: tuple[int, ...]
    """Each that its owner may choose, the weakest first."""
    colour: int | None = None
    """Its place in `COLOURS`; None where its owner may choose any."""


def clan_card(colour: int, strength: int) -> str:
    """The id of a clan card."""
    return f"{COLOURS[colour]}-{strength}"


CLAN_CARDS: Mapping[str, Card] = {
    clan_card(colour, strength): Card((strength,), colour)
    for colour in range(len(COLOURS))
    for strength in STRENGTHS
}
"""All 54."""
BIT: Mapping[str, int] = {card: 1 << place for place, card in enumerate(CLAN_CARDS)}
"""Each clan card's bit in a set of all; those of one colour stand together, the weakest lowest."""
EVERY_CARD = (1 << len(BIT)) - 1
CARDS: Mapping[str, Card] = {
    **CLAN_CARDS,
    **{f"{joker}={card}": shown for joker in JOKERS for card, shown in CLAN_CARDS.items()},
    **dict.fromkeys(JOKERS, Card(tuple(STRENGTHS))),
    SPY: Card((7,)),
    SHIELD_BEARER: Card((1, 2, 3)),
    **{f"{SHIELD_BEARER}={strength}": Card((strength,)) for strength in (1, 2, 3)},
}
"""Every card that can lie on a side, as its owner may use it (ST-ELT-02, ST-ELT-04, ST-ELT-05)."""


def printed_card(card: str) -> str:
    """The card itself, without what was declared of it."""
    return card.partition("=")[0]


def twin_of(card: str) -> str:
    """Of a Joker the other one, which is alike; "" for any other card."""
    return JOKERS[1 - JOKERS.index(card)] if card in JOKERS else ""


def by_colour(cards: int) -> tuple[int, ...]:
    """A set of clan cards -> for each colour the set of its strengths, 1 in the lowest bit."""
    width = len(STRENGTHS)
    return tuple(cards >> width * colour & ALL_STRENGTHS for colour in range(len(COLOURS)))


@cache
def strengths_in(strengths: int) -> tuple[int, ...]:
    """The strengths of a set, the strongest first."""
    return tuple(strength for strength in reversed(STRENGTHS) if strengths >> strength - 1 & 1)


@cache
def strength_set(strengths: tuple[int, ...]) -> int:
    """Strengths as a set with a bit for each."""
    found = 0
    for strength in strengths:
        found |= 1 << strength - 1
    return found


Formation = Literal["sum", "run", "colour", "of_a_kind", "colour_run"]
SUM: Formation = "sum"
RUN: Formation = "run"
COLOUR: Formation = "colour"
OF_A_KIND: Formation = "of_a_kind"
COLOUR_RUN: Formation = "colour_run"
RANKS: dict[Formation, int] = {SUM: 0, RUN: 1, COLOUR: 2, OF_A_KIND: 3, COLOUR_RUN: 4}
"""The strongest has the highest (ST-FRM-01 to ST-FRM-05); no colour has a rank (ST-FRM-08)."""


class Worth(msgspec.Struct, frozen=True, gc=False):
    """A full side, as its owner counts it."""

    formation: Formation
    """The strongest that it satisfies (ST-FRM-06)."""
    sum: int
    """The total of all its strengths."""
    counted: tuple[str, ...]
    """The clan card that each of its cards counts as, in their order; cards still to come stand last."""

    def compared(self, other: Worth) -> int:
        """Above 0 where this side is the stronger one, below where the other is, 0 where they are equal."""
        return RANKS[self.formation] - RANKS[other.formation] or self.sum - other.sum


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


def other_side(side: Side) -> Side:
    """The opponent's."""
    return "B" if side == "A" else "A"


def unseen_cards(stones: Sequence[Stone], seen_elsewhere: Iterable[str] = ()) -> int:
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
