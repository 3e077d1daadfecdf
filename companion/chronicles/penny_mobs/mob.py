"""What the Penny Mobs count: who is in jail, who controls whom, pennies and tokens; and their events.

Asks nothing and scores nothing.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.chronicles.penny_mobs.members import CASTLE, PENNIES, SLUG
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State

OUT, JAIL = "out", "jail"
"""Where a member is that nobody controls."""


class Mob(msgspec.Struct, frozen=True):
    """Members, pennies and tokens. A dict without a member or player says: none."""

    jail: tuple[str, ...] = ()
    """Members in it."""
    owner: dict[str, str] = {}
    """Member -> who controls it."""
    on: dict[str, int] = {}
    """Member in jail -> pennies that lie on it."""
    minus: dict[str, int] = {}
    """Player -> pennies with their -1 side up."""
    plus: dict[str, int] = {}
    """Player -> +1 pennies in front."""
    tokens: dict[str, int] = {}
    """Controlled member -> tokens left on it."""
    hidden: int = 0
    """Drawn members with a B that are still to come."""
    used: tuple[str, ...] = ()
    """Members whose power was once a game, and is used up."""
    crests: dict[str, int] = {}
    """Crest -> coins on the token that lies on it."""
    cards: dict[str, str] = {}
    """Landmark card -> owner of the token that lies on it."""
    host: dict[str, str] = {}
    """Kenneth, Fergus, Mike -> in whose territory he stands."""
    at: dict[str, tuple[int, int]] | msgspec.UnsetType = msgspec.UNSET
    """Where territories are followed: on which tile of it."""
    reserved: tuple[str, int] = ("", 0)
    """The tile under Peggy McLaird's token, and its coins."""
    reserved_in: int = 0
    """The turn in which it was reserved: only in a later one must it be taken (C8-21)."""
    bruce: int = 0
    """Coins on Bruce McMail's card."""
    asked: int = 0
    """The turn in which the penny was decided."""
    last: str = ""
    """The member that had a penny last."""
    sponged: int = 0
    """The turn in which Sibyl had her point."""

    def controls(self, player_id: str, member: str) -> bool:
        return self.owner.get(member) == player_id

    @property
    def stands(self) -> dict[str, tuple[int, int]]:
        """On which tiles members are known to stand."""
        return {} if isinstance(self.at, msgspec.UnsetType) else self.at

    @property
    def mike_owner(self) -> str:
        """Whose Scot stands in another's home castle, "" = nobody's (C8-33)."""
        return self.owner.get(CASTLE, "") if CASTLE in self.host else ""


def _begin(state: State) -> Mob:
    """Nobody is in jail, everybody has all pennies (C8-05)."""
    return Mob(minus={p.id: PENNIES for p in state.players}, plus={p.id: 0 for p in state.players})


def _joined(now: Mob, player: str) -> Mob:
    """All pennies, as everybody had at the start; who is drawn stays as it was."""
    return replace(now, minus={**now.minus, player: PENNIES}, plus={**now.plus, player: 0})


OWN_STATE = ExpansionState(SLUG, begin=_begin, joined=_joined)
"""Members, pennies and tokens now."""


class MemberCame(ev.Event, frozen=True):
    """A member lies in jail, face up (C8-08, C8-09)."""

    member: str


class MembersHidden(ev.Event, frozen=True):
    """So many drawn members with a B wait for the first B tile."""

    members: int
    """How many."""


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
    """Who gives it; the other may use it like one of the first seven."""
    to: str


class TokenUsed(ev.Event, frozen=True):
    """A token left its member."""

    member: str
    where: str = ""
    """"crest:ID", "card:ID", "tile:ID": what it lies on; "" when it is spent."""
    coins: int = 0
    """Printed on it, what others pay (C8-15, C8-20); 0 where it shows none."""


class TokenGone(ev.Event, frozen=True):
    """A token that lay somewhere leaves the game."""

    member: str
    where: str
    """As in `TokenUsed`."""


class MemberPlaced(ev.Event, frozen=True):
    """The Scot that is Kenneth, Fergus or Mike stands with another player."""

    member: str
    host: str
    """The player in whose territory he stands."""
    x: int | None = None
    """On which tile, where territories are followed."""
    y: int | None = None


class PowerUsed(ev.Event, frozen=True):
    """A once-a-game power is used up."""

    member: str


class PenniesSet(ev.Event, frozen=True):
    """A correction: the pennies of a player."""

    player: str
    minus: int
    """In the home castle, their -1 side up."""
    plus: int
    """In front of the player, their +1 side up."""


class MemberSet(ev.Event, frozen=True):
    """A correction: where a member is."""

    member: str
    place: str
    """`OUT`, `JAIL`, or the id of the player who controls it."""
    number: int = 0
    """In jail the pennies on it; with a player the tokens left on it, of Bruce McMail the coins."""


class CardTurned(ev.Event, frozen=True):
    """Peggy McLaird's card is turned over: all her tokens leave, the penalty stays (C8-22)."""


class BruceWorked(ev.Event, frozen=True):
    """A coin left Bruce McMail's card (C8-18)."""


class Sponged(ev.Event, frozen=True):
    """Sibyl had her point of this turn (C8-29)."""

    turn: int
    """`Turn.number`: once in each turn of another player."""
