"""Chronicle VII, Great Glen Gathering, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="great_glen",
    number=7,
    name=tr("Great Glen Gathering"),
    minutes=10,
    words=("great_glen", "gathering", "voting", "aye", "most_discards"),
    house_rules=(
        ExpansionRule("great_glen.hume_calls", "C7-10", 0, tr("David Hume calls a vote too")),
        ExpansionRule("great_glen.zero_gives_nothing", "C7-15", 0, tr("nobody gets a prize when all have none")),
        ExpansionRule("great_glen.hume_counts_once", "C7-19", 0, tr("David Hume is one person in a set")),
    ),
    definition="companion.chronicles.great_glen.definition:CHRONICLE",
)
