"""Chronicle III, Single Cask Whisky, as a listing; its definition is imported when it is played."""

from __future__ import annotations

from companion.engine.message import tr
from companion.state.glen_more_2.expansions import ExpansionListing

CHRONICLE = ExpansionListing(
    slug="single_cask",
    number=3,
    name=tr("Single Cask Whisky"),
    minutes=10,
    words=("single_cask", "cellar", "cask", "mature", "ben_wyvis", "glen_albyn"),
    definition="companion.chronicles.single_cask.definition:CHRONICLE",
)
