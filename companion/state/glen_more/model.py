"""The state of a game of Glen More: plain frozen values.

Only events make a new state.
At scorekeeper depth goods on tiles, places and moves of Scots are not followed; what they bring is entered. What
only the referee knows is left out of a state then (UNSET), so that its hash stays what it was.
A value never holds itself: the garbage collector may pass it by (gc=False).
"""

from __future__ import annotations

import msgspec

from companion.state.glen_more.events import Event
from companion.state.glen_more.facts import Facts
from companion.state.glen_more.house_rules import HouseRules
from companion.state.territory.model import REFEREE as REFEREE
from companion.state.territory.model import SCOREKEEPER as SCOREKEEPER
from companion.state.territory.model import OpenQuestion as OpenQuestion
from companion.state.territory.model import TerritoryPlayer, TerritoryState, TerritoryTurn

DIE = "die"
SPACES = 14
"""Of the rondel (G1-TRK-01)."""
MIN_PLAYERS, MAX_PLAYERS, WITH_DIE = 2, 5, (2, 3)
START_COINS, START_SCOTS, START_TILES = 6, 1, 1
SCORED = {"1": "1", "2": "2", "3": "final"}
"""The scoring that the end of a deck brings; that of the last is followed by the final one (G1-TRK-06)."""
FINAL = "final"
NON_BLOCKING = ("take", "ledger", "end", "use")
"""Questions that wait on the home screen; any other is put in front of people."""
COUNTS = ("coins", "barrels", "scots", "chieftains")
"""Counts that events move."""
TERRITORY = ("tiles", "green_tiles", "yellow_tiles", "villages")
"""Counts that the tiles in it make, with what puts them right."""


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A tile that has left the rondel."""

    piece: str
    """Its id, "" where nobody told which it was."""
    deck: str


class Player(TerritoryPlayer, frozen=True, gc=False):
    """One player's counts; the id is the place at the table: "p1" to "p5". All Scots count."""

    coins: int = START_COINS
    scots: int = START_SCOTS
    village: str = ""
    """The start village, where it was tapped."""
    chieftains: int = 0
    cards: tuple[str, ...] = ()
    """Of special locations."""
    taken: tuple[str, ...] = ()
    """Tiles, in order; without the start village."""
    more: dict[str, int] = msgspec.field(default_factory=dict)
    """What puts the counts of the territory right."""


class Turn(TerritoryTurn, frozen=True, gc=False):
    """The turn that runs: whose it is and what has happened in it."""

    behind: int = 0
    """How many tiles lay behind the figure when it began: they leave at its end (G1-TRK-05)."""
    cleared: bool = False
    """What was passed has left."""
    laid: int = 0
    """Tiles laid so far."""
    happened: tuple[Event, ...] = ()
    """What was booked."""
    of_die: tuple[Event, ...] = ()
    """What the die did just before, as often as it was hindmost."""


class State(TerritoryState[Player, Turn], frozen=True, gc=False):
    """Everything a game is at one moment."""

    stage: str
    """Where the course stands."""
    facts: Facts
    """What is printed on the pieces."""
    house: HouseRules
    """The table's rulings."""
    left: dict[str, int] = msgspec.field(default_factory=dict)
    """Tiles still in each deck."""
    gone: tuple[Tile, ...] = ()
    """Tiles out of the game."""
    turn: Turn = Turn(0, "")

    @property
    def use_die(self) -> bool:
        """With 2 or 3 players alone (G1-DIE-01)."""
        return len(self.players) in WITH_DIE

    @property
    def deck(self) -> str:
        """The one that is laid from now: the lowest that is not used up (G1-TRN-05); "" when all are."""
        return next((deck for deck in self.facts.decks if self.left.get(deck)), "")


def count_of(state: State, player: Player, count: str) -> int:
    """A count by its name: one that events move, one that the tiles make, or the points."""
    if count in COUNTS:
        return int(getattr(player, count))
    if count == "points":
        return player.total
    return counted_tiles(state, player, count) + player.more.get(count, 0)


def counted_tiles(state: State, player: Player, count: str) -> int:
    """What the tiles that were taken make of it; the start village is a grey tile and a village."""
    tiles = [state.facts.tiles[piece] for piece in player.taken if piece]
    match count:
        case "green_tiles":
            return sum(tile.border == "green" for tile in tiles)
        case "yellow_tiles":
            return sum(tile.border == "yellow" for tile in tiles)
        case "villages":
            return START_TILES + sum(tile.kind == "village" for tile in tiles)
    return START_TILES + len(player.taken)
