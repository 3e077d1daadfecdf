"""Judgement of claims: which stones can be claimed and why; and the end and points of rounds and games.

Claims: ST-CLM-04, ST-PRF, ST-TIE, ST-TEC. From the border and a side follows a judgement for each stone; hands
are unknown and not needed (ST-PRF-03). When players may claim, the course of the game decides. Rounds: ST-END,
ST-RND.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from companion.scoring.schotten_totten.best_completion import Pool, best_worth, full_worth, make_pool
from companion.scoring.schotten_totten.border import (
    BLIND_MANS_BLUFF,
    CARD_BITS,
    RANKS,
    SIDES,
    Side,
    Stone,
    Worth,
    other_side,
    unseen_cards,
)
from companion.state.schotten_totten.house_rules import HouseRules

ClaimRule = Literal["ST-CLM-04", "ST-TIE-01", "ST-TIE-02", "ST-TEC-01", "ST-PRF-04", "ST-PRF-05", "ST-PRF-06"]
"""Rule id that decides a claim."""
DEFAULT_RULES = HouseRules()


class Claim(msgspec.Struct, frozen=True, gc=False):
    """The judgement of one stone for one player; `claim_reasons.claim_reason` gives it as text."""

    stone: int
    """Stone number, 1 to 9."""
    by: Side
    """Side that would claim it; that side is full."""
    claimable: bool
    why: ClaimRule
    """If both sides are full: how they differ. If the other side is open: the proof (ST-PRF-04, for a tie at
    best ST-PRF-05), or that too few cards are left to fill it (ST-PRF-06)."""
    own: Worth
    """Worth of the claimant's side."""
    best: Worth | None
    """Worth of the other side, or the best that it can reach; None if it cannot be filled."""
    beaten_by: tuple[str, ...] = ()
    """If it cannot be claimed: the unseen cards that would complete the other side and beat this one, or the
    cards there. Empty if only a house rule prevents the proof."""


def judge_claims(
    stones: Sequence[Stone], by: Side, discarded: Iterable[str] = (), rules: HouseRules = DEFAULT_RULES
) -> tuple[Claim, ...]:
    """Return the judgement of every unclaimed stone where the side `by` is full (ST-PRF-02).

    The order is that of the row. discarded: cards in the discard pile; only clan cards matter.
    """
    pool = make_pool(unseen_cards(stones, discarded if rules.discarded_are_seen else ()))
    return tuple(
        judge_stone(number, stone, by, pool, rules)
        for number, stone in enumerate(stones, 1)
        if stone.owner is None and stone.is_full(by)
    )


def cards_that_beat(
    stones: Sequence[Stone], claim: Claim, discarded: Iterable[str] = (), rules: HouseRules = DEFAULT_RULES
) -> tuple[str, ...]:
    """Return every unseen card that completes the other side and beats the claim, strongest first.

    () if the claim stands or the other side lacks more than one card. Only texts need this.
    """
    stone = stones[claim.stone - 1]
    theirs = stone.cards(other_side(claim.by))
    if claim.claimable or len(theirs) != stone.cards_needed - 1:
        return ()
    totals_only = BLIND_MANS_BLUFF in stone.techniques
    left = unseen_cards(stones, discarded if rules.discarded_are_seen else ())
    worths = {
        card: full_worth((*theirs, card), totals_only, rules.runs_go_round)
        for card, bit in CARD_BITS.items()
        if left & bit
    }
    beating = [card for card, worth in worths.items() if claim.own.compare(worth) < 0]
    return tuple(sorted(beating, key=lambda card: (RANKS[worths[card].formation], worths[card].sum), reverse=True))


def judge_stone(number: int, stone: Stone, by: Side, pool: Pool, rules: HouseRules = DEFAULT_RULES) -> Claim:
    """Return the judgement of one stone where the side `by` is full."""
    totals_only, go_round = BLIND_MANS_BLUFF in stone.techniques, rules.runs_go_round
    theirs = stone.cards(other_side(by))
    own = full_worth(stone.cards(by), totals_only, go_round)
    if stone.is_full(other_side(by)):
        lies = full_worth(theirs, totals_only, go_round)
        won, why = _compared(stone, by, own, lies, totals_only)
        return Claim(number, by, won, why, own, lies, () if won else theirs)
    return _proved(
        number, by, own, best_worth(theirs, stone.cards_needed, pool, totals_only, go_round), theirs, rules
    )


def _compared(stone: Stone, by: Side, own: Worth, lies: Worth, totals_only: bool) -> tuple[bool, ClaimRule]:
    """Return whether `by` wins with two full sides, and by which rule."""
    ahead = own.compare(lies)
    if not ahead:
        return stone.full_first == by, "ST-TIE-02"
    if totals_only:
        return ahead > 0, "ST-TEC-01"
    return ahead > 0, "ST-TIE-01" if own.formation == lies.formation else "ST-CLM-04"


def _proved(
    number: int, by: Side, own: Worth, reached: Worth | None, theirs: Sequence[str], rules: HouseRules
) -> Claim:
    """Return the judgement if the other side is open: nothing that it can reach may be stronger."""
    if reached is None:
        return Claim(number, by, True, "ST-PRF-06", own, None)
    ahead, missing = own.compare(reached), reached.counted[len(theirs) :]
    if ahead < 0:
        return Claim(number, by, False, "ST-PRF-04", own, reached, missing)
    if rules.proof_of_last_card_only and len(missing) > 1:
        return Claim(number, by, False, "ST-PRF-04", own, reached)
    return Claim(number, by, True, "ST-PRF-04" if ahead else "ST-PRF-05", own, reached)


ADJACENT_STONES_TO_WIN, STONES_TO_WIN = 3, 5
POINTS_FOR_WINNER, POINTS_PER_STONE = 5, 1

Owners = Sequence[Side | None]
"""Owner of each stone in the order of the row; a claimed stone keeps its place (ST-CLM-05)."""
Points = Mapping[Side, int]


def winning_rule(owners: Owners, side: Side) -> str | None:
    """Return the rule id by which a player has won the round, or None; checked after each claim (ST-END-04)."""
    own = [owner == side for owner in owners]
    # The row is not a ring, so it does not continue from the last stone to the first (ST-END-03).
    if any(
        all(own[first : first + ADJACENT_STONES_TO_WIN]) for first in range(len(own) - ADJACENT_STONES_TO_WIN + 1)
    ):
        return "ST-END-01"
    return "ST-END-02" if sum(own) >= STONES_TO_WIN else None


def round_winners(owners: Owners) -> tuple[Side, ...]:
    """Return the winners of the round: at most one if it is checked after each claim (ST-END-04)."""
    return tuple(side for side in SIDES if winning_rule(owners, side))


def stones_by_side(owners: Owners) -> dict[Side, int]:
    """Return how many stones each player owns."""
    return {side: sum(owner == side for owner in owners) for side in SIDES}


def round_points(winner: Side | None, stones: Points) -> dict[Side, int]:
    """Return the points of a round: 5 for the winner, 1 per stone for the other player (ST-RND-02, ST-RND-03).

    winner: None after a dead end at equal stones; then both score their stones (ST-END-05).
    """
    return {side: POINTS_FOR_WINNER if side == winner else POINTS_PER_STONE * stones[side] for side in SIDES}


def game_points(rounds: Sequence[Points]) -> dict[Side, int]:
    """Return the points of all rounds together."""
    return {side: sum(each[side] for each in rounds) for side in SIDES}


def game_winners(points: Points) -> tuple[Side, ...]:
    """Return the sides with the most points; with equal points both share the victory (ST-RND-04)."""
    most = max(points.values())
    return tuple(side for side in SIDES if points[side] == most)
