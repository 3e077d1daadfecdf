"""A whole scoring of Glen More: from counts to points, ranks and winners, every point with its reason. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scoring.gains import Result
from companion.scoring.glen_more.final import final_scoring
from companion.scoring.glen_more.rounds import scoring_round
from companion.scoring.glen_more.standing import Round, Standing
from companion.scoring.places import result_of
from companion.state.glen_more.house_rules import HouseRules

USUAL = HouseRules()


def score(round: Round, standings: Sequence[Standing], rules: HouseRules = USUAL) -> Result:
    """One scoring round, or ("final") the third and the final scoring together (G1-FIN-01, G1-FIN-07).

    In the end goods decide between equal points; still equal, the victory is shared (G1-FIN-06).
    """
    before = {standing.name: standing.points for standing in standings}
    gains = list(scoring_round(standings, rules))
    if round != "final":
        return result_of(round, before, gains)
    gains += final_scoring(standings, rules)
    return result_of(round, before, gains, {standing.name: standing.goods for standing in standings})
