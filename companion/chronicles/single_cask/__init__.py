"""Chronicle III, Single Cask Whisky, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing, ExpansionRule

CHRONICLE = ExpansionListing(
    slug="single_cask",
    number=3,
    name=tr("Single Cask Whisky"),
    minutes=10,
    words=("single_cask", "cellar", "cask", "mature", "ben_wyvis", "glen_albyn"),
    house_rules=(
        ExpansionRule("single_cask.matures_from_0", "C3-14", 1, tr("a barrel of the 0 area may be matured")),
        ExpansionRule(
            "single_cask.refill_after_landing", "C3-27", 0, tr("tiles are laid after landing on a sale")
        ),
    ),
    definition="companion.chronicles.single_cask.definition:CHRONICLE",
)
