"""Chronicle VIII, Penny Mobs, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="penny_mobs",
    number=8,
    name=tr("Penny Mobs"),
    minutes=10,
    words=(
        *("penny", "pennies", "mob", "jail"),
        *("mcwander", "mcduff", "mcmail", "mclaird", "mcsnitch", "macdarkie", "macsponge", "anderson", "mccastle"),
        *("mcquack", "mcmuscle", "mcstarve", "mchagg", "mctrick", "macmalt", "mcclaim"),
    ),
    definition="companion.chronicles.penny_mobs.definition:CHRONICLE",
)
