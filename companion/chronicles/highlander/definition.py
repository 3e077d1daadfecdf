"""Chronicle II, Highlander: a mountain on the rondel that players pay to pass and empty when they leave it.

Coins on the mountain are counted. Goods are known by kind only at referee depth; otherwise only their number is
counted, and players see the kinds on the table.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.highlander import CHRONICLE as LISTING
from companion.chronicles.highlander import events, model, questions, text
from companion.chronicles.highlander.text import EXPLAINED
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, RefereeExtension

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="peaks",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(*questions.MOUNTAIN_KINDS, *questions.SWAP_KINDS),
    actions={"correct": questions.CORRECTIONS},
    facts=model.add_pieces,
    house_rules=(
        ExpansionRule(
            model.REFILL_RULE,
            "C2-13",
            model.NO_REFILL,
            tr("after a turn onto the mountain: 0 lay no tiles, 1 lay as usual, 2 the space ahead stays empty"),
            most=model.EMPTY_SPACE_AHEAD,
        ),
        ExpansionRule(model.DIE_STEP_RULE, "C2-20", 1, tr("the mountain is a step for the die")),
        ExpansionRule(model.SIDEWAYS_RULE, "C2-21", 0, tr("the mountain stands sideways on 1 space (harder)")),
    ),
    reactions={
        ev.PlayBegan: model.place_mountain,
        ev.PawnMoved: model.pay_on_passing,
        ev.PawnStopped: model.skip_refill_on_stop,
        ev.FigureLeft: model.pay_for_leaving_die,
        ev.DieWaited: model.pay_for_waiting_die,
    },
    hooks={"turn_begun": questions.ask_on_leaving, "before_final": questions.hand_over_at_end},
    referee=RefereeExtension(),
    stop_prohibition=model.why_cannot_stop,
    preparation=text.preparation_steps,
    lines=text.status_lines,
    causes=text.CAUSES,
    taps=questions.tap_interpretations,
    explained=EXPLAINED,
)
