"""Which stones can be claimed, why, and what beats a side that can't (ST-CLM-04, ST-PRF, ST-TIE, ST-TEC).

A border and whose claim it would be -> a judgement for each stone. Whether it is the moment for claims, and what a
claim then does, the course of the game knows. Nobody's hand is known or needed (ST-PRF-03).

When a round is over, who has won it, what it and the whole game are worth (ST-END, ST-RND). Knows no card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from companion.scoring.schotten_totten.best_completion import Pool, best_worth, full_worth, pool_of
from companion.scoring.schotten_totten.border import (
    BIT,
    BLIND_MANS_BLUFF,
    RANKS,
    SIDES,
    Side,
    Stone,
    Worth,
    other_side,
    unseen_cards,
)
from companion.state.schotten_totten.house_rules import HouseRules

Why = Literal["ST-CLM-04", "ST-TIE-01", "ST-TIE-02", "ST-TEC-01", "ST-PRF-04", "ST-PRF-05", "ST-PRF-06"]
"""The rule that decides."""
DEFAULT_RULES = HouseRules()


class Claim(msgspec.Struct, frozen=True, gc=False):
    """What can be said of one stone that a player would claim; `because.because` puts it into words."""

    stone: int
    """Its number, 1 to 9."""
    by: Side
    """Who would claim it; that side is full."""
    claimable: bool
    why: Why
    """Both sides full: how they differ. The other side open: the proof (ST-PRF-04, a tie at best is ST-PRF-05), or
    that too few cards are left to fill it (ST-PRF-06)."""
    own: Worth
    """What the claimant's side is worth."""
    best: Worth | None
    """What the other side is worth, or can still become; None where it can't be filled."""
    beaten_by: tuple[str, ...] = ()
    """Of a stone that can't be claimed: the unseen cards that would complete the other side and beat this one, or
    the cards that lie there. Empty where the table's ruling alone is against the proof."""


def judge_claims(
    stones: Sequence[Stone], by: Side, discarded: Iterable[str] = (), rules: HouseRules = DEFAULT_RULES
) -> tuple[Claim, ...]:
    """Every stone that nobody owns and where the side of `by` is full, in the order of the row (ST-PRF-02).

    discarded: the clan cards in the discard pile; other cards in it don't matter.
    """
    pool = pool_of(unseen_cards(stones, discarded if rules.discarded_are_seen else ()))
    return tuple(
        judge_stone(number, stone, by, pool, rules)
        for number, stone in enumerate(stones, 1)
        if stone.owner is None and stone.is_full(by)
    )


def cards_that_beat(
    stones: Sequence[Stone], claim: Claim, discarded: Iterable[str] = (), rules: HouseRules = DEFAULT_RULES
) -> tuple[str, ...]:
    """Every unseen card that beats the side of a claim where the other side lacks just one, the strongest first.

    () where the claim stands, or the other side lacks more. For words: judging needs but the best.
    """
    stone = stones[claim.stone - 1]
    theirs = stone.cards(other_side(claim.by))
    if claim.claimable or len(theirs) != stone.needed - 1:
        return ()
    totals_only = BLIND_MANS_BLUFF in stone.techniques
    left = unseen_cards(stones, discarded if rules.discarded_are_seen else ())
    worths = {
        card: full_worth((*theirs, card), totals_only, rules.runs_go_round)
        for card, bit in BIT.items()
        if left & bit
    }
    beating = [card for card, worth in worths.items() if claim.own.compared(worth) < 0]
    return tuple(sorted(beating, key=lambda card: (RANKS[worths[card].formation], worths[card].sum), reverse=True))


def judge_stone(number: int, stone: Stone, by: Side, pool: Pool, rules: HouseRules = DEFAULT_RULES) -> Claim:
    """One of them; the side of `by` is full."""
    totals_only, go_round = BLIND_MANS_BLUFF in stone.techniques, rules.runs_go_round
    theirs = stone.cards(other_side(by))
    own = full_worth(stone.cards(by), totals_only, go_round)
    if stone.is_full(other_side(by)):
        lies = full_worth(theirs, totals_only, go_round)
        won, why = _compared(stone, by, own, lies, totals_only)
        return Claim(number, by, won, why, own, lies, () if won else theirs)
    return _proved(number, by, own, best_worth(theirs, stone.needed, pool, totals_only, go_round), theirs, rules)


def _compared(stone: Stone, by: Side, own: Worth, lies: Worth, totals_only: bool) -> tuple[bool, Why]:
    """Two full sides: whether `by` wins, and by which rule."""
    ahead = own.compared(lies)
    if not ahead:
        return stone.full_first == by, "ST-TIE-02"
    if totals_only:
        return ahead > 0, "ST-TEC-01"
    return ahead > 0, "ST-TIE-01" if own.formation == lies.formation else "ST-CLM-04"


def _proved(
    number: int, by: Side, own: Worth, reached: Worth | None, theirs: Sequence[str], rules: HouseRules
) -> Claim:
    """The other side is open: nothing that it can become may be stronger."""
    if reached is None:
        return Claim(number, by, True, "ST-PRF-06", own, None)
    ahead, missing = own.compared(reached), reached.counted[len(theirs) :]
    if ahead < 0:
        return Claim(number, by, False, "ST-PRF-04", own, reached, missing)
    if rules.proof_of_last_card_only and len(missing) > 1:
        return Claim(number, by, False, "ST-PRF-04", own, reached)
    return Claim(number, by, True, "ST-PRF-04" if ahead else "ST-PRF-05", own, reached)


ADJACENT, ENOUGH = 3, 5
POINTS_OF_WINNER, POINTS_A_STONE = 5, 1

Owners = Sequence[Side | None]
"""Who owns each stone, in the order of the row; a claimed stone keeps its place (ST-CLM-05)."""
Points = Mapping[Side, int]


def winning_rule(owners: Owners, side: Side) -> str | None:
    """The rule by which a player has won the round; None who hasn't. To be asked after each claim (ST-END-04)."""
    own = [owner == side for owner in owners]
    # The row is no ring: nothing stands behind its end (ST-END-03).
    if any(all(own[first : first + ADJACENT]) for first in range(len(own) - ADJACENT + 1)):
        return "ST-END-01"
    return "ST-END-02" if sum(own) >= ENOUGH else None


def round_winners(owners: Owners) -> tuple[Side, ...]:
    """Who has won: one at most where claims were judged one by one (ST-END-04)."""
    return tuple(side for side in SIDES if winning_rule(owners, side))


def stones_by_side(owners: Owners) -> dict[Side, int]:
    """How many stones each player owns."""
    return {side: sum(owner == side for owner in owners) for side in SIDES}


def round_points(winner: Side | None, stones: Points) -> dict[Side, int]:
    """What a round brings: 5 to the winner, to the other a point a stone (ST-RND-02, ST-RND-03).

    winner: None where the table ended it at equal stones; then each scores the own ones (ST-END-05).
    """
    return {side: POINTS_OF_WINNER if side == winner else POINTS_A_STONE * stones[side] for side in SIDES}


def game_points(rounds: Sequence[Points]) -> dict[Side, int]:
    """The points of all rounds together."""
    return {side: sum(each[side] for each in rounds) for side in SIDES}


def game_winners(points: Points) -> tuple[Side, ...]:
    """Whoever has most points; both share the victory where they have the same (ST-RND-04)."""
    most = max(points.values())
    return tuple(side for side in SIDES if points[side] == most)
