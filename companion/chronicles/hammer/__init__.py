"""Chronicle IV, Hammer of the Scots, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="hammer",
    number=4,
    name=tr("Hammer of the Scots"),
    min_players=3,
    minutes=10,
    words=("hammer", "england", "englishman", "glenfinnan", "loch_lomond", "military_roads"),
    house_rules=(ExpansionRule("hammer.holds_tiles", "C4-20", 0, tr("tiles wait for the Englishman too")),),
    definition="companion.chronicles.hammer.definition:CHRONICLE",
)
