"""The state of a game of Schotten Totten: plain frozen values. Only events make a new one.

Hands are never known; only how many cards each holds. A value never holds itself: the garbage collector may pass
it by (gc=False).
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.caching import memoize_last
from companion.scoring.schotten_totten.border import (
    CLAN_CARDS,
    JOKERS,
    SIDES,
    STONES,
    TACTICS,
    Side,
    Stone,
    Technique,
    printed_card,
)
from companion.scoring.schotten_totten.claims import Claim
from companion.state.schotten_totten.events import CardsDrawn, Played
from companion.state.schotten_totten.house_rules import HouseRules

PLAYERS = len(SIDES)
"""ST-CMP-01."""
TACTICAL, EXPERT = "tactics", "expert"
VARIANTS = (TACTICAL, EXPERT)
HAND, TACTICAL_HAND = 6, 7
"""Cards dealt to each player, and the most that a hand holds (ST-SET-02, ST-TAC-02, ST-TAC-07)."""
MOST_ROUNDS = 9


class Player(msgspec.Struct, frozen=True, gc=False):
    """Who sits at a side of the border."""

    id: Side
    name: str = ""
    hand: int = 0
    """How many cards are in it."""
    tactics: tuple[str, ...] = ()
    """Tactics cards played in this round, in order; one that is moved or discarded stays counted (ST-TAC-09)."""


class Border(msgspec.Struct, frozen=True, gc=False):
    """One stone with all that lies there, and when its sides became full."""

    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()
    a_full: int = 0
    """The number of the play that made the side full last; 0 for none (ST-TIE-03)."""
    b_full: int = 0
    techniques: tuple[Technique, ...] = ()
    owner: Side | None = None
    claim: Claim | None = None
    """Why it could be claimed, when it was; None while nobody owns it."""

    def cards(self, side: Side) -> tuple[str, ...]:
        return self.a if side == "A" else self.b

    def full_since(self, side: Side) -> int:
        return self.a_full if side == "A" else self.b_full

    @property
    def judged(self) -> Stone:
        """As claims are judged."""
        both = len(self.a) >= self._needed and len(self.b) >= self._needed
        first: Side = "A" if self.a_full < self.b_full else "B"
        return Stone(self.a, self.b, first if both else None, self.techniques, self.owner)

    @property
    def _needed(self) -> int:
        return Stone(techniques=self.techniques).needed

    def is_full(self, side: Side) -> bool:
        return len(self.cards(side)) >= self._needed


class WaitingCard(msgspec.Struct, frozen=True, gc=False):
    """A card that was shown, and what is known of where it goes."""

    card: str
    stone: int = 0
    """Where an elite troop lies of which is not said yet what it stands for; 0 for none."""
    target: str = ""
    """The card on the table that a ruse takes; "" until it is said."""


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """A question that is open."""

    number: int
    """Counts all questions of the game; an answer names it."""
    kind: str
    player: str = ""
    """Whom it is asked, "" = everybody."""


class RoundResult(msgspec.Struct, frozen=True, gc=False):
    """A round that is over."""

    winner: str
    """"" for nobody."""
    why: str
    """The rule that ended it."""
    stones: dict[Side, int]
    points: dict[Side, int]


class State(msgspec.Struct, frozen=True, gc=False):
    """Everything a game is at one moment."""

    stage: str
    """Where the course stands."""
    house: HouseRules
    """The table's rulings."""
    names: tuple[str, ...] = ()
    """Names of earlier games, to be offered."""
    variants: tuple[str, ...] = ()
    """Those played with, in the order of `VARIANTS`."""
    rounds: int = 1
    """How many are played (ST-RND-01)."""
    players: tuple[Player, ...] = ()
    """At side A, then at side B."""
    round: int = 0
    """The one that runs, from 1; 0 before the first."""
    starter: Side = "A"
    """Who began it."""
    turn: int = 0
    """Counts all turns of the game; 0 before the first."""
    to_move: str = ""
    """Who shows the next card; "" for nobody."""
    stones: tuple[Border, ...] = ()
    """In the order of the row; none before the first round."""
    pile: int = 0
    """Cards left to draw: the clan pile, with tactics both piles together."""
    discarded: tuple[str, ...] = ()
    """In order."""
    plays: int = 0
    """Numbers what makes sides full."""
    passes: int = 0
    """How many passes came in succession, without a claim between them (ST-END-05)."""
    waiting: WaitingCard | None = None
    last: Played | None = None
    """What lay down last: for the picture."""
    claim: Claim | None = None
    """The last one since a card was shown."""
    drew: CardsDrawn | None = None
    """What was drawn after the last play; None before it, and where the hand was full."""
    results: tuple[RoundResult, ...] = ()
    """Of each round that is over."""
    open: tuple[OpenQuestion, ...] = ()
    """Open questions, the oldest first."""
    asked: int = 0
    """How many questions have been asked."""
    winners: tuple[Side, ...] = ()
    """Of the game; () before its end."""

    @property
    def tactical(self) -> bool:
        return TACTICAL in self.variants

    @property
    def expert(self) -> bool:
        return EXPERT in self.variants

    @property
    def hand(self) -> int:
        """As `HAND`, in this variant."""
        return TACTICAL_HAND if self.tactical else HAND

    @property
    def all_cards(self) -> int:
        """How many there are beside the stones."""
        return len(CLAN_CARDS) + (len(TACTICS) if self.tactical else 0)

    def player(self, side: str) -> Player:
        return next(p for p in self.players if p.id == side)

    def stone(self, number: int) -> Border:
        return self.stones[number - 1]

    def opened(self, kind: str) -> OpenQuestion | None:
        return next((o for o in self.open if o.kind == kind), None)


class LyingCard(msgspec.Struct, frozen=True, gc=False):
    """A card on a side."""

    card: str
    stone: int
    side: Side


NEW_ROW = (Border(),) * STONES


@memoize_last
def _places(stones: tuple[Border, ...]) -> dict[str, LyingCard]:
    """Where each piece lies: a list of all cards asks it fifty times in the same moment."""
    return {
        printed_card(card): LyingCard(card, number, side)
        for number, stone in enumerate(stones, 1)
        for side in SIDES
        for card in stone.cards(side)
    }


def lying_cards(state: State) -> Iterator[LyingCard]:
    """Every card on a side, from stone 1 to 9."""
    yield from _places(state.stones).values()


def find_card(state: State, card: str) -> LyingCard | None:
    """Where a piece lies on a side; None where it doesn't."""
    return _places(state.stones).get(printed_card(card))


def technique_at(state: State, card: str) -> int:
    """The stone that a combat technique lies on; 0 for none."""
    return next((n for n, stone in enumerate(state.stones, 1) if card in stone.techniques), 0)


def is_card_seen(state: State, card: str) -> bool:
    """Whether a card has left hands and piles: it lies at a stone, or was discarded (ST-PRF-07)."""
    return card in state.discarded or find_card(state, card) is not None or technique_at(state, card) > 0


def jokers_played(state: State, side: Side) -> int:
    """How many Jokers a player has played in this round (ST-ELT-03)."""
    return sum(card in JOKERS for card in state.player(side).tactics)


def stone_owners(state: State) -> tuple[Side | None, ...]:
    """Who owns each stone, in the order of the row."""
    return tuple(stone.owner for stone in state.stones)
