"""Events of a game with a rondel, a market and territories that both games share.

Events hold names and numbers only. x goes east, y goes north. `rule` is the id of the rule that caused the
event. Each game defines the values of `why` and `by`.
"""

from __future__ import annotations

from typing import Any

from companion.engine.table_game import COMMON_EVENTS
from companion.engine.table_game import Event as Event
from companion.engine.table_game import NoteMade as NoteMade
from companion.engine.table_game import Overruled as Overruled
from companion.engine.table_game import PlayerNamed as PlayerNamed
from companion.engine.table_game import QuestionAsked as QuestionAsked
from companion.engine.table_game import QuestionClosed as QuestionClosed
from companion.engine.table_game import StageEntered as StageEntered


class TurnEnded(Event, frozen=True):
    """The turn ended after the refill."""

    figure: str
    """Figure whose turn ended."""


class DepthChosen(Event, frozen=True):
    """Players chose how much the companion tracks. During a game it can only become less."""

    depth: str


class PawnMoved(Event, frozen=True):
    """A figure moved onto a tile; the tile stays on the rondel."""

    figure: str
    """A player's id, the die or a neutral figure."""
    ahead: int
    """Number of the tile ahead, from 1. Tiles are counted, not spaces."""
    passed: tuple[str, ...] = ()
    """What the figure passed, nearest first: tile ids, or decks of unidentified tiles."""


class TileTaken(Event, frozen=True):
    """The tile under the figure on turn left the rondel and belongs to a player."""

    player: str
    """The player who gets it, also on the turn of a neutral figure."""
    piece: str
    """Tile id; empty if unidentified."""
    deck: str


class TileDiscarded(Event, frozen=True):
    """A tile left the rondel."""

    piece: str
    """Tile id; empty if unidentified."""
    deck: str
    at: int
    """Index of its space on the track before it left, from 0."""
    rule: str
    pile: str = ""
    """Owner of the personal pile it goes to; empty for the common pile or out of the game."""


class TileLaid(Event, frozen=True):
    """A tile of a deck was laid at the front of the rondel."""

    piece: str
    """Tile id; empty if unidentified."""
    deck: str


class DeckEmptied(Event, frozen=True):
    """The last tile of a deck was laid."""

    deck: str


class DieRolled(Event, frozen=True):
    """The die was rolled; `face` is the number on it."""

    face: int


class LandmarkGained(Event, frozen=True):
    """A player gained the card of a tile."""

    player: str
    card: str


class CoinsGained(Event, frozen=True):
    """A player gained coins from the supply."""

    player: str
    coins: int
    why: str


class BarrelsGained(Event, frozen=True):
    """A player gained barrels from the supply."""

    player: str
    barrels: int
    why: str


class BarrelsPaid(Event, frozen=True):
    """A player returned barrels to the supply."""

    player: str
    barrels: int
    why: str


class GoodBought(Event, frozen=True):
    """A player put coins on the cheapest free space of a market row. At referee depth the good is spent now."""

    player: str
    good: str
    """The row."""
    coins: int
    why: str = ""
    """What the good is spent on; empty if unknown."""


class GoodSold(Event, frozen=True):
    """A player took the coins of the most expensive covered space of a market row."""

    player: str
    good: str
    """The row."""
    coins: int


class GoodsCounted(Event, frozen=True):
    """Players counted the goods on a player's tiles, because first place is tied."""

    player: str
    goods: int


class PointsScored(Event, frozen=True):
    """A player scored points from one source."""

    player: str
    points: int
    """Negative if points are lost."""
    source: str
    because: tuple[int | str, ...] = ()
    """Values that explain the points; () if the source explains them."""


class RoundScored(Event, frozen=True):
    """A scoring is done; its points are events of their own."""

    round: str
    result: Any
    """`companion.scoring.gains.Result` as JSON."""


class GameEnded(Event, frozen=True):
    """The game ended."""

    winners: tuple[str, ...]
    """Ids of the winners, who share the victory."""


class TilePlaced(Event, frozen=True):
    """A tile was placed in a territory, on top of any tile at that cell."""

    player: str
    piece: str
    x: int
    y: int
    why: str = ""
    """CORRECTED: it activates nothing. Empty: placed by the rules."""


CORRECTED = "put_right"
"""Value of `TilePlaced.why` for a correction."""


class TileRemoved(Event, frozen=True):
    """The top tile of a stack left a territory, with all that was on it if no tile is left there."""

    player: str
    piece: str
    x: int
    y: int


class TileActivated(Event, frozen=True):
    """A tile or one of its exchanges was activated; this is possible once a turn."""

    player: str
    piece: str
    by: str
    """"placing", or another cause of the activation."""
    x: int
    y: int
    step: int = -1
    """Number of the exchange on the tile; -1 for all that costs nothing."""


class ActivatedByHand(Event, frozen=True):
    """In this turn players enter for each tile whether it is activated."""

    player: str


class GoodsGained(Event, frozen=True):
    """Goods from the supply came onto a tile."""

    player: str
    x: int
    y: int
    good: str
    n: int
    why: str


class GoodsGiven(Event, frozen=True):
    """Goods on a tile returned to the supply."""

    player: str
    x: int
    y: int
    good: str
    n: int
    why: str


class SourceChosen(Event, frozen=True):
    """A player chose the source of the next good of a kind to pay."""

    player: str
    good: str
    """A good or SCOT."""
    source: str
    """A cell, MARKET_SOURCE or another source of the game; empty to withdraw all choices for this good."""


class ScotPlaced(Event, frozen=True):
    """Scots came from the player's supply onto a tile."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotRemoved(Event, frozen=True):
    """Scots returned from a tile to the player's supply."""

    player: str
    x: int
    y: int
    n: int
    why: str


class ScotMoved(Event, frozen=True):
    """A Scot moved one step for a movement point."""

    player: str
    from_x: int
    from_y: int
    to_x: int
    to_y: int


class MovementGained(Event, frozen=True):
    """A player gained movement points for Scots."""

    player: str
    n: int
    why: str


class MovementLapsed(Event, frozen=True):
    """Unused movement points were lost at the end of the turn."""

    player: str
    n: int


class CountSet(Event, frozen=True):
    """Players corrected a count."""

    player: str
    count: str
    value: int
    """The new count, not the difference."""


class RowSet(Event, frozen=True):
    """Players corrected a market row."""

    good: str
    filled: int
    """Number of spaces with coins, from the cheapest."""


class DeckCounted(Event, frozen=True):
    """Players counted the tiles left in a deck."""

    deck: str
    left: int


class SpaceSet(Event, frozen=True):
    """Players corrected what is on a space of the track; without a deck it is empty."""

    at: int
    """Index of the space, from 0."""
    piece: str
    deck: str


class PawnPlaced(Event, frozen=True):
    """Players corrected the space of a figure."""

    figure: str
    at: int
    """Index of the space on the track, from 0."""


class PiecePlaced(Event, frozen=True):
    """Players corrected where a tile is: with a player, in its deck or out of the game."""

    piece: str
    place: str


class CardPlaced(Event, frozen=True):
    """Players corrected who has the card of a tile."""

    card: str
    player: str
    """Empty if no player has it."""


class GoodsSet(Event, frozen=True):
    """Players corrected the number of goods of a kind on a tile."""

    player: str
    x: int
    y: int
    good: str
    n: int


class ScotsSet(Event, frozen=True):
    """Players corrected the number of Scots on a tile."""

    player: str
    x: int
    y: int
    n: int


class ScoringWithdrawn(Event, frozen=True):
    """The last scoring does not count and will be repeated, because of a correction after the end."""


TERRITORY_EVENTS: tuple[type[Event], ...] = (
    *(DepthChosen, TilePlaced, TileRemoved, TileActivated, ActivatedByHand, GoodsGained, GoodsGiven, SourceChosen),
    *(ScotPlaced, ScotRemoved, ScotMoved, MovementGained, MovementLapsed, GoodsSet, ScotsSet),
)
"""Events that happen only where territories are tracked."""
SHARED_EVENTS: tuple[type[Event], ...] = (
    *COMMON_EVENTS,
    *(each for each in Event.__subclasses__() if each.__module__ == __name__),
)
"""All events of this module, and those that every game has."""
