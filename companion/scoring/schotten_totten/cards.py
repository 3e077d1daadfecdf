"""The cards by their ids, and sets of clan cards as numbers with a bit for each. Knows no stone and no play.

An id is "red-7" for a clan card, "spy", "shield_bearer", "joker-1" or "joker-2" for an elite troop. What was
declared of one stands behind it: "joker-1=green-5", "shield_bearer=2".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

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


def piece(card: str) -> str:
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
