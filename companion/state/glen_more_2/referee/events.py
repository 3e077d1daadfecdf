"""What happens at referee depth: enough for anybody outside to follow every territory.

x goes east, y goes north, the start village lies at 0,0, the home castle at 1,0. `why` is "cost:<piece>", "sale",
"placing:<piece>" and "person:<piece>" for what it gives once, "activation:<piece>", "landmark:<card>",
"crest:<crest>", "<chronicle>:<piece>".
"""

from __future__ import annotations

from companion.state.glen_more_2.events import Event
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

PUT_RIGHT = "put_right"
"""People said that it lies there."""


class TilePlaced(Event, frozen=True):
    """A tile lies in a territory from here on; what it covers lies under it (GM-RBD-08)."""

    player: str
    piece: str
    x: int
    y: int
    why: str = ""
    """PUT_RIGHT: nothing is activated by it; "" = laid by the rules."""


class TileActivated(Event, frozen=True):
    """A tile does what it does; no second time in this turn (GM-ACT-05)."""

    player: str
    piece: str
    by: str
    """"placing", or the card or crest that activates it."""
    x: int
    y: int
    step: int = -1
    """The number of the exchange on it; -1 = all that costs nothing."""


class AllMayActivate(Event, frozen=True):
    """Every tile of the territory may be activated (GM-LMK-04), or some of them besides."""

    player: str
    pieces: tuple[str, ...] = ()
    """These; () = all."""


class MovementGained(Event, frozen=True):
    """Points for moving Scots (GM-MOV-01)."""

    player: str
    n: int
    why: str


class MovementSpent(Event, frozen=True):
    """Points that moved something else than a Scot."""

    player: str
    n: int
    why: str


class MovementLapsed(Event, frozen=True):
    """Points that nobody used are lost with the end of the turn (GM-MOV-05)."""

    player: str
    n: int


EVENTS = (
    *(DepthChosen, TilePlaced, TileRemoved, TileActivated, AllMayActivate, ActivatedByHand, MovementGained),
    *(MovementSpent, MovementLapsed),
    *(GoodsGained, GoodsGiven, SourceChosen, ScotPlaced, ScotRemoved, ScotMoved, GoodsSet, ScotsSet),
)
"""All of them."""
