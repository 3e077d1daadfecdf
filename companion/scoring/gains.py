"""What comes out of a scoring: frozen values, points from one source each with its reason, one `Result`.

Knows no rule of scoring and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.engine.message import Message


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


class Given(msgspec.Struct, frozen=True, gc=False):
    """A gain and whose it is: what every rule of scoring gives back."""

    name: str
    """Whose, as in `Scored.name`."""
    gain: Gain
    """What came to that player."""


def given(name: str, source: str, points: int, because: Message) -> Given:
    """Short for a rule that gives `points` to `name`."""
    return Given(name, Gain(source, points, because))


# ---- as people read them: the state keeps ids


def with_gains(result: Result, told: Callable[[Gain], Gain]) -> Result:
    """The result with each gain told otherwise."""
    players = (msgspec.structs.replace(scored, gains=tuple(map(told, scored.gains))) for scored in result.players)
    return msgspec.structs.replace(result, players=tuple(players))


def by_names(message: Any, names: Mapping[str, Message]) -> Any:
    """A sentence with players' ids replaced by their names, however deep they stand."""
    if isinstance(message, str):
        return names.get(message, message)
    if not isinstance(message, Message) or not message.values:
        return message
    # A list, for this goes over every word of a scoring: a generator would be resumed for each.
    values = [
        (hole, value if isinstance(value, int) else by_names(value, names)) for hole, value in message.values
    ]
    return msgspec.structs.replace(message, values=tuple(values))
