"""What comes out of a scoring: frozen values, points from one source each with its reason, one `Result`.

Knows no rule of scoring and no game.

One category compared: points for being ahead of whoever has fewest, by the table on the board.

Never knows what is being counted, nor in which game.

From gains to a result: totals, who is where, who won, and whether a tie was broken.

Never knows what it is that breaks ties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.message import Message, join_list, tr, trn


class Gain(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Points from one source."""

    source: str
    """What they are for: a category, a rule's own word, a piece."""
    points: int
    """Victory points, below zero when they are lost."""
    because: Message
    """The arithmetic behind them."""
    short: Message | None = None
    """What decides in it, in two words to stand under the points ("4 more"); None where nothing is that short, and
    in what is kept (`compare.in_short`)."""
    fewest: tuple[str, ...] = ()
    """Who was compared with and got nothing for it, by name; () where nobody was."""


class Scored(msgspec.Struct, frozen=True, gc=False):
    """One player after a scoring."""

    name: str
    """An id in a game, a name where only a sheet is scored."""
    points_before: int
    """Victory points before it."""
    points: int
    """Victory points after it."""
    rank: int
    """Place as in sports (1, 1, 3): by points, in the end then by what breaks ties, where that is counted."""
    gains: tuple[Gain, ...]
    """In the order of the scoring; no source that gave nothing."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """A scoring."""

    round: str
    """Which one it was."""
    players: tuple[Scored, ...]
    """In the order of the input, not by points."""
    winners: tuple[str, ...] = ()
    """Only of the final scoring; several share the victory."""


class PlayerGain(msgspec.Struct, frozen=True, gc=False):
    """A gain and whose it is: what every rule of scoring gives back."""

    name: str
    """Whose, as in `Scored.name`."""
    gain: Gain
    """What came to that player."""


def player_gain(name: str, source: str, points: int, because: Message) -> PlayerGain:
    """Short for a rule that gives `points` to `name`."""
    return PlayerGain(name, Gain(source, points, because))


# ---- as people read them: the state keeps ids


def map_gains(result: Result, told: Callable[[Gain], Gain]) -> Result:
    """The result with each gain told otherwise."""
    players = (msgspec.structs.replace(scored, gains=tuple(map(told, scored.gains))) for scored in result.players)
    return msgspec.structs.replace(result, players=tuple(players))


def replace_ids_by_names(message: Any, names: Mapping[str, Message]) -> Any:
    """A sentence with players' ids replaced by their names, however deep they stand."""
    if isinstance(message, str):
        return names.get(message, message)
    if not isinstance(message, Message) or not message.values:
        return message
    # A list, for this goes over every word of a scoring: a generator would be resumed for each.
    values = [
        (hole, value if isinstance(value, int) else replace_ids_by_names(value, names))
        for hole, value in message.values
    ]
    return msgspec.structs.replace(message, values=tuple(values))


POINTS_FOR_LEAD = (0, 1, 2, 3, 5, 8)

Worth = Callable[[int], int]
"""From the lead over the fewest to points."""


class Count(msgspec.Struct, frozen=True):
    """How many a player has of something."""

    name: str
    """Whose, as in `Scored.name`."""
    number: int
    """As it is compared, doubled and added to."""
    reckoned: Message | None = None
    """The sum that leads to it; None where it is plain."""

    def shown(self) -> int | Message:
        """The number, or the sum that leads to it."""
        return self.number if self.reckoned is None else self.reckoned


def points_for_lead(lead: int, beyond: int = POINTS_FOR_LEAD[-1]) -> int:
    """The table on the board; `beyond` is for every lead above its last."""
    return POINTS_FOR_LEAD[lead] if lead < len(POINTS_FOR_LEAD) else beyond


def compare_counts(
    source: str,
    counts: Sequence[Count],
    beyond: int = POINTS_FOR_LEAD[-1],
    tables: Sequence[Worth | None] | None = None,
) -> Iterator[PlayerGain]:
    """Every player against the fewest, who get nothing. tables: a player's own, None = the one on the board."""
    own = tables or [None] * len(counts)
    fewest = min(count.number for count in counts)
    for count, table in zip(counts, own, strict=True):
        lead = count.number - fewest
        # Nothing by any table, a player's own included.
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
        who=fewest_names(counts),
        fewest=least.number,
        points=points,
    )


def with_short_reason(gain: Gain) -> Gain:
    """The gain with what decided in it, read from its arithmetic: kept games have no more than that."""
    told = dict(gain.because.values)
    if not {"more", "who", "fewest"} <= told.keys():
        return gain
    if isinstance(told.get("count"), Message):
        # The sum that leads to it is what people want to see.
        return msgspec.structs.replace(gain, fewest=())
    who = told["who"]
    names = who.values if isinstance(who, Message) else (("", who),)
    short = tr("{n} more", n=told["more"])
    return msgspec.structs.replace(gain, short=short, fewest=tuple(str(name) for _, name in names))


def fewest_names(counts: Sequence[Count]) -> str | Message:
    """Whoever has the fewest, all of them."""
    fewest = min(count.number for count in counts)
    names = [count.name for count in counts if count.number == fewest]
    return names[0] if len(names) == 1 else join_list(names)


def result_of(
    round: str,
    before: Mapping[str, int],
    gains: Sequence[PlayerGain],
    spare: Mapping[str, int | None] | None = None,
) -> Result:
    """Everybody's points with these gains: exact sums, below zero too.

    before: everybody's points, in the order of the result. spare: what breaks ties; given only in the end.
    """
    own = {name: tuple(each.gain for each in gains if each.name == name) for name in before}
    totals = {name: points + sum(gain.points for gain in own[name]) for name, points in before.items()}
    ranks = rank_players(totals, spare or {})
    players = tuple(Scored(name, before[name], totals[name], ranks[name], own[name]) for name in before)
    return Result(round, players, () if spare is None else winning_players(players, spare))


def players_with_most_points(players: Sequence[Scored]) -> tuple[str, ...]:
    """Everybody with the most points."""
    most = max(player.points for player in players)
    return tuple(player.name for player in players if player.points == most)


def rank_players(points: Mapping[str, int], spare: Mapping[str, int | None]) -> dict[str, int]:
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


def is_tie_broken(players: Sequence[Scored]) -> bool:
    """Equal points and yet not the same place."""
    return any(one.points == other.points and one.rank != other.rank for one in players for other in players)


def winning_players(players: Sequence[Scored], spare: Mapping[str, int | None]) -> tuple[str, ...]:
    """Most points; among the tied the most spare; equal, or not counted: shared."""
    first = players_with_most_points(players)
    known = [number for name in first if (number := spare.get(name)) is not None]
    if len(known) < len(first):
        return first
    return tuple(name for name in first if spare[name] == max(known))
