"""Events of Schotten Totten. Only events change a state.

Events hold names and numbers only. A card is named by its id, with its declaration: "joker-1=green-5". A player
is named by the side of the border, "A" or "B".
"""

from __future__ import annotations

from companion.engine.table_game import Event as Event
from companion.engine.table_game import NoteMade as NoteMade
from companion.engine.table_game import Overruled as Overruled
from companion.engine.table_game import PlayerNamed as PlayerNamed
from companion.engine.table_game import PlayerSeated as PlayerSeated
from companion.engine.table_game import QuestionAsked as QuestionAsked
from companion.engine.table_game import QuestionClosed as QuestionClosed
from companion.engine.table_game import StageEntered as StageEntered
from companion.scoring.schotten_totten.border import Side
from companion.scoring.schotten_totten.claims import Claim


class VariantChanged(Event, frozen=True):
    """A variant was turned on or off during setup (ST-TAC-01, ST-EXP-01)."""

    variant: str


class RoundsChosen(Event, frozen=True):
    """Players chose the number of rounds (ST-RND-01)."""

    rounds: int


class HouseRuleChanged(Event, frozen=True):
    """Players turned a house rule on or off."""

    name: str
    """A field of `HouseRules`."""


class RoundBegan(Event, frozen=True):
    """A round began: stones in a row, cards dealt (ST-SET-01, ST-SET-02, ST-TAC-02)."""

    number: int
    """Round number, from 1."""
    starter: Side


class TurnBegan(Event, frozen=True):
    """A turn began."""

    player: Side


class CardShown(Event, frozen=True):
    """A player showed a card from the hand; its destination is not known yet."""

    player: Side
    card: str


class PlaceChosen(Event, frozen=True):
    """The stone of the waiting card was chosen; its declaration follows (ST-ELT-02)."""

    stone: int


class TargetChosen(Event, frozen=True):
    """The card that the waiting ruse takes was chosen; its destination follows."""

    card: str


class CardLaid(Event, frozen=True):
    """A clan card or an elite troop was placed on the player's own side (ST-TRN-01, ST-ELT-01)."""

    player: Side
    card: str
    stone: int
    """Stone number, 1 to 9."""
    side: Side


class TechniqueLaid(Event, frozen=True):
    """A combat technique was placed on a stone (ST-TEC-01, ST-TEC-02)."""

    player: Side
    card: str
    stone: int


class RusePlayed(Event, frozen=True):
    """A ruse was played face up beside the piles (ST-RUS-01)."""

    player: Side
    card: str


class CardMoved(Event, frozen=True):
    """A card moved from one stone to another place (ST-RUS-04, ST-RUS-06)."""

    player: Side
    """The player who moved it."""
    card: str
    from_stone: int
    from_side: Side
    stone: int
    side: Side


class CardDiscarded(Event, frozen=True):
    """A card at a stone was discarded (ST-RUS-04, ST-RUS-05)."""

    player: Side
    """The player who discarded it."""
    card: str
    stone: int
    side: Side


Played = CardLaid | TechniqueLaid | RusePlayed | CardMoved | CardDiscarded
"""Events that change the cards on the table."""


class Passed(Event, frozen=True):
    """A player played no card (ST-TRN-07, ST-TAC-06)."""

    player: Side


class CardsDrawn(Event, frozen=True):
    """A player drew cards; the cards and their pile are unknown."""

    player: Side
    n: int
    back: int = 0
    """Number of hand cards returned under the piles (ST-RUS-03)."""


class StoneClaimed(Event, frozen=True):
    """A player claimed a stone."""

    player: Side
    stone: int
    why: str
    """Rule id that decided, as in `Claim.why`."""
    claim: Claim
    """Judgement with both sides' worth at that moment."""


class RoundWon(Event, frozen=True):
    """A round ended."""

    player: str
    """Side of the winner; empty after a dead end at equal stones (ST-END-05)."""
    why: str
    """Rule id that ended it."""
    stones: dict[Side, int]
    """Number of stones of each player."""
    points: dict[Side, int]
    """Points of the round for each player (ST-RND-02, ST-RND-03)."""


class GameEnded(Event, frozen=True):
    """The game ended."""

    winners: tuple[Side, ...]
    """Both players if they share the victory (ST-RND-04)."""
