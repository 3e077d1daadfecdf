"""What happened, in the past tense: the only things that change a state.

An event is made of names and numbers; `rule` is the id of the ledger's rule where it happened by itself.
"""

from __future__ import annotations

from companion.state.territory.events import *  # noqa: F403  # shared events go by this module's name too
from companion.state.territory.events import Event


class PlayerSeated(Event, frozen=True):
    """A player joined; the pawn stands ahead of those that joined earlier (G1-SET-03)."""

    player: str
    name: str = ""
    """What people call the player; "" until somebody says."""
    village: str = ""
    """The start village that was tapped; "" where nobody said which."""


class HouseRuleChanged(Event, frozen=True):
    """The table rules otherwise than so far, during set-up."""

    name: str
    """A field of `HouseRules`."""


class PlayBegan(Event, frozen=True):
    """Pawns, die and coins of the market stand."""


class TurnBegan(Event, frozen=True):
    figure: str
    """A player's id, or the die."""


class TileIdentified(Event, frozen=True):
    """People said which tile lies on that space."""

    place: int
    piece: str


class RefillBegan(Event, frozen=True):
    """What was passed is away; tiles are laid."""


class CountChanged(Event, frozen=True):
    """Coins, barrels, Scots in the territory, chieftains."""

    player: str
    count: str
    by: int
    why: str
    """"cost", "tile", "entered", or the id of a card."""


class ChieftainMade(Event, frozen=True):
    """A Scot of that tile is set aside, for a movement point (G1-CLN-05)."""

    player: str
    x: int
    y: int


class ChieftainPaid(Event, frozen=True):
    player: str
    why: str
