"""When a round is over, who has won it, what it and the whole game are worth (ST-END, ST-RND). Knows no card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.scoring.schotten_totten.border import SIDES, Side

ADJACENT, ENOUGH = 3, 5
POINTS_OF_WINNER, POINTS_A_STONE = 5, 1

Owners = Sequence[Side | None]
"""Who owns each stone, in the order of the row; a claimed stone keeps its place (ST-CLM-05)."""
Points = Mapping[Side, int]


def won_by(owners: Owners, side: Side) -> str | None:
    """The rule by which a player has won the round; None who hasn't. To be asked after each claim (ST-END-04)."""
    own = [owner == side for owner in owners]
    # The row is no ring: nothing stands behind its end (ST-END-03).
    if any(all(own[first : first + ADJACENT]) for first in range(len(own) - ADJACENT + 1)):
        return "ST-END-01"
    return "ST-END-02" if sum(own) >= ENOUGH else None


def winners(owners: Owners) -> tuple[Side, ...]:
    """Who has won: one at most where claims were judged one by one (ST-END-04)."""
    return tuple(side for side in SIDES if won_by(owners, side))


def stones_of(owners: Owners) -> dict[Side, int]:
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
