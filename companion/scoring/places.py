"""From gains to a result: totals, who is where, who won, and whether a tie was broken.

Never knows what it is that breaks ties.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.scoring.gains import Given, Result, Scored


def result_of(
    round: str,
    before: Mapping[str, int],
    gains: Sequence[Given],
    spare: Mapping[str, int | None] | None = None,
) -> Result:
    """Everybody's points with these gains: exact sums, below zero too.

    before: everybody's points, in the order of the result. spare: what breaks ties; given only in the end.
    """
    own = {name: tuple(each.gain for each in gains if each.name == name) for name in before}
    totals = {name: points + sum(gain.points for gain in own[name]) for name, points in before.items()}
    ranks = places(totals, spare or {})
    players = tuple(Scored(name, before[name], totals[name], ranks[name], own[name]) for name in before)
    return Result(round, players, () if spare is None else winners(players, spare))


def leaders(players: Sequence[Scored]) -> tuple[str, ...]:
    """Everybody with the most points."""
    most = max(player.points for player in players)
    return tuple(player.name for player in players if player.points == most)


def places(points: Mapping[str, int], spare: Mapping[str, int | None]) -> dict[str, int]:
    """Everybody's place, as in sports: of equal points the most spare comes first; equal in both share it.

    spare: what breaks ties; while somebody's of the tied is not counted, they share the place.
    """
    return {name: 1 + sum(_is_ahead(other, name, points, spare) for other in points) for name in points}


def _is_ahead(one: str, other: str, points: Mapping[str, int], spare: Mapping[str, int | None]) -> bool:
    if points[one] != points[other]:
        return points[one] > points[other]
    counted = {name: spare.get(name) for name in points if points[name] == points[one]}
    known = {name: number for name, number in counted.items() if number is not None}
    return len(known) == len(counted) and known[one] > known[other]


def tie_broken(players: Sequence[Scored]) -> bool:
    """Equal points and yet not the same place."""
    return any(one.points == other.points and one.rank != other.rank for one in players for other in players)


def winners(players: Sequence[Scored], spare: Mapping[str, int | None]) -> tuple[str, ...]:
    """Most points; among the tied the most spare; equal, or not counted: shared."""
    first = leaders(players)
    known = [number for name in first if (number := spare.get(name)) is not None]
    if len(known) < len(first):
        return first
    return tuple(name for name in first if spare[name] == max(known))
