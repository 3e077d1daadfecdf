"""Chronicle II, Highlander, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="highlander",
    number=2,
    name=tr("Highlander"),
    minutes=5,
    words=("highlander", "mountain", "elspeth"),
    definition="companion.chronicles.highlander.definition:CHRONICLE",
)
