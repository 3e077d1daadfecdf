"""What goes into a scoring and what comes out: frozen values, one `Standing` a player, one `Result`.

Knows no rule of scoring and reads nothing.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from companion.engine.message import Message

Round = Literal["A", "B", "C", "final"]


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts when a scoring begins.

    tiles: home tile 2, a stack 1, persons 0; None = not counted (only the final scoring needs it).
    goods: None = not asked (only a tie needs it). persons: without David Hume, whom `david_hume` adds.
    landmarks: the cards that are compared. working: the cards whose lasting effect holds, None = all of these.
    extra: points from elsewhere, by source, added as they are. drawers: what a chronicle counts, under its slug.
    """

    name: str
    points: int
    scots_in_home_castle: int
    whisky: int
    persons: int
    david_hume: bool = False
    landmarks: tuple[str, ...] = ()
    working: tuple[str, ...] | None = None
    coins: int = 0
    goods: int | None = None
    tiles: int | None = None
    extra: tuple[tuple[str, int], ...] = ()
    drawers: dict[str, Any] = {}

    def has_working(self, landmark: str) -> bool:
        """Whether this card's lasting effect holds for this player."""
        return landmark in (self.landmarks if self.working is None else self.working)


class ScoringRules(msgspec.Struct, frozen=True, gc=False):
    """The house rules of a scoring. difference_above_five: points for being more than 5 ahead (GM-SCR-05)."""

    difference_above_five: int = 8


class Gain(msgspec.Struct, frozen=True, gc=False):
    """Points from one source, below zero when they are lost, with the arithmetic behind them."""

    source: str
    points: int
    because: Message


class Scored(msgspec.Struct, frozen=True, gc=False):
    """One player after a scoring.

    rank: place by points alone, as in sports (1, 1, 3). gains: no source that gave nothing.
    """

    name: str
    points_before: int
    points: int
    rank: int
    gains: tuple[Gain, ...]


class Result(msgspec.Struct, frozen=True, gc=False):
    """A scoring, players in the order given. winners: only of the final scoring; several share the victory."""

    round: Round
    players: tuple[Scored, ...]
    winners: tuple[str, ...] = ()


class Given(msgspec.Struct, frozen=True, gc=False):
    """A gain and whose it is: what every rule of scoring gives back."""

    name: str
    gain: Gain


def given(name: str, source: str, points: int, because: Message) -> Given:
    """Short for a rule that gives `points` to `name`."""
    return Given(name, Gain(source, points, because))
