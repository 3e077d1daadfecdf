"""Which landmark cards lie on their event side, and whose tables hold: the drawer and what changes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chronicles.turbulent.chapters import CHAPTERS, SLUG, TABLES
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.apply import with_player
from companion.state.glen_more_2.model import State

PRINTED, BY_HAND = "printed", "by_hand"
PAY = f"{SLUG}.pay"


class Chapters(msgspec.Struct, frozen=True):
    """The drawer.

    turned: card -> True for every card that lies event side up; other chronicles read it. tables: cards whose own
    table holds for whoever has them, and how it is reckoned.
    """

    turned: dict[str, bool] = {}
    tables: dict[str, str] = {}


class SideTurned(ev.Event, frozen=True):
    """A player turned a card to its event side (C6-11); done: its event was carried out, not only the turning."""

    player: str
    card: str
    done: bool


class SideSet(ev.Event, frozen=True):
    """A correction: which side of a card is up; done: its table holds."""

    card: str
    turned: bool
    done: bool = False


class CountedByHand(ev.Event, frozen=True):
    """The table of a card stays untold: its points are entered after each scoring."""

    card: str


class RowEmptied(ev.Event, frozen=True):
    """A player took all coins of a market row (C6-34)."""

    player: str
    row: str
    coins: int


class FigureSwapped(ev.Event, frozen=True):
    """A figure and a tile of the rondel change places (C6-36); where it stands now is told by `FigurePlaced`."""

    figure: str
    piece: str
    deck: str


def chapters(state: State) -> Chapters:
    drawer: Chapters = state.drawers[SLUG]
    return drawer


def turned(state: State) -> dict[str, bool]:
    """The cards that lie event side up."""
    return chapters(state).turned


def tables(state: State) -> dict[str, str]:
    """The cards whose own table holds for whoever has them, and how it is reckoned."""
    return chapters(state).tables


def _with(state: State, card: str, up: bool, done: bool) -> State:
    """Only what is True stands in the drawer."""
    now = chapters(state)
    sides = {c: True for c in now.turned if c != card} | ({card: True} if up else {})
    own = {c: how for c, how in now.tables.items() if c != card}
    if up and done and card in TABLES.values():
        own[card] = PRINTED
    return replace(state, drawers={**state.drawers, SLUG: Chapters(sides, own)})


def card_turned(state: State, e: SideTurned) -> State:
    return _with(state, e.card, True, e.done)


def side_set(state: State, e: SideSet) -> State:
    return _with(state, e.card, e.turned, e.done)


def by_hand(state: State, e: CountedByHand) -> State:
    now = replace(chapters(state), tables={**tables(state), e.card: BY_HAND})
    return replace(state, drawers={**state.drawers, SLUG: now})


def row_emptied(state: State, e: RowEmptied) -> State:
    state = replace(state, market={**state.market, e.row: 0})
    return with_player(state, e.player, coins=state.player(e.player).coins + e.coins)


def figure_swapped(state: State, _e: FigureSwapped) -> State:
    return state


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {
    SideTurned: card_turned,
    SideSet: side_set,
    CountedByHand: by_hand,
    RowEmptied: row_emptied,
    FigureSwapped: figure_swapped,
}


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
    return next((p.id for p in state.players if card in p.landmarks), "")
