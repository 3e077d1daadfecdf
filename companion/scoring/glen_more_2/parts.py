"""The door for chronicles into a scoring, and the one table that says in which order things happen (C0-13).

A part is a pure function with its moment. The scoring names no chronicle: it takes the parts it is given.
Parts of the same moment are asked in the order given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal

import msgspec

from companion.scoring.glen_more_2.standing import Given, ScoringRules, Standing

ScoringStep = Literal[
    "compared", "territory", "coins", "cards", "prizes", "dues", "afterwards", "elsewhere", "handed_on"
]

ORDER: tuple[
    tuple[ScoringStep, bool], ...
] = (  # the moment, and whether every round has it or only the final scoring
    ("compared", True),  # the four categories, then what parts add to them
    ("territory", False),
    ("coins", False),
    ("cards", False),  # landmark cards with an effect at the end
    ("prizes", False),  # to whoever is best at something
    ("dues", False),  # what was owed all along
    ("afterwards", False),  # a scoring of its own, after all others
    ("elsewhere", True),  # points brought along from outside, as they are
    ("handed_on", True),  # what one player's gains mean for another
)
"""Before all of these, `StandingsPart` has been asked, so counts are final when the first comparison begins."""

Worth = Callable[[int], int]
"""From the lead over the fewest to points."""


class StandingsPart(msgspec.Struct, frozen=True):
    """Asked once, first of all: the standings with this chronicle's changes to counts and working cards.

    Castle Moil and David Hume are reckoned afterwards, on the counts it gives back.
    """

    slug: str
    change: Callable[[tuple[Standing, ...]], tuple[Standing, ...]]


class WorthPart(msgspec.Struct, frozen=True):
    """Asked for each player in each category compared: this player's own table, None = the usual one."""

    slug: str
    table: Callable[[Standing, str], Worth | None]


class CoinsPart(msgspec.Struct, frozen=True):
    """Asked for each player when coins are scored: points for each coin, None = the usual 1.

    on_cards: what landmark cards take each coin to be worth already; without it the same.
    """

    slug: str
    each: Callable[[Standing], int | None]
    on_cards: Callable[[Standing], int | None] | None = None


class GainsPart(msgspec.Struct, frozen=True):
    """Asked at its moment, after the base game's own rule there: further gains (none = an empty answer).

    It sees the changed standings and everything given before it in this scoring.
    """

    slug: str
    moment: ScoringStep
    gains: Callable[[Sequence[Standing], Sequence[Given]], Iterable[Given]]


ScoringPart = StandingsPart | WorthPart | CoinsPart | GainsPart


class ScoringInput(msgspec.Struct, frozen=True):
    """What every rule of scoring reads: everybody's counts, the house rules, and the chronicles' parts."""

    standings: tuple[Standing, ...]
    rules: ScoringRules
    parts: tuple[ScoringPart, ...] = ()


def changed(standings: Sequence[Standing], parts: Sequence[ScoringPart]) -> tuple[Standing, ...]:
    """The standings as the scoring reckons with them."""
    now = tuple(standings)
    for part in parts:
        if isinstance(part, StandingsPart):
            now = part.change(now)
    return now


def own_table(standing: Standing, category: str, parts: Sequence[ScoringPart]) -> Worth | None:
    """The table this player scores the category by, None = the usual one. The first part that answers counts."""
    tables = (part.table(standing, category) for part in parts if isinstance(part, WorthPart))
    return next((table for table in tables if table), None)


def coin_worth(standing: Standing, parts: Sequence[ScoringPart], default: int, on_cards: bool = False) -> int:
    """Points for each of this player's coins. The first part that answers counts."""
    coins = [part for part in parts if isinstance(part, CoinsPart)]
    worths = (part.on_cards(standing) if on_cards and part.on_cards else part.each(standing) for part in coins)
    return next((worth for worth in worths if worth is not None), default)


def more_gains(moment: ScoringStep, sheet: ScoringInput, before: Sequence[Given]) -> Iterator[Given]:
    """What parts add at this moment; a later part sees what an earlier one gave."""
    so_far = list(before)
    for part in sheet.parts:
        if isinstance(part, GainsPart) and part.moment == moment:
            added = tuple(part.gains(sheet.standings, tuple(so_far)))
            so_far += added
            yield from added
