"""Which stone people likely lay a card at: for the cursor alone, no rule. A guess that is easy to follow."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scoring.schotten_totten.border import Side
from companion.scoring.schotten_totten.cards import CARDS
from companion.state.schotten_totten.model import State

SAME_STRENGTH, SAME_COLOUR, NEXT_TO, BEGUN = 4, 3, 2, 1


def likeliest(state: State, side: Side, card: str, stones: Sequence[int]) -> list[int]:
    """These stones, first where the card goes best with what lies on that side already."""
    return sorted(stones, key=lambda n: (-_fits(state.stone(n).cards(side), card), n))


def _fits(there: Sequence[str], card: str) -> int:
    """The sum over the cards there; elite troops go with everything."""
    mine = CARDS.get(card)
    if mine is None:
        return 0
    worth = BEGUN * bool(there)
    for each in map(CARDS.__getitem__, there):
        worth += SAME_STRENGTH * bool({*each.strengths} & {*mine.strengths})
        worth += SAME_COLOUR * (each.colour == mine.colour)
        worth += NEXT_TO * any(abs(a - b) in (1, 2) for a in each.strengths for b in mine.strengths)
        worth -= SAME_COLOUR * (each.colour != mine.colour)
    return worth
