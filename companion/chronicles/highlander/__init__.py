"""II Highlander: the mountain on the rondel, paid in passing, emptied by whoever leaves it.

Coins on it are counted; goods only by their number: which ones, and where they are put,
is seen on the table.
"""

from __future__ import annotations

from companion.chronicles.highlander import mountain as on
from companion.chronicles.highlander import questions as asked
from companion.chronicles.highlander import swapping, words
from companion.engine.message import tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import Expansion, ExpansionRule
from companion.state.glen_more_2.questions.question_kinds import QuestionKind

CHRONICLE = Expansion(
    slug=on.SLUG,
    number=2,
    minutes=5,
    name=tr("Highlander"),
    words=("highlander", "mountain", "elspeth"),
    drawer=lambda _state: on.Mountain(),
    events=(on.MountainGrew, on.MountainEmptied, on.MountainSet),
    changes={on.MountainGrew: on.grew, on.MountainEmptied: on.emptied, on.MountainSet: on.put_right},
    kinds={
        on.PAY: QuestionKind(asked.ask_pay, asked.settle_pay),
        on.LEAVE: QuestionKind(asked.ask_leave, asked.settle_leave),
    },
    facts=on.pieces,
    switches=(
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
    hooks={"turn_begun": asked.leaving, "before_final": asked.at_the_end},
    offers={"correct": asked.contents, "ledger": swapping.entry},
    settles={on.CONTENTS: asked.settle_contents, swapping.SWAP: swapping.settle},
    stop=on.never,
    lines=words.lines,
    causes=words.CAUSES,
    taps=asked.taps,
    told={
        on.MountainGrew: words.tell_grew,
        on.MountainEmptied: words.tell_emptied,
        on.MountainSet: words.tell_set,
    },
    put_back={on.MountainGrew: words.back_grew, on.MountainEmptied: words.back_emptied},
)
