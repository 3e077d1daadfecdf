"""II Highlander: the mountain on the rondel, paid in passing, emptied by whoever leaves it.

Coins on it are counted; goods by their number alone where territories are not followed: which ones, and where
they are put, is seen on the table then.
"""

from __future__ import annotations

from companion.chronicles.highlander import event_rows, mountain, questions, swapping, words
from companion.chronicles.highlander.articles import EXPLAINED
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule, Refereed

CHRONICLE = Expansion(
    slug=mountain.SLUG,
    number=2,
    icon="peaks",
    minutes=5,
    name=tr("Highlander"),
    words=("highlander", "mountain", "elspeth"),
    state=mountain.OWN_STATE,
    events=event_rows.ROWS,
    questions=(*questions.KINDS, *swapping.KINDS),
    actions={"correct": questions.CORRECTIONS},
    facts=mountain.pieces,
    house_rules=(
        ExpansionRule(
            mountain.REFILL,
            "C2-13",
            mountain.NEXT_CLOSES,
            tr("after a turn onto the mountain: 0 lay no tiles, 1 lay as usual, 2 the space ahead stays empty"),
            most=mountain.SPACE_AHEAD,
        ),
        ExpansionRule(mountain.DIE_STEP, "C2-20", 1, tr("the mountain is a step for the die")),
        ExpansionRule(mountain.SIDEWAYS, "C2-21", 0, tr("the mountain stands sideways on 1 space (harder)")),
    ),
    reactions={
        ev.PlayBegan: mountain.put_up,
        ev.PawnMoved: mountain.passed,
        ev.PawnStopped: mountain.stopped,
        ev.FigureLeft: mountain.die_left,
        ev.DieWaited: mountain.die_waited,
    },
    hooks={"turn_begun": questions.leaving, "before_final": questions.at_the_end},
    referee=Refereed(),
    cannot_stop=mountain.cannot_stop,
    preparation=words.preparation,
    lines=words.lines,
    causes=words.CAUSES,
    taps=questions.taps,
    explained=EXPLAINED,
)
