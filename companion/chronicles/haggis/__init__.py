"""Chronicle V, Address to a Haggis, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="haggis",
    number=5,
    name=tr("Address to a Haggis"),
    minutes=10,
    words=("haggis", "drovers_inn", "ye_olde_inn", "creek_inn", "beast_feast_inn", "shetland"),
    house_rules=(
        ExpansionRule("haggis.reroll_once_a_game", "C8-40", 0, tr("Oonagh McHagg rolls again only once a game")),
    ),
    definition="companion.chronicles.haggis.definition:CHRONICLE",
)
