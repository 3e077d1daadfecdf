"""Chronicle V, Address to a Haggis, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="haggis",
    number=5,
    name=tr("Address to a Haggis"),
    minutes=10,
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    definition="companion.chronicles.haggis.definition:CHRONICLE",
)
