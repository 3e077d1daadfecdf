"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.haggis import tokens
from companion.state.glen_more_2.expansions import Explained

EXPLAINED: Explained = {
    tokens.HaggisGained: lambda _e: "C5-05",
    tokens.HaggisReturned: lambda _e: "C5-09",
    tokens.HaggisPassed: lambda _e: "C8-39",
    tokens.HaggisShown: lambda _e: "C5-07",
    tokens.HaggisBegan: lambda _e: "C5-13",
    tokens.HaggisRolled: lambda _e: "C5-15",
    tokens.HaggisRecast: lambda _e: "C8-40",
    tokens.HaggisTurned: lambda _e: "C5-16",
    tokens.HaggisScored: lambda _e: "C5-21",
}
