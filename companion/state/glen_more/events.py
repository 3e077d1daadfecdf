"""What happened, in the past tense: the only things that change a state.

An event is made of names and numbers; `rule` is the id of the ledger's rule where it happened by itself.
"""

from __future__ import annotations

from typing import Any

from companion.state.territory.events import Event as Event


class PlayerSeated(Event, frozen=True):
    """A player joined; the pawn stands ahead of those that joined earlier (G1-SET-03)."""

    player: str
    name: str = ""
    """What people call the player; "" until somebody says."""
    village: str = ""
    """The start village that was tapped; "" where nobody said which."""


class PlayerNamed(Event, frozen=True):
    player: str
    name: str


class HouseRuleChanged(Event, frozen=True):
    """The table rules otherwise than so far, during set-up."""

    name: str
    """A field of `HouseRules`."""


class PlayBegan(Event, frozen=True):
    """Pawns, die and coins of the market stand."""


class StageEntered(Event, frozen=True):
    stage: str


class QuestionAsked(Event, frozen=True):
    kind: str
    player: str = ""
    args: tuple[str | int, ...] = ()


class QuestionClosed(Event, frozen=True):
    number: int


class Overruled(Event, frozen=True):
    """People did it although a soft rule speaks against it."""

    rule: str


class TurnBegan(Event, frozen=True):
    figure: str
    """A player's id, or the die."""


class TileIdentified(Event, frozen=True):
    """People said which tile lies on that space."""

    place: int
    piece: str


class PawnMoved(Event, frozen=True):
    figure: str
    ahead: int
    """Onto which tile ahead, from 1."""
    passed: tuple[str, ...] = ()
    """What it went by: pieces, or decks of tiles that nobody told about."""


class TileTaken(Event, frozen=True):
    player: str
    piece: str
    deck: str


class TileRemoved(Event, frozen=True):
    """A tile left the rondel and the game."""

    piece: str
    deck: str
    place: int
    rule: str


class RefillBegan(Event, frozen=True):
    """What was passed is away; tiles are laid."""


class TileLaid(Event, frozen=True):
    piece: str
    """"" for one that nobody told about."""
    deck: str


class DeckEmptied(Event, frozen=True):
    """Its last tile lies on the rondel; the scoring that it brings is due (G1-TRK-06)."""

    deck: str


class TurnEnded(Event, frozen=True):
    figure: str


class CountChanged(Event, frozen=True):
    """Coins, barrels, Scots in the territory, chieftains."""

    player: str
    count: str
    by: int
    why: str
    """"cost", "tile", "entered", or the id of a card."""


class CardTaken(Event, frozen=True):
    """The card of a special location (G1-LOC-02)."""

    player: str
    card: str


class GoodSold(Event, frozen=True):
    player: str
    good: str
    coins: int


class GoodBought(Event, frozen=True):
    player: str
    good: str
    coins: int
    why: str = ""
    """What it is spent on at once, as in `referee.events`; "" at scorekeeper depth."""


class PointsScored(Event, frozen=True):
    player: str
    points: int
    source: str


class DieRolled(Event, frozen=True):
    face: int


class RoundScored(Event, frozen=True):
    round: str
    result: Any
    """As JSON has it."""


class GoodsCounted(Event, frozen=True):
    """For a tie (G1-FIN-06)."""

    player: str
    goods: int


class GameEnded(Event, frozen=True):
    winners: tuple[str, ...]


class ScoringWithdrawn(Event, frozen=True):
    """After the end a count was put right: the last scoring comes again."""


class CountSet(Event, frozen=True):
    """People said how it really is."""

    player: str
    count: str
    value: int


class RowSet(Event, frozen=True):
    good: str
    filled: int


class DeckSet(Event, frozen=True):
    deck: str
    left: int


class SpaceSet(Event, frozen=True):
    """What lies on a space; no deck: nothing."""

    place: int
    piece: str
    deck: str


class PawnPlaced(Event, frozen=True):
    """A figure stands elsewhere than was believed."""

    figure: str
    place: int


class TilePlaced(Event, frozen=True):
    """A tile is with a player, out of the game ("out") or in its deck ("deck")."""

    piece: str
    where: str


class CardPlaced(Event, frozen=True):
    card: str
    player: str
    """"" for nobody."""


class NoteMade(Event, frozen=True):
    words: str
