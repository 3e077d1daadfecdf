"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.great_glen import glen
from companion.state.glen_more_2.expansions import Explained

EXPLAINED: Explained = {
    glen.GreatCardLaid: lambda e: e.card,
    glen.VoiceHeard: lambda _e: "C7-08",
    glen.CardVoted: lambda _e: "C7-08",
    glen.VotesCounted: lambda _e: "C7-08",
}
