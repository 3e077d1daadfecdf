"""Events of single casks: what each one changes, its history text, turn log and undo instructions."""

from __future__ import annotations

from collections.abc import Sequence

from companion.chronicles.single_cask.model import (
    OWN_STATE,
    ZERO_AREA,
    CaskMatured,
    CaskPlaced,
    CaskRemoved,
    CaskSold,
    CaskStored,
    CellarBuilt,
    CellarsCounted,
    SaleCounted,
    SaleEmptied,
    cellar_places,
)
from companion.chronicles.single_cask.text import place_label
from companion.engine.game import TableInstruction
from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.actions import EventRow, LogChange
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _with_places(state: State, player_id: str, places: Sequence[str]) -> State:
    return OWN_STATE.change(state, places={**OWN_STATE.of(state).places, player_id: tuple(sorted(places))})


def _store(state: State, e: CaskStored) -> State:
    return _with_places(state, e.player, (*OWN_STATE.of(state).places[e.player], e.place))


def _words_of_storing(state: State, e: CaskStored) -> Message:
    player, place = labels.figure_label(state, e.player), place_label(state, e.place)
    return tr("{player}: barrel to {place}", player=player, place=place)


def _booked_storing(state: State, e: CaskStored) -> LogChange:
    return LogChange(deed=tr("barrel to {place}", place=place_label(state, e.place)), player=e.player)


def _go(state: State, e: CaskRemoved) -> State:
    """Remove a barrel from its place, unless a correction has removed it already."""
    left = list(OWN_STATE.of(state).places[e.player])
    if e.place in left:
        left.remove(e.place)
    return _with_places(state, e.player, left)


def _mature(state: State, e: CaskMatured) -> State:
    left = list(OWN_STATE.of(state).places[e.player])
    left.remove(e.place)
    return _with_places(state, e.player, (*left, e.to))


def _words_of_maturing(state: State, e: CaskMatured) -> Message:
    player, place = labels.figure_label(state, e.player), place_label(state, e.to)
    return tr("{player}: a barrel matures to {place}", player=player, place=place)


def _booked_maturing(state: State, e: CaskMatured) -> LogChange:
    return LogChange(deed=tr("matured: {place}", place=place_label(state, e.to)), player=e.player)


def _put_back_matured(state: State, e: CaskMatured) -> TableInstruction:
    player, place = labels.figure_label(state, e.player), place_label(state, e.place)
    return TableInstruction(tr("{player}: the barrel back to {place}", player=player, place=place))


def _build(state: State, e: CellarBuilt) -> State:
    return OWN_STATE.change(state, owned={**OWN_STATE.of(state).owned, e.player: e.level})


def _words_of_building(state: State, e: CellarBuilt) -> Message:
    return tr("{player} builds cellar {n}", player=labels.figure_label(state, e.player), n=e.level)


def _booked_building(_state: State, e: CellarBuilt) -> LogChange:
    return LogChange(deed=tr("built cellar {n}", n=e.level), player=e.player)


def _put_back_built(state: State, e: CellarBuilt) -> TableInstruction:
    player = labels.figure_label(state, e.player)
    return TableInstruction(tr("Cellar {n} of {player} back beside the rondel", player=player, n=e.level))


def _sell(state: State, e: CaskSold) -> State:
    sold = OWN_STATE.of(state).sold
    bonus, others = sold.get(e.sale, (False, 0))
    return OWN_STATE.change(state, sold={**sold, e.sale: (True, others) if e.bonus else (bonus, others + 1)})


def _words_of_sale(state: State, e: CaskSold) -> Message:
    player, tile = labels.figure_label(state, e.player), labels.piece_label(state.facts, e.sale)
    return tr("{player} sells a barrel on {tile}", player=player, tile=tile)


def _booked_sale(state: State, e: CaskSold) -> LogChange:
    return LogChange(
        deed=tr("barrel sold on {tile}", tile=labels.piece_label(state.facts, e.sale)), player=e.player
    )


def _put_back_sold(state: State, e: CaskSold) -> TableInstruction:
    return TableInstruction(
        tr("{player} takes the barrel back from the sale tile", player=labels.figure_label(state, e.player))
    )


def _empty(state: State, e: SaleEmptied) -> State:
    return OWN_STATE.change(
        state, sold={sale: s for sale, s in OWN_STATE.of(state).sold.items() if sale != e.sale}
    )


def _words_of_emptying(state: State, e: SaleEmptied) -> Message:
    tile = labels.piece_label(state.facts, e.sale)
    return tr("the barrels on {tile} go back to the supply", tile=tile)


def _place(state: State, e: CaskPlaced) -> State:
    left = list(OWN_STATE.of(state).places[e.player])
    left.remove(e.place)
    return _with_places(state, e.player, (*left, e.to))


def _words_of_placing(state: State, e: CaskPlaced) -> Message:
    player, place, to = labels.figure_label(state, e.player), place_label(state, e.place), place_label(state, e.to)
    return tr("{player}: a barrel lies at {to}, not at {place}", player=player, to=to, place=place)


def _count_cellars(state: State, e: CellarsCounted) -> State:
    state = OWN_STATE.change(state, owned={**OWN_STATE.of(state).owned, e.player: e.cellars})
    row = cellar_places(state.facts.more, e.cellars)
    held = OWN_STATE.of(state).places[e.player]
    return _with_places(state, e.player, [place if place in row else ZERO_AREA for place in held])


def _words_of_cellars(state: State, e: CellarsCounted) -> Message:
    player = labels.figure_label(state, e.player)
    return trn("{player} has {n} cellar", "{player} has {n} cellars", e.cellars, player=player)


def _count_sale(state: State, e: SaleCounted) -> State:
    return OWN_STATE.change(state, sold={**OWN_STATE.of(state).sold, e.sale: (e.bonus, e.others)})


def _words_of_sale_count(state: State, e: SaleCounted) -> Message:
    tile, n = labels.piece_label(state.facts, e.sale), e.others + e.bonus
    return trn("{n} barrel lies on {tile}", "{n} barrels lie on {tile}", n, tile=tile)


ROWS = (
    EventRow(CaskStored, _store, history=_words_of_storing, booked=_booked_storing),
    EventRow(CaskRemoved, _go),
    EventRow(
        CaskMatured,
        _mature,
        history=_words_of_maturing,
        booked=_booked_maturing,
        undo_instructions=_put_back_matured,
    ),
    EventRow(
        CellarBuilt, _build, history=_words_of_building, booked=_booked_building, undo_instructions=_put_back_built
    ),
    EventRow(CaskSold, _sell, history=_words_of_sale, booked=_booked_sale, undo_instructions=_put_back_sold),
    EventRow(SaleEmptied, _empty, history=_words_of_emptying),
    EventRow(CaskPlaced, _place, history=_words_of_placing),
    EventRow(CellarsCounted, _count_cellars, history=_words_of_cellars),
    EventRow(SaleCounted, _count_sale, history=_words_of_sale_count),
)
