"""The race in words: on the screen, in the history, when things are put back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.chronicles.boat_race.race import (
    LAST,
    RIVER,
    RIVERS,
    BoatHome,
    BoatSet,
    CastleReached,
    LastPlaceGiven,
    RaceOpened,
    RaceSeats,
    RewardTaken,
    TokensSet,
    race,
)
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State

PLACES = {1: tr("1st place"), 2: tr("2nd place"), 3: tr("3rd place"), LAST: tr("last place")}


def castle_words(state: State, castle: str) -> Message:
    if not castle.startswith(RIVER):
        return tr("the castle of {player}", player=labels.figure(state, castle))
    if RIVERS[len(state.players)] == 1:
        return tr("the neutral castle")
    left, right = race(state).castles[::2]
    side = left if castle.endswith("1") else right
    return tr("the neutral castle left of {player}", player=labels.figure(state, side))


def seats_words(state: State, castles: tuple[str, ...]) -> Message:
    return listed(tr("neutral river") if c.startswith(RIVER) else labels.figure(state, c) for c in castles)


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    if state.phase == "layout":
        return () if player_id else tuple(set_up_lines(state))
    now = race(state)
    if not player_id:
        return () if now.open else (tr("The race has not begun."),)
    boat = now.boats[player_id]
    if boat.place:
        return (tr("boat: {place}", place=PLACES.get(boat.place, tr("home"))),)
    return (trn("boat: {n} castle", "boat: {n} castles", boat.reached),) if now.open else ()


def set_up_lines(state: State) -> list[Message]:
    """What the hands do before the first turn (C1-03 to C1-08)."""
    players = len(state.players)
    found = [
        tr("Boats onto the home castles; {n} reward tokens face down onto each of the 4 castles.", n=players),
        tr("Start into the top third of deck B, the Ship Builders into their decks."),
    ]
    if players == 2:
        found.append(tr("A neutral river on each side between the two players."))
    elif players == 3:
        found.append(tr("One neutral river between any two players."))
    return found


def tell_seats(state: State, e: RaceSeats) -> Message:
    return tr("to the left sit: {order}", order=seats_words(state, e.castles))


def tell_opened(_state: State, e: RaceOpened) -> Message:
    return tr("the race begins for all boats ({rule})", rule=e.rule)


def tell_reached(state: State, e: CastleReached) -> Message:
    player, castle = labels.figure(state, e.player), castle_words(state, e.castle)
    if e.castle == e.player:
        return tr("the boat of {player} comes home", player=player)
    return tr("the boat of {player} reaches {castle}", player=player, castle=castle)


def tell_reward(state: State, e: RewardTaken) -> Message:
    return tr("{player} takes a reward token", player=labels.figure(state, e.player))


def tell_home(state: State, e: BoatHome) -> Message:
    player = labels.figure(state, e.player)
    return tr("{player}: {place}", player=player, place=PLACES.get(e.place, tr("home")))


def tell_last(state: State, e: LastPlaceGiven) -> Message:
    player = labels.figure(state, e.player)
    return tr("{player}: last place, coins will be worth nothing ({rule})", player=player, rule=e.rule)


def tell_boat(state: State, e: BoatSet) -> Message:
    player = labels.figure(state, e.player)
    if e.place:
        return tr("{player}: {place}", player=player, place=PLACES[e.place])
    return trn("the boat of {player}: {n} castle", "the boat of {player}: {n} castles", e.reached, player=player)


def tell_tokens(state: State, e: TokensSet) -> Message:
    castle = castle_words(state, e.castle)
    return trn("{n} token on {castle}", "{n} tokens on {castle}", e.tokens, castle=castle)


def back_reached(state: State, e: CastleReached) -> PutBack:
    return PutBack(tr("The boat of {player} back to where it lay", player=labels.figure(state, e.player)))


def back_reward(state: State, e: RewardTaken) -> PutBack:
    return PutBack(tr("The reward token back onto {castle}, face down", castle=castle_words(state, e.castle)))


def back_card(state: State, e: BoatHome | LastPlaceGiven) -> PutBack:
    return PutBack(tr("The result card of {player} back beside the board", player=labels.figure(state, e.player)))


TOLD: dict[type[ev.Event], Callable[[State, Any], Message | None]] = {
    RaceSeats: tell_seats,
    RaceOpened: tell_opened,
    CastleReached: tell_reached,
    RewardTaken: tell_reward,
    BoatHome: tell_home,
    LastPlaceGiven: tell_last,
    BoatSet: tell_boat,
    TokensSet: tell_tokens,
}
PUT_BACK: dict[type[ev.Event], Callable[[State, Any], PutBack | None]] = {
    CastleReached: back_reached,
    RewardTaken: back_reward,
    BoatHome: back_card,
    LastPlaceGiven: back_card,
}
