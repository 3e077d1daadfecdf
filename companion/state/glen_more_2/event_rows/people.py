"""Who plays, changed while the game runs, and a game that is taken up in its middle.

Each event in one row: what it changes, its words in the history, what the hands put back.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.engine.game import PutBack
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import unchanged
from companion.state.glen_more_2.facts import DECKS
from companion.state.glen_more_2.labels import colour, figure
from companion.state.glen_more_2.model import OpenQuestion, Player, Space, State
from companion.state.glen_more_2.ring import rotated
from companion.state.glen_more_2.rows import Booking, EventRow
from companion.state.glen_more_2.ruleset import expansions_of
from companion.state.territory.grid import Cell

NAMING_PLAYERS = (
    "discards",
    "line",
    "turn",
    "open",
    "goods",
    "winners",
    "gone",
    "result",
    "expansion_states",
    "story",
    "happened",
)
"""The fields of a state that tell players by their ids, the players themselves aside."""


# ---- another colour


def _colour_changed(state: State, e: ev.ColourChanged) -> State:
    """Everything that told them by the old colours tells them by the new ones."""
    names = {e.player: e.colour, e.colour: e.player}
    players = tuple(replace(p, id=names.get(p.id, p.id)) for p in state.players)
    told = {field: _renamed(getattr(state, field), names) for field in NAMING_PLAYERS}
    return replace(state, players=players, **told)


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The value with every id in it exchanged, however deep it stands."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, msgspec.Struct):
        fields = {field: _renamed(getattr(value, field), names) for field in value.__struct_fields__}
        return replace(value, **fields)
    if isinstance(value, Mapping):
        return {_renamed(key, names): _renamed(each, names) for key, each in value.items()}
    if isinstance(value, Cell):
        return value
    if isinstance(value, tuple | list | frozenset):
        return type(value)(_renamed(each, names) for each in value)
    return value


def _words_of_colour_changed(state: State, e: ev.ColourChanged) -> Message:
    if any(p.id == e.colour for p in state.players):
        one, other = figure(state, e.player), figure(state, e.colour)
        return tr("{one} and {other} swap colours", one=one, other=other)
    return tr("{player} plays {colour} from now on", player=figure(state, e.player), colour=colour(e.colour))


def _booked_colour_changed(state: State, e: ev.ColourChanged) -> Booking:
    """What lies about on the table is of the right colour already: only the companion was wrong.

    In so few words that small paper says all of them.
    """
    one, other = colour(e.player), colour(e.colour)
    if any(p.id == e.player for p in state.players):
        return Booking(deed=tr("{one} and {other} swapped colours", one=one, other=other))
    return Booking(deed=tr("{one} is {other} now", one=one, other=other))


# ---- somebody goes home, somebody comes later


def _player_left(state: State, e: ev.PlayerLeft) -> State:
    line = tuple(replace(s, figures=tuple(f for f in s.figures if f != e.player)) for s in state.line)
    before = () if state.gone is msgspec.UNSET else state.gone
    return replace(
        state,
        line=rotated(line, state.spaces),
        gone=(*before, e.player),
        # Nobody is there to answer any more; the turn's own questions go with the turn.
        open=tuple(o for o in state.open if o.player != e.player or o.kind != "ledger"),
    )


def _words_of_player_left(state: State, e: ev.PlayerLeft) -> Message:
    return tr(
        "{player} goes home: the pawn leaves the rondel, the points stay (house ruling)",
        player=figure(state, e.player),
    )


def _booked_player_left(state: State, e: ev.PlayerLeft) -> Booking:
    return Booking(deed=tr("{player} goes home, the points stay", player=figure(state, e.player)))


def _put_back_player_left(state: State, e: ev.PlayerLeft) -> PutBack:
    return PutBack(tr("The pawn of {player} back to where it stood", player=figure(state, e.player)))


def _joined_late(state: State, e: ev.PlayerJoinedLate) -> State:
    joined = Player(e.player, "", e.coins)
    ledger = OpenQuestion(state.asked + 1, "ledger", e.player)
    for expansion in expansions_of(state):
        if (own := expansion.state) and own.joined:
            state = own.put(state, own.joined(own.of(state), e.player))
    return replace(
        state,
        players=(*state.players, joined),
        line=(Space((e.player,)), *state.line),
        open=(*state.open, ledger),
        asked=state.asked + 1,
    )


def _words_of_joined_late(_state: State, e: ev.PlayerJoinedLate) -> Message:
    return trn(
        "{player} joins with {n} coin, the pawn at the back (house ruling)",
        "{player} joins with {n} coins, the pawn at the back (house ruling)",
        e.coins,
        player=colour(e.player),
    )


def _booked_joined_late(state: State, e: ev.PlayerJoinedLate) -> Booking:
    """Where two played with the die it stays; where three begin a game it is a choice (GM-SET-08, GM-SET-09)."""
    joins = tr("{player} joins", player=colour(e.player))
    return Booking(deed=tr("{joins}, the die plays on", joins=joins) if state.use_die else joins)


def _put_back_joined_late(_state: State, e: ev.PlayerJoinedLate) -> PutBack:
    return PutBack(tr("The pawn of {player} off the rondel", player=colour(e.player)))


# ---- taken up in the middle of a game


def _words_of_taken_up(_state: State, _e: ev.GameTakenUp) -> Message:
    return tr("set up in mid-game")


def _decks_told(state: State, e: ev.DecksTold) -> State:
    at = DECKS.index(e.deck)
    left = {letter: e.left if letter == e.deck else 0 for letter in DECKS[: at + 1]}
    decks = tuple(replace(d, left=left.get(d.letter, d.left)) for d in state.decks)
    out = [letter for letter in DECKS[1:at] if letter != e.due]
    return replace(state, decks=decks, deck=e.deck, scored=tuple(out), due=(e.due,) if e.due else ())


def _words_of_decks_told(_state: State, e: ev.DecksTold) -> Message:
    return trn("{n} tile is left in deck {deck}", "{n} tiles are left in deck {deck}", e.left, deck=e.deck)


def _ring_told(state: State, e: ev.RingTold) -> State:
    return replace(state, line=tuple(Space((who,) if who else (), "", deck) for who, deck in e.spaces))


def _words_of_ring_told(_state: State, e: ev.RingTold) -> Message:
    tiles = sum(bool(deck) for _, deck in e.spaces)
    return trn("{n} tile lies on the rondel", "{n} tiles lie on the rondel", tiles)


ROWS = (
    EventRow(ev.ColourChanged, _colour_changed, history=_words_of_colour_changed, booked=_booked_colour_changed),
    EventRow(
        ev.PlayerLeft,
        _player_left,
        history=_words_of_player_left,
        booked=_booked_player_left,
        put_back=_put_back_player_left,
    ),
    EventRow(
        ev.PlayerJoinedLate,
        _joined_late,
        history=_words_of_joined_late,
        booked=_booked_joined_late,
        put_back=_put_back_joined_late,
    ),
    EventRow(ev.GameTakenUp, unchanged, history=_words_of_taken_up),
    EventRow(ev.DecksTold, _decks_told, history=_words_of_decks_told),
    EventRow(ev.RingTold, _ring_told, history=_words_of_ring_told),
)
