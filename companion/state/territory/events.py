"""What happens in a game with a rondel, a market and territories, in the past tense: all that is alike in each.

An event is made of names and numbers. x goes east, y goes north. `rule` is the id of the rule by which it
happened; what `why` and `by` may be, each game says.
"""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Base of all events of these games."""


# ---- the course of a game


class PlayerNamed(Event, frozen=True):
    player: str
    name: str


class StageEntered(Event, frozen=True):
    """The course went on."""

    stage: str


class QuestionAsked(Event, frozen=True):
    """A question opened; its number is the next one of the game."""

    kind: str
    """The name of its row in the table of questions."""
    player: str = ""
    """Whom it is asked; "" = all players."""
    args: tuple[str | int, ...] = ()
    """What it is about; what they mean, its kind says."""


class QuestionClosed(Event, frozen=True):
    """A question closed: answered, or no longer to be asked."""

    number: int


class Overruled(Event, frozen=True):
    """Players did it although a rule speaks against it."""

    rule: str
    """"" where the rule has no id."""


class TurnEnded(Event, frozen=True):
    """The refill is done."""

    figure: str
    """Whose turn it was."""


class NoteMade(Event, frozen=True):
    """A note of the table; it changes nothing."""

    words: str


class DepthChosen(Event, frozen=True):
    """How much the companion tracks from here on; in a game that runs it can only become less."""

    depth: str


# ---- the rondel


class PawnMoved(Event, frozen=True):
    """A figure moved onto a tile; the tile still lies there."""

    figure: str
    """A player's id, the die or a neutral figure."""
    ahead: int
    """Onto which tile ahead of it, from 1: tiles are counted, not spaces."""
    passed: tuple[str, ...] = ()
    """What it went by, nearest first: pieces, or decks of unidentified tiles."""


class TileTaken(Event, frozen=True):
    """The tile under the figure on turn left the rondel and belongs to a player."""

    player: str
    """Who gets it: for a neutral figure not the figure itself."""
    piece: str
    """"" for an unidentified one."""
    deck: str


class TileDiscarded(Event, frozen=True):
    """A tile left the rondel."""

    piece: str
    """"" for an unidentified one."""
    deck: str
    at: int
    """Its place on the track before it went, from 0; spaces are counted."""
    rule: str
    pile: str = ""
    """Whose personal pile it lies on; "" = the common one, or out of the game."""


class TileLaid(Event, frozen=True):
    """A tile of a deck was laid at the far end of the rondel."""

    piece: str
    """"" for an unidentified one."""
    deck: str


class DeckEmptied(Event, frozen=True):
    """The last tile of a deck was laid."""

    deck: str


class DieRolled(Event, frozen=True):
    face: int


# ---- what players gain, pay and trade


class LandmarkGained(Event, frozen=True):
    """A player has the card of a tile."""

    player: str
    card: str


class CoinsGained(Event, frozen=True):
    """From the supply to a player."""

    player: str
    coins: int
    why: str


class BarrelsGained(Event, frozen=True):
    """From the supply to a player."""

    player: str
    barrels: int
    why: str


class BarrelsPaid(Event, frozen=True):
    """From a player to the supply."""

    player: str
    barrels: int
    why: str


class GoodBought(Event, frozen=True):
    """Its price lies on the cheapest free space of the row now. At referee depth it is spent at once."""

    player: str
    good: str
    """The row."""
    coins: int
    why: str = ""
    """What it is spent on; "" where nobody says."""


class GoodSold(Event, frozen=True):
    """Its price came from the dearest covered space of the row."""

    player: str
    good: str
    """The row."""
    coins: int


class GoodsCounted(Event, frozen=True):
    """The goods left on a player's tiles, counted because first place is tied."""

    player: str
    goods: int


class PointsScored(Event, frozen=True):
    """Points with their source."""

    player: str
    points: int
    """Below zero when they are lost."""
    source: str
    because: tuple[int | str, ...] = ()
    """The values behind them; () where the source says it all."""


class RoundScored(Event, frozen=True):
    """A scoring is done; its points are events of their own."""

    round: str
    result: Any
    """`companion.scoring.gains.Result` as JSON."""


class GameEnded(Event, frozen=True):
    winners: tuple[str, ...]
    """Their ids; several share the victory."""


# ---- territories


class TilePlaced(Event, frozen=True):
    """A tile lies in a territory from here on; what it covers lies under it."""

    player: str
    piece: str
    x: int
    y: int
    why: str = ""
    """CORRECTED: nothing is activated by it; "" = laid by the rules."""


CORRECTED = "put_right"
"""Players said that it lies there."""


class TileRemoved(Event, frozen=True):
    """A tile, or a stack of them, lies there no more, nor does what was on it."""

    player: str
    piece: str
    x: int
    y: int


class TileActivated(Event, frozen=True):
    """A tile does what it does; no second time in this turn."""

    player: str
    piece: str
    by: str
    """"placing", or what activates it besides."""
    x: int
    y: int
    step: int = -1
    """The number of the exchange on it; -1 = all that costs nothing."""


class ActivatedByHand(Event, frozen=True):
    """In this turn players say of each tile whether it is activated."""

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
    """A cell, "market" or what a game has besides; "" withdraws all choices for this good."""


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


class MovementGained(Event, frozen=True):
    """Points for moving Scots."""

    player: str
    n: int
    why: str


class MovementLapsed(Event, frozen=True):
    """Points that nobody used are lost with the end of the turn."""

    player: str
    n: int


# ---- corrections


class CountSet(Event, frozen=True):
    """A count is what the table says."""

    player: str
    count: str
    value: int
    """How many there are now, not how many more."""


class RowSet(Event, frozen=True):
    """How far a row of the market is filled."""

    good: str
    filled: int
    """Spaces with coins, from the cheapest."""


class DeckCounted(Event, frozen=True):
    """The table counted what is left in a deck."""

    deck: str
    left: int


class SpaceSet(Event, frozen=True):
    """What lies on a space of the track; no deck: nothing."""

    at: int
    """The space, from 0."""
    piece: str
    deck: str


class PawnPlaced(Event, frozen=True):
    """A figure stands elsewhere than was believed."""

    figure: str
    at: int
    """The space of the track, from 0."""


class PiecePlaced(Event, frozen=True):
    """A tile is with a player or in another place that the game names: its deck, out of the game."""

    piece: str
    place: str


class CardPlaced(Event, frozen=True):
    """Who holds the card of a tile."""

    card: str
    player: str
    """"" for nobody."""


class GoodsSet(Event, frozen=True):
    """Players said how many lie there."""

    player: str
    x: int
    y: int
    good: str
    n: int


class ScotsSet(Event, frozen=True):
    """Players said how many stand there."""

    player: str
    x: int
    y: int
    n: int


class ScoringWithdrawn(Event, frozen=True):
    """A correction after the end: the last scoring doesn't count and comes again."""


TERRITORY_EVENTS: tuple[type[Event], ...] = (
    *(DepthChosen, TilePlaced, TileRemoved, TileActivated, ActivatedByHand, GoodsGained, GoodsGiven, SourceChosen),
    *(ScotPlaced, ScotRemoved, ScotMoved, MovementGained, MovementLapsed, GoodsSet, ScotsSet),
)
"""Those that happen only where territories are tracked."""
SHARED_EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
"""All of them."""
