"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.single_cask import cellars
from companion.state.glen_more_2.expansions import Explained

EXPLAINED: Explained = {
    cellars.CaskStored: lambda _e: cellars.SLUG,
    cellars.CaskGone: lambda _e: "C3-10",
    cellars.CaskMatured: lambda _e: "C3-12",
    cellars.CellarBuilt: lambda _e: "C3-18",
    cellars.CaskSold: lambda _e: "C3-22",
}
