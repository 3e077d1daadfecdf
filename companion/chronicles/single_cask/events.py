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
from companion.engine.event_rows import EventTable, LogChange, placeholder
from companion.engine.message import tr, trn
from companion.state.glen_more_2.event_rows.common import FILLERS
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.text import labels


def _with_places(state: State, player_id: str, places: Sequence[str]) -> State:
    return OWN_STATE.change(
        state, barrel_places={**OWN_STATE.of(state).barrel_places, player_id: tuple(sorted(places))}
    )


def _store(state: State, e: CaskStored) -> State:
    return _with_places(state, e.player, (*OWN_STATE.of(state).barrel_places[e.player], e.place))


def _go(state: State, e: CaskRemoved) -> State:
    """Remove a barrel from its place, unless a correction has removed it already."""
    left = list(OWN_STATE.of(state).barrel_places[e.player])
    if e.place in left:
        left.remove(e.place)
    return _with_places(state, e.player, left)


def _mature(state: State, e: CaskMatured) -> State:
    left = list(OWN_STATE.of(state).barrel_places[e.player])
    left.remove(e.place)
    return _with_places(state, e.player, (*left, e.to))


def _build(state: State, e: CellarBuilt) -> State:
    return OWN_STATE.change(state, cellar_counts={**OWN_STATE.of(state).cellar_counts, e.player: e.level})


def _sell(state: State, e: CaskSold) -> State:
    sold = OWN_STATE.of(state).sale_spaces
    bonus, others = sold.get(e.sale, (False, 0))
    return OWN_STATE.change(
        state, sale_spaces={**sold, e.sale: (True, others) if e.bonus else (bonus, others + 1)}
    )


def _empty(state: State, e: SaleEmptied) -> State:
    return OWN_STATE.change(
        state, sale_spaces={sale: s for sale, s in OWN_STATE.of(state).sale_spaces.items() if sale != e.sale}
    )


def _place(state: State, e: CaskPlaced) -> State:
    left = list(OWN_STATE.of(state).barrel_places[e.player])
    left.remove(e.place)
    return _with_places(state, e.player, (*left, e.to))


def _count_cellars(state: State, e: CellarsCounted) -> State:
    state = OWN_STATE.change(state, cellar_counts={**OWN_STATE.of(state).cellar_counts, e.player: e.cellars})
    row = cellar_places(state.facts.more, e.cellars)
    held = OWN_STATE.of(state).barrel_places[e.player]
    return _with_places(state, e.player, [place if place in row else ZERO_AREA for place in held])


def _count_sale(state: State, e: SaleCounted) -> State:
    return OWN_STATE.change(state, sale_spaces={**OWN_STATE.of(state).sale_spaces, e.sale: (e.bonus, e.others)})


row = EventTable[State](
    {
        **FILLERS,
        "place": lambda s, e: place_label(s, e.place),
        "to": lambda s, e: place_label(s, e.to),
        "tile": lambda s, e: labels.piece_label(s.facts, e.sale),
    }
).row
ROWS = (
    row(
        CaskStored,
        _store,
        tr("{player}: barrel to {place}"),
        log_change=LogChange(action=tr("barrel to {place}"), player="{player}"),
    ),
    row(CaskRemoved, _go),
    row(
        CaskMatured,
        _mature,
        tr("{player}: a barrel matures to {place}", place=placeholder("to")),
        log_change=LogChange(action=tr("matured: {place}", place=placeholder("to")), player="{player}"),
        undo=tr("{player}: the barrel back to {place}"),
    ),
    row(
        CellarBuilt,
        _build,
        tr("{player} builds cellar {n}"),
        log_change=LogChange(action=tr("built cellar {n}"), player="{player}"),
        undo=tr("Cellar {n} of {player} back beside the rondel"),
        fillers={"n": "level"},
    ),
    row(
        CaskSold,
        _sell,
        tr("{player} sells a barrel on {tile}"),
        log_change=LogChange(action=tr("barrel sold on {tile}"), player="{player}"),
        undo=tr("{player} takes the barrel back from the sale tile"),
    ),
    row(SaleEmptied, _empty, tr("the barrels on {tile} go back to the supply")),
    row(CaskPlaced, _place, tr("{player}: a barrel lies at {to}, not at {place}")),
    row(
        CellarsCounted,
        _count_cellars,
        trn("{player} has {n} cellar", "{player} has {n} cellars"),
        fillers={"n": "cellars"},
    ),
    row(
        SaleCounted,
        _count_sale,
        trn("{n} barrel lies on {tile}", "{n} barrels lie on {tile}"),
        fillers={"n": lambda _s, e: e.others + e.bonus},
    ),
)
