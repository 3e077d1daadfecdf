"""What happens at referee depth: each event in one row. Most are the same in each game with territories."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.engine.actions import EventRow as Row
from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.state.glen_more import events as ev
from companion.state.glen_more.labels import change, figure
from companion.state.glen_more.model import State
from companion.state.glen_more.referee import changes
from companion.state.glen_more.referee.words import WORDS
from companion.state.territory import changes as shared
from companion.state.territory.event_rows import territory_rows
from companion.state.territory.grid import Cell

EventRow = Row[State]


def _of(state: State, e: Any, what: Message) -> Message:
    return tr("{player}: {what}", player=figure(state, e.player), what=what)


def _there(state: State, e: Any) -> Message:
    return WORDS.tile_at(state, e.player, Cell(e.x, e.y))


def _barrels(e: ev.BarrelsGained | ev.BarrelsPaid, sign: int) -> Message:
    return change("barrels", sign * (e.barrels if isinstance(e, ev.BarrelsGained) else -e.barrels))


def _words_of_barrels(state: State, e: ev.BarrelsGained | ev.BarrelsPaid) -> Message:
    return _of(state, e, _barrels(e, 1))


def _back_of_barrels(state: State, e: ev.BarrelsGained | ev.BarrelsPaid) -> PutBack:
    return PutBack(_of(state, e, _barrels(e, -1)))


def _words_of_chieftain(state: State, e: ev.ChieftainMade) -> Message:
    return tr("{player}: Scot of {tile} is chieftain", player=figure(state, e.player), tile=_there(state, e))


def _back_of_chieftain(state: State, e: ev.ChieftainMade) -> PutBack:
    words = tr("{player}: chieftain back onto {tile}", player=figure(state, e.player), tile=_there(state, e))
    return PutBack(words)


_ALIKE = territory_rows(WORDS)
_PLACED = _ALIKE[ev.TilePlaced]


def _words_of_placed(state: State, e: ev.TilePlaced) -> Message | None:
    """Of the set-up too: which start village a player has."""
    told = _PLACED.history
    return told(state, e) if state.turn.number and told else _of(state, e, WORDS.piece(state, e.piece))


_ALIKE |= {
    ev.TilePlaced: replace(_PLACED, apply=changes.placed, history=_words_of_placed),
    ev.TileRemoved: replace(_ALIKE[ev.TileRemoved], apply=changes.lifted),
}
ROWS: tuple[EventRow, ...] = (
    *_ALIKE.values(),
    EventRow(ev.TileActivated, changes.activated),
    EventRow(ev.BarrelsGained, shared.barrels_gained, _words_of_barrels, put_back=_back_of_barrels),
    EventRow(ev.BarrelsPaid, shared.barrels_paid, _words_of_barrels, put_back=_back_of_barrels),
    EventRow(
        ev.CoinsGained,
        shared.coins_gained,
        lambda s, e: _of(s, e, change("coins", e.coins)),
        put_back=lambda s, e: PutBack(_of(s, e, change("coins", -e.coins))),
    ),
    EventRow(ev.ChieftainMade, changes.chieftain_made, _words_of_chieftain, put_back=_back_of_chieftain),
    EventRow(
        ev.ChieftainPaid,
        changes.chieftain_paid,
        lambda s, e: _of(s, e, change("chieftains", -1)),
        put_back=lambda s, e: PutBack(_of(s, e, change("chieftains", 1))),
    ),
)
