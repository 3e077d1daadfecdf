"""Chronicle II, Highlander, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="highlander",
    number=2,
    name=tr("Highlander"),
    minutes=5,
    words=("highlander", "mountain", "elspeth"),
    house_rules=(
        ExpansionRule(
            "highlander.refill",
            "C2-13",
            0,
            tr("after a turn onto the mountain: 0 lay no tiles, 1 lay as usual, 2 the space ahead stays empty"),
            most=2,
        ),
        ExpansionRule("highlander.die_step", "C2-20", 1, tr("the mountain is a step for the die")),
        ExpansionRule("highlander.sideways", "C2-21", 0, tr("the mountain stands sideways on 1 space (harder)")),
    ),
    definition="companion.chronicles.highlander.definition:CHRONICLE",
)
