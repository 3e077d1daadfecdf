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
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text, number_correction_text
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _with_boat(state: State, player: str, **fields: Any) -> State:
    boats = OWN_STATE.of(state).boats
    return OWN_STATE.change(state, boats={**boats, player: replace(boats[player], **fields)})


def _with_tokens(state: State, castle: str, tokens: int) -> State:
    return OWN_STATE.change(state, tokens={**OWN_STATE.of(state).tokens, castle: tokens})


def _seat(state: State, e: RaceSeats) -> State:
    """Set the order of castles and count again the castles passed by boats whose position is known."""
    state = OWN_STATE.change(state, castles=e.castles)
    for player, boat in OWN_STATE.of(state).boats.items():
        if player in OWN_STATE.of(state).where and not boat.place:
            state = _with_boat(state, player, reached=castles_reached(state, player))
    return state


def _words_of_seats(state: State, e: RaceSeats) -> Message:
    return tr("to the left sit: {order}", order=seating_label(state, e.castles))


def _open(state: State, _e: RaceOpened) -> State:
    return OWN_STATE.change(state, open=True)


def _words_of_opening(_state: State, _e: RaceOpened) -> Message:
    return tr("the race begins for all boats")


def _booked_opening(_state: State, _e: RaceOpened) -> LogChange:
    return LogChange(deed=tr("The boat race begins"))


def _reach(state: State, e: CastleReached) -> State:
    return _with_boat(state, e.player, reached=OWN_STATE.of(state).boats[e.player].reached + 1)


def _words_of_reaching(state: State, e: CastleReached) -> Message:
    player, castle = labels.figure_label(state, e.player), castle_label(state, e.castle)
    if e.castle == e.player:
        return tr("the boat of {player} comes home", player=player)
    return tr("the boat of {player} reaches {castle}", player=player, castle=castle)


def _booked_reaching(state: State, e: CastleReached) -> LogChange:
    if e.castle == e.player:
        return LogChange(deed=tr("the boat comes home"), player=e.player)
    return LogChange(deed=tr("the boat reaches {castle}", castle=castle_label(state, e.castle)), player=e.player)


def _put_back_boat(state: State, e: CastleReached) -> TableInstruction:
    return TableInstruction(
        tr("The boat of {player} back to where it lay", player=labels.figure_label(state, e.player))
    )


def _row(state: State, e: BoatRowed) -> State:
    return _lies(state, e.player, (e.castle, e.x))


def _lies(state: State, player: str, place: tuple[str, int]) -> State:
    return OWN_STATE.change(state, lie={**OWN_STATE.of(state).where, player: place})


def _words_of_rowing(state: State, e: BoatRowed) -> Message:
    return tr("the boat of {player} goes on by 1 river tile", player=labels.figure_label(state, e.player))


def _put_back_row(state: State, e: BoatRowed) -> TableInstruction:
    return TableInstruction(
        tr("The boat of {player} back by 1 river tile", player=labels.figure_label(state, e.player))
    )


def _take_reward(state: State, e: RewardTaken) -> State:
    return _with_tokens(state, e.castle, max(0, OWN_STATE.of(state).tokens[e.castle] - 1))


def _words_of_reward(state: State, e: RewardTaken) -> Message:
    return tr("{player} takes a reward token", player=labels.figure_label(state, e.player))


def _booked_reward(_state: State, e: RewardTaken) -> LogChange:
    return LogChange(deed=tr("took a reward token"), player=e.player)


def _put_back_reward(state: State, e: RewardTaken) -> TableInstruction:
    return TableInstruction(
        tr("The reward token back onto {castle}, face down", castle=castle_label(state, e.castle))
    )


def _come_home(state: State, e: BoatHome) -> State:
    return _with_boat(state, e.player, place=e.place)


def _words_of_place(state: State, e: BoatHome) -> Message:
    player = labels.figure_label(state, e.player)
    return tr("{player}: {place}", player=player, place=PLACE_LABELS.get(e.place, tr("home")))


def _booked_place(_state: State, e: BoatHome) -> LogChange:
    return LogChange(change=PLACE_LABELS.get(e.place, tr("home")), cause=tr("the race"), player=e.player)


def _be_last(state: State, e: LastPlaceGiven) -> State:
    return _with_boat(state, e.player, place=LAST_PLACE)


def _words_of_last(state: State, e: LastPlaceGiven) -> Message:
    player = labels.figure_label(state, e.player)
    return tr("{player}: last place, coins will be worth nothing", player=player)


def _booked_last(_state: State, e: LastPlaceGiven) -> LogChange:
    return LogChange(change=PLACE_LABELS[LAST_PLACE], cause=tr("the race"), player=e.player)


def _put_back_card(state: State, e: BoatHome | LastPlaceGiven) -> TableInstruction:
    return TableInstruction(
        tr("The result card of {player} back beside the board", player=labels.figure_label(state, e.player))
    )


def _set_race(state: State, e: RaceSet) -> State:
    return OWN_STATE.change(state, open=e.open)


def _words_of_race(state: State, e: RaceSet) -> Message:
    now, before = (_race_words(begun) for begun in (e.open, OWN_STATE.of(state).open))
    return tr("the race: {what}", what=correction_text(now, before))


def _race_words(begun: bool) -> Message:
    return tr("begun") if begun else tr("still to come")


def _set_boat(state: State, e: BoatSet) -> State:
    """Set how far a boat is; at referee depth it lies at the castle that it reached last."""
    if state.tracks_territories:
        now = OWN_STATE.of(state)
        castle = castle_path(now, e.player)[e.reached - 1] if 0 < e.reached < len(now.castles) else e.player
        state = _lies(state, e.player, castle_location(state, castle))
    return _with_boat(state, e.player, reached=e.reached, place=e.place)


def _words_of_boat(state: State, e: BoatSet) -> Message:
    player, before = labels.figure_label(state, e.player), OWN_STATE.of(state).boats[e.player]
    if e.place:
        now = tr("{player}: {place}", player=player, place=PLACE_LABELS[e.place])
    else:
        now = trn(
            "the boat of {player}: {n} castle", "the boat of {player}: {n} castles", e.reached, player=player
        )
    same = (before.reached, before.place) == (e.reached, e.place)
    return now if same else correction_text(now, _way_words(before))


def _way_words(boat: Boat) -> Message:
    return PLACE_LABELS[boat.place] if boat.place else trn("{n} castle", "{n} castles", boat.reached)


def _set_tokens(state: State, e: TokensSet) -> State:
    return _with_tokens(state, e.castle, e.tokens)


def _words_of_tokens(state: State, e: TokensSet) -> Message:
    castle = castle_label(state, e.castle)
    now = trn("{n} token on {castle}", "{n} tokens on {castle}", e.tokens, castle=castle)
    return number_correction_text(now, e.tokens, OWN_STATE.of(state).tokens[e.castle])


ROWS = (
    EventRow(RaceSeats, _seat, history=_words_of_seats),
    EventRow(BoatRowed, _row, history=_words_of_rowing, undo_instructions=_put_back_row),
    EventRow(RaceOpened, _open, history=_words_of_opening, booked=_booked_opening),
    EventRow(
        CastleReached,
        _reach,
        history=_words_of_reaching,
        booked=_booked_reaching,
        undo_instructions=_put_back_boat,
    ),
    EventRow(
        RewardTaken,
        _take_reward,
        history=_words_of_reward,
        booked=_booked_reward,
        undo_instructions=_put_back_reward,
    ),
    EventRow(
        BoatHome, _come_home, history=_words_of_place, booked=_booked_place, undo_instructions=_put_back_card
    ),
    EventRow(
        LastPlaceGiven, _be_last, history=_words_of_last, booked=_booked_last, undo_instructions=_put_back_card
    ),
    EventRow(RaceSet, _set_race, history=_words_of_race),
    EventRow(BoatSet, _set_boat, history=_words_of_boat),
    EventRow(TokensSet, _set_tokens, history=_words_of_tokens),
)
