"""What happens at referee depth: enough for anybody outside to follow every territory.

x goes east, y goes north, the start village lies at 0,0, the home castle at 1,0. `why` is "cost:<piece>", "sale",
"placing:<piece>" and "person:<piece>" for what it gives once, "activation:<piece>", "landmark:<card>",
"crest:<crest>", "<chronicle>:<piece>".
"""

from __future__ import annotations

from companion.state.glen_more_2.events import Event

PUT_RIGHT = "put_right"
"""People said that it lies there."""


class DepthChosen(Event, frozen=True):
    """How much the companion follows from here on; in a game that runs it can only become less."""

    depth: str


class TilePlaced(Event, frozen=True):
    """A tile lies in a territory from here on; what it covers lies under it (GM-RBD-08)."""

    player: str
    piece: str
    x: int
    y: int
    why: str = ""
    """PUT_RIGHT: nothing is activated by it; "" = laid by the rules."""


class TileRemoved(Event, frozen=True):
    """A tile, or a stack of them, lies there no more; goods and Scots of it too (GM-EDG-04)."""

    player: str
    piece: str
    x: int
    y: int


class TileActivated(Event, frozen=True):
    """A tile does what it does; no second time in this turn (GM-ACT-05)."""

    player: str
    piece: str
    by: str
    """"placing", or the card or crest that activates it; before version 4 "landmark:<card>" and the like."""
    x: int
    y: int
    step: int = -1
    """The number of the exchange on it; -1 = all that costs nothing."""


class AllMayActivate(Event, frozen=True):
    """Every tile of the territory may be activated (GM-LMK-04), or some of them besides."""

    player: str
    pieces: tuple[str, ...] = ()
    """These; () = all."""


class ActivatedByHand(Event, frozen=True):
    """In this turn people say of each tile whether it is activated (GM-ACT-04)."""

    player: str


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
    """A cell or "market"; "" takes back what was said of this good."""


class ScotPlaced(Event, frozen=True):
    """From the own supply onto a tile (GM-ONE-05)."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotRemoved(Event, frozen=True):
    """From a tile into the own supply (GM-TAK-04)."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotMoved(Event, frozen=True):
    """One step, for a movement point (GM-MOV-02)."""

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


EVENTS = (
    *(DepthChosen, TilePlaced, TileRemoved, TileActivated, AllMayActivate, ActivatedByHand, MovementGained),
    *(MovementSpent, MovementLapsed),
    *(GoodsGained, GoodsGiven, SourceChosen, ScotPlaced, ScotRemoved, ScotMoved, GoodsSet, ScotsSet),
)
"""All of them."""
