"""Scoring of the boat race: coins of the last player are worth nothing (C1-28), in a game and in the document of
`companion score`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from companion.chronicles.boat_race.model import LAST_PLACE, OWN_STATE, SLUG
from companion.engine.message import tr
from companion.scoring.glen_more_2.document import ExpansionKeys
from companion.scoring.glen_more_2.model import CoinsPart, ScoringPart, Standing
from companion.scoring.score_sheet import Key
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import expansion_rule

ARMADALE_RULE = f"{SLUG}.armadale_whole"


def scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Return the scoring part that makes coins of the last player worth nothing (C1-28)."""
    last = {player_id for player_id, boat in OWN_STATE.of(state).boats.items() if boat.place == LAST_PLACE}
    return (coins_of_last(lambda standing: standing.name in last, bool(expansion_rule(state, ARMADALE_RULE))),)


def coins_of_last(is_last: Callable[[Standing], bool], is_armadale_undivided: bool = True) -> CoinsPart:
    """Return the coin values of the last player.

    is_armadale_undivided: decides what Armadale Castle scores for that player.
    """

    def each(standing: Standing) -> int | None:
        return 0 if is_last(standing) else None

    # The rulebook does not say whether Armadale scores 2 for each coin or only the 1 it adds (C1-28).
    return CoinsPart(SLUG, each, None if is_armadale_undivided else lambda _standing: None)


LAST_PLACE_WORD = "last"


def is_last(standing: Standing) -> bool:
    """True if the document gives the player the last place."""
    return bool(standing.expansion_standings[SLUG].get("boat") == LAST_PLACE_WORD)


SCORE_KEYS = ExpansionKeys(
    keys={"boat": Key(Literal[1, 2, 3, "last"] | None, tr('1, 2, 3, "last" or null'), "never")},
    parts=(coins_of_last(is_last),),
)
