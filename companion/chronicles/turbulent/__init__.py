"""Chronicle VI, Turbulent Chapters of Scotland's History, as a listing; its definition loads when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="turbulent",
    number=6,
    name=tr("Turbulent Chapters"),
    minutes=20,
    words=("turbulent", "storr", "wallace", "dunvegan", "fort_george", "gathering", "event_side"),
    definition="companion.chronicles.turbulent.definition:CHRONICLE",
)
