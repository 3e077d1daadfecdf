"""What happened, in the past tense: the only things that change a state.

An event is made of names and numbers. A card goes by its id, with what was declared of it behind it:
"joker-1=green-5". A player is the side of the border that is his: "A" or "B".
"""

from __future__ import annotations

import msgspec

from companion.scoring.schotten_totten.border import Side
from companion.scoring.schotten_totten.claims import Claim


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Base of all events."""


# ---- set-up and course


class PlayerSeated(Event, frozen=True):
    """Somebody sits down at a side; the first one at A."""

    player: Side
    name: str = ""
    """What people call the player; "" until somebody says."""


class PlayerNamed(Event, frozen=True):
    player: Side
    name: str


class VariantChanged(Event, frozen=True):
    """Played with, or not any more, during set-up (ST-TAC-01, ST-EXP-01)."""

    variant: str


class RoundsChosen(Event, frozen=True):
    """How many rounds are played (ST-RND-01)."""

    rounds: int


class HouseRuleChanged(Event, frozen=True):
    """The table rules otherwise than so far, during set-up."""

    name: str
    """A field of `HouseRules`."""


class StageEntered(Event, frozen=True):
    stage: str


class QuestionAsked(Event, frozen=True):
    kind: str
    player: str = ""


class QuestionClosed(Event, frozen=True):
    number: int


class Overruled(Event, frozen=True):
    """People did it although a soft rule speaks against it."""

    rule: str


class RoundBegan(Event, frozen=True):
    """The stones stand in a row, cards are dealt (ST-SET-01, ST-SET-02, ST-TAC-02)."""

    number: int
    """From 1."""
    starter: Side


class TurnBegan(Event, frozen=True):
    player: Side


# ---- cards


class CardShown(Event, frozen=True):
    """A card left the hand; what becomes of it is still to be said."""

    player: Side
    card: str


class PlaceChosen(Event, frozen=True):
    """Where the card that waits lies; what it stands for is still to be said (ST-ELT-02)."""

    stone: int


class TargetChosen(Event, frozen=True):
    """Which card on the table the ruse that waits takes; where it goes is still to be said."""

    card: str


class CardLaid(Event, frozen=True):
    """A clan card or an elite troop lies on the player's own side (ST-TRN-01, ST-ELT-01)."""

    player: Side
    card: str
    stone: int
    """1 to 9."""
    side: Side


class TechniqueLaid(Event, frozen=True):
    """A combat technique lies on a stone (ST-TEC-01, ST-TEC-02)."""

    player: Side
    card: str
    stone: int


class RusePlayed(Event, frozen=True):
    """A ruse lies face up beside the piles (ST-RUS-01)."""

    player: Side
    card: str


class CardMoved(Event, frozen=True):
    """A card that lay at a stone lies at another place (ST-RUS-04, ST-RUS-06)."""

    player: Side
    """Who moved it."""
    card: str
    from_stone: int
    from_side: Side
    stone: int
    side: Side


class CardDiscarded(Event, frozen=True):
    """A card that lay at a stone lies in the discard pile (ST-RUS-04, ST-RUS-05)."""

    player: Side
    """Who discarded it."""
    card: str
    stone: int
    side: Side


Played = CardLaid | TechniqueLaid | RusePlayed | CardMoved | CardDiscarded
"""What changes what lies on the table."""


class Passed(Event, frozen=True):
    """Nothing was laid (ST-TRN-07, ST-TAC-06)."""

    player: Side


class CardsDrawn(Event, frozen=True):
    """Which, and from which pile, nobody tells."""

    player: Side
    n: int
    back: int = 0
    """How many of the hand went under the piles (ST-RUS-03)."""


# ---- claims and rounds


class StoneClaimed(Event, frozen=True):
    player: Side
    stone: int
    why: str
    """The rule that decided, as in `Claim.why`."""
    claim: Claim
    """The judgement, with both sides' worth at that moment."""


class RoundWon(Event, frozen=True):
    """A round is over."""

    player: str
    """"" where the table ended it at equal stones (ST-END-05)."""
    why: str
    """The rule that ended it."""
    stones: dict[Side, int]
    """How many each player owned."""
    points: dict[Side, int]
    """What the round brings each player (ST-RND-02, ST-RND-03)."""


class GameEnded(Event, frozen=True):
    winners: tuple[Side, ...]
    """Two share the victory (ST-RND-04)."""


class Noted(Event, frozen=True):
    words: str
