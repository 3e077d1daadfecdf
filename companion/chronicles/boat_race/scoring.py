"""What the race means at the end: coins of whoever is last are worth nothing (C1-28)."""

from __future__ import annotations

from collections.abc import Callable

from companion.chronicles.boat_race.race import LAST, OWN_STATE, SLUG
from companion.scoring.glen_more_2.parts import CoinsPart, ScoringPart
from companion.scoring.glen_more_2.standing import Standing
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ruleset import switch

ARMADALE_WHOLE = f"{SLUG}.armadale_whole"


def scoring(state: State) -> tuple[ScoringPart, ...]:
    last = {player_id for player_id, boat in OWN_STATE.of(state).boats.items() if boat.place == LAST}
    return (coins_of_last(lambda standing: standing.name in last, bool(switch(state, ARMADALE_WHOLE))),)


def coins_of_last(is_last: Callable[[Standing], bool], armadale_whole: bool = True) -> CoinsPart:
    """A card keeps its own scale, or only adds its own."""

    def each(standing: Standing) -> int | None:
        return 0 if is_last(standing) else None

    # No book says which points of Armadale stay: 2 for each coin, or only the 1 that it adds (C1-28).
    return CoinsPart(SLUG, each, None if armadale_whole else lambda _standing: None)
