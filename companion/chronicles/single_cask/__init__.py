"""Chronicle III, Single Cask Whisky: cellars, maturing, and sale tiles on the rondel (C3-01 to C3-32).

The core counts barrels (C3-06); this package knows where each barrel lies.
"""

from __future__ import annotations

from companion.chronicles.single_cask import events, model, questions, sales, text
from companion.chronicles.single_cask.model import SLUG, add_pieces
from companion.chronicles.single_cask.text import EXPLAINED
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.setup import progress_hook, progress_question

NAME = tr("Single Cask Whisky")

CHRONICLE = Expansion(
    slug=SLUG,
    number=3,
    icon="keg",
    minutes=10,
    name=NAME,
    words=("single_cask", "cellar", "cask", "mature", "ben_wyvis", "glen_albyn"),
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(
        *questions.CASK_KINDS,
        *questions.DISTILLERY_KINDS,
        *sales.SALE_KINDS,
        progress_question(SLUG, NAME, questions.CORRECTIONS),
    ),
    actions={"ledger": (*questions.ENTRIES, *sales.SALE_ENTRIES), "correct": questions.CORRECTIONS},
    facts=add_pieces,
    fact_words={**sales.SALE_FACT_LABELS, **questions.CELLAR_FACT_LABELS},
    house_rules=(
        ExpansionRule(questions.MATURES_FROM_ZERO, "C3-14", 1, tr("a barrel of the 0 area may be matured")),
        ExpansionRule(sales.REFILL, "C3-27", 0, tr("tiles are laid after landing on a sale")),
    ),
    reactions={
        ev.BarrelsGained: questions.store_gained_barrels,
        ev.BarrelsPaid: questions.remove_paid_barrels,
        ev.CountSet: questions.apply_barrel_count,
        ev.CountEntered: questions.apply_barrel_count,
        ev.PawnMoved: sales.ask_sales_on_passing,
        ev.PawnStopped: sales.ask_sale_on_landing,
        ev.TileDiscarded: sales.empty_discarded_sale,
    },
    hooks={"taken_up": progress_hook(SLUG)},
    referee=questions.REFEREE,
    cannot_stop=sales.why_cannot_stop,
    should_not_stop=sales.why_should_not_stop,
    preparation=text.preparation_steps,
    taps=sales.tap_interpretations,
    lines=text.status_lines,
    point_sources={SLUG: tr("Barrels sold")},
    causes={
        model.SALE_CAUSE: tr("sold"),
        questions.PRODUCE: tr("barley and wood"),
        questions.BUILD: tr("a cellar"),
        sales.EMPTY_SALE: tr("The barrels on the discarded sale tile go back to the supply."),
    },
    explained=EXPLAINED,
)
