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
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.event_rows.common import correction_text, keep_state
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels
from companion.state.territory.model import with_player


def _turn(state: State, e: SideTurned) -> State:
    return set_side(state, e.card, True, e.done)


def _words_of_turning(state: State, e: SideTurned) -> Message:
    player, card = labels.figure_label(state, e.player), CHAPTERS[e.card].name
    if e.done:
        return tr("{player}: event of {card}", player=player, card=card)
    return tr("{player} only turns {card}", player=player, card=card)


def _booked_turning(_state: State, e: SideTurned) -> LogChange:
    card = CHAPTERS[e.card].name
    deed = tr("turned {card}", card=card) if e.done else tr("only turned {card}", card=card)
    return LogChange(deed=deed, player=e.player)


def _put_back_turning(state: State, e: SideTurned) -> TableInstruction:
    card, player = CHAPTERS[e.card].name, labels.figure_label(state, e.player)
    return TableInstruction(tr("The card {card} of {player} back to its landmark side", card=card, player=player))


def _set_side(state: State, e: SideSet) -> State:
    return set_side(state, e.card, e.turned, e.done)


def _words_of_setting_side(state: State, e: SideSet) -> Message:
    before = _side_words(
        e.card in turned_sides(state), e.card not in OWN_TABLE_CARDS.values() or e.card in tables_in_force(state)
    )
    now = _side_words(e.turned, e.done or e.card not in OWN_TABLE_CARDS.values())
    return tr("{card}: {what}", card=CHAPTERS[e.card].name, what=correction_text(now, before))


def _side_words(up: bool, table_holds: bool) -> Message:
    """Return the name of the side that is up. `table_holds`: True for cards without an own table."""
    if not up:
        return tr("the landmark side")
    return tr("the event side") if table_holds else tr("the event side without its table")


def _count_by_hand(state: State, e: CountedByHand) -> State:
    return OWN_STATE.change(state, tables={**tables_in_force(state), e.card: BY_HAND})


def _words_of_counting_by_hand(_state: State, e: CountedByHand) -> Message:
    return tr("the table of {card} is counted by hand", card=CHAPTERS[e.card].name)


def _empty_row(state: State, e: RowEmptied) -> State:
    state = replace(state, market={**state.market, e.row: 0})
    return with_player(state, e.player, coins=state.player(e.player).coins + e.coins)


def _words_of_emptying(state: State, e: RowEmptied) -> Message:
    player, row = labels.figure_label(state, e.player), labels.market_row_label(state, e.row)
    return trn(
        "{player} takes {n} coin of the {row} row",
        "{player} takes {n} coins of the {row} row",
        e.coins,
        player=player,
        row=row,
    )


def _booked_emptying(state: State, e: RowEmptied) -> LogChange:
    row = tr("the {row} row", row=labels.market_row_label(state, e.row))
    return LogChange(change=labels.coin_change_text(e.coins), money=e.coins, cause=row, player=e.player)


def _put_back_emptying(state: State, e: RowEmptied) -> TableInstruction:
    player, row = labels.figure_label(state, e.player), labels.market_row_label(state, e.row)
    return TableInstruction(
        trn(
            "{n} coin of {player} back to the {row} row",
            "{n} coins of {player} back to the {row} row",
            e.coins,
            player=player,
            row=row,
        )
    )


def _words_of_swapping(state: State, e: FigureSwapped) -> Message:
    tile = labels.piece_label(state.facts, e.piece, e.deck)
    return tr("{figure} and {tile} change places", figure=labels.figure_label(state, e.figure), tile=tile)


def _booked_swapping(state: State, e: FigureSwapped) -> LogChange:
    return LogChange(deed=_words_of_swapping(state, e))


def _put_back_swapping(state: State, e: FigureSwapped) -> TableInstruction:
    tile, figure = labels.piece_label(state.facts, e.piece, e.deck), labels.figure_label(state, e.figure)
    return TableInstruction(tr("{figure} and {tile} change places again", figure=figure, tile=tile))


ROWS = (
    EventRow(
        SideTurned, _turn, history=_words_of_turning, booked=_booked_turning, undo_instructions=_put_back_turning
    ),
    EventRow(SideSet, _set_side, history=_words_of_setting_side),
    EventRow(CountedByHand, _count_by_hand, history=_words_of_counting_by_hand),
    EventRow(
        RowEmptied,
        _empty_row,
        history=_words_of_emptying,
        booked=_booked_emptying,
        undo_instructions=_put_back_emptying,
    ),
    EventRow(
        FigureSwapped,
        keep_state,
        history=_words_of_swapping,
        booked=_booked_swapping,
        undo_instructions=_put_back_swapping,
    ),
)
