"""Events of the mountain: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from msgspec import UNSET

from companion.chronicles.highlander.model import (
    MOUNTAIN_CAUSE,
    OWN_STATE,
    Mountain,
    MountainEmptied,
    MountainGrew,
    MountainSet,
)
from companion.chronicles.highlander.text import contents_text
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.text import labels


def _grow(state: State, e: MountainGrew) -> State:
    was = OWN_STATE.of(state)
    return OWN_STATE.put(state, was.grown(e.coins, e.goods, e.good))


def _words_of_growing(state: State, e: MountainGrew) -> Message | None:
    """Return None for a coin of a player: the payment already names it."""
    if e.figure == DIE:
        return tr("1 coin of the supply onto the mountain")
    player = labels.figure_label(state, e.figure)
    if e.good:
        good = labels.GOODS_LABELS[e.good]
        return tr("{player} puts 1 {good} on the mountain", player=player, good=good)
    return tr("{player} puts 1 good on the mountain", player=player) if e.goods else None


def _booked_growing(state: State, e: MountainGrew) -> LogChange | None:
    """Return None for a coin of a player: the turn log already has the payment."""
    if e.figure == DIE:
        return LogChange(deed=tr("1 coin of the supply onto the mountain"))
    # A good of known kind is logged with the tile that it came from.
    return _of_the_mountain(state, -e.goods, e.figure) if e.goods and not e.good else None


def _of_the_mountain(state: State, goods: int, player_id: str) -> LogChange:
    """Return the turn log line for goods; it joins the coins that moved with them."""
    sign = "-" if goods < 0 else "+"
    change = trn("{sign}{n} good", "{sign}{n} goods", abs(goods), sign=sign)
    return LogChange(change=change, cause=labels.cause_label(state, MOUNTAIN_CAUSE), player=player_id)


def _put_back_growing(state: State, e: MountainGrew) -> TableInstruction | None:
    """Return None for a coin of a player: the undo instruction of the payment covers it."""
    if e.figure == DIE:
        return TableInstruction(tr("1 coin from the mountain back to the supply"))
    if not e.goods or e.good:
        return None
    return TableInstruction(tr("{player} takes 1 good back", player=labels.figure_label(state, e.figure)))


def _empty(state: State, _e: MountainEmptied) -> State:
    return OWN_STATE.put(state, Mountain())


def _words_of_emptying(state: State, e: MountainEmptied) -> Message:
    return tr(
        "{player} takes {amount} from the mountain",
        player=labels.figure_label(state, e.player),
        amount=contents_text(Mountain(e.coins, e.goods)),
    )


def _booked_emptying(state: State, e: MountainEmptied) -> LogChange | None:
    """Return the line for goods; coins have their own event."""
    return _of_the_mountain(state, e.goods, e.player) if e.goods else None


def _put_back_emptying(_state: State, e: MountainEmptied) -> TableInstruction:
    return TableInstruction(tr("Back on the mountain: {amount}", amount=contents_text(Mountain(e.coins, e.goods))))


def _set(state: State, e: MountainSet) -> State:
    return OWN_STATE.put(state, _told(e))


def _told(e: MountainSet) -> Mountain:
    return Mountain(e.coins, e.goods, dict(e.kinds) or UNSET)


def _words_of_setting(state: State, e: MountainSet) -> Message:
    now = tr("on the mountain: {amount}", amount=contents_text(_told(e)))
    before = OWN_STATE.of(state)
    return now if before == _told(e) else correction_text(now, contents_text(before))


ROWS = (
    EventRow(
        MountainGrew, _grow, history=_words_of_growing, booked=_booked_growing, undo_instructions=_put_back_growing
    ),
    EventRow(
        MountainEmptied,
        _empty,
        history=_words_of_emptying,
        booked=_booked_emptying,
        undo_instructions=_put_back_emptying,
    ),
    EventRow(MountainSet, _set, history=_words_of_setting),
)
