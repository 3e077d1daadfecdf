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
from companion.engine.message import Said, listed, say, say_n
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State

PLACES = {1: say("1st place"), 2: say("2nd place"), 3: say("3rd place"), LAST: say("last place")}


def castle_words(state: State, castle: str) -> Said:
    if not castle.startswith(RIVER):
        return say("the castle of {player}", player=labels.figure(state, castle))
    if RIVERS[len(state.players)] == 1:
        return say("the neutral castle")
    left, right = race(state).castles[::2]
    side = left if castle.endswith("1") else right
    return say("the neutral castle left of {player}", player=labels.figure(state, side))


def seats_words(state: State, castles: tuple[str, ...]) -> Said:
    return listed(say("neutral river") if c.startswith(RIVER) else labels.figure(state, c) for c in castles)


def lines(state: State, who: str) -> tuple[Said, ...]:
    if state.phase == "layout":
        return () if who else tuple(set_up_lines(state))
    now = race(state)
    if not who:
        return () if now.open else (say("The race has not begun."),)
    boat = now.boats[who]
    if boat.place:
        return (say("boat: {place}", place=PLACES.get(boat.place, say("home"))),)
    return (say_n("boat: {n} castle", "boat: {n} castles", boat.reached),) if now.open else ()


def set_up_lines(state: State) -> list[Said]:
    """What the hands do before the first turn (C1-03 to C1-08)."""
    players = len(state.players)
    found = [
        say("Boats onto the home castles; {n} reward tokens face down onto each of the 4 castles.", n=players),
        say("Start into the top third of deck B, the Ship Builders into their decks."),
    ]
    if players == 2:
        found.append(say("A neutral river on each side between the two players."))
    elif players == 3:
        found.append(say("One neutral river between any two players."))
    return found


def tell_seats(state: State, e: RaceSeats) -> Said:
    return say("to the left sit: {order}", order=seats_words(state, e.castles))


def tell_opened(_state: State, e: RaceOpened) -> Said:
    return say("the race begins for all boats ({rule})", rule=e.rule)


def tell_reached(state: State, e: CastleReached) -> Said:
    who, castle = labels.figure(state, e.player), castle_words(state, e.castle)
    if e.castle == e.player:
        return say("the boat of {player} comes home", player=who)
    return say("the boat of {player} reaches {castle}", player=who, castle=castle)


def tell_reward(state: State, e: RewardTaken) -> Said:
    return say("{player} takes a reward token", player=labels.figure(state, e.player))


def tell_home(state: State, e: BoatHome) -> Said:
    who = labels.figure(state, e.player)
    return say("{player}: {place}", player=who, place=PLACES.get(e.place, say("home")))


def tell_last(state: State, e: LastPlaceGiven) -> Said:
    who = labels.figure(state, e.player)
    return say("{player}: last place, coins will be worth nothing ({rule})", player=who, rule=e.rule)


def tell_boat(state: State, e: BoatSet) -> Said:
    who = labels.figure(state, e.player)
    if e.place:
        return say("{player}: {place}", player=who, place=PLACES[e.place])
    return say_n("the boat of {player}: {n} castle", "the boat of {player}: {n} castles", e.reached, player=who)


def tell_tokens(state: State, e: TokensSet) -> Said:
    castle = castle_words(state, e.castle)
    return say_n("{n} token on {castle}", "{n} tokens on {castle}", e.tokens, castle=castle)


def back_reached(state: State, e: CastleReached) -> PutBack:
    return PutBack(say("The boat of {player} back to where it lay", player=labels.figure(state, e.player)))


def back_reward(state: State, e: RewardTaken) -> PutBack:
    return PutBack(say("The reward token back onto {castle}, face down", castle=castle_words(state, e.castle)))


def back_card(state: State, e: BoatHome | LastPlaceGiven) -> PutBack:
    return PutBack(say("The result card of {player} back beside the board", player=labels.figure(state, e.player)))


TOLD: dict[type[ev.Event], Callable[[State, Any], Said | None]] = {
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
