"""Chronicle VII, Great Glen Gathering, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="great_glen",
    number=7,
    name=tr("Great Glen Gathering"),
    minutes=10,
    words=("great_glen", "gathering", "voting", "aye", "most_discards"),
    definition="companion.chronicles.great_glen.definition:CHRONICLE",
)
