"""The state of a game of Schotten Totten: players, border stones, piles and round results.

All values are frozen; only events make a new state. The cards in a hand are unknown, only their number is
counted. No value contains itself, so the garbage collector need not track them (gc=False).
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
"""Cards dealt to each player and hand limit, without and with tactics cards (ST-SET-02, ST-TAC-02, ST-TAC-07)."""
MAX_ROUNDS = 9


class Player(msgspec.Struct, frozen=True, gc=False):
    """The player on one side of the border."""

    id: Side
    name: str = ""
    hand: int = 0
    """Number of cards in the hand."""
    tactics: tuple[str, ...] = ()
    """Tactics cards played in this round, in order. Moved and discarded ones still count (ST-TAC-09)."""


class BorderStone(msgspec.Struct, frozen=True, gc=False):
    """One border stone with all cards on it, and when its sides became full."""

    a: tuple[str, ...] = ()
    b: tuple[str, ...] = ()
    a_full: int = 0
    """Number of the play that last made the side full; 0 for none (ST-TIE-03)."""
    b_full: int = 0
    techniques: tuple[Technique, ...] = ()
    owner: Side | None = None
    claim: Claim | None = None
    """Judgement at the moment of the claim; None if unclaimed."""

    def cards(self, side: Side) -> tuple[str, ...]:
        return self.a if side == "A" else self.b

    def full_since(self, side: Side) -> int:
        return self.a_full if side == "A" else self.b_full

    @property
    def scoring_stone(self) -> Stone:
        """The stone as `companion.scoring.schotten_totten.claims` judges it."""
        both = len(self.a) >= self._needed and len(self.b) >= self._needed
        first: Side = "A" if self.a_full < self.b_full else "B"
        return Stone(self.a, self.b, first if both else None, self.techniques, self.owner)

    @property
    def _needed(self) -> int:
        return Stone(techniques=self.techniques).cards_needed

    def is_full(self, side: Side) -> bool:
        return len(self.cards(side)) >= self._needed


class WaitingCard(msgspec.Struct, frozen=True, gc=False):
    """A shown card whose destination is not known yet."""

    card: str
    stone: int = 0
    """Stone of an elite troop that is still to be declared; 0 for none."""
    target: str = ""
    """Card on the table that a ruse takes; empty until chosen."""


class OpenQuestion(msgspec.Struct, frozen=True, gc=False):
    """An open question."""

    number: int
    """Number of the question among all of the game; an answer refers to it."""
    kind: str
    player: str = ""
    """Side of the player who answers; empty for both."""


class RoundResult(msgspec.Struct, frozen=True, gc=False):
    """The result of a round."""

    winner: str
    """Side of the winner; empty if there is none."""
    why: str
    """Rule id that ended the round."""
    stones: dict[Side, int]
    points: dict[Side, int]


class State(msgspec.Struct, frozen=True, gc=False):
    """The complete state of a game at one moment."""

    stage: str
    """Current stage of the course."""
    house: HouseRules
    """House rules of these players."""
    names: tuple[str, ...] = ()
    """Player names of earlier games, offered as choices."""
    variants: tuple[str, ...] = ()
    """Variants in use, in the order of `VARIANTS`."""
    rounds: int = 1
    """Number of rounds to play (ST-RND-01)."""
    players: tuple[Player, ...] = ()
    """The player on side A, then on side B."""
    round: int = 0
    """Number of the current round, from 1; 0 before the first."""
    starter: Side = "A"
    """Side that began the round."""
    turn: int = 0
    """Turn number in the whole game; 0 before the first."""
    to_move: str = ""
    """Side that plays the next card; empty for none."""
    stones: tuple[BorderStone, ...] = ()
    """Stones in the order of the row; () before the first round."""
    pile: int = 0
    """Cards left to draw; with tactics cards, of both piles together."""
    discarded: tuple[str, ...] = ()
    """Discarded cards, in order."""
    plays: int = 0
    """Number of plays in this round; orders when sides become full."""
    passes: int = 0
    """Number of consecutive passes without a claim in between (ST-END-05)."""
    waiting: WaitingCard | None = None
    last: Played | None = None
    """The last play, which the picture highlights."""
    claim: Claim | None = None
    """The last claim since a card was shown."""
    drew: CardsDrawn | None = None
    """Cards drawn after the last play; None before that or if the hand was full."""
    results: tuple[RoundResult, ...] = ()
    """Results of the rounds that are over."""
    open_questions: tuple[OpenQuestion, ...] = ()
    """Open questions, oldest first."""
    question_count: int = 0
    """How many questions have been asked so far."""
    winners: tuple[Side, ...] = ()
    """Winners of the game; () before its end."""

    @property
    def tactical(self) -> bool:
        return TACTICAL in self.variants

    @property
    def expert(self) -> bool:
        return EXPERT in self.variants

    @property
    def hand(self) -> int:
        """Hand limit in this variant, see `HAND`."""
        return TACTICAL_HAND if self.tactical else HAND

    @property
    def all_cards(self) -> int:
        """Number of all cards in this variant."""
        return len(CLAN_CARDS) + (len(TACTICS) if self.tactical else 0)

    def player(self, side: str) -> Player:
        return next(p for p in self.players if p.id == side)

    def stone(self, number: int) -> BorderStone:
        return self.stones[number - 1]

    def find_question(self, kind: str) -> OpenQuestion | None:
        return next((o for o in self.open_questions if o.kind == kind), None)


class PlacedCard(msgspec.Struct, frozen=True, gc=False):
    """A card on a side of a stone."""

    card: str
    stone: int
    side: Side


EMPTY_BORDER = (BorderStone(),) * STONES


@memoize_last
def _places(stones: tuple[BorderStone, ...]) -> dict[str, PlacedCard]:
    """Return the position of each card; cached, because a list of all cards looks up about fifty of them."""
    return {
        printed_card(card): PlacedCard(card, number, side)
        for number, stone in enumerate(stones, 1)
        for side in SIDES
        for card in stone.cards(side)
    }


def placed_cards(state: State) -> Iterator[PlacedCard]:
    """Yield every card on a side, from stone 1 to 9."""
    yield from _places(state.stones).values()


def find_card(state: State, card: str) -> PlacedCard | None:
    """Return the position of a card on a side, or None if it is on none."""
    return _places(state.stones).get(printed_card(card))


def stone_of_technique(state: State, card: str) -> int:
    """Return the number of the stone with this combat technique, 0 if there is none."""
    return next((n for n, stone in enumerate(state.stones, 1) if card in stone.techniques), 0)


def is_card_seen(state: State, card: str) -> bool:
    """True if a card has left hands and piles: it is at a stone or discarded (ST-PRF-07)."""
    return card in state.discarded or find_card(state, card) is not None or stone_of_technique(state, card) > 0


def jokers_played(state: State, side: Side) -> int:
    """Return how many Jokers a player has played in this round (ST-ELT-03)."""
    return sum(card in JOKERS for card in state.player(side).tactics)


def stone_owners(state: State) -> tuple[Side | None, ...]:
    """Return the owner of each stone, in the order of the row."""
    return tuple(stone.owner for stone in state.stones)
