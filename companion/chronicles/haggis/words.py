"""The haggis in words: lines on the screen, the history, what the hands put back. No word tells a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.chronicles.haggis import tables as tb
from companion.chronicles.haggis.pieces import value_of
from companion.engine.game import PutBack
from companion.engine.message import Said, listed, literal, say, say_n
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State


def lines(state: State, who: str) -> tuple[Said, ...]:
    """How many tokens; to their owner alone also which (the others' are not in the state that is shown)."""
    now = tb.haggis(state)
    if not who:
        return (say_n("{n} haggis token in the supply", "{n} haggis tokens in the supply", now.in_supply()),)
    shown = [say_n("{n} haggis token", "{n} haggis tokens", len(now.held[who]))]
    if values := sorted(filter(None, (value_of(state, token) for token in now.held[who]))):
        shown.append(say("face down: {values}", values=_numbers(values)))
    if up := now.up(who):
        shown.append(say("face up: {values}", values=_numbers(up)))
    return tuple(shown)


def _numbers(values: tuple[int, ...] | list[int]) -> Said:
    return listed(literal(str(value)) for value in values)


# ---- the history


def _gained(state: State, e: tb.HaggisGained) -> Said:
    return say("{player} gets a haggis token", player=figure(state, e.player))


def _returned(state: State, e: tb.HaggisReturned) -> Said:
    return say("{player} gives a haggis token back", player=figure(state, e.player))


def _passed(state: State, e: tb.HaggisPassed) -> Said:
    return say("{player} gives {to} a haggis token", player=figure(state, e.player), to=figure(state, e.to))


def _shown(_state: State, _e: tb.HaggisShown) -> Said:
    return say("a haggis token is turned up")


def _counted(state: State, e: tb.HaggisCounted) -> Said:
    return say_n(
        "{player}: {n} haggis token", "{player}: {n} haggis tokens", e.tokens, player=figure(state, e.player)
    )


def _dropped(_state: State, _e: tb.HaggisUntagged) -> Said:
    return say("haggis without stickers")


def _began(_state: State, _e: tb.HaggisBegan) -> Said:
    return say("a haggis scoring begins")


def _rolled(state: State, e: tb.HaggisRolled) -> Said:
    if e.player:
        return say("{player} rolls a {n}", player=figure(state, e.player), n=e.face)
    return say("a {n} is rolled", n=e.face)


def _cancelled(state: State, e: tb.HaggisRecast) -> Said:
    return say("{player} has it thrown again", player=figure(state, e.player))


def _turned(state: State, e: tb.HaggisTurned) -> Said:
    return say("{player} turns a {n}", player=figure(state, e.player), n=e.value)


def _kept(state: State, e: tb.HaggisKept) -> Said:
    return say("{player} hasn't that {n}", player=figure(state, e.player), n=e.value)


def _scored(_state: State, _e: tb.HaggisScored) -> Said:
    return say("the haggis is eaten")


TOLD: dict[type[ev.Event], Callable[[State, Any], Said | None]] = {
    tb.HaggisGained: _gained,
    tb.HaggisReturned: _returned,
    tb.HaggisPassed: _passed,
    tb.HaggisShown: _shown,
    tb.HaggisCounted: _counted,
    tb.HaggisUntagged: _dropped,
    tb.HaggisBegan: _began,
    tb.HaggisRolled: _rolled,
    tb.HaggisRecast: _cancelled,
    tb.HaggisTurned: _turned,
    tb.HaggisKept: _kept,
    tb.HaggisScored: _scored,
}


# ---- what the hands put back


def _gain_back(state: State, e: tb.HaggisGained) -> PutBack:
    who = figure(state, e.player)
    if e.face_up:
        return PutBack(say("A haggis token of {player} back, face up in the supply", player=who))
    return PutBack(say("A haggis token of {player} back to the supply", player=who))


def _return_back(state: State, e: tb.HaggisReturned) -> PutBack:
    return PutBack(say("{player} takes a haggis token back", player=figure(state, e.player)))


def _pass_back(state: State, e: tb.HaggisPassed) -> PutBack:
    return PutBack(
        say("{to} gives {player} a haggis token back", player=figure(state, e.player), to=figure(state, e.to))
    )


def _show_back(_state: State, _e: tb.HaggisShown) -> PutBack:
    return PutBack(say("The haggis token turned up last face down again"))


def _turn_back(state: State, e: tb.HaggisTurned) -> PutBack:
    return PutBack(say("{player} turns the {n} face down again", player=figure(state, e.player), n=e.value))


def _score_back(_state: State, _e: tb.HaggisScored) -> PutBack:
    return PutBack(say("The haggis tokens of the scoring lie face up on the tables again"))


PUT_BACK: dict[type[ev.Event], Callable[[State, Any], PutBack | None]] = {
    tb.HaggisGained: _gain_back,
    tb.HaggisReturned: _return_back,
    tb.HaggisPassed: _pass_back,
    tb.HaggisShown: _show_back,
    tb.HaggisTurned: _turn_back,
    tb.HaggisScored: _score_back,
}
