"""Who controls the Englishman, how control comes, and the rules of the rondel for him (C4-05 to C4-20).

Asks nothing and says nothing: his turn is in `questions`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.chronicles.hammer.pieces import IDS
from companion.engine.message import tr
from companion.engine.offers import Reason
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.facts import START_DECK
from companion.state.glen_more_2.model import State, is_neutral
from companion.state.glen_more_2.ring import place_of
from companion.state.glen_more_2.ruleset import switch

SLUG = "hammer"
ENGLISHMAN = "neutral:englishman"
ROW = "england"
HOLDS_TILES = f"{SLUG}.holds_tiles"
PASSED, BY_CARD = "C4-07", "C4-08"
"""How the marker comes without anybody saying so: hands have to be told."""


class England(msgspec.Struct, frozen=True):
    """Who controls the Englishman."""

    holder: str = ""
    """Who has the England marker; "" = nobody yet."""


class EnglandTaken(ev.Event, frozen=True):
    """The England marker came to a player."""

    player: str
    rule: str
    """How: C4-07 passed him first, C4-08 a card, C4-09 the table said so, C4-29 the symbol."""
    card: str = ""
    """The landmark card that gave it (C4-08)."""
    before: str = ""
    """Who had it, "" = nobody."""


class MarkerSet(ev.Event, frozen=True):
    """A correction: who has the England marker."""

    player: str
    """"" = it lies under the Englishman."""


OWN_STATE = ExpansionState(SLUG, begin=lambda _state: England(), joined=lambda now, _player: now)


def controller(state: State) -> str:
    """Who controls him, "" while nobody does, and when whoever did went home."""
    holder = OWN_STATE.of(state).holder
    return "" if state.has_left(holder) else holder


# ---- the start


def set_up(_before: State, _e: ev.PlayBegan, _after: State) -> Iterator[ev.Event]:
    """One coin on the leftmost space of the England row, with 3 and with 4 players (C4-05)."""
    yield ev.RowSet(ROW, 1)


def joins(_before: State, e: ev.TileLaid, after: State) -> Iterator[ev.Event]:
    """When the S tiles lie he stands in place of the first A tile (C4-06)."""
    # Neither earlier nor later: the line grows from the back, S tiles lie behind him and A tiles ahead (C4-06).
    if e.deck == START_DECK and not after.deck_of(START_DECK).left:
        yield ev.FigureJoined(ENGLISHMAN)


# ---- how control comes


def taken(state: State, player_id: str, rule: str, card: str = "") -> EnglandTaken:
    """The marker comes to this player, from whoever has it now."""
    return EnglandTaken(player_id, rule, card, OWN_STATE.of(state).holder)


def passed(before: State, e: ev.PawnMoved, after: State) -> Iterator[ev.Event]:
    """The first player whose pawn passes the Englishman; later passing does not matter (C4-07)."""
    if controller(after) or is_neutral(e.figure):
        return
    was_behind = place_of(before.line, e.figure) < place_of(before.line, ENGLISHMAN)
    # A place below 0: he isn't on the rondel, before he joined or after he left.
    if was_behind and place_of(after.line, e.figure) > place_of(after.line, ENGLISHMAN) >= 0:
        yield taken(after, e.figure, PASSED)


def card_gained(_before: State, e: ev.LandmarkGained, after: State) -> Iterator[ev.Event]:
    """Whoever gains one of the four cards takes the marker at once (C4-07, C4-08)."""
    if e.card not in IDS:
        return
    if controller(after) != e.player:
        yield taken(after, e.player, BY_CARD, e.card)


# ---- him on the rondel


def cannot_take(_state: State, figure: str, piece: str) -> Reason | None:
    """The four tiles of this chronicle are not for him (C4-15)."""
    if figure == ENGLISHMAN and piece in IDS:
        return Reason("C4-15", tr("The Englishman cannot take this tile."))
    return None


def holds_tiles(state: State) -> bool:
    """Whether tiles wait for him before they are discarded (C4-20)."""
    return bool(switch(state, HOLDS_TILES))
