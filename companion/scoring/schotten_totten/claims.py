"""Which stones can be claimed, why, and what beats a side that can't (ST-CLM-04, ST-PRF, ST-TIE, ST-TEC).

A border and whose claim it would be -> a judgement for each stone. Whether it is the moment for claims, and what a
claim then does, the course of the game knows. Nobody's hand is known or needed (ST-PRF-03).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from companion.scoring.schotten_totten.border import Side, Stone, other, unseen
from companion.scoring.schotten_totten.cards import BIT, BLIND_MANS_BLUFF
from companion.scoring.schotten_totten.formations import RANKS, Worth
from companion.scoring.schotten_totten.reachable import Pool, best, full, pool_of
from companion.state.schotten_totten.house_rules import HouseRules

Why = Literal["ST-CLM-04", "ST-TIE-01", "ST-TIE-02", "ST-TEC-01", "ST-PRF-04", "ST-PRF-05", "ST-PRF-06"]
"""The rule that decides."""
USUAL = HouseRules()


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


def judge(
    stones: Sequence[Stone], by: Side, discarded: Iterable[str] = (), rules: HouseRules = USUAL
) -> tuple[Claim, ...]:
    """Every stone that nobody owns and where the side of `by` is full, in the order of the row (ST-PRF-02).

    discarded: the clan cards in the discard pile; other cards in it don't matter.
    """
    pool = pool_of(unseen(stones, discarded if rules.discarded_are_seen else ()))
    return tuple(
        judge_stone(number, stone, by, pool, rules)
        for number, stone in enumerate(stones, 1)
        if stone.owner is None and stone.is_full(by)
    )


def beaters(
    stones: Sequence[Stone], claim: Claim, discarded: Iterable[str] = (), rules: HouseRules = USUAL
) -> tuple[str, ...]:
    """Every unseen card that beats the side of a claim where the other side lacks just one, the strongest first.

    () where the claim stands, or the other side lacks more. For words: judging needs but the best.
    """
    stone = stones[claim.stone - 1]
    theirs = stone.cards(other(claim.by))
    if claim.claimable or len(theirs) != stone.needed - 1:
        return ()
    totals_only = BLIND_MANS_BLUFF in stone.techniques
    left = unseen(stones, discarded if rules.discarded_are_seen else ())
    worths = {
        card: full((*theirs, card), totals_only, rules.runs_go_round) for card, bit in BIT.items() if left & bit
    }
    beating = [card for card, worth in worths.items() if claim.own.compared(worth) < 0]
    return tuple(sorted(beating, key=lambda card: (RANKS[worths[card].formation], worths[card].sum), reverse=True))


def judge_stone(number: int, stone: Stone, by: Side, pool: Pool, rules: HouseRules = USUAL) -> Claim:
    """One of them; the side of `by` is full."""
    totals_only, go_round = BLIND_MANS_BLUFF in stone.techniques, rules.runs_go_round
    theirs = stone.cards(other(by))
    own = full(stone.cards(by), totals_only, go_round)
    if stone.is_full(other(by)):
        lies = full(theirs, totals_only, go_round)
        won, why = _compared(stone, by, own, lies, totals_only)
        return Claim(number, by, won, why, own, lies, () if won else theirs)
    return _proved(number, by, own, best(theirs, stone.needed, pool, totals_only, go_round), theirs, rules)


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
