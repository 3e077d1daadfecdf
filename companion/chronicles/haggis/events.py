"""Events of the haggis: what each one changes, its history text, turn log, undo instructions and public version.

History texts contain no secret; the public version of a secret token says only that a token moved.
"""

from __future__ import annotations

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
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text, number_correction_text
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text.labels import figure_label


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
    held = {player_id: tuple("" if t == token else t for t in tokens) for player_id, tokens in now.held.items()}
    return replace(now, held=held, shown=tuple(t for t in now.shown if t != token))


def _gain(state: State, e: HaggisGained) -> State:
    now = OWN_STATE.of(state)
    # Without stickers the tokens face up in the supply are not known.
    if e.face_up and now.shown:
        now = replace(now, shown=_without(now.shown, e.token))
    now = _seen_elsewhere(now, e.token)
    return OWN_STATE.put(state, replace(now, held={**now.held, e.player: (*now.held[e.player], e.token)}))


def _words_of_gaining(state: State, e: HaggisGained) -> Message:
    return tr("{player} gets a haggis token", player=figure_label(state, e.player))


def _more_of_gaining(_state: State, _e: HaggisGained) -> Message:
    return tr("gets a haggis token")


def _booked_gained(state: State, e: HaggisGained) -> LogChange:
    if not OWN_STATE.of(state).tagged:
        # Whether it was drawn is asked only where tokens have stickers.
        how = tr("face up or drawn")
    else:
        how = tr("it lay face up") if e.face_up else tr("drawn")
    return LogChange(change=trn("+{n} haggis token", "+{n} haggis tokens", 1), cause=how, player=e.player)


def _put_back_gained(state: State, e: HaggisGained) -> TableInstruction:
    player = figure_label(state, e.player)
    if e.face_up:
        return TableInstruction(tr("A haggis token of {player} back, face up in the supply", player=player))
    return TableInstruction(tr("A haggis token of {player} back to the supply", player=player))


def _public_of_gaining(e: HaggisGained) -> HaggisGained:
    """Return the event with its token only if the token was face up, so that all players saw it."""
    return e if e.face_up else replace(e, token="")


def _return(state: State, e: HaggisReturned) -> State:
    held = OWN_STATE.of(state).held
    return OWN_STATE.change(state, held={**held, e.player: _without(held[e.player], e.token)})


def _words_of_returning(state: State, e: HaggisReturned) -> Message:
    return tr("{player} gives a haggis token back", player=figure_label(state, e.player))


def _booked_returned(_state: State, e: HaggisReturned) -> LogChange:
    return LogChange(
        change=trn("-{n} haggis token", "-{n} haggis tokens", 1), cause=tr("back to the supply"), player=e.player
    )


def _put_back_returned(state: State, e: HaggisReturned) -> TableInstruction:
    return TableInstruction(tr("{player} takes a haggis token back", player=figure_label(state, e.player)))


def _public_of_returning(e: HaggisReturned) -> HaggisReturned:
    return replace(e, token="")


def _pass(state: State, e: HaggisPassed) -> State:
    now = OWN_STATE.of(state)
    held = {**now.held, e.player: _without(now.held[e.player], e.token), e.to: (*now.held[e.to], e.token)}
    return OWN_STATE.change(state, held=held, taken=now.taken + 1)


def _words_of_passing(state: State, e: HaggisPassed) -> Message:
    return tr(
        "{player} gives {to} a haggis token", player=figure_label(state, e.player), to=figure_label(state, e.to)
    )


def _booked_passed(state: State, e: HaggisPassed) -> LogChange:
    return LogChange(deed=_words_of_passing(state, e))


def _put_back_passed(state: State, e: HaggisPassed) -> TableInstruction:
    return TableInstruction(
        tr(
            "{to} gives {player} a haggis token back",
            player=figure_label(state, e.player),
            to=figure_label(state, e.to),
        )
    )


def _public_of_passing(e: HaggisPassed) -> HaggisPassed:
    return replace(e, token="")


def _show(state: State, e: HaggisShown) -> State:
    now = _seen_elsewhere(OWN_STATE.of(state), e.token)
    return OWN_STATE.put(state, replace(now, shown=(*now.shown, e.token)))


def _words_of_showing(_state: State, _e: HaggisShown) -> Message:
    return tr("a haggis token is turned up")


def _put_back_shown(_state: State, _e: HaggisShown) -> TableInstruction:
    return TableInstruction(tr("The haggis token turned up last face down again"))


def _count(state: State, e: HaggisCounted) -> State:
    return OWN_STATE.change(state, held={**OWN_STATE.of(state).held, e.player: ("",) * e.tokens})


def _words_of_counting(state: State, e: HaggisCounted) -> Message:
    now = trn(
        "{player}: {n} haggis token", "{player}: {n} haggis tokens", e.tokens, player=figure_label(state, e.player)
    )
    return number_correction_text(now, e.tokens, len(OWN_STATE.of(state).held[e.player]))


def _set_up(state: State, e: HaggisUpSet) -> State:
    """Set the values face up on a table; the number of tokens stays and the others become unidentified."""
    now = OWN_STATE.of(state)
    there = len(now.held[e.player]) + len(now.up(e.player))
    held = {**now.held, e.player: ("",) * max(0, there - len(e.values))}
    up = tuple(FaceUpToken("", value) for value in e.values)
    return OWN_STATE.put(state, replace(now, held=held, turned={**now.turned, e.player: up}))


def _words_of_setting_up(state: State, e: HaggisUpSet) -> Message:
    before = tuple(OWN_STATE.of(state).up(e.player))
    now = tr("{player}: face up {values}", player=figure_label(state, e.player), values=values_text(e.values))
    return now if before == e.values else correction_text(now, values_text(before))


def _untag(state: State, _e: HaggisUntagged) -> State:
    held = {player_id: ("",) * len(tokens) for player_id, tokens in OWN_STATE.of(state).held.items()}
    return OWN_STATE.change(state, held=held, shown=(), tagged=False)


def _words_of_untagging(_state: State, _e: HaggisUntagged) -> Message:
    return tr("haggis without stickers")


def _begin(state: State, e: HaggisBegan) -> State:
    return OWN_STATE.change(state, round=e.round, rolls=(), buyer="", last=0, turning=())


def _words_of_beginning(_state: State, _e: HaggisBegan) -> Message:
    return tr("a haggis scoring begins")


def _roll(state: State, e: HaggisRolled) -> State:
    rolls = OWN_STATE.of(state).rolls
    return OWN_STATE.change(
        state,
        rolls=rolls if e.player else (*rolls, e.face),
        buyer=e.player,
        last=e.face,
        turning=(),
        settled=e.settled,
    )


def _words_of_rolling(state: State, e: HaggisRolled) -> Message:
    if e.player:
        return tr("{player} rolls a {n}", player=figure_label(state, e.player), n=e.face)
    return tr("a {n} is rolled", n=e.face)


def _recast(state: State, _e: HaggisRerolled) -> State:
    now = OWN_STATE.of(state)
    return OWN_STATE.change(state, rolls=now.rolls[:-1], last=0, turning=(), again=True, rerolls=now.rerolls + 1)


def _words_of_recasting(state: State, e: HaggisRerolled) -> Message:
    return tr("{player} has it rolled again", player=figure_label(state, e.player))


def _turn(state: State, e: HaggisTurned) -> State:
    now = _believed_elsewhere(OWN_STATE.of(state), e.player, e.token)
    held = {**now.held, e.player: _without(now.held[e.player], e.token)}
    turned = {**now.turned, e.player: (*now.turned.get(e.player, ()), FaceUpToken(e.token, e.value))}
    return OWN_STATE.put(state, replace(now, held=held, turned=turned, turning=(*now.turning, e.player)))


def _believed_elsewhere(now: Haggis, player_id: str, token: str) -> Haggis:
    """Remove the token from other places if it was not recorded on this table."""
    return now if token in now.held[player_id] else _seen_elsewhere(now, token)


def _words_of_turning(state: State, e: HaggisTurned) -> Message:
    return tr("{player} turns a {n}", player=figure_label(state, e.player), n=e.value)


def _put_back_turned(state: State, e: HaggisTurned) -> TableInstruction:
    return TableInstruction(
        tr("{player} turns the {n} face down again", player=figure_label(state, e.player), n=e.value)
    )


def _keep(state: State, e: HaggisTurnedBack) -> State:
    now = OWN_STATE.of(state)
    held = {**now.held, e.player: (*now.held[e.player], "")}
    up = list(now.turned[e.player])
    # If several tokens were turned together, the one of that value is turned back.
    up.remove(next(each for each in reversed(up) if each.value == e.value))
    turned = {**now.turned, e.player: tuple(up)}
    turning = tuple(player_id for player_id in now.turning if player_id != e.player)
    return OWN_STATE.change(state, held=held, turned=turned, turning=turning)


def _words_of_keeping(state: State, e: HaggisTurnedBack) -> Message:
    return tr("{player} has no {n}", player=figure_label(state, e.player), n=e.value)


def _end(state: State, e: HaggisScored) -> State:
    done = (*OWN_STATE.of(state).done, e.round)
    return OWN_STATE.change(
        state, turned={}, turning=(), rolls=(), buyer="", last=0, again=False, round="", done=done, settled=False
    )


def _words_of_ending(_state: State, _e: HaggisScored) -> Message:
    return tr("the haggis scoring ends")


def _booked_ended(state: State, e: HaggisScored) -> LogChange | None:
    """Return the log line of a scoring without points; points have their own events (C5-21)."""
    brought = any(isinstance(each, ev.PointsScored) and each.source == SLUG for each in state.happened)
    return None if brought or e.tokens != 0 else LogChange(deed=tr("Haggis: nobody gets points"))


def _put_back_ended(_state: State, e: HaggisScored) -> TableInstruction | None:
    if e.tokens == 0:
        return None
    return TableInstruction(tr("The haggis tokens of the scoring lie face up on the tables again"))


ROWS = (
    EventRow(
        HaggisGained,
        _gain,
        history=_words_of_gaining,
        short_history=_more_of_gaining,
        booked=_booked_gained,
        undo_instructions=_put_back_gained,
        public=_public_of_gaining,
    ),
    EventRow(
        HaggisReturned,
        _return,
        history=_words_of_returning,
        booked=_booked_returned,
        undo_instructions=_put_back_returned,
        public=_public_of_returning,
    ),
    EventRow(
        HaggisPassed,
        _pass,
        history=_words_of_passing,
        booked=_booked_passed,
        undo_instructions=_put_back_passed,
        public=_public_of_passing,
    ),
    EventRow(HaggisShown, _show, history=_words_of_showing, undo_instructions=_put_back_shown),
    EventRow(HaggisCounted, _count, history=_words_of_counting),
    EventRow(HaggisUpSet, _set_up, history=_words_of_setting_up),
    EventRow(HaggisUntagged, _untag, history=_words_of_untagging),
    EventRow(HaggisBegan, _begin, history=_words_of_beginning),
    EventRow(HaggisRolled, _roll, history=_words_of_rolling),
    EventRow(HaggisRerolled, _recast, history=_words_of_recasting),
    EventRow(HaggisTurned, _turn, history=_words_of_turning, undo_instructions=_put_back_turned),
    EventRow(HaggisTurnedBack, _keep, history=_words_of_keeping),
    EventRow(
        HaggisScored, _end, history=_words_of_ending, booked=_booked_ended, undo_instructions=_put_back_ended
    ),
)
