"""Input of a scoring: one `Standing` per player, house rules, and the parts that chronicles add (C0-13).

`SCORING_ORDER` is the one table of the order of steps. A part is a pure function with its step; the scoring names
no chronicle and runs the parts it is given, in the given order within a step. The output is in
`companion.scoring.gains`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec

from companion.scoring.gains import PlayerGain, PointsForLead

Round = Literal["A", "B", "C", "final"]


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts before a scoring."""

    name: str
    """Name in the result: an id in a game, a name in `companion score`."""
    points: int
    """Victory points before this scoring; can be negative."""
    scots_in_home_castle: int
    """Scots in the home castle only (GM-SCR-03), before Castle Moil doubles them."""
    whisky: int
    """Whisky barrels."""
    persons: int
    """Person tiles without David Hume."""
    david_hume: bool = False
    """The player has David Hume, who counts as two more persons (GM-PER-07)."""
    landmarks: tuple[str, ...] = ()
    """Ids of the landmark cards, as compared."""
    working_cards: tuple[str, ...] | None = None
    """Cards whose permanent effect applies; None = all of `landmarks`."""
    coins: int = 0
    """Coins left; used by the final scoring only (GM-END-09)."""
    goods: int | None = None
    """Goods left on tiles; None = not asked, only a tie needs them (GM-TIE-01)."""
    tiles: int | None = None
    """Size of the territory: home tile 2, a stack 1, persons 0 (GM-END-08).

    None = not counted; only the final scoring needs it.
    """
    extra: tuple[tuple[str, int], ...] = ()
    """Additional (source, points), added without change."""
    expansion_standings: dict[str, Any] = {}
    """Counts of chronicles by slug; used by their own parts only."""

    def has_working_card(self, landmark: str) -> bool:
        """True if this card's permanent effect applies to the player."""
        return landmark in (self.landmarks if self.working_cards is None else self.working_cards)


class ScoringRules(msgspec.Struct, frozen=True, gc=False):
    """House rules of a scoring."""

    difference_above_five: int = 8
    """Points for a difference of more than 5 (GM-SCR-05)."""


ScoringStep = Literal[
    "compared", "territory", "coins", "cards", "prizes", "dues", "afterwards", "elsewhere", "handed_on"
]

SCORING_ORDER: tuple[
    tuple[ScoringStep, bool], ...
] = (  # Steps in order; True: in every round, False: only in the final scoring.
    ("compared", True),  # The four categories, then what parts add to them.
    ("territory", False),
    ("coins", False),
    ("cards", False),  # Landmark cards with an effect at the end of the game.
    ("prizes", False),  # Prizes for the best in some count.
    ("dues", False),  # Payments that chronicles demand at the end.
    ("afterwards", False),  # An additional scoring after all others.
    ("elsewhere", True),  # Additional points, without change.
    ("handed_on", True),  # Gains of one player that depend on gains of another.
)
"""`StandingsPart` runs before all steps, so the counts are final at the first comparison."""


class StandingsPart(msgspec.Struct, frozen=True):
    """Part that runs first, once: changes counts and working cards of the standings.

    Castle Moil and David Hume are applied afterwards, to the changed counts.
    """

    slug: str
    """Slug of the chronicle."""
    change: Callable[[tuple[Standing, ...]], tuple[Standing, ...]]
    """Return all players' standings, in the same order."""


class WorthPart(msgspec.Struct, frozen=True):
    """Part that may replace the points table of a player in a category."""

    slug: str
    """Slug of the chronicle."""
    table: Callable[[Standing, str], PointsForLead | None]
    """Return the table for a standing and a category of `scoring.CATEGORIES`; None = the usual one."""


class CoinsPart(msgspec.Struct, frozen=True):
    """Part that may change the value of a player's coins (GM-END-09)."""

    slug: str
    """Slug of the chronicle."""
    each: Callable[[Standing], int | None]
    """Return the points per coin; None = the usual 1."""
    on_cards: Callable[[Standing], int | None] | None = None
    """Return the value per coin that landmark cards assume (GM-LMK-01); None: use `each`."""


class GainsPart(msgspec.Struct, frozen=True):
    """Part that adds gains at its step, after the base game's own rule there.

    It receives the changed standings and all earlier gains of this scoring.
    """

    slug: str
    """Slug of the chronicle."""
    moment: ScoringStep
    """Step in which it runs, see `SCORING_ORDER`."""
    gains: Callable[[Sequence[Standing], Sequence[PlayerGain]], Iterable[PlayerGain]]
    """Return further gains from all standings and all earlier gains; may be empty."""


ScoringPart = StandingsPart | WorthPart | CoinsPart | GainsPart


class ScoringInput(msgspec.Struct, frozen=True):
    """Input of every scoring rule."""

    standings: tuple[Standing, ...]
    """All players' standings, with the changes of `StandingsPart`."""
    rules: ScoringRules
    """House rules."""
    parts: tuple[ScoringPart, ...] = ()
    """Parts of the chronicles in play, in calling order."""


def changed_standings(standings: Sequence[Standing], parts: Sequence[ScoringPart]) -> tuple[Standing, ...]:
    """Return the standings with the changes of all `StandingsPart`s."""
    now = tuple(standings)
    for part in parts:
        if isinstance(part, StandingsPart):
            now = part.change(now)
    return now


def player_points_table(standing: Standing, category: str, parts: Sequence[ScoringPart]) -> PointsForLead | None:
    """Return a player's points table in a category; None = the usual one. The first part that has one wins."""
    tables = (part.table(standing, category) for part in parts if isinstance(part, WorthPart))
    return next((table for table in tables if table), None)


def coin_value(standing: Standing, parts: Sequence[ScoringPart], default: int, on_cards: bool = False) -> int:
    """Return the points per coin of a player. The first part that returns a value wins."""
    coins = [part for part in parts if isinstance(part, CoinsPart)]
    worths = (part.on_cards(standing) if on_cards and part.on_cards else part.each(standing) for part in coins)
    return next((worth for worth in worths if worth is not None), default)


def part_gains(moment: ScoringStep, sheet: ScoringInput, before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
    """Yield the gains of the parts of this step; a later part receives those of an earlier one."""
    so_far = list(before)
    for part in sheet.parts:
        if isinstance(part, GainsPart) and part.moment == moment:
            added = tuple(part.gains(sheet.standings, tuple(so_far)))
            so_far += added
            yield from added
