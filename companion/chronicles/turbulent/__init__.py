"""Chronicle VI, Turbulent Chapters of Scotland's History, as a listing; its definition loads when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="turbulent",
    number=6,
    name=tr("Turbulent Chapters"),
    minutes=20,
    words=("turbulent", "storr", "wallace", "dunvegan", "fort_george", "gathering", "event_side"),
    house_rules=(
        ExpansionRule(
            "turbulent.wallace_only_turns", "C6-19", 0, tr("Wallace Monument turns another card without its event")
        ),
        ExpansionRule("turbulent.removes_one", "C6-21", 0, tr("a removal event may remove 1 tile instead of 2")),
        ExpansionRule(
            "turbulent.event_side_ends_landmark_effect",
            "C6-39",
            0,
            tr("a card's lasting effect ends when its event side is up"),
        ),
    ),
    definition="companion.chronicles.turbulent.definition:CHRONICLE",
)
