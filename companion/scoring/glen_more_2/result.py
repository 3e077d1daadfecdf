"""A whole scoring: from the players' counts to points, ranks and winners, every point with its reason.

The way in for the game and for `companion score`. Pure; asks nobody anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import trn
from companion.scoring.gains import Given, Result, given
from companion.scoring.glen_more_2.final import coins, landmark_cards, territory_penalty
from companion.scoring.glen_more_2.parts import ORDER, ScoringInput, ScoringPart, ScoringStep, changed, more_gains
from companion.scoring.glen_more_2.rounds import scoring_round
from companion.scoring.glen_more_2.standing import Round, ScoringRules, Standing
from companion.scoring.places import result_of

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

    "final" needs everybody's tiles and coins; goods only of those who turn out to be tied (`leaders`): they decide
    places and the victory in the end alone (GM-TIE-01, GM-TIE-02), of exact totals, below zero too (GM-END-11).
    """
    sheet = ScoringInput(changed(standings, parts), rules, tuple(parts))
    spare = {each.name: each.goods for each in sheet.standings} if round == "final" else None
    return result_of(round, {each.name: each.points for each in sheet.standings}, _gains(round, sheet), spare)


def _gains(round: Round, sheet: ScoringInput) -> list[Given]:
    gains: list[Given] = []
    for moment, in_every_round in ORDER:
        if in_every_round or round == "final":
            if rule := RULES.get(moment):
                gains += rule(sheet)
            gains += more_gains(moment, sheet, gains)
    return gains
