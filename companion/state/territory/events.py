"""What happens where territories are followed, as far as it is the same in each game with one.

x goes east, y goes north. What `why` may be, each game says.
"""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Base of all events of these games."""


class DepthChosen(Event, frozen=True):
    """How much the companion follows from here on; in a game that runs it can only become less."""

    depth: str


class TileRemoved(Event, frozen=True):
    """A tile, or a stack of them, lies there no more, nor does what was on it."""

    player: str
    piece: str
    x: int
    y: int


class ActivatedByHand(Event, frozen=True):
    """In this turn people say of each tile whether it is activated."""

    player: str


class GoodsGained(Event, frozen=True):
    """Onto a tile, from the supply."""

    player: str
    x: int
    y: int
    good: str
    n: int
    why: str


class GoodsGiven(Event, frozen=True):
    """From a tile, into the supply."""

    player: str
    x: int
    y: int
    good: str
    n: int
    why: str


class SourceChosen(Event, frozen=True):
    """The next one of this good that the player pays comes from there."""

    player: str
    good: str
    """A good, or "scot"."""
    source: str
    """A cell, "market" or what a game has besides; "" takes back what was said of this good."""


class ScotPlaced(Event, frozen=True):
    """From the own supply onto a tile."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotRemoved(Event, frozen=True):
    """From a tile into the own supply."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotMoved(Event, frozen=True):
    """One step, for a movement point."""

    player: str
    from_x: int
    from_y: int
    to_x: int
    to_y: int


class GoodsSet(Event, frozen=True):
    """People said how many lie there."""

    player: str
    x: int
    y: int
    good: str
    n: int


class ScotsSet(Event, frozen=True):
    """People said how many stand there."""

    player: str
    x: int
    y: int
    n: int
