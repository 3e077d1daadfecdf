"""What happens at referee depth: enough for anybody outside to follow every territory.

x goes east, y goes north, the start village lies at 0,0. `why` is "cost:<piece>", "sale", "placing:<piece>",
"activation:<piece>" or "card:<card>".
"""

from __future__ import annotations

from companion.state.glen_more.events import Event


class DepthChosen(Event, frozen=True):
    """How much the companion follows from here on; in a game that runs it can only become less."""

    depth: str


# ---- tiles


class TileDiscarded(Event, frozen=True):
    """A tile left the rondel and the game."""

    piece: str
    deck: str
    at: int
    """Its place in the line."""
    rule: str


class TilePlaced(Event, frozen=True):
    """A tile lies in a territory from here on."""

    player: str
    piece: str
    x: int
    y: int


class TileRemoved(Event, frozen=True):
    """It lies there no more, nor does what was on it."""

    player: str
    piece: str
    x: int
    y: int


class TileReturned(Event, frozen=True):
    """People said that a tile is out of the game ("out") or in its deck ("deck")."""

    piece: str
    where: str


class LandmarkGained(Event, frozen=True):
    """The card of a special location (G1-LOC-02)."""

    player: str
    card: str


class TileActivated(Event, frozen=True):
    """A tile does what it does; no second time in this turn (G1-ACT-03)."""

    player: str
    piece: str
    by: str
    """"placing", or the card that activates it."""
    x: int
    y: int


class ActivatedByHand(Event, frozen=True):
    """In this turn people say of each tile whether it is activated (G1-ACT-02)."""

    player: str


# ---- goods, barrels, coins


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
    """A good, or "scot" for what Loch Ness costs."""
    source: str
    """A cell, "market" or "chieftain"; "" takes back what was said of this good."""


class BarrelsGained(Event, frozen=True):
    player: str
    barrels: int
    why: str


class BarrelsPaid(Event, frozen=True):
    player: str
    barrels: int
    why: str


class CoinsGained(Event, frozen=True):
    player: str
    coins: int
    why: str


# ---- Scots and chieftains


class ScotPlaced(Event, frozen=True):
    player: str
    x: int
    y: int
    n: int
    why: str


class ScotRemoved(Event, frozen=True):
    player: str
    x: int
    y: int
    n: int
    why: str


class ScotMoved(Event, frozen=True):
    """One step, for a movement point (G1-CLN-04)."""

    player: str
    from_x: int
    from_y: int
    to_x: int
    to_y: int


class ChieftainMade(Event, frozen=True):
    """A Scot of that tile is set aside, for a movement point (G1-CLN-05)."""

    player: str
    x: int
    y: int


class ChieftainPaid(Event, frozen=True):
    player: str
    why: str


# ---- people said how it really is


class GoodsSet(Event, frozen=True):
    player: str
    x: int
    y: int
    good: str
    n: int


class ScotsSet(Event, frozen=True):
    player: str
    x: int
    y: int
    n: int
