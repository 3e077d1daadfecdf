"""What happened, in the past tense: the only things that change a state.

An event is made of names and numbers; `rule` is the id of the ledger's rule where it happened by itself.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.state.glen_more_2.facts import Learned
from companion.state.glen_more_2.stages import FollowUp, HookCall


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Base of all events."""


class PlayerSeated(Event, frozen=True):
    """A player joined: the next pawn from the back. rule GM-SET-07 gives the coins."""

    player: str
    coins: int
    name: str = ""


class PlayerNamed(Event, frozen=True):
    player: str
    name: str


class DieChosen(Event, frozen=True):
    """With or without the die; alone with two players it is always used."""

    used: bool
    rule: str = ""


class WorldsEndChosen(Event, frozen=True):
    """World's End on top of deck D (short game) or in its middle."""

    on_top: bool


class HouseRuleChanged(Event, frozen=True):
    name: str
    value: int


class ChronicleChosen(Event, frozen=True):
    """A chronicle is in the game, or is not."""

    slug: str
    used: bool


class SwitchChanged(Event, frozen=True):
    """A house rule of a chronicle; name begins with its slug and a dot."""

    name: str
    value: int


class FollowUpQueued(Event, frozen=True):
    """Something of a chronicle comes as soon as no question is in front of people."""

    expansion: str
    name: str


class WaitingSet(Event, frozen=True):
    """What still comes when no question is in front of people any more, the next first."""

    hooks: tuple[HookCall, ...] = ()
    follow_ups: tuple[FollowUp, ...] = ()


class FactLearned(Event, frozen=True):
    """A fact of the box was told; remembered beyond this game."""

    fact: Learned


class PlayBegan(Event, frozen=True):
    """Pawns, die and market stand as set up; decks are full."""

    rule: str = "GM-SET-15"


class TileLaid(Event, frozen=True):
    """A tile of a deck was laid at the far end of the rondel; piece "" when nobody told which."""

    piece: str
    deck: str


class TurnBegan(Event, frozen=True):
    """The last figure is on turn; acting: the player who acts for a neutral figure."""

    figure: str
    rule: str = "GM-RND-01"
    acting: str = ""


class ActingChanged(Event, frozen=True):
    """Another player acts for the neutral figure on turn."""

    player: str


class TileIdentified(Event, frozen=True, tag="TileTold"):
    """The untold tile that is the `ahead`-th one is now known."""

    ahead: int
    piece: str


class PawnMoved(Event, frozen=True):
    """A figure moved onto the `ahead`-th tile; `passed` are the tiles it went by."""

    figure: str
    ahead: int
    passed: tuple[str, ...] = ()


class PawnStopped(Event, frozen=True):
    """A figure stopped on something that stays where it lies: World's End, a fixture, a tile that is not taken."""

    figure: str
    piece: str


class RefillSkipped(Event, frozen=True):
    """Nothing is laid at the end of this turn."""

    rule: str


class TileTaken(Event, frozen=True):
    """The tile under the figure of `player` left the rondel for that player."""

    player: str
    piece: str
    deck: str


class TileGiven(Event, frozen=True):
    """A tile came to a player from the discard pile or from beside the clan board."""

    player: str
    piece: str
    deck: str


class TileNamed(Event, frozen=True):
    """A tile that a player took turns out to be this piece; was: what it was called so far."""

    player: str
    piece: str
    was: str


class TileDiscarded(Event, frozen=True):
    """A tile of the rondel went to the discard pile. at: its place in the line, counted from the last figure.

    pile: whose personal pile, "" the common one.
    """

    piece: str
    deck: str
    at: int
    rule: str
    pile: str = ""


class FixturePut(Event, frozen=True):
    """A fixture stands directly before the one empty space; size: how many spaces it covers."""

    piece: str
    size: int


class FigureJoined(Event, frozen=True):
    """A neutral figure stands on the first free space ahead of all."""

    figure: str


class FigureLeft(Event, frozen=True):
    """A figure left the rondel for good."""

    figure: str
    rule: str = "GM-DIE-06"


class DieRolled(Event, frozen=True):
    face: int


class DieWaited(Event, frozen=True):
    """No tile ahead suits the die: it stands on the empty space until one is laid."""

    rule: str = "GM-DIE-07"


class DeckEmptied(Event, frozen=True):
    letter: str


class DeckCounted(Event, frozen=True):
    """The table counted what is left in a deck."""

    letter: str
    left: int


class PersonGained(Event, frozen=True):
    player: str
    piece: str


class LandmarkGained(Event, frozen=True):
    player: str
    card: str


class TilesChanged(Event, frozen=True):
    """The size of a territory changed; kind says how ("laid", "rebuilt", "removed", "later")."""

    player: str
    by: int
    kind: str
    rule: str = ""


class CoinsGained(Event, frozen=True):
    player: str
    coins: int
    why: str


class CoinsPaid(Event, frozen=True):
    player: str
    coins: int
    why: str


class GoodBought(Event, frozen=True):
    """A good was bought: its price lies on the leftmost free space of its row (GM-MKT-03)."""

    player: str
    good: str
    coins: int


class GoodSold(Event, frozen=True):
    """A good was sold for the rightmost stack of its row (GM-MKT-07)."""

    player: str
    good: str
    coins: int


class BarrelsGained(Event, frozen=True):
    player: str
    barrels: int
    why: str


class BarrelsPaid(Event, frozen=True):
    player: str
    barrels: int
    why: str


class ScotsMoved(Event, frozen=True):
    """Scots came to the home castle (by > 0) or left it."""

    player: str
    by: int
    why: str


class CrestTaken(Event, frozen=True):
    """A clan marker was placed (GM-CLN-01)."""

    player: str
    crest: str


class PointsScored(Event, frozen=True):
    """Points with their source; because: the values behind them, in a word or two of numbers."""

    player: str
    points: int
    source: str
    because: tuple[int | str, ...] = ()


class ManualStepDue(Event, frozen=True, tag="Told"):
    """Something is left for the hands to do in this turn; cause: "landmark:…", "crest:…", "tile:…"."""

    cause: str


class CountsDoubted(Event, frozen=True, tag="Doubted"):
    """Counts of a player may now be behind the table."""

    player: str
    counts: tuple[str, ...]


class EntryMade(Event, frozen=True):
    """A player entered something in the ledger."""

    player: str
    entry: str


class BookedLate(Event, frozen=True):
    """An entry was made for a player who is not on turn ("I forgot")."""

    player: str


class Overruled(Event, frozen=True):
    """People did it although a rule speaks against it."""

    rule: str


class QuestionAsked(Event, frozen=True, tag="Asked"):
    """A question opened."""

    kind: str
    player: str = ""
    args: tuple[str | int, ...] = ()


class QuestionClosed(Event, frozen=True, tag="Settled"):
    """A question closed."""

    number: int


class TurnEnding(Event, frozen=True):
    """The turn is over but for laying this many tiles."""

    to_lay: int


class TurnEnded(Event, frozen=True):
    figure: str


class StageEntered(Event, frozen=True):
    """The course went on: see `companion.state.glen_more_2.course`."""

    stage: str


class RoundDue(Event, frozen=True):
    """A scoring round must come before the next turn."""

    round: str
    rule: str = "GM-RND-04"


class Counted(Event, frozen=True):
    """A count as the table counted it for a scoring."""

    player: str
    count: str
    value: int


class GoodsCounted(Event, frozen=True):
    player: str
    goods: int


class RoundScored(Event, frozen=True):
    """A scoring is done; result: `companion.scoring.glen_more_2.standing.Result` as JSON."""

    round: str
    result: Any


class GameEnded(Event, frozen=True):
    winners: tuple[str, ...]


class CountSet(Event, frozen=True):
    """A correction: a count is what the table says."""

    player: str
    count: str
    value: int


class RowSet(Event, frozen=True):
    good: str
    filled: int


class FigurePlaced(Event, frozen=True):
    """A correction: a figure stands on that space of the line (counted from the back, from 0)."""

    figure: str
    at: int


class SpaceSet(Event, frozen=True):
    """A correction: what lies on a space of the line; piece "" and deck "" = nothing."""

    at: int
    piece: str
    deck: str


class PiecePlaced(Event, frozen=True):
    """A correction: where a tile is now: a player's id, "discards", "removed" or "deck"."""

    piece: str
    place: str


class CardPlaced(Event, frozen=True):
    """A correction: who holds a landmark card ("" = nobody)."""

    card: str
    player: str


class MarkerPlaced(Event, frozen=True):
    """A correction: whose marker lies on a crest ("" = nobody's); on a repeatable one, how many of that player."""

    crest: str
    player: str
    markers: int = 1


class ScoringWithdrawn(Event, frozen=True):
    """A correction after the end: the final scoring doesn't count and comes again."""


class SpacesCounted(Event, frozen=True):
    """How many spaces the rondel has."""

    spaces: int


class Noted(Event, frozen=True):
    text: str


EVENTS = tuple(Event.__subclasses__())
