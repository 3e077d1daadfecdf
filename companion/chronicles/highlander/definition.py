"""Chronicle II, Highlander: a mountain on the rondel that players pay to pass and empty when they leave it.

Coins on the mountain are counted. Goods are known by kind only at referee depth; otherwise only their number is
counted, and players see the kinds on the table.
"""

from __future__ import annotations

import msgspec

from companion.chronicles.highlander import CHRONICLE as LISTING
from companion.chronicles.highlander import events, model, questions, text
from companion.chronicles.highlander.text import EXPLAINED
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, RefereeExtension

CHRONICLE = Expansion(
    **msgspec.structs.asdict(LISTING),
    icon="peaks",
    state=model.OWN_STATE,
    events=events.ROWS,
    questions=(*questions.MOUNTAIN_KINDS, *questions.SWAP_KINDS),
    actions={"correct": questions.CORRECTIONS},
    facts=model.add_pieces,
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
