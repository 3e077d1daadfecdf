"""Chronicle I, Highland Boat Race, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="boat_race",
    number=1,
    name=tr("Highland Boat Race"),
    minutes=5,
    words=("boat", "boats", "boat_race", "race_start", "ship_builder", "cod_liver"),
    house_rules=(
        ExpansionRule("boat_race.start_barred", "C1-11", 1, tr("no pawn may stop on Start")),
        ExpansionRule(
            "boat_race.armadale_whole", "C1-28", 1, tr("Armadale Castle scores whole for the last of the race")
        ),
    ),
    definition="companion.chronicles.boat_race.definition:CHRONICLE",
)
