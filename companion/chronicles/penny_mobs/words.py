"""What the mobs say: lines on the screen, the history, what goes back on the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.chronicles.penny_mobs import mob as mb
from companion.chronicles.penny_mobs.members import MEMBERS
from companion.chronicles.penny_mobs.mob import mob
from companion.chronicles.penny_mobs.scoring import dues_of
from companion.engine.game import PutBack
from companion.engine.message import Message, listed, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2 import labels
from companion.state.glen_more_2.model import State


def lines(state: State, player_id: str) -> tuple[Message, ...]:
    """The jail for the table; a player's members, pennies and what they would cost if the game ended now."""
    now = mob(state)
    if not player_id:
        jail = (tr("{member} {n}", member=MEMBERS[m].name, n=now.on.get(m, 0)) for m in now.jail)
        return (tr("In jail: {members}", members=listed(jail)),) if now.jail else ()
    held = [MEMBERS[m].name for m, owner in now.owner.items() if owner == player_id]
    line = tr(
        "pennies -{minus} +{plus}; if it ended now {n}",
        minus=now.minus[player_id],
        plus=now.plus[player_id],
        n=sum(dues_of(state, player_id).values()),
    )
    return (line, *([listed(held)] if held else []))


def came(_state: State, e: mb.MemberCame) -> Message:
    return tr("{member} comes to jail", member=MEMBERS[e.member].name)


def laid(state: State, e: mb.PennyLaid) -> Message:
    return tr(
        "{player}: a penny on {member}", player=labels.figure(state, e.player), member=MEMBERS[e.member].name
    )


def taken(state: State, e: mb.MemberTaken) -> Message:
    return tr("{player} takes {member}", player=labels.figure(state, e.player), member=MEMBERS[e.member].name)


def given(state: State, e: mb.PennyGiven) -> Message:
    return tr("{player} gives {to} a penny", player=labels.figure(state, e.player), to=labels.figure(state, e.to))


def used(_state: State, e: mb.TokenUsed) -> Message:
    return tr("a token of {member} is used", member=MEMBERS[e.member].name)


def placed(state: State, e: mb.MemberPlaced) -> Message:
    return tr("{member} stands with {player}", member=MEMBERS[e.member].name, player=labels.figure(state, e.host))


def power(_state: State, e: mb.PowerUsed) -> Message:
    return tr("{member} has done it", member=MEMBERS[e.member].name)


def turned(_state: State, _e: mb.CardTurned) -> Message:
    return tr("Peggy McLaird is turned over")


def silent(_state: State, _e: ev.Event) -> None:
    """Told by the event beside it."""


TOLD: dict[type[ev.Event], Callable[[State, Any], Message | None]] = {
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
        tr(
            "The penny of {player} off {member}",
            player=labels.figure(state, e.player),
            member=MEMBERS[e.member].name,
        )
    )


def back_taken(_state: State, e: mb.MemberTaken) -> PutBack:
    return PutBack(tr("{member} back to jail with the pennies", member=MEMBERS[e.member].name))


def back_given(state: State, e: mb.PennyGiven) -> PutBack:
    return PutBack(tr("The penny back to {player}", player=labels.figure(state, e.player)))


def back_used(_state: State, e: mb.TokenUsed) -> PutBack:
    return PutBack(tr("The token back on {member}", member=MEMBERS[e.member].name))


def back_bruce(_state: State, _e: mb.BruceWorked) -> PutBack:
    return PutBack(tr("1 coin back on Bruce McMail"))


def back_placed(_state: State, e: mb.MemberPlaced) -> PutBack:
    return PutBack(tr("{member} back to where he stood", member=MEMBERS[e.member].name))


PUT_BACK: dict[type[ev.Event], Callable[[State, Any], PutBack | None]] = {
    mb.PennyLaid: back_laid,
    mb.MemberTaken: back_taken,
    mb.PennyGiven: back_given,
    mb.TokenUsed: back_used,
    mb.BruceWorked: back_bruce,
    mb.MemberPlaced: back_placed,
}
