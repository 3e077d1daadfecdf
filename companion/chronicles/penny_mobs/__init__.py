"""Chronicle VIII, Penny Mobs, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

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
    house_rules=(
        ExpansionRule(
            "penny_mobs.sibyl_categories_only", "C8-30", 0, tr("Sibyl looks only at the four categories")
        ),
    ),
    definition="companion.chronicles.penny_mobs.definition:CHRONICLE",
)
