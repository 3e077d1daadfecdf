"""The haggis in words: lines on the screen, the history, what the hands put back. No word tells a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.chronicles.haggis import tables as tb
from companion.chronicles.haggis.pieces import value_of
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, literal, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.labels import figure
from companion.state.glen_more_2.model import State


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """How many tokens; to their owner alone also which (the others' are not in the state that is shown)."""
    now = tb.haggis(state)
    if not player_id:
        return (trn("{n} haggis token in the supply", "{n} haggis tokens in the supply", now.in_supply()),)
    shown = [trn("{n} haggis token", "{n} haggis tokens", len(now.held[player_id]))]
    if values := sorted(filter(None, (value_of(state, token) for token in now.held[player_id]))):
        shown.append(tr("face down: {values}", values=_numbers(values)))
    if up := now.up(player_id):
        shown.append(tr("face up: {values}", values=_numbers(up)))
    return tuple(shown)


def _numbers(values: tuple[int, ...] | list[int]) -> Message:
    return listed(literal(str(value)) for value in values)


# ---- the history


def _gained(state: State, e: tb.HaggisGained) -> Message:
    return tr("{player} gets a haggis token", player=figure(state, e.player))


def _returned(state: State, e: tb.HaggisReturned) -> Message:
    return tr("{player} gives a haggis token back", player=figure(state, e.player))


def _passed(state: State, e: tb.HaggisPassed) -> Message:
    return tr("{player} gives {to} a haggis token", player=figure(state, e.player), to=figure(state, e.to))


def _shown(_state: State, _e: tb.HaggisShown) -> Message:
    return tr("a haggis token is turned up")


def _counted(state: State, e: tb.HaggisCounted) -> Message:
    return trn(
        "{player}: {n} haggis token", "{player}: {n} haggis tokens", e.tokens, player=figure(state, e.player)
    )


def _dropped(_state: State, _e: tb.HaggisUntagged) -> Message:
    return tr("haggis without stickers")


def _began(_state: State, _e: tb.HaggisBegan) -> Message:
    return tr("a haggis scoring begins")


def _rolled(state: State, e: tb.HaggisRolled) -> Message:
    if e.player:
        return tr("{player} rolls a {n}", player=figure(state, e.player), n=e.face)
    return tr("a {n} is rolled", n=e.face)


def _cancelled(state: State, e: tb.HaggisRecast) -> Message:
    return tr("{player} has it thrown again", player=figure(state, e.player))


def _turned(state: State, e: tb.HaggisTurned) -> Message:
    return tr("{player} turns a {n}", player=figure(state, e.player), n=e.value)


def _kept(state: State, e: tb.HaggisKept) -> Message:
    return tr("{player} hasn't that {n}", player=figure(state, e.player), n=e.value)


def _scored(_state: State, _e: tb.HaggisScored) -> Message:
    return tr("the haggis is eaten")


TOLD: dict[type[ev.Event], Callable[[State, Any], Message | None]] = {
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
    player = figure(state, e.player)
    if e.face_up:
        return PutBack(tr("A haggis token of {player} back, face up in the supply", player=player))
    return PutBack(tr("A haggis token of {player} back to the supply", player=player))


def _return_back(state: State, e: tb.HaggisReturned) -> PutBack:
    return PutBack(tr("{player} takes a haggis token back", player=figure(state, e.player)))


def _pass_back(state: State, e: tb.HaggisPassed) -> PutBack:
    return PutBack(
        tr("{to} gives {player} a haggis token back", player=figure(state, e.player), to=figure(state, e.to))
    )


def _show_back(_state: State, _e: tb.HaggisShown) -> PutBack:
    return PutBack(tr("The haggis token turned up last face down again"))


def _turn_back(state: State, e: tb.HaggisTurned) -> PutBack:
    return PutBack(tr("{player} turns the {n} face down again", player=figure(state, e.player), n=e.value))


def _score_back(_state: State, _e: tb.HaggisScored) -> PutBack:
    return PutBack(tr("The haggis tokens of the scoring lie face up on the tables again"))


PUT_BACK: dict[type[ev.Event], Callable[[State, Any], PutBack | None]] = {
    tb.HaggisGained: _gain_back,
    tb.HaggisReturned: _return_back,
    tb.HaggisPassed: _pass_back,
    tb.HaggisShown: _show_back,
    tb.HaggisTurned: _turn_back,
    tb.HaggisScored: _score_back,
}
