"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.boat_race import race
from companion.state.glen_more_2.expansions import Explained

EXPLAINED: Explained = {
    race.CastleReached: lambda _e: "C1-13",
    race.RewardTaken: lambda _e: "C1-17",
    race.BoatHome: lambda _e: "C1-25",
}
