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
from companion.engine.event_rows import EventTable, LogChange, When, placeholder
from companion.engine.message import tr, trn
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import DIE, State
from companion.state.glen_more_2.text import labels


def _grow(state: State, e: MountainGrew) -> State:
    was = OWN_STATE.of(state)
    return OWN_STATE.put(state, was.grown(e.coins, e.goods, e.good))


def _empty(state: State, _e: MountainEmptied) -> State:
    return OWN_STATE.put(state, Mountain())


def _set(state: State, e: MountainSet) -> State:
    return OWN_STATE.put(state, _entered_mountain(e))


def _entered_mountain(e: MountainSet) -> Mountain:
    return Mountain(e.coins, e.goods, dict(e.kinds) or UNSET)


row = EventTable[State](
    {
        **FILLERS,
        "amount": lambda _s, e: contents_text(Mountain(e.coins, e.goods)),
        "mountain": lambda state, _e: labels.cause_label(state, MOUNTAIN_CAUSE),
        "n": "goods",
    }
).row
OF_DIE = tr("1 coin of the supply onto the mountain")
TAKEN = trn("{sign}{n} good", "{sign}{n} goods", 0, sign="+")
GIVEN = trn("{sign}{n} good", "{sign}{n} goods", 0, sign="-")


def _is_die(_state: State, e: MountainGrew) -> bool:
    return e.figure == DIE


def _is_unnamed(_state: State, e: MountainGrew) -> bool:
    """True for a good whose kind, and so the tile that it came from, is not known."""
    return bool(e.goods and not e.good)


ROWS = (
    row(
        MountainGrew,
        _grow,
        # A coin of a player has no text: the payment has one.
        When(
            _is_die,
            OF_DIE,
            When(
                "good",
                tr("{player} puts 1 {good} on the mountain"),
                When("goods", tr("{player} puts 1 good on the mountain")),
            ),
        ),
        log_change=When(
            _is_die,
            LogChange(action=OF_DIE),
            When(_is_unnamed, LogChange(change=GIVEN, cause=placeholder("mountain"), player="{figure}")),
        ),
        undo=When(
            _is_die,
            tr("1 coin from the mountain back to the supply"),
            When(_is_unnamed, tr("{player} takes 1 good back")),
        ),
        fillers={"player": FILLERS["figure"]},
    ),
    row(
        MountainEmptied,
        _empty,
        tr("{player} takes {amount} from the mountain"),
        # Coins have their own event.
        log_change=When("goods", LogChange(change=TAKEN, cause=placeholder("mountain"), player="{player}")),
        undo=tr("Back on the mountain: {amount}"),
    ),
    row(
        MountainSet,
        _set,
        tr("on the mountain: {amount}"),
        before=lambda s, _e: contents_text(OWN_STATE.of(s)),
        corrects="amount",
        fillers={"amount": lambda _s, e: contents_text(_entered_mountain(e))},
    ),
)
