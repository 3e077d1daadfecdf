"""What the haggis counts: tokens on the tables, in the supply, face up; and what happens to them.

A token "" is one that nobody told about: without stickers all of them are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chronicles.haggis.arithmetic import may_turn
from companion.chronicles.haggis.pieces import SLUG, STICKERS, TOKEN_IDS, TOKENS, value_of
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State


class Turned(msgspec.Struct, frozen=True):
    """A token face up on a table during a scoring: everybody sees it."""

    token: str
    value: int


class Haggis(msgspec.Struct, frozen=True):
    """The drawer.

    held: tokens face down on each table (secret). shown: tokens face up in the supply. tagged: all have stickers.
    Of the scoring that runs: rolls for all; buyer of the last roll, "" when it was for all; turned on each table;
    turning: who turned one at the last roll; again: the last roll was thrown once more.
    done: rounds whose scoring is over. rerolls, taken: how often somebody had a roll thrown again, or took a
    token from another before the first roll.
    """

    held: dict[str, tuple[str, ...]]
    tagged: bool = False
    shown: tuple[str, ...] = ()
    rolls: tuple[int, ...] = ()
    buyer: str = ""
    last: int = 0
    turned: dict[str, tuple[Turned, ...]] = {}
    turning: tuple[str, ...] = ()
    again: bool = False
    round: str = ""
    done: tuple[str, ...] = ()
    rerolls: int = 0
    taken: int = 0

    def up(self, player_id: str) -> tuple[int, ...]:
        """Values face up on a table."""
        return tuple(t.value for t in self.turned.get(player_id, ()))

    def in_supply(self) -> int:
        """Tokens in the supply, face up and face down."""
        lying = sum(map(len, self.held.values())) + sum(map(len, self.turned.values()))
        return TOKENS - lying

    def places(self) -> dict[str, str]:
        """Where every token is that somebody told about: a player's id, "shown", "" for face up on a table."""
        held = {token: player_id for player_id, tokens in self.held.items() for token in tokens}
        shown = dict.fromkeys(self.shown, "shown")
        up = {t.token: "up" for tokens in self.turned.values() for t in tokens}
        return {token: place for token, place in {**held, **shown, **up}.items() if token}

    def may_turn(self, player_id: str) -> bool:
        """By what everybody sees, this player may have a token to turn at the last roll."""
        bought_by_other = self.buyer not in ("", player_id)
        return (
            not bought_by_other
            and player_id not in self.turning
            and may_turn(len(self.up(player_id)), len(self.held[player_id]))
        )


class HaggisGained(ev.Event, frozen=True):
    """A token came to a table: drawn, or one of those face up in the supply."""

    player: str
    token: str = ""
    face_up: bool = False


class HaggisReturned(ev.Event, frozen=True):
    """A token went back to the supply, value side down, to make room (C5-09)."""

    player: str
    token: str = ""


class HaggisPassed(ev.Event, frozen=True):
    """A player chose a token for another (C8-39)."""

    player: str
    to: str
    token: str = ""


class HaggisShown(ev.Event, frozen=True):
    """A token of the supply lies face up (C5-04, C5-07)."""

    token: str = ""


class HaggisCounted(ev.Event, frozen=True):
    """A correction: how many tokens lie on a table; which they are is no longer known."""

    player: str
    tokens: int


class HaggisUntagged(ev.Event, frozen=True):
    """The tokens are played without stickers after all."""


class HaggisBegan(ev.Event, frozen=True):
    """A haggis scoring begins after this round (C5-13)."""

    round: str


class HaggisRolled(ev.Event, frozen=True):
    """A roll for all, or for the player who paid for it."""

    face: int
    player: str = ""


class HaggisRecast(ev.Event, frozen=True):
    """The last roll is thrown once more, for everybody (C8-40)."""

    player: str


class HaggisTurned(ev.Event, frozen=True):
    """A player turned a token of that value (C5-16)."""

    player: str
    value: int
    token: str = ""


class HaggisKept(ev.Event, frozen=True):
    """The player has no such token: it was another one."""

    player: str
    value: int


class HaggisScored(ev.Event, frozen=True):
    """The scoring is over: what lay face up is back in the supply (C5-22)."""

    round: str


def haggis(state: State) -> Haggis:
    """This chronicle's drawer."""
    drawer: Haggis = state.drawers[SLUG]
    return drawer


def drawer(state: State) -> Haggis:
    return Haggis({p.id: () for p in state.players}, tagged=bool(state.facts.more.get(STICKERS, False)))


def with_haggis(state: State, now: Haggis) -> State:
    return replace(state, drawers={**state.drawers, SLUG: now})


def without(held: tuple[str, ...], token: str) -> tuple[str, ...]:
    """The tokens less that one, or less an untold one; else nothing is known any more of the others."""
    gone = token if token in held else ""
    if gone not in held:
        return ("",) * (len(held) - 1)
    left = list(held)
    left.remove(gone)
    return tuple(left)


def _lifted(now: Haggis, token: str) -> Haggis:
    """A token that is told to be elsewhere is not where it was believed."""
    if not token:
        return now
    held = {player_id: tuple("" if t == token else t for t in tokens) for player_id, tokens in now.held.items()}
    return replace(now, held=held, shown=tuple(t for t in now.shown if t != token))


def _gained(state: State, e: HaggisGained) -> State:
    now = haggis(state)
    if e.face_up and now.shown:
        now = replace(now, shown=without(now.shown, e.token))
    now = _lifted(now, e.token)
    return with_haggis(state, replace(now, held={**now.held, e.player: (*now.held[e.player], e.token)}))


def _returned(state: State, e: HaggisReturned) -> State:
    now = haggis(state)
    return with_haggis(state, replace(now, held={**now.held, e.player: without(now.held[e.player], e.token)}))


def _passed(state: State, e: HaggisPassed) -> State:
    now = haggis(state)
    held = {**now.held, e.player: without(now.held[e.player], e.token), e.to: (*now.held[e.to], e.token)}
    return with_haggis(state, replace(now, held=held, taken=now.taken + 1))


def _shown(state: State, e: HaggisShown) -> State:
    now = _lifted(haggis(state), e.token)
    return with_haggis(state, replace(now, shown=(*now.shown, e.token)))


def _counted(state: State, e: HaggisCounted) -> State:
    now = haggis(state)
    return with_haggis(state, replace(now, held={**now.held, e.player: ("",) * e.tokens}))


def _dropped(state: State, _e: HaggisUntagged) -> State:
    now = haggis(state)
    held = {player_id: ("",) * len(tokens) for player_id, tokens in now.held.items()}
    return with_haggis(state, replace(now, held=held, shown=(), tagged=False))


def _began(state: State, e: HaggisBegan) -> State:
    return with_haggis(state, replace(haggis(state), round=e.round, rolls=(), buyer="", last=0, turning=()))


def _rolled(state: State, e: HaggisRolled) -> State:
    now = haggis(state)
    rolls = now.rolls if e.player else (*now.rolls, e.face)
    return with_haggis(state, replace(now, rolls=rolls, buyer=e.player, last=e.face, turning=()))


def _cancelled(state: State, _e: HaggisRecast) -> State:
    now = haggis(state)
    return with_haggis(
        state, replace(now, rolls=now.rolls[:-1], last=0, turning=(), again=True, rerolls=now.rerolls + 1)
    )


def _turned(state: State, e: HaggisTurned) -> State:
    now = _elsewhere(haggis(state), e.player, e.token)
    up = (*now.turned.get(e.player, ()), Turned(e.token, e.value))
    held = {**now.held, e.player: without(now.held[e.player], e.token)}
    turned = {**now.turned, e.player: up}
    return with_haggis(state, replace(now, held=held, turned=turned, turning=(*now.turning, e.player)))


def _elsewhere(now: Haggis, player_id: str, token: str) -> Haggis:
    """A token that is not on this table as believed: believed of others no more."""
    return now if token in now.held[player_id] else _lifted(now, token)


def _kept(state: State, e: HaggisKept) -> State:
    now = haggis(state)
    held = {**now.held, e.player: (*now.held[e.player], "")}
    turned = {**now.turned, e.player: now.turned[e.player][:-1]}
    turning = tuple(player_id for player_id in now.turning if player_id != e.player)
    return with_haggis(state, replace(now, held=held, turned=turned, turning=turning))


def _scored(state: State, e: HaggisScored) -> State:
    now = haggis(state)
    over = replace(now, turned={}, turning=(), rolls=(), buyer="", last=0, again=False, round="")
    return with_haggis(state, replace(over, done=(*now.done, e.round)))


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {
    HaggisGained: _gained,
    HaggisReturned: _returned,
    HaggisPassed: _passed,
    HaggisShown: _shown,
    HaggisCounted: _counted,
    HaggisUntagged: _dropped,
    HaggisBegan: _began,
    HaggisRolled: _rolled,
    HaggisRecast: _cancelled,
    HaggisTurned: _turned,
    HaggisKept: _kept,
    HaggisScored: _scored,
}


def face_down_supply(now: Haggis) -> list[str]:
    """Tokens that may lie face down in the supply, as far as anybody told."""
    placed = now.places()
    return [token for token in TOKEN_IDS if token not in placed]


def known_of(state: State, player_id: str, value: int) -> str:
    """A token of that value that this player is known to have face down, "" when none is."""
    return next((t for t in haggis(state).held[player_id] if value_of(state, t) == value), "")
