"""What the Penny Mobs count: who is in jail, who controls whom, pennies and tokens; and their events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.chronicles.penny_mobs.members import CASTLE, MAIL, MALT, MEMBERS, PENNIES, SLUG
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State

BRUCE_COINS = 3


class Mob(msgspec.Struct, frozen=True):
    """The drawer.

    jail: members in it. owner: who controls a member. on: pennies lying on members in jail. minus: pennies with
    their -1 side up, plus: +1 pennies in front, by player. tokens: left on each controlled member. hidden: members
    with a B that are still to come. used: once-a-game powers used up. crests, cards: tokens on crests (coins)
    and on landmark cards (owner of the token). host: in whose territory Kenneth, Fergus, Mike stand. reserved: the
    tile under Peggy McLaird's token and its coins. bruce: coins on his card. asked: the turn in which the penny
    was decided, last: the member used last. sponged: the turn in which Sibyl had her point.
    """

    jail: tuple[str, ...] = ()
    owner: dict[str, str] = {}
    on: dict[str, int] = {}
    minus: dict[str, int] = {}
    plus: dict[str, int] = {}
    tokens: dict[str, int] = {}
    hidden: int = 0
    used: tuple[str, ...] = ()
    crests: dict[str, int] = {}
    cards: dict[str, str] = {}
    host: dict[str, str] = {}
    reserved: tuple[str, int] = ("", 0)
    bruce: int = 0
    asked: int = 0
    last: str = ""
    sponged: int = 0

    @property
    def mike_owner(self) -> str:
        """Whose Scot stands in another's home castle, "" = nobody's."""
        return self.owner.get(CASTLE, "") if CASTLE in self.host else ""

    @property
    def erin_owner(self) -> str:
        return self.owner.get(MALT, "")


class MemberCame(ev.Event, frozen=True):
    """A member lies in jail, face up (C8-08, C8-09)."""

    member: str


class MembersHidden(ev.Event, frozen=True):
    """So many drawn members with a B wait for the first B tile."""

    members: int


class PennyLaid(ev.Event, frozen=True):
    """A -1 penny was turned to +1 and lies on a member in jail (C8-10)."""

    player: str
    member: str


class MemberTaken(ev.Event, frozen=True):
    """A member left the jail with all pennies on it (C8-10, C8-12)."""

    player: str
    member: str


class PennyDecided(ev.Event, frozen=True):
    """The player on turn has used, or passed up, the penny of this turn."""


class PennyGiven(ev.Event, frozen=True):
    """A -1 penny changed hands (C8-35)."""

    player: str
    to: str


class TokenUsed(ev.Event, frozen=True):
    """A token left its member; where: "crest:…", "card:…", "tile:…", or "" when it is spent; coins it shows."""

    member: str
    where: str = ""
    coins: int = 0


class TokenGone(ev.Event, frozen=True):
    """A token that lay somewhere leaves the game."""

    member: str
    where: str


class MemberPlaced(ev.Event, frozen=True):
    """The Scot that is Kenneth, Fergus or Mike stands with another player."""

    member: str
    host: str


class PowerUsed(ev.Event, frozen=True):
    """A once-a-game power is used up."""

    member: str


class CardTurned(ev.Event, frozen=True):
    """Peggy McLaird's card is turned over: all her tokens leave, the penalty stays (C8-22)."""


class BruceWorked(ev.Event, frozen=True):
    """A coin left Bruce McMail's card (C8-18)."""


class Sponged(ev.Event, frozen=True):
    """Sibyl had her point of this turn (C8-29)."""

    turn: int


def mob(state: State) -> Mob:
    drawer: Mob = state.drawers[SLUG]
    return drawer


def drawer(state: State) -> Mob:
    return Mob(minus={p.id: PENNIES for p in state.players}, plus={p.id: 0 for p in state.players})


def _with(state: State, **fields: Any) -> State:
    return replace(state, drawers={**state.drawers, SLUG: replace(mob(state), **fields)})


def came(state: State, e: MemberCame) -> State:
    now = mob(state)
    hidden = now.hidden - (MEMBERS[e.member].back == "B")
    return _with(state, jail=(*now.jail, e.member), hidden=max(0, hidden))


def hidden(state: State, e: MembersHidden) -> State:
    return _with(state, hidden=e.members)


def laid(state: State, e: PennyLaid) -> State:
    now = mob(state)
    minus = {**now.minus, e.player: now.minus[e.player] - 1}
    return _with(state, minus=minus, on={**now.on, e.member: now.on.get(e.member, 0) + 1}, last=e.member)


def taken(state: State, e: MemberTaken) -> State:
    now = mob(state)
    plus = {**now.plus, e.player: now.plus[e.player] + now.on.get(e.member, 0)}
    return _with(
        state,
        jail=tuple(m for m in now.jail if m != e.member),
        owner={**now.owner, e.member: e.player},
        plus=plus,
        on={m: n for m, n in now.on.items() if m != e.member},
        tokens={**now.tokens, e.member: MEMBERS[e.member].tokens},
        bruce=BRUCE_COINS if e.member == MAIL else now.bruce,
    )


def decided(state: State, _e: PennyDecided) -> State:
    return _with(state, asked=state.turn.number)


def given(state: State, e: PennyGiven) -> State:
    now = mob(state)
    minus = {**now.minus, e.player: now.minus[e.player] - 1}
    return _with(state, minus={**minus, e.to: minus[e.to] + 1})


def token_used(state: State, e: TokenUsed) -> State:
    now = mob(state)
    changed: dict[str, Any] = {"tokens": {**now.tokens, e.member: now.tokens.get(e.member, 0) - 1}}
    category, _, id = e.where.partition(":")
    if category == "crest":
        changed["crests"] = {**now.crests, id: e.coins}
    elif category == "card":
        changed["cards"] = {**now.cards, id: now.owner[e.member]}
    elif category == "tile":
        changed["reserved"] = (id, e.coins)
    return _with(state, **changed)


def token_gone(state: State, e: TokenGone) -> State:
    now = mob(state)
    category, _, id = e.where.partition(":")
    if category == "crest":
        return _with(state, crests={c: n for c, n in now.crests.items() if c != id})
    if category == "card":
        return _with(state, cards={c: player_id for c, player_id in now.cards.items() if c != id})
    return _with(state, reserved=("", 0))


def placed(state: State, e: MemberPlaced) -> State:
    return _with(state, host={**mob(state).host, e.member: e.host})


def power_used(state: State, e: PowerUsed) -> State:
    return _with(state, used=(*mob(state).used, e.member))


def card_turned(state: State, _e: CardTurned) -> State:
    now = mob(state)
    return _with(state, reserved=("", 0), tokens={**now.tokens, "peggy_mclaird": 0})


def bruce_worked(state: State, _e: BruceWorked) -> State:
    return _with(state, bruce=mob(state).bruce - 1)


def sponged(state: State, e: Sponged) -> State:
    return _with(state, sponged=e.turn)


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {
    MemberCame: came,
    MembersHidden: hidden,
    PennyLaid: laid,
    MemberTaken: taken,
    PennyDecided: decided,
    PennyGiven: given,
    TokenUsed: token_used,
    TokenGone: token_gone,
    MemberPlaced: placed,
    PowerUsed: power_used,
    CardTurned: card_turned,
    BruceWorked: bruce_worked,
    Sponged: sponged,
}
