"""The border of Schotten Totten: cards, stones with the cards on both sides, and the worth of a side.

Card ids are "red-7" for a clan card, "spy", "shield_bearer", "joker-1" or "joker-2" for an elite troop; a
declaration follows the id: "joker-1=green-5", "shield_bearer=2". Sets of clan cards are integers with one bit
per card. A side is worth its formation, then its total (ST-FRM, ST-TIE-01); `best_completion` finds both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal, NamedTuple

import msgspec

COLOURS = ("red", "yellow", "green", "blue", "purple", "brown")
"""Colours in the order of their bits (ST-CMP-02)."""
STRENGTHS = range(1, 10)
"""Strengths; 1 is the weakest (ST-CMP-02)."""
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
    """Strengths that its owner may choose, weakest first."""
    colour: int | None = None
    """Index in `COLOURS`; None if its owner may choose any."""


def clan_card(colour: int, strength: int) -> str:
    """Return the id of a clan card."""
    return f"{COLOURS[colour]}-{strength}"


CLAN_CARDS: Mapping[str, Card] = {
    clan_card(colour, strength): Card((strength,), colour)
    for colour in range(len(COLOURS))
    for strength in STRENGTHS
}
"""All 54 clan cards."""
CARD_BITS: Mapping[str, int] = {card: 1 << place for place, card in enumerate(CLAN_CARDS)}
"""Bit of each clan card in a set. Cards of one colour are adjacent, the weakest lowest."""
ALL_CARD_BITS = (1 << len(CARD_BITS)) - 1
CARDS: Mapping[str, Card] = {
    **CLAN_CARDS,
    **{f"{joker}={card}": shown for joker in JOKERS for card, shown in CLAN_CARDS.items()},
    **dict.fromkeys(JOKERS, Card(tuple(STRENGTHS))),
    SPY: Card((7,)),
    SHIELD_BEARER: Card((1, 2, 3)),
    **{f"{SHIELD_BEARER}={strength}": Card((strength,)) for strength in (1, 2, 3)},
}
"""Every card that can be on a side, as its owner may use it (ST-ELT-02, ST-ELT-04, ST-ELT-05)."""


def printed_card(card: str) -> str:
    """Return the id without the declaration."""
    return card.partition("=")[0]


def other_joker(card: str) -> str:
    """Return the other Joker, which looks the same; "" for any other card."""
    return JOKERS[1 - JOKERS.index(card)] if card in JOKERS else ""


def strengths_by_colour(cards: int) -> tuple[int, ...]:
    """Return the bit set of strengths of each colour, strength 1 in the lowest bit."""
    width = len(STRENGTHS)
    return tuple(cards >> width * colour & ALL_STRENGTHS for colour in range(len(COLOURS)))


@cache
def strengths_in(strengths: int) -> tuple[int, ...]:
    """Return the strengths of a bit set, strongest first."""
    return tuple(strength for strength in reversed(STRENGTHS) if strengths >> strength - 1 & 1)


@cache
def strength_set(strengths: tuple[int, ...]) -> int:
    """Return the strengths as a bit set."""
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
"""Rank of each formation, the strongest highest (ST-FRM-01 to ST-FRM-05); colours have no rank (ST-FRM-08)."""


class Worth(msgspec.Struct, frozen=True, gc=False):
    """The worth of a full side, as its owner counts it."""

    formation: Formation
    """The strongest formation it satisfies (ST-FRM-06)."""
    sum: int
    """Total of all its strengths."""
    counted: tuple[str, ...]
    """The clan card that each card counts as, in their order; cards still to come are last."""

    def compare(self, other: Worth) -> int:
        """Return a positive number if this side is stronger, a negative one if `other` is, 0 if they are equal."""
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
    """Cards of player A in the order in which they were placed; ids as in `CARDS`."""
    b: tuple[str, ...] = ()
    """Cards of player B."""
    full_first: Side | None = None
    """Side that became full first (ST-TIE-02); None if a side is not full."""
    techniques: tuple[Technique, ...] = ()
    """Combat techniques on the stone."""
    owner: Side | None = None
    """Side that has claimed it."""

    def cards(self, side: Side) -> tuple[str, ...]:
        """Return the cards of one side."""
        return self.a if side == "A" else self.b

    @property
    def cards_needed(self) -> int:
        """Number of cards of a full side (ST-TRN-03, ST-TEC-02)."""
        return CARDS_IN_MUD_FIGHT if MUD_FIGHT in self.techniques else CARDS_A_SIDE

    def is_full(self, side: Side) -> bool:
        """True if a side is full."""
        return len(self.cards(side)) >= self.cards_needed


def other_side(side: Side) -> Side:
    """Return the opponent's side."""
    return "B" if side == "A" else "A"


def unseen_cards(stones: Sequence[Stone], seen_cards: Iterable[str] = ()) -> int:
    """Return the clan cards that are nowhere on the table, as a set of `CARD_BITS` (ST-PRF-03, ST-PRF-07).

    A declared Joker does not show a clan card (ST-ELT-02).
    """
    seen = 0
    for stone in stones:
        for card in (*stone.a, *stone.b):
            seen |= CARD_BITS.get(card, 0)
    for card in seen_cards:
        seen |= CARD_BITS.get(card, 0)
    return ALL_CARD_BITS & ~seen
