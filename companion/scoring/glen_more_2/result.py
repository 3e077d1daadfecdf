"""A whole scoring: from the players' counts to points, ranks and winners, every point with its reason.

The way in for the game and for `companion score`. Pure; asks nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import trn
from companion.scoring.glen_more_2.final import (
    coins,
    landmark_cards,
    places,
    territory_penalty,
    winners,
)
from companion.scoring.glen_more_2.parts import ORDER, ScoringInput, ScoringPart, ScoringStep, changed, more_gains
from companion.scoring.glen_more_2.rounds import scoring_round
from companion.scoring.glen_more_2.standing import Given, Result, Round, Scored, ScoringRules, Standing, given

Rule = Callable[[ScoringInput], Iterator[Given]]

USUAL = ScoringRules()


def from_elsewhere(sheet: ScoringInput) -> Iterator[Given]:
    """Points that were reckoned somewhere else."""
    for standing in sheet.standings:
        for source, points in standing.extra:
            if points:
                because = trn("carried over: {n} point", "carried over: {n} points", points)
                yield given(standing.name, source, points, because)


RULES: Mapping[ScoringStep, Rule] = MappingProxyType(
    {
        "compared": scoring_round,
        "territory": territory_penalty,
        "coins": coins,
        "cards": landmark_cards,
        "elsewhere": from_elsewhere,
    }
)
"""What the base game itself does at each moment of `parts.ORDER`."""


def score(
    round: Round,
    standings: Sequence[Standing],
    rules: ScoringRules = USUAL,
    parts: Sequence[ScoringPart] = (),
) -> Result:
    """One scoring round, or ("final") the fourth with everything that the end of the game adds.

    "final" needs everybody's tiles and coins; goods only of those who turn out to be tied (`leaders`).
    """
    sheet = ScoringInput(changed(standings, parts), rules, tuple(parts))
    players = _totalled(round, sheet.standings, _gains(round, sheet))
    return Result(round, players, winners(players, sheet.standings) if round == "final" else ())


def _gains(round: Round, sheet: ScoringInput) -> list[Given]:
    gains: list[Given] = []
    for moment, in_every_round in ORDER:
        if in_every_round or round == "final":
            if rule := RULES.get(moment):
                gains += rule(sheet)
            gains += more_gains(moment, sheet, gains)
    return gains


def _totalled(round: Round, standings: Sequence[Standing], gains: Sequence[Given]) -> tuple[Scored, ...]:
    """Exact sums, below zero too (GM-END-11); goods decide places in the end alone."""
    own = {s.name: tuple(g.gain for g in gains if g.name == s.name) for s in standings}
    totals = {s.name: s.points + sum(gain.points for gain in own[s.name]) for s in standings}
    ranks = places(totals, {s.name: s.goods for s in standings} if round == "final" else {})
    return tuple(Scored(s.name, s.points, totals[s.name], ranks[s.name], own[s.name]) for s in standings)
