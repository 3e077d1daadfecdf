"""Events of the boat race: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chronicles.boat_race.model import (
    LAST_PLACE,
    OWN_STATE,
    Boat,
    BoatHome,
    BoatRowed,
    BoatSet,
    CastleReached,
    LastPlaceGiven,
    RaceOpened,
    RaceSeats,
    RaceSet,
    RewardTaken,
    TokensSet,
    castle_path,
)
from companion.chronicles.boat_race.questions import castle_location, castles_reached
from companion.chronicles.boat_race.text import PLACE_LABELS, castle_label, seating_label
from companion.engine.event_rows import EventTable, LogChange, When, placeholder
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import State


def _with_boat(state: State, player: str, **fields: Any) -> State:
    boats = OWN_STATE.of(state).boats
    return OWN_STATE.change(state, boats={**boats, player: replace(boats[player], **fields)})


def _with_tokens(state: State, castle: str, tokens: int) -> State:
    return OWN_STATE.change(state, tokens={**OWN_STATE.of(state).tokens, castle: tokens})


def _seat(state: State, e: RaceSeats) -> State:
    """Set the order of castles and count again the castles passed by boats whose position is known."""
    state = OWN_STATE.change(state, castles=e.castles)
    for player, boat in OWN_STATE.of(state).boats.items():
        if player in OWN_STATE.of(state).boat_positions and not boat.place:
            state = _with_boat(state, player, castles_reached=castles_reached(state, player))
    return state


def _open(state: State, _e: RaceOpened) -> State:
    return OWN_STATE.change(state, is_open=True)


def _reach(state: State, e: CastleReached) -> State:
    return _with_boat(state, e.player, castles_reached=OWN_STATE.of(state).boats[e.player].castles_reached + 1)


def _row(state: State, e: BoatRowed) -> State:
    return _lies(state, e.player, (e.castle, e.x))


def _lies(state: State, player: str, place: tuple[str, int]) -> State:
    return OWN_STATE.change(state, tracked_positions={**OWN_STATE.of(state).boat_positions, player: place})


def _take_reward(state: State, e: RewardTaken) -> State:
    return _with_tokens(state, e.castle, max(0, OWN_STATE.of(state).tokens[e.castle] - 1))


def _come_home(state: State, e: BoatHome) -> State:
    return _with_boat(state, e.player, place=e.place)


def _be_last(state: State, e: LastPlaceGiven) -> State:
    return _with_boat(state, e.player, place=LAST_PLACE)


def _set_race(state: State, e: RaceSet) -> State:
    return OWN_STATE.change(state, is_open=e.is_open)


def _race_words(begun: bool) -> Message:
    return tr("begun") if begun else tr("still to come")


def _set_boat(state: State, e: BoatSet) -> State:
    """Set how far a boat is; at referee depth it lies at the castle that it reached last."""
    if state.tracks_territories:
        now = OWN_STATE.of(state)
        castle = (
            castle_path(now, e.player)[e.castles_reached - 1]
            if 0 < e.castles_reached < len(now.castles)
            else e.player
        )
        state = _lies(state, e.player, castle_location(state, castle))
    return _with_boat(state, e.player, castles_reached=e.castles_reached, place=e.place)


def _way_words(boat: Boat) -> Message:
    return PLACE_LABELS[boat.place] if boat.place else trn("{n} castle", "{n} castles", boat.castles_reached)


def _set_tokens(state: State, e: TokensSet) -> State:
    return _with_tokens(state, e.castle, e.tokens)


def _earlier_way(state: State, e: BoatSet) -> Message | None:
    boat = OWN_STATE.of(state).boats[e.player]
    return None if (boat.castles_reached, boat.place) == (e.castles_reached, e.place) else _way_words(boat)


def _is_home(_state: State, e: CastleReached) -> bool:
    return e.castle == e.player


row = EventTable[State](
    {
        **FILLERS,
        "castle": lambda s, e: castle_label(s, e.castle),
        "place": lambda _s, e: PLACE_LABELS.get(e.place, tr("home")),
    }
).row
_CARD_BACK = tr("The result card of {player} back beside the board")
ROWS = (
    row(
        RaceSeats,
        _seat,
        tr("to the left sit: {order}"),
        fillers={"order": lambda s, e: seating_label(s, e.castles)},
    ),
    row(
        BoatRowed,
        _row,
        tr("the boat of {player} goes on by 1 river tile"),
        undo=tr("The boat of {player} back by 1 river tile"),
    ),
    row(
        RaceOpened,
        _open,
        tr("the race begins for all boats"),
        log_change=LogChange(action=tr("The boat race begins")),
    ),
    row(
        CastleReached,
        _reach,
        When(_is_home, tr("the boat of {player} comes home"), tr("the boat of {player} reaches {castle}")),
        log_change=When(
            _is_home,
            LogChange(action=tr("the boat comes home"), player="{player}"),
            LogChange(action=tr("the boat reaches {castle}"), player="{player}"),
        ),
        undo=tr("The boat of {player} back to where it lay"),
    ),
    row(
        RewardTaken,
        _take_reward,
        tr("{player} takes a reward token"),
        log_change=LogChange(action=tr("took a reward token"), player="{player}"),
        undo=tr("The reward token back onto {castle}, face down"),
    ),
    row(
        BoatHome,
        _come_home,
        tr("{player}: {place}"),
        log_change=LogChange(change=placeholder("place"), cause=tr("the race"), player="{player}"),
        undo=_CARD_BACK,
    ),
    row(
        LastPlaceGiven,
        _be_last,
        tr("{player}: last place, coins will be worth nothing"),
        log_change=LogChange(change=PLACE_LABELS[LAST_PLACE], cause=tr("the race"), player="{player}"),
        undo=_CARD_BACK,
    ),
    row(
        RaceSet,
        _set_race,
        tr("the race: {what}"),
        before=lambda s, _e: _race_words(OWN_STATE.of(s).is_open),
        corrects="what",
        fillers={"what": lambda _s, e: _race_words(e.is_open)},
    ),
    row(
        BoatSet,
        _set_boat,
        When(
            "place",
            tr("{player}: {place}"),
            trn("the boat of {player}: {n} castle", "the boat of {player}: {n} castles"),
        ),
        before=_earlier_way,
        corrects=None,
        fillers={"n": "castles_reached"},
    ),
    row(
        TokensSet,
        _set_tokens,
        trn("{n} token on {castle}", "{n} tokens on {castle}"),
        before=lambda s, e: OWN_STATE.of(s).tokens[e.castle],
        fillers={"n": "tokens"},
    ),
)
