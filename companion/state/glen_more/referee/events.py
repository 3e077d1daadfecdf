"""What happens at referee depth: enough for anybody outside to follow every territory.

x goes east, y goes north, the start village lies at 0,0. `why` is "cost:<piece>", "sale", "placing:<piece>",
"activation:<piece>" or "card:<card>".
"""

from __future__ import annotations

from companion.state.glen_more.events import Event
from companion.state.territory.events import (
    ActivatedByHand as ActivatedByHand,
)
from companion.state.territory.events import (
    DepthChosen as DepthChosen,
)
from companion.state.territory.events import (
    GoodsGained as GoodsGained,
)
from companion.state.territory.events import (
    GoodsGiven as GoodsGiven,
)
from companion.state.territory.events import (
    GoodsSet as GoodsSet,
)
from companion.state.territory.events import (
    ScotMoved as ScotMoved,
)
from companion.state.territory.events import (
    ScotPlaced as ScotPlaced,
)
from companion.state.territory.events import (
    ScotRemoved as ScotRemoved,
)
from companion.state.territory.events import (
    ScotsSet as ScotsSet,
)
from companion.state.territory.events import (
    SourceChosen as SourceChosen,
)
from companion.state.territory.events import (
    TileRemoved as TileRemoved,
)

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


# ---- goods, barrels, coins


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


class ChieftainMade(Event, frozen=True):
    """A Scot of that tile is set aside, for a movement point (G1-CLN-05)."""

    player: str
    x: int
    y: int


class ChieftainPaid(Event, frozen=True):
    player: str
    why: str
