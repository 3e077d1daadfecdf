"""Events of the haggis: what each one changes, its history text, turn log, undo instructions and public version.

History texts contain no secret; the public version of a secret token says only that a token moved.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.chronicles.haggis.model import (
    OWN_STATE,
    SLUG,
    FaceUpToken,
    Haggis,
    HaggisBegan,
    HaggisCounted,
    HaggisGained,
    HaggisPassed,
    HaggisRerolled,
    HaggisReturned,
    HaggisRolled,
    HaggisScored,
    HaggisShown,
    HaggisTurned,
    HaggisTurnedBack,
    HaggisUntagged,
    HaggisUpSet,
)
from companion.chronicles.haggis.text import values_text
from companion.engine.event_rows import LogChange, When, placeholder
from companion.engine.message import tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.event_rows.common import row
from companion.state.glen_more_2.model import State


def _without(held: tuple[str, ...], token: str) -> tuple[str, ...]:
    """Return the tokens without this one, or without an unidentified one; if neither is there, all become
    unidentified.
    """
    gone = token if token in held else ""
    if gone not in held:
        return ("",) * (len(held) - 1)
    left = list(held)
    left.remove(gone)
    return tuple(left)


def _seen_elsewhere(now: Haggis, token: str) -> Haggis:
    """Remove a token from where it was recorded, because it was seen elsewhere."""
    if not token:
        return now
    held = {
        player_id: tuple("" if t == token else t for t in tokens) for player_id, tokens in now.face_down.items()
    }
    return replace(now, face_down=held, face_up_supply=tuple(t for t in now.face_up_supply if t != token))


def _gain(state: State, e: HaggisGained) -> State:
    now = OWN_STATE.of(state)
    # Without stickers the tokens face up in the supply are not known.
    if e.face_up and now.face_up_supply:
        now = replace(now, face_up_supply=_without(now.face_up_supply, e.token))
    now = _seen_elsewhere(now, e.token)
    return OWN_STATE.put(
        state, replace(now, face_down={**now.face_down, e.player: (*now.face_down[e.player], e.token)})
    )


def _return(state: State, e: HaggisReturned) -> State:
    held = OWN_STATE.of(state).face_down
    return OWN_STATE.change(state, face_down={**held, e.player: _without(held[e.player], e.token)})


def _pass(state: State, e: HaggisPassed) -> State:
    now = OWN_STATE.of(state)
    held = {
        **now.face_down,
        e.player: _without(now.face_down[e.player], e.token),
        e.to: (*now.face_down[e.to], e.token),
    }
    return OWN_STATE.change(state, face_down=held, taken_count=now.taken_count + 1)


def _show(state: State, e: HaggisShown) -> State:
    now = _seen_elsewhere(OWN_STATE.of(state), e.token)
    return OWN_STATE.put(state, replace(now, face_up_supply=(*now.face_up_supply, e.token)))


def _count(state: State, e: HaggisCounted) -> State:
    return OWN_STATE.change(state, face_down={**OWN_STATE.of(state).face_down, e.player: ("",) * e.tokens})


def _set_up(state: State, e: HaggisUpSet) -> State:
    """Set the values face up on a table; the number of tokens stays and the others become unidentified."""
    now = OWN_STATE.of(state)
    there = len(now.face_down[e.player]) + len(now.up(e.player))
    held = {**now.face_down, e.player: ("",) * max(0, there - len(e.values))}
    up = tuple(FaceUpToken("", value) for value in e.values)
    return OWN_STATE.put(state, replace(now, face_down=held, face_up={**now.face_up, e.player: up}))


def _untag(state: State, _e: HaggisUntagged) -> State:
    held = {player_id: ("",) * len(tokens) for player_id, tokens in OWN_STATE.of(state).face_down.items()}
    return OWN_STATE.change(state, face_down=held, face_up_supply=(), has_stickers=False)


def _begin(state: State, e: HaggisBegan) -> State:
    return OWN_STATE.change(state, round=e.round, rolls=(), buyer="", last_face=0, turned_players=())


def _roll(state: State, e: HaggisRolled) -> State:
    rolls = OWN_STATE.of(state).rolls
    return OWN_STATE.change(
        state,
        rolls=rolls if e.player else (*rolls, e.face),
        buyer=e.player,
        last_face=e.face,
        turned_players=(),
        is_rolled_by_companion=e.is_rolled_by_companion,
    )


def _recast(state: State, _e: HaggisRerolled) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(
        state, rolls=now.rolls[:-1], last_face=0, turned_players=(), was_rerolled=True, rerolls=now.rerolls + 1
    )


def _turn(state: State, e: HaggisTurned) -> State:
    now = _believed_elsewhere(OWN_STATE.of(state), e.player, e.token)
    held = {**now.face_down, e.player: _without(now.face_down[e.player], e.token)}
    turned = {**now.face_up, e.player: (*now.face_up.get(e.player, ()), FaceUpToken(e.token, e.value))}
    return OWN_STATE.put(
        state, replace(now, face_down=held, face_up=turned, turned_players=(*now.turned_players, e.player))
    )


def _believed_elsewhere(now: Haggis, player_id: str, token: str) -> Haggis:
    """Remove the token from other places if it was not recorded on this table."""
    return now if token in now.face_down[player_id] else _seen_elsewhere(now, token)


def _keep(state: State, e: HaggisTurnedBack) -> State:
    now = OWN_STATE.of(state)
    held = {**now.face_down, e.player: (*now.face_down[e.player], "")}
    up = list(now.face_up[e.player])
    # If several tokens were turned together, the one of that value is turned back.
    up.remove(next(each for each in reversed(up) if each.value == e.value))
    turned = {**now.face_up, e.player: tuple(up)}
    turning = tuple(player_id for player_id in now.turned_players if player_id != e.player)
    return OWN_STATE.change(state, face_down=held, face_up=turned, turned_players=turning)


def _end(state: State, e: HaggisScored) -> State:
    done = (*OWN_STATE.of(state).done_rounds, e.round)
    return OWN_STATE.change(
        state,
        face_up={},
        turned_players=(),
        rolls=(),
        buyer="",
        last_face=0,
        was_rerolled=False,
        round="",
        done_rounds=done,
        is_rolled_by_companion=False,
    )


# Whether a token was drawn is asked only where tokens have stickers.
_SOURCE = When(
    lambda state, _e: OWN_STATE.of(state).has_stickers,
    When("face_up", tr("it lay face up"), tr("drawn")),
    tr("face up or drawn"),
)
_PASSES = tr("{player} gives {to} a haggis token")


def _without_token(e: Any) -> Any:
    return replace(e, token="")


def _brought_nothing(state: State, e: HaggisScored) -> bool:
    """True for a scoring without points; points have their own events (C5-21)."""
    brought = any(isinstance(each, ev.PointsScored) and each.source == SLUG for each in state.turn_events)
    return not brought and e.tokens == 0


ROWS = (
    row(
        HaggisGained,
        _gain,
        tr("{player} gets a haggis token"),
        short_history=tr("gets a haggis token"),
        log_change=LogChange(
            change=trn("+{n} haggis token", "+{n} haggis tokens", 1),
            cause=placeholder("source"),
            player="{player}",
        ),
        undo=When(
            "face_up",
            tr("A haggis token of {player} back, face up in the supply"),
            tr("A haggis token of {player} back to the supply"),
        ),
        fillers={"source": _SOURCE},
        # All players saw a token that was face up.
        public=lambda e: e if e.face_up else _without_token(e),
    ),
    row(
        HaggisReturned,
        _return,
        tr("{player} gives a haggis token back"),
        log_change=LogChange(
            change=trn("-{n} haggis token", "-{n} haggis tokens", 1),
            cause=tr("back to the supply"),
            player="{player}",
        ),
        undo=tr("{player} takes a haggis token back"),
        public=_without_token,
    ),
    row(
        HaggisPassed,
        _pass,
        _PASSES,
        log_change=LogChange(action=_PASSES),
        undo=tr("{to} gives {player} a haggis token back"),
        public=_without_token,
    ),
    row(
        HaggisShown,
        _show,
        tr("a haggis token is turned up"),
        undo=tr("The haggis token turned up last face down again"),
    ),
    row(
        HaggisCounted,
        _count,
        trn("{player}: {n} haggis token", "{player}: {n} haggis tokens"),
        before=lambda s, e: len(OWN_STATE.of(s).face_down[e.player]),
        fillers={"n": "tokens"},
    ),
    row(
        HaggisUpSet,
        _set_up,
        tr("{player}: face up {values}"),
        before=lambda s, e: values_text(OWN_STATE.of(s).up(e.player)),
        corrects="values",
        fillers={"values": lambda _s, e: values_text(e.values)},
    ),
    row(HaggisUntagged, _untag, tr("haggis without stickers")),
    row(HaggisBegan, _begin, tr("a haggis scoring begins")),
    row(
        HaggisRolled,
        _roll,
        When("player", tr("{player} rolls a {n}"), tr("a {n} is rolled")),
        fillers={"n": "face"},
    ),
    row(HaggisRerolled, _recast, tr("{player} has it rolled again")),
    row(
        HaggisTurned,
        _turn,
        tr("{player} turns a {n}"),
        undo=tr("{player} turns the {n} face down again"),
        fillers={"n": "value"},
    ),
    row(HaggisTurnedBack, _keep, tr("{player} has no {n}"), fillers={"n": "value"}),
    row(
        HaggisScored,
        _end,
        tr("the haggis scoring ends"),
        log_change=When(_brought_nothing, LogChange(action=tr("Haggis: nobody gets points"))),
        undo=When("tokens", tr("The haggis tokens of the scoring lie face up on the tables again")),
    ),
)
