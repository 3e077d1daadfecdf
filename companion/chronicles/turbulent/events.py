"""Events of Turbulent Chapters: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from msgspec.structs import replace

from companion.chronicles.turbulent.model import (
    BY_HAND,
    CHAPTERS,
    OWN_STATE,
    OWN_TABLE_CARDS,
    CountedByHand,
    FigureSwapped,
    RowEmptied,
    SideSet,
    SideTurned,
    set_side,
    tables_in_force,
    turned_sides,
)
from companion.engine.event_rows import EventTable, LogChange, When
from companion.engine.message import Message, tr, trn
from companion.engine.table_game import unchanged_state
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import with_player


def _turn(state: State, e: SideTurned) -> State:
    return set_side(state, e.card, True, e.done)


def _set_side(state: State, e: SideSet) -> State:
    return set_side(state, e.card, e.turned, e.done)


def _side_words(up: bool, table_holds: bool) -> Message:
    """Return the name of the side that is up. `table_holds`: True for cards without an own table."""
    if not up:
        return tr("the landmark side")
    return tr("the event side") if table_holds else tr("the event side without its table")


def _count_by_hand(state: State, e: CountedByHand) -> State:
    return OWN_STATE.change(state, tables={**tables_in_force(state), e.card: BY_HAND})


def _empty_row(state: State, e: RowEmptied) -> State:
    state = replace(state, market={**state.market, e.row: 0})
    return with_player(state, e.player, coins=state.player(e.player).coins + e.coins)


def _earlier_side(state: State, e: SideSet) -> Message:
    has_table = e.card in OWN_TABLE_CARDS.values()
    return _side_words(e.card in turned_sides(state), not has_table or e.card in tables_in_force(state))


row = EventTable[State](
    {
        **FILLERS,
        "card": lambda _s, e: CHAPTERS[e.card].name,
        "row": lambda s, e: labels.market_row_label(s, e.row),
        "n": "coins",
    }
).row
_SWAPPED = tr("{figure} and {tile} change places")
ROWS = (
    row(
        SideTurned,
        _turn,
        When("done", tr("{player}: event of {card}"), tr("{player} only turns {card}")),
        log_change=When(
            "done",
            LogChange(action=tr("turned {card}"), player="{player}"),
            LogChange(action=tr("only turned {card}"), player="{player}"),
        ),
        undo=tr("The card {card} of {player} back to its landmark side"),
    ),
    row(
        SideSet,
        _set_side,
        tr("{card}: {what}"),
        before=_earlier_side,
        corrects="what",
        fillers={"what": lambda _s, e: _side_words(e.turned, e.done or e.card not in OWN_TABLE_CARDS.values())},
    ),
    row(CountedByHand, _count_by_hand, tr("the table of {card} is counted by hand")),
    row(
        RowEmptied,
        _empty_row,
        trn("{player} takes {n} coin of the {row} row", "{player} takes {n} coins of the {row} row"),
        log_change=lambda s, e: LogChange(
            change=labels.coin_change_text(e.coins),
            money=e.coins,
            cause=tr("the {row} row", row=labels.market_row_label(s, e.row)),
            player=e.player,
        ),
        undo=trn("{n} coin of {player} back to the {row} row", "{n} coins of {player} back to the {row} row"),
    ),
    row(
        FigureSwapped,
        unchanged_state,
        _SWAPPED,
        log_change=LogChange(action=_SWAPPED),
        undo=tr("{figure} and {tile} change places again"),
    ),
)
