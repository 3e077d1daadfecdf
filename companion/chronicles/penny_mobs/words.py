"""What the mobs say: lines on the screen, the history, what goes back on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.chronicles.penny_mobs import mob as mb
from companion.chronicles.penny_mobs.members import MEMBERS
from companion.chronicles.penny_mobs.mob import mob
from companion.chronicles.penny_mobs.scoring import dues_of
from companion.engine.game import PutBack
from companion.engine.message import Said, listed, say
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State


def lines(state: State, who: str) -> tuple[Said, ...]:
    """The jail for the table; a player's members, pennies and what they would cost if the game ended now."""
    now = mob(state)
    if not who:
        jail = (say("{member} {n}", member=MEMBERS[m].name, n=now.on.get(m, 0)) for m in now.jail)
        return (say("In jail: {members}", members=listed(jail)),) if now.jail else ()
    held = [MEMBERS[m].name for m, owner in now.owner.items() if owner == who]
    line = say(
        "pennies -{minus} +{plus}; if it ended now {n}",
        minus=now.minus[who],
        plus=now.plus[who],
        n=sum(dues_of(state, who).values()),
    )
    return (line, *([listed(held)] if held else []))


def came(_state: State, e: mb.MemberCame) -> Said:
    return say("{member} comes to jail", member=MEMBERS[e.member].name)


def laid(state: State, e: mb.PennyLaid) -> Said:
    return say(
        "{player}: a penny on {member}", player=labels.figure(state, e.player), member=MEMBERS[e.member].name
    )


def taken(state: State, e: mb.MemberTaken) -> Said:
    return say("{player} takes {member}", player=labels.figure(state, e.player), member=MEMBERS[e.member].name)


def given(state: State, e: mb.PennyGiven) -> Said:
    return say("{player} gives {to} a penny", player=labels.figure(state, e.player), to=labels.figure(state, e.to))


def used(_state: State, e: mb.TokenUsed) -> Said:
    return say("a token of {member} is used", member=MEMBERS[e.member].name)


def placed(state: State, e: mb.MemberPlaced) -> Said:
    return say("{member} stands with {player}", member=MEMBERS[e.member].name, player=labels.figure(state, e.host))


def power(_state: State, e: mb.PowerUsed) -> Said:
    return say("{member} has done it", member=MEMBERS[e.member].name)


def turned(_state: State, _e: mb.CardTurned) -> Said:
    return say("Peggy McLaird is turned over")


def silent(_state: State, _e: ev.Event) -> None:
    """Told by the event beside it."""


TOLD: dict[type[ev.Event], Callable[[State, Any], Said | None]] = {
    mb.MemberCame: came,
    mb.PennyLaid: laid,
    mb.MemberTaken: taken,
    mb.PennyGiven: given,
    mb.TokenUsed: used,
    mb.MemberPlaced: placed,
    mb.PowerUsed: power,
    mb.CardTurned: turned,
    mb.TokenGone: silent,
    mb.MembersHidden: silent,
    mb.PennyDecided: silent,
    mb.BruceWorked: silent,
    mb.Sponged: silent,
}


def back_laid(state: State, e: mb.PennyLaid) -> PutBack:
    return PutBack(
        say(
            "The penny of {player} off {member}",
            player=labels.figure(state, e.player),
            member=MEMBERS[e.member].name,
        )
    )


def back_taken(_state: State, e: mb.MemberTaken) -> PutBack:
    return PutBack(say("{member} back to jail with the pennies", member=MEMBERS[e.member].name))


def back_given(state: State, e: mb.PennyGiven) -> PutBack:
    return PutBack(say("The penny back to {player}", player=labels.figure(state, e.player)))


def back_used(_state: State, e: mb.TokenUsed) -> PutBack:
    return PutBack(say("The token back on {member}", member=MEMBERS[e.member].name))


def back_bruce(_state: State, _e: mb.BruceWorked) -> PutBack:
    return PutBack(say("1 coin back on Bruce McMail"))


def back_placed(_state: State, e: mb.MemberPlaced) -> PutBack:
    return PutBack(say("{member} back to where he stood", member=MEMBERS[e.member].name))


PUT_BACK: dict[type[ev.Event], Callable[[State, Any], PutBack | None]] = {
    mb.PennyLaid: back_laid,
    mb.MemberTaken: back_taken,
    mb.PennyGiven: back_given,
    mb.TokenUsed: back_used,
    mb.BruceWorked: back_bruce,
    mb.MemberPlaced: back_placed,
}
