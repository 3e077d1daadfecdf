"""What people likely choose on the border: for the cursor alone, no rule. Guesses that are easy to follow."""

from __future__ import annotations

from collections.abc import Sequence

from companion.scoring.schotten_totten.border import Side, other, unseen
from companion.scoring.schotten_totten.cards import BIT, BLIND_MANS_BLUFF, CARDS, COLOURS, JOKERS, STRENGTHS
from companion.scoring.schotten_totten.formations import RANKS
from companion.scoring.schotten_totten.reachable import best, pool_of
from companion.state.schotten_totten.model import Lying, State

SAME_STRENGTH, SAME_COLOUR, NEXT_TO, BEGUN = 4, 3, 2, 1


def likeliest(state: State, side: Side, card: str, stones: Sequence[int]) -> list[int]:
    """These stones, first where the card goes best with what lies on that side already."""
    return sorted(stones, key=lambda n: (-_fits(state.stone(n).cards(side), card), n))


def most_contested(state: State, side: Side, stones: Sequence[int]) -> list[int]:
    """These stones, first where the other player has come furthest, and this one least."""
    return sorted(
        stones, key=lambda n: (-len(state.stone(n).cards(other(side))), len(state.stone(n).cards(side)), n)
    )


def likeliest_target(state: State, side: Side, ruse: str, targets: Sequence[Lying]) -> Lying | None:
    """The card that a ruse likely takes: one that is missed most, or helps most where it goes; the strongest."""

    def worth(target: Lying) -> tuple[int, int]:
        goes = _missed(state, target) if target.side != side else -_missed(state, target)
        helps = 0 if ruse == "banshee" else _helps(state, side, target)
        return goes + helps, CARDS[target.card].strengths[-1]

    return max(targets, key=worth, default=None)


def _missed(state: State, target: Lying) -> int:
    """How well it goes with the others of its side."""
    beside = [each for each in state.stone(target.stone).cards(target.side) if each != target.card]
    return _fits(beside, target.card)


def _helps(state: State, side: Side, target: Lying) -> int:
    """How well it goes with cards of this side at another stone."""
    elsewhere = [each for n, each in enumerate(state.stones, 1) if n != target.stone]
    free = [each.cards(side) for each in elsewhere if not each.owner and not each.is_full(side)]
    return max((_fits(there, target.card) for there in free), default=0)


def likeliest_colour(state: State, side: Side, number: int) -> str:
    """The colour that makes most of this side with a Joker in it."""
    return max(COLOURS, key=lambda colour: _declared(state, side, number, colour)[0])


def likeliest_strength(state: State, side: Side, number: int, colour: str) -> str:
    """The strength that does, once the colour is said."""
    return str(_declared(state, side, number, colour)[1])


def _declared(state: State, side: Side, number: int, colour: str) -> tuple[tuple[int, int, bool, int], int]:
    """How much a Joker of that colour can make of a side, and its strength then.

    What counts is the best formation that the side can become with cards nobody has seen; then a card nobody has
    seen, for people rarely copy one that lies there (ST-ELT-02), then one near to those that lie there.
    """
    stones = [each.judged for each in state.stones]
    stone, left = stones[number - 1], unseen(stones, state.discarded)
    there, totals_only, pool = stone.cards(side), BLIND_MANS_BLUFF in stone.techniques, pool_of(left)

    def worth(strength: int) -> tuple[int, int, bool, int]:
        card = f"{colour}-{strength}"
        with_it = (*there, f"{JOKERS[0]}={card}")
        reached = best(with_it, stone.needed, pool, totals_only, state.house.runs_go_round)
        rank, total = (RANKS[reached.formation], reached.sum) if reached else (-1, 0)
        away = sum(abs(strength - each.strengths[0]) for each in map(CARDS.__getitem__, there))
        return rank, total, bool(left & BIT[card]), -away

    return max((worth(strength), strength) for strength in STRENGTHS)


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
