"""What can be claimed in a state, as `companion.scoring.schotten_totten.claims` judges it. Decides no claim."""

from __future__ import annotations

from companion.engine.memoize import memoize_last, memoize_moment
from companion.scoring.schotten_totten.border import SIDES, Side
from companion.scoring.schotten_totten.claims import Claim, beaters, judge
from companion.state.schotten_totten.model import State


def judged(state: State, side: Side) -> tuple[Claim, ...]:
    """What can be said of every free stone where this side is full."""
    return _judged(state)[SIDES.index(side)]


@memoize_last
def _judged(state: State) -> tuple[tuple[Claim, ...], tuple[Claim, ...]]:
    stones = [stone.judged for stone in state.stones]
    a, b = (judge(stones, side, state.discarded, state.house) for side in SIDES)
    return a, b


def claimable(state: State) -> dict[int, Claim]:
    """By its number every stone that one of both could claim, whosever claiming step it is."""
    return {claim.stone: claim for side in SIDES for claim in judged(state, side) if claim.claimable}


def stays(state: State) -> dict[int, Claim]:
    """By its number every stone of which a side is full and that nobody can claim: the proof fails."""
    able = claimable(state)
    return {claim.stone: claim for side in SIDES for claim in judged(state, side) if claim.stone not in able}


def claim_of(state: State, side: Side, stone: int) -> Claim | None:
    """The judgement of one stone; None where it has an owner, or the side isn't full."""
    return next((claim for claim in judged(state, side) if claim.stone == stone), None)


@memoize_moment
def beating(state: State, claim: Claim) -> tuple[str, ...]:
    """All cards that beat it, see `claims.beaters`."""
    return beaters([stone.judged for stone in state.stones], claim, state.discarded, state.house)
