"""III Single Cask Whisky: cellars, maturing, sale tiles on the rondel (C3-01 to C3-32).

Whisky is counted by the core (C3-06); here is only where each barrel lies.
"""

from __future__ import annotations

from companion.chronicles.single_cask import (
    casks,
    cellars,
    corrections,
    event_rows,
    followed,
    passing,
    sales,
    words,
)
from companion.chronicles.single_cask.articles import EXPLAINED
from companion.chronicles.single_cask.cellars import SLUG
from companion.chronicles.single_cask.pieces import with_pieces
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.already_playing import ask_how_far, how_far

NAME = tr("Single Cask Whisky")

CHRONICLE = Expansion(
    slug=SLUG,
    number=3,
    icon="keg",
    minutes=10,
    name=NAME,
    words=("single_cask", "cellar", "cask", "mature", "ben_wyvis", "glen_albyn"),
    state=cellars.OWN_STATE,
    events=event_rows.ROWS,
    questions=(*casks.KINDS, *followed.KINDS, *sales.KINDS, how_far(SLUG, NAME, corrections.CORRECTIONS)),
    actions={"ledger": (*casks.ENTRIES, *passing.ENTRIES), "correct": corrections.CORRECTIONS},
    facts=with_pieces,
    fact_words={**sales.ROOM_WORDS, **casks.FACT_WORDS},
    house_rules=(
        ExpansionRule(casks.MATURES_FROM_ZERO, "C3-14", 1, tr("a barrel of the 0 area may be matured")),
        ExpansionRule(sales.REFILL, "C3-27", 0, tr("tiles are laid after landing on a sale")),
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
    hooks={"taken_up": ask_how_far(SLUG)},
    referee=followed.REFEREE,
    cannot_stop=sales.cannot_stop,
    should_not_stop=sales.should_not_stop,
    preparation=words.preparation,
    taps=passing.taps,
    lines=words.lines,
    point_sources={SLUG: tr("Barrels sold")},
    causes={
        cellars.SALE_CAUSE: tr("sold"),
        casks.PRODUCE: tr("barley and wood"),
        casks.BUILD: tr("a cellar"),
        sales.EMPTIED: tr("The barrels on the discarded sale tile go back to the supply."),
    },
    explained=EXPLAINED,
)
