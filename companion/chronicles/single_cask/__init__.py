"""III Single Cask Whisky: cellars, maturing, sale tiles on the rondel (C3-01 to C3-32)."""

from __future__ import annotations

from collections import Counter

from companion.chronicles.single_cask import casks, sales
from companion.chronicles.single_cask.cellars import (
    CHANGES,
    SLUG,
    CaskGone,
    CaskMatured,
    CaskSold,
    CaskStored,
    CellarBuilt,
    SaleEmptied,
    cellars,
    drawer,
)
from companion.chronicles.single_cask.pieces import with_pieces
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.model import State


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """Where a player's barrels lie, and how many cellars there are."""
    if not player_id or not cellars(state).places.get(player_id):
        return ()
    held = Counter(cellars(state).places[player_id])
    parts = (tr("{place}: {n}", place=place, n=n) for place, n in sorted(held.items()))
    return (tr("cellars {n}: {places}", n=cellars(state).owned[player_id], places=listed(parts)),)


def told_stored(state: State, e: CaskStored) -> Message:
    return tr(
        "{player}: barrel to {place}",
        player=labels.figure(state, e.player),
        place=casks.place_words(state, e.place),
    )


def told_matured(state: State, e: CaskMatured) -> Message:
    return tr(
        "{player}: a barrel matures to {place}",
        player=labels.figure(state, e.player),
        place=casks.place_words(state, e.to),
    )


def told_built(state: State, e: CellarBuilt) -> Message:
    return tr("{player} builds cellar {n}", player=labels.figure(state, e.player), n=e.level)


def told_sold(state: State, e: CaskSold) -> Message:
    return tr(
        "{player} sells a barrel on {tile}",
        player=labels.figure(state, e.player),
        tile=labels.piece(state.facts, e.sale),
    )


def no_words(_state: State, _event: ev.Event) -> None:
    """Told by the event beside it."""


def put_back_matured(state: State, e: CaskMatured) -> PutBack:
    return PutBack(
        tr(
            "{player}: the barrel back to {place}",
            player=labels.figure(state, e.player),
            place=casks.place_words(state, e.place),
        )
    )


def put_back_built(state: State, e: CellarBuilt) -> PutBack:
    return PutBack(
        tr("Cellar {n} of {player} back beside the rondel", player=labels.figure(state, e.player), n=e.level)
    )


def put_back_sold(state: State, e: CaskSold) -> PutBack:
    return PutBack(tr("{player} takes the barrel back from the sale tile", player=labels.figure(state, e.player)))


CHRONICLE = Expansion(
    slug=SLUG,
    number=3,
    minutes=10,
    name=tr("Single Cask Whisky"),
    words=("single_cask", "cellar", "cask", "mature", "ben_wyvis", "glen_albyn"),
    drawer=drawer,
    events=tuple(CHANGES),
    changes=CHANGES,
    kinds={**casks.KINDS, **sales.KINDS},
    facts=with_pieces,
    switches=(
        ExpansionRule(f"{SLUG}.matures_from_0", "C3-14", 1, tr("a barrel of the 0 area may be matured")),
        ExpansionRule(f"{SLUG}.refill_after_landing", "C3-27", 0, tr("tiles are laid after landing on a sale")),
    ),
    reactions={
        ev.BarrelsGained: casks.gained,
        ev.BarrelsPaid: casks.paid,
        ev.CountSet: casks.counted,
        ev.Counted: casks.counted,
        ev.PawnMoved: sales.passed,
        ev.PawnStopped: sales.stopped,
        ev.TileDiscarded: sales.discarded,
    },
    offers={"ledger": casks.entries},
    settles=casks.SETTLES,
    stop=sales.cannot_stop,
    caution=sales.should_not_stop,
    lines=lines,
    reasons={SLUG: tr("Single casks sold")},
    causes={
        casks.SALE_WHY: tr("sold"),
        f"{SLUG}.produce": tr("barley and wood"),
        f"{SLUG}.build": tr("a cellar"),
    },
    told={
        CaskStored: told_stored,
        CaskMatured: told_matured,
        CellarBuilt: told_built,
        CaskSold: told_sold,
        CaskGone: no_words,
        SaleEmptied: no_words,
    },
    put_back={CaskMatured: put_back_matured, CellarBuilt: put_back_built, CaskSold: put_back_sold},
)
