"""Which article of help.txt explains an event. Words only."""

from __future__ import annotations

from companion.chronicles.penny_mobs import mob
from companion.state.glen_more_2.expansions import Explained

EXPLAINED: Explained = {
    mob.MemberCame: lambda e: e.member,
    mob.PennyLaid: lambda _e: "C8-10",
    mob.MemberTaken: lambda e: e.member,
    mob.PennyGiven: lambda _e: "C8-35",
    mob.TokenUsed: lambda e: e.member,
    mob.MemberPlaced: lambda e: e.member,
    mob.PowerUsed: lambda e: e.member,
    mob.BruceWorked: lambda _e: "C8-18",
    mob.Sponged: lambda _e: "C8-29",
}
