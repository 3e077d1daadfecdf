"""The arithmetic of one haggis scoring: which tokens are turned, and what they are worth. Pure, knows no game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product

import msgspec

ROLLS = 4
MAX_FACE_UP = 3
VALUES = (1, 2, 3)


class PlayerTokens(msgspec.Struct, frozen=True):
    """What one player has in a scoring."""

    face_down: tuple[int, ...]
    """Values, 1 to 3."""
    face_up: tuple[int, ...] = ()
    """Values, at most MAX_FACE_UP of them (C5-17)."""
    whisky: int = 0
    """Barrels that may still pay for rolls (C5-19)."""


def rolled(before: PlayerTokens, face: int) -> PlayerTokens:
    """After a roll exactly one token of that value is turned, unless three lie face up already (C5-16, C5-17)."""
    if face not in before.face_down or not may_turn(len(before.face_up), len(before.face_down)):
        return before
    left = list(before.face_down)
    left.remove(face)
    return PlayerTokens(tuple(left), (*before.face_up, face), before.whisky)


def may_turn(face_up: int, face_down: int) -> bool:
    """Whether a roll can mean anything to a player, by what everybody sees."""
    return face_up < MAX_FACE_UP and face_down > 0


def may_buy(face_up: int, whisky: int) -> bool:
    """One more roll for a barrel, with fewer than three face up (C5-19, C5-20)."""
    return face_up < MAX_FACE_UP and whisky > 0


def bought(before: PlayerTokens, face: int) -> PlayerTokens:
    """A roll for a barrel; it counts for this player only (C5-19)."""
    return rolled(PlayerTokens(before.face_down, before.face_up, before.whisky - 1), face)


def played(
    tokens: Sequence[int], rolls: Sequence[int], extra_rolls: Sequence[int] = (), whisky: int = 0
) -> PlayerTokens:
    """A whole scoring of one player: the rolls for all, then the own ones."""
    now = PlayerTokens(tuple(tokens), (), whisky)
    for face in rolls:
        now = rolled(now, face)
    for face in extra_rolls:
        now = bought(now, face)
    return now


def outcomes(face_up: int, face_down: int, rolls: Sequence[int]) -> list[tuple[int, ...]]:
    """What a player with so many tokens may have turned at these rolls, in their order; the likeliest first."""
    found: Counter[tuple[int, ...]] = Counter()
    for hand in product(VALUES, repeat=face_down):
        # The tokens that lie face up already are no part of it: only that there are so many.
        now = PlayerTokens(hand, (0,) * face_up)
        for face in rolls:
            now = rolled(now, face)
        found[now.face_up[face_up:]] += 1
    return [turned for turned, _ in found.most_common()]


def points(face_up: Sequence[int]) -> int:
    """Number of tokens face up times the sum of their values (C5-21)."""
    return len(face_up) * sum(face_up)
