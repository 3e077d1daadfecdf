"""What goes into a scoring: frozen values, one `Standing` a player. What comes out is `companion.scoring.gains`.

Knows no rule of scoring and reads nothing.

The door for chronicles into a scoring, and the one table that says in which order things happen (C0-13).

A part is a pure function with its moment. The scoring names no chronicle: it takes the parts it is given.
Parts of the same moment are asked in the order given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from companion.scoring.gains import PlayerGain, Worth

Round = Literal["A", "B", "C", "final"]


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts when a scoring begins."""

    name: str
    """What the result tells the player by: an id in a game, a name in `companion score`."""
    points: int
    """Victory points before this scoring, below zero too."""
    scots_in_home_castle: int
    """Scots on the home castle alone (GM-SCR-03), before Castle Moil doubles them."""
    whisky: int
    """Whisky barrels."""
    persons: int
    """Person tiles without David Hume."""
    david_hume: bool = False
    """He is there and counts as two persons more (GM-PER-07)."""
    landmarks: tuple[str, ...] = ()
    """The landmark cards that are compared, by id."""
    working: tuple[str, ...] | None = None
    """The cards whose lasting effect holds; None = all of `landmarks`."""
    coins: int = 0
    """Coins left; only the final scoring reads them (GM-END-09)."""
    goods: int | None = None
    """Goods left on tiles; None = not asked, for only a tie needs them (GM-TIE-01)."""
    tiles: int | None = None
    """Home tile 2, a stack 1, persons 0 (GM-END-08); None = not counted, for only the final scoring needs it."""
    extra: tuple[tuple[str, int], ...] = ()
    """Points from elsewhere, by source, added as they are."""
    expansion_standings: dict[str, Any] = {}
    """What chronicles count, by their slugs; only their own parts read it."""

    def has_working_card(self, landmark: str) -> bool:
        """Whether this card's lasting effect holds for this player."""
        return landmark in (self.landmarks if self.working is None else self.working)


class ScoringRules(msgspec.Struct, frozen=True, gc=False):
    """The house rules of a scoring."""

    difference_above_five: int = 8
    """Points for being more than 5 ahead (GM-SCR-05)."""


ScoringStep = Literal[
    "compared", "territory", "coins", "cards", "prizes", "dues", "afterwards", "elsewhere", "handed_on"
]

SCORING_ORDER: tuple[
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


class StandingsPart(msgspec.Struct, frozen=True):
    """Asked once, first of all: the standings with this chronicle's changes to counts and working cards.

    Castle Moil and David Hume are reckoned afterwards, on the counts it gives back.
    """

    slug: str
    """The chronicle's."""
    change: Callable[[tuple[Standing, ...]], tuple[Standing, ...]]
    """Gives everybody's standing back, in the same order."""


class WorthPart(msgspec.Struct, frozen=True):
    """Asked for each player in each category compared."""

    slug: str
    """The chronicle's."""
    table: Callable[[Standing, str], Worth | None]
    """From a standing and a category of `rounds.CATEGORIES` to that player's own table; None = the usual one."""


class CoinsPart(msgspec.Struct, frozen=True):
    """Asked for each player when coins are scored (GM-END-09)."""

    slug: str
    """The chronicle's."""
    each: Callable[[Standing], int | None]
    """Points for each coin; None = the usual 1."""
    on_cards: Callable[[Standing], int | None] | None = None
    """What landmark cards take each coin to be worth already (GM-LMK-01); without it the same as `each`."""


class GainsPart(msgspec.Struct, frozen=True):
    """Asked at its moment, after the base game's own rule there: further gains (none = an empty answer).

    It sees the changed standings and everything given before it in this scoring.
    """

    slug: str
    """The chronicle's."""
    moment: ScoringStep
    """When it is asked, see `ORDER`."""
    gains: Callable[[Sequence[Standing], Sequence[PlayerGain]], Iterable[PlayerGain]]
    """From everybody's standing and all that was given so far to further gains; none = an empty answer."""


ScoringPart = StandingsPart | WorthPart | CoinsPart | GainsPart


class ScoringInput(msgspec.Struct, frozen=True):
    """What every rule of scoring reads."""

    standings: tuple[Standing, ...]
    """Everybody's, with the changes of `StandingsPart`."""
    rules: ScoringRules
    """The house rules of a scoring."""
    parts: tuple[ScoringPart, ...] = ()
    """Of the chronicles in play, in the order in which they are asked."""


def changed_standings(standings: Sequence[Standing], parts: Sequence[ScoringPart]) -> tuple[Standing, ...]:
    """The standings as the scoring reckons with them."""
    now = tuple(standings)
    for part in parts:
        if isinstance(part, StandingsPart):
            now = part.change(now)
    return now


def player_points_table(standing: Standing, category: str, parts: Sequence[ScoringPart]) -> Worth | None:
    """The table this player scores the category by, None = the usual one. The first part that answers counts."""
    tables = (part.table(standing, category) for part in parts if isinstance(part, WorthPart))
    return next((table for table in tables if table), None)


def coin_value(standing: Standing, parts: Sequence[ScoringPart], default: int, on_cards: bool = False) -> int:
    """Points for each of this player's coins. The first part that answers counts."""
    coins = [part for part in parts if isinstance(part, CoinsPart)]
    worths = (part.on_cards(standing) if on_cards and part.on_cards else part.each(standing) for part in coins)
    return next((worth for worth in worths if worth is not None), default)


def part_gains(moment: ScoringStep, sheet: ScoringInput, before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
    """What parts add at this moment; a later part sees what an earlier one gave."""
    so_far = list(before)
    for part in sheet.parts:
        if isinstance(part, GainsPart) and part.moment == moment:
            added = tuple(part.gains(sheet.standings, tuple(so_far)))
            so_far += added
            yield from added
