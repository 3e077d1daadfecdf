"""Chronicle III, Single Cask Whisky: cellars, maturing, and sale tiles on the rondel (C3-01 to C3-32).

The core counts barrels (C3-06); this package knows where each barrel lies.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.single_cask import CHRONICLE as LISTING
from companion.chronicles.single_cask import events, model, questions, sales, text
from companion.chronicles.single_cask.model import SLUG, add_pieces
from companion.chronicles.single_cask.text import EXPLAINED
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion
from companion.state.glen_more_2.questions.setup import mid_game_hook, mid_game_question

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="keg",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(
        *questions.CASK_KINDS,
        *questions.DISTILLERY_KINDS,
        *sales.SALE_KINDS,
        mid_game_question(SLUG, LISTING.name, questions.CORRECTIONS),
    ),
    actions={"ledger": (*questions.ENTRIES, *sales.SALE_ENTRIES), "correct": questions.CORRECTIONS},
    facts=add_pieces,
    fact_words={**sales.SALE_FACT_LABELS, **questions.CELLAR_FACT_LABELS},
    reactions={
        ev.BarrelsGained: questions.store_gained_barrels,
        ev.BarrelsPaid: questions.remove_paid_barrels,
        ev.CountSet: questions.apply_barrel_count,
        ev.CountEntered: questions.apply_barrel_count,
        ev.PawnMoved: sales.ask_sales_on_passing,
        ev.PawnStopped: sales.ask_sale_on_landing,
        ev.TileDiscarded: sales.empty_discarded_sale,
    },
    hooks={"taken_up": mid_game_hook(SLUG)},
    referee=questions.REFEREE,
    stop_prohibition=sales.why_cannot_stop,
    stop_warning=sales.why_should_not_stop,
    preparation=text.preparation_steps,
    taps=sales.tap_interpretations,
    lines=text.status_lines,
    point_sources={SLUG: tr("Barrels sold")},
    causes={
        model.SALE_CAUSE: tr("sold"),
        questions.PRODUCE_ENTRY: tr("barley and wood"),
        questions.BUILD_ENTRY: tr("a cellar"),
        sales.EMPTY_SALE_INSTRUCTION: tr("The barrels on the discarded sale tile go back to the supply."),
    },
    explained=EXPLAINED,
)
