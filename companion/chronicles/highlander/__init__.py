"""II Highlander: the mountain on the rondel, paid in passing, emptied by whoever leaves it.

Coins on it are counted; goods only by their number: which ones, and where they are put,
is seen on the table.
"""

from __future__ import annotations

from companion.chronicles.highlander import event_rows, questions, swapping, words
from companion.chronicles.highlander import mountain as on
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule

CHRONICLE = Expansion(
    slug=on.SLUG,
    number=2,
    minutes=5,
    name=tr("Highlander"),
    words=("highlander", "mountain", "elspeth"),
    state=on.LYING,
    events=event_rows.ROWS,
    questions=questions.KINDS,
    actions={"correct": questions.CORRECTIONS, "ledger": swapping.ENTRIES},
    facts=on.pieces,
    house_rules=(
        ExpansionRule(
            on.REFILL,
            "C2-13",
            on.NEXT_CLOSES,
            tr("after a turn onto the mountain: 0 lay nothing, 1 lay as ever, 2 the space ahead stays empty"),
            most=on.SPACE_AHEAD,
        ),
        ExpansionRule(on.DIE_STEP, "C2-20", 1, tr("the mountain is a step for the die")),
        ExpansionRule(on.SIDEWAYS, "C2-21", 0, tr("the mountain stands sideways on 1 space (harder)")),
    ),
    reactions={
        ev.PlayBegan: on.stand,
        ev.PawnMoved: on.passed,
        ev.PawnStopped: on.stopped,
        ev.FigureLeft: on.die_left,
        ev.DieWaited: on.die_waited,
    },
    hooks={"turn_begun": questions.leaving, "before_final": questions.at_the_end},
    cannot_stop=on.never,
    lines=words.lines,
    causes=words.CAUSES,
    taps=questions.taps,
)
