"""What the die does: what a roll changes and how it is told, with the tile that it threw out.

Each event in one row, as in `rondel`, which has what the die shares with the pawns.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.engine.game import PutBack
from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import nothing_booked
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import DIE, Space, State
from companion.state.glen_more_2.ring import laid, rotated
from companion.state.glen_more_2.rows import Booking, EventRow


def face_before(state: State, e: ev.Event) -> int:
    """What the die showed that brought this about; 0 where nobody said, or it came by another way."""
    for event in reversed(_before(state.happened, e)):
        if isinstance(event, ev.TurnBegan | ev.TileDiscarded | ev.DieWaited):
            return 0
        if isinstance(event, ev.DieRolled):
            return event.face
    return 0


def _before(happened: tuple[ev.Event, ...], e: ev.Event) -> tuple[ev.Event, ...]:
    return happened[: next(i for i, event in enumerate(happened) if event is e)]


def latest_told(happened: tuple[ev.Event, ...], e: ev.DiscardNamed) -> tuple[ev.Event, ...]:
    """What is told of this turn, with the name in it."""
    places = range(len(happened) - 1, -1, -1)
    at = next((i for i in places if _was_thrown(happened[i], e.deck)), -1)
    if at < 0:
        return happened
    return (*happened[:at], msgspec.structs.replace(happened[at], piece=e.piece), *happened[at + 1 :])


def _was_thrown(event: ev.Event, deck: str) -> bool:
    return isinstance(event, ev.TileDiscarded) and (event.piece, event.deck) == ("", deck)


def _die_rolled(state: State, e: ev.DieRolled) -> State:
    return replace(state, rolled=e.face)


def _words_of_die_rolled(_state: State, e: ev.DieRolled) -> Message:
    return tr("the die shows {n}", n=e.face)


def _die_waited(state: State, _e: ev.DieWaited) -> State:
    bare = tuple(replace(s, figures=tuple(f for f in s.figures if f != DIE)) for s in state.line)
    line = laid(rotated(bare, state.spaces), Space((DIE,)))[0]
    return replace(state, line=line, die_waits=True)


def _words_of_die_waited(_state: State, _e: ev.DieWaited) -> Message:
    return tr("the die waits for a tile")


def _booked_die_waited(state: State, e: ev.DieWaited) -> Booking | None:
    face = face_before(state, e)
    return Booking(deed=tr("The die shows {n}: it goes ahead of all tiles", n=face)) if face else None


def _put_back_die_waited(_state: State, _e: ev.DieWaited) -> PutBack:
    return PutBack(tr("The die back to where it stood"))


# ---- two are left, and play with the die


def _die_joined(state: State, e: ev.DieJoined) -> State:
    line = tuple(replace(s, figures=(DIE, *s.figures)) if e.player in s.figures else s for s in state.line)
    return replace(state, line=line, use_die=True)


def _words_of_die_joined(state: State, e: ev.DieJoined) -> Message:
    return tr("the die joins where the pawn of {player} stood (house ruling)", player=figure(state, e.player))


def _put_back_die_joined(_state: State, _e: ev.DieJoined) -> PutBack:
    return PutBack(tr("The die off the rondel"))


ROWS = (
    # Kept among what is told: hands put it there.
    EventRow(
        ev.DieJoined,
        _die_joined,
        history=_words_of_die_joined,
        booked=nothing_booked,
        put_back=_put_back_die_joined,
    ),
    # Kept among what is told: what the die did says what it showed.
    EventRow(ev.DieRolled, _die_rolled, history=_words_of_die_rolled, booked=nothing_booked),
    EventRow(
        ev.DieWaited,
        _die_waited,
        history=_words_of_die_waited,
        booked=_booked_die_waited,
        put_back=_put_back_die_waited,
    ),
)
