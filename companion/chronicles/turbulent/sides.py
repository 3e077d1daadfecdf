"""Which landmark cards lie on their event side, and whose tables hold: the state, its events, what it tells.

Asks nothing; what an event does is in `effects`.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.turbulent.chapters import CHAPTERS, SLUG, TABLES
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State

PRINTED, BY_HAND = "printed", "by_hand"
PAY = f"{SLUG}.pay"


class Sides(msgspec.Struct, frozen=True):
    """Which landmark cards are turned, and by whose tables their owners score."""

    turned: dict[str, bool] = {}
    """Card -> True for every card that lies event side up; the others are left out."""
    tables: dict[str, str] = {}
    """Card whose own table holds for whoever has it -> PRINTED (told, or to be told) or BY_HAND."""


class SideTurned(ev.Event, frozen=True):
    """A player turned a card to its event side (C6-11)."""

    player: str
    card: str
    done: bool
    """Its event was carried out, not only the turning (C6-12)."""


class SideSet(ev.Event, frozen=True):
    """A correction: which side of a card is up."""

    card: str
    turned: bool
    """The event side is up."""
    done: bool = False
    """Its own table holds; means nothing for a card without one."""


class CountedByHand(ev.Event, frozen=True):
    """Nobody tells the table of a card: its points are entered after each scoring."""

    card: str


class RowEmptied(ev.Event, frozen=True):
    """A player took all coins of a market row (C6-34)."""

    player: str
    row: str
    coins: int
    """What lay in it."""


class FigureSwapped(ev.Event, frozen=True):
    """A figure and a tile of the rondel change places (C6-36).

    It changes nothing: where the figure stands now is told by `PawnPlaced`.
    """

    figure: str
    """The Englishman."""
    piece: str
    """The tile lifted; "" while nobody has told which it is."""
    deck: str
    """The letter on its back, to call it by then."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: Sides(), joined=lambda now, _player: now)


def turned(state: State) -> dict[str, bool]:
    """The cards that lie event side up."""
    return OWN_STATE.of(state).turned


def turned_cards(state: State) -> frozenset[str]:
    """The same, for other chronicles."""
    return frozenset(turned(state))


def tables(state: State) -> dict[str, str]:
    """The cards whose own table holds for whoever has them, and how it is reckoned."""
    return OWN_STATE.of(state).tables


def with_side(state: State, card: str, up: bool, done: bool) -> State:
    """The state with the card's event side up or not; done: its event was carried out."""
    sides = {c: True for c in turned(state) if c != card} | ({card: True} if up else {})
    own = {c: how for c, how in tables(state).items() if c != card}
    if up and done and card in TABLES.values():
        own[card] = PRINTED
    return OWN_STATE.put(state, Sides(sides, own))


# ---- what may still be turned


def cards_left(state: State, player_id: str) -> list[str]:
    """Own cards on their landmark side (C6-11); one whose price is just being asked is spoken for."""
    asked = {str(o.args[0]) for o in state.open if o.kind == PAY}
    spent = {*turned(state), *asked}
    return [card for card in state.player(player_id).landmarks if card in CHAPTERS and card not in spent]


def turned_of(state: State, player_id: str) -> list[str]:
    """Own cards on their event side."""
    return [card for card in state.player(player_id).landmarks if card in turned(state)]


def holder(state: State, card: str) -> str:
    """Who has a card, "" when nobody does."""
    return next((p.id for p in state.players if card in p.landmarks), "")
