"""Events of Glen More alone. Shared events are in `companion.state.territory.events`.

Events hold names and numbers only. Only events change a state.
"""

from __future__ import annotations

from companion.engine import table_game
from companion.engine.table_game import Event as Event
from companion.state.territory.events import *  # noqa: F403  # re-exports the shared events


class PlayerSeated(table_game.PlayerSeated, frozen=True):
    """A player joined; the pawn is ahead of those that joined earlier (G1-SET-03)."""

    village: str = ""
    """Id of the start village that was tapped; empty if unknown."""


class HouseRuleChanged(Event, frozen=True):
    """Players turned a house rule on or off during setup."""

    name: str
    """A field of `HouseRules`."""


class PlayBegan(Event, frozen=True):
    """Play began with pawns, die and market coins in place."""


class TurnBegan(Event, frozen=True):
    """A turn began."""

    figure: str
    """A player's id, or the die."""


class TileIdentified(Event, frozen=True):
    """Players identified the tile on a space."""

    place: int
    piece: str


class RefillBegan(Event, frozen=True):
    """The passed tiles have left the rondel; new tiles follow."""


class CountChanged(Event, frozen=True):
    """A player's coins, barrels, Scots or chieftains changed."""

    player: str
    count: str
    by: int
    why: str
    """"cost", "tile", "entered" or the id of a card."""


class ChieftainMade(Event, frozen=True):
    """A Scot of this tile became chieftain for a movement point (G1-CLN-05)."""

    player: str
    x: int
    y: int


class ChieftainPaid(Event, frozen=True):
    """A player paid a chieftain."""

    player: str
    why: str
