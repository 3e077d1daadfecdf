"""Results of a scoring: gains of points with their reasons, comparisons by lead, ranks and winners.

The functions build a `Result` in steps: `compare_counts` yields gains for leads over the player with the fewest,
`build_result` adds all gains, ranks the players and finds the winners. The module does not know what is counted,
what breaks ties, or the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.message import Message, join_list, tr, trn


class Gain(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Points from one source."""

    source: str
    """Id of the source: a category, a rule's own word or a piece."""
    points: int
    """Victory points, negative if they are lost."""
    because: Message
    """The full reason with its arithmetic."""
    short: Message | None = None
    """The reason in two words, shown below the points ("4 more"); None if there is none. It is not stored, see
    `with_short_reason`."""
    fewest: tuple[str, ...] = ()
    """Names of the players with the fewest, who get nothing; () without a comparison."""


class PlayerResult(msgspec.Struct, frozen=True, gc=False):
    """One player's result of a scoring."""

    name: str
    """Player id in a game, name on a score sheet."""
    points_before: int
    """Victory points before the scoring."""
    points: int
    """Victory points after the scoring."""
    rank: int
    """Rank as in sports (1, 1, 3): by points, at the end also by the tie-breaker if it is known."""
    gains: tuple[Gain, ...]
    """Gains in the order of the scoring; sources without points are left out."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """The result of a scoring."""

    round: str
    """Id of the scoring."""
    players: tuple[PlayerResult, ...]
    """Players in the order of the input, not by points."""
    winners: tuple[str, ...] = ()
    """Names of the winners, who share the victory; only in the final scoring."""


class PlayerGain(msgspec.Struct, frozen=True, gc=False):
    """A gain and its player: what every scoring rule returns."""

    name: str
    """The player, as in `PlayerResult.name`."""
    gain: Gain
    """The player's gain."""


def player_gain(name: str, source: str, points: int, because: Message) -> PlayerGain:
    """Return a gain of `points` for the player `name`."""
    return PlayerGain(name, Gain(source, points, because))


def map_gains(result: Result, change: Callable[[Gain], Gain]) -> Result:
    """Return the result with a function applied to each gain."""
    players = (
        msgspec.structs.replace(scored, gains=tuple(map(change, scored.gains))) for scored in result.players
    )
    return msgspec.structs.replace(result, players=tuple(players))


def replace_ids_by_names(message: Any, names: Mapping[str, Message]) -> Any:
    """Return a text with player ids replaced by names, at any depth."""
    if isinstance(message, str):
        return names.get(message, message)
    if not isinstance(message, Message) or not message.values:
        return message
    # A list comprehension, because every value of a scoring passes here and a generator would be slower.
    values = [
        (hole, value if isinstance(value, int) else replace_ids_by_names(value, names))
        for hole, value in message.values
    ]
    return msgspec.structs.replace(message, values=tuple(values))


POINTS_FOR_LEAD = (0, 1, 2, 3, 5, 8)

PointsForLead = Callable[[int], int]
"""Returns the points for a lead over the fewest."""


class Count(msgspec.Struct, frozen=True):
    """How many of something a player has."""

    name: str
    """The player, as in `PlayerResult.name`."""
    number: int
    """The number to compare, after all additions."""
    arithmetic: Message | None = None
    """The arithmetic of the number; None if there is none."""

    def shown(self) -> int | Message:
        """Return the arithmetic of the number if there is any, otherwise the number."""
        return self.number if self.arithmetic is None else self.arithmetic


def points_for_lead(lead: int, beyond: int = POINTS_FOR_LEAD[-1]) -> int:
    """Return the points for a lead, from the table on the board; `beyond` is for leads above the table."""
    return POINTS_FOR_LEAD[lead] if lead < len(POINTS_FOR_LEAD) else beyond


def compare_counts(
    source: str,
    counts: Sequence[Count],
    beyond: int = POINTS_FOR_LEAD[-1],
    tables: Sequence[PointsForLead | None] | None = None,
) -> Iterator[PlayerGain]:
    """Yield the gains of all players with more than the fewest.

    beyond: points for leads above the table. tables: each player's own table, or None for the one on the board.
    """
    own = tables or [None] * len(counts)
    fewest = min(count.number for count in counts)
    for count, table in zip(counts, own, strict=True):
        lead = count.number - fewest
        # A player's own table can give 0 points too.
        if lead and (points := table(lead) if table else points_for_lead(lead, beyond)):
            yield player_gain(count.name, source, points, _because(count, lead, counts, points))


def _because(count: Count, lead: int, counts: Sequence[Count], points: int) -> Message:
    least = min(counts, key=lambda other: other.number)
    return trn(
        "{more} more than {who}: {points} point ({count} to {fewest})",
        "{more} more than {who}: {points} points ({count} to {fewest})",
        points,
        count=count.shown(),
        more=lead,
        who=names_with_fewest(counts),
        fewest=least.number,
        points=points,
    )


def with_short_reason(gain: Gain) -> Gain:
    """Return the gain with a short reason, taken from its full reason, the only one that saved games contain."""
    told = dict(gain.because.values)
    if not {"more", "who", "fewest"} <= told.keys():
        return gain
    if isinstance(told.get("count"), Message):
        # Here the arithmetic is more useful than a short reason.
        return msgspec.structs.replace(gain, fewest=())
    who = told["who"]
    names = who.values if isinstance(who, Message) else (("", who),)
    short = tr("{n} more", n=told["more"])
    return msgspec.structs.replace(gain, short=short, fewest=tuple(str(name) for _, name in names))


def names_with_fewest(counts: Sequence[Count]) -> str | Message:
    """Return the names of all players with the fewest."""
    fewest = min(count.number for count in counts)
    names = [count.name for count in counts if count.number == fewest]
    return names[0] if len(names) == 1 else join_list(names)


def build_result(
    round: str,
    before: Mapping[str, int],
    gains: Sequence[PlayerGain],
    spare: Mapping[str, int | None] | None = None,
) -> Result:
    """Return the result with all gains added; totals may be negative.

    before: points before the scoring, by name, in the order of the result. spare: tie-breaker by name, given
    only for the final scoring; None if not counted.
    """
    own = {name: tuple(each.gain for each in gains if each.name == name) for name in before}
    totals = {name: points + sum(gain.points for gain in own[name]) for name, points in before.items()}
    ranks = rank_players(totals, spare or {})
    players = tuple(PlayerResult(name, before[name], totals[name], ranks[name], own[name]) for name in before)
    return Result(round, players, () if spare is None else winning_players(players, spare))


def players_with_most_points(players: Sequence[PlayerResult]) -> tuple[str, ...]:
    """Return the names of all players with the most points."""
    most = max(player.points for player in players)
    return tuple(player.name for player in players if player.points == most)


ORDINALS = (tr("1st"), tr("2nd"), tr("3rd"), tr("4th"), tr("5th"))
"""Names of the ranks from 1; no game has more players."""


def ordinal(rank: int) -> Message:
    """Return a rank as a word: "1st"."""
    return ORDINALS[rank - 1]


def rank_players(points: Mapping[str, int], spare: Mapping[str, int | None]) -> dict[str, int]:
    """Return the rank of every player, as in sports; equal points are ranked by the tie-breaker.

    spare: tie-breaker by name. Players share a rank if it is equal or unknown for one of them.
    """
    return {name: 1 + sum(_is_ahead(other, name, points, spare) for other in points) for name in points}


def _is_ahead(one: str, other: str, points: Mapping[str, int], spare: Mapping[str, int | None]) -> bool:
    if points[one] != points[other]:
        return points[one] > points[other]
    counted = {name: spare.get(name) for name in points if points[name] == points[one]}
    known = {name: number for name, number in counted.items() if number is not None}
    return len(known) == len(counted) and known[one] > known[other]


def is_tie_broken(players: Sequence[PlayerResult]) -> bool:
    """True if two players have equal points and different ranks."""
    return any(one.points == other.points and one.rank != other.rank for one in players for other in players)


def winning_players(players: Sequence[PlayerResult], spare: Mapping[str, int | None]) -> tuple[str, ...]:
    """Return the winners: most points, then most of the tie-breaker; shared if equal or unknown."""
    first = players_with_most_points(players)
    known = [number for name in first if (number := spare.get(name)) is not None]
    if len(known) < len(first):
        return first
    return tuple(name for name in first if spare[name] == max(known))
