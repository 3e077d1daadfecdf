"""What other chronicles ask of the mobs: who controls the member that works in their part of the game.

What the member may do there is done there.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.chronicles.penny_mobs.members import HAGG, MALT, MUSCLE, STARVE, TRICK
from companion.chronicles.penny_mobs.mob import OWN_STATE
from companion.chronicles.penny_mobs.passing_boats import boats_passed
from companion.chronicles.queries import (
    ROWS_FREE_PAST_BOATS,
    SCOT_IN_ANOTHER_CASTLE,
    SELLS_TWICE_IN_PASSING,
    SWAPS_ON_THE_MOUNTAIN,
    TAKES_A_TOKEN,
    THROWS_AGAIN,
    WHEN_BOATS_PASS,
)
from companion.state.glen_more_2.model import State


def _owner_of(member: str) -> Callable[[State], str]:
    """The answer that is whoever controls this member now, "" while nobody does."""
    return lambda state: OWN_STATE.of(state).owner.get(member, "")


def _mike_owner(state: State) -> str:
    return OWN_STATE.of(state).mike_owner


ANSWERS = (
    SWAPS_ON_THE_MOUNTAIN.answered(_owner_of(TRICK)),
    SELLS_TWICE_IN_PASSING.answered(_owner_of(MALT)),
    SCOT_IN_ANOTHER_CASTLE.answered(_mike_owner),
    TAKES_A_TOKEN.answered(_owner_of(STARVE)),
    ROWS_FREE_PAST_BOATS.answered(_owner_of(MUSCLE)),
    THROWS_AGAIN.answered(_owner_of(HAGG)),
    WHEN_BOATS_PASS.answered(boats_passed),
)
