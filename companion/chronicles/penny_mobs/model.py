"""The sixteen members, as data (C8-03, C8-04), and how many are drawn (C8-06, C8-07).

Penalties are not here: they stand only on the cards, and are asked (C8-13).

What the Penny Mobs count: who is in jail, who controls whom, pennies and tokens; and their events.

Asks nothing and scores nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.message import Message, tr
from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.model import State

SLUG = "penny_mobs"
PENNIES = 7
MEMBERS_DRAWN = {2: 3, 3: 4, 4: 6}
"""Members drawn, by the number of players (C8-07)."""
SHARED_POINTS = 6
"""Of so many points and more from one source Sibyl has one (C8-29, C8-30)."""

WANDER, DUFF, MAIL, LAIRD = "peggy_mcwander", "joe_mcduff", "bruce_mcmail", "peggy_mclaird"
SNITCH, DARKIE, SPONGE = "kenneth_mcsnitch", "fergus_macdarkie", "sibyl_macsponge"
ANDERSON, CASTLE, QUACK, MUSCLE = "derek_anderson", "mike_mccastle", "calum_mcquack", "bully_mcmuscle"
STARVE, HAGG, TRICK, MALT, CLAIM = (
    "fraser_mcstarve",
    "oonagh_mchagg",
    "elspeth_mctrick",
    "erin_macmalt",
    "john_mcclaim",
)


class Member(msgspec.Struct, frozen=True):
    """A member, as its card shows it."""

    id: str
    """As in the journal and on stickers."""
    name: str
    """As printed; never translated."""
    back: str
    """S: it lies in jail from the start; B: from the first B tile on."""
    text: Message
    """What it does for whoever controls it."""
    rule: str
    """The id of the rule that says so."""
    tokens: int = 0
    """So many tokens come with it."""
    needs: str = ""
    """The chronicle that it belongs to, "" = it is always in the pool."""
    min_players: int = 2
    """It is in the pool with so many players and more."""


MEMBERS = {
    m.id: m
    for m in (
        Member(
            WANDER,
            "Peggy McWander",
            "S",
            tr("Put her tokens on free crests: others pay you to take them."),
            "C8-15",
            2,
        ),
        Member(DUFF, "Joe McDuff", "S", tr("A token takes the largest stack of a market row."), "C8-17", 3),
        Member(
            MAIL,
            "Bruce McMail",
            "S",
            tr("Pay 1 of his 3 coins to who makes a good on an animal or material tile, and take it."),
            "C8-18",
        ),
        Member(
            LAIRD,
            "Peggy McLaird",
            "S",
            tr("A token reserves a tile ahead: others pay you for it, else you must take it next."),
            "C8-19",
            3,
        ),
        Member(
            SNITCH,
            "Kenneth McSnitch",
            "S",
            tr("A Scot of yours walks in other territories and steals unguarded goods."),
            "C8-24",
            1,
            min_players=3,
        ),
        Member(
            DARKIE,
            "Fergus MacDarkie",
            "S",
            tr("Who lays a tile beside him pays you 1 coin; then he goes elsewhere."),
            "C8-27",
            1,
            min_players=3,
        ),
        Member(
            SPONGE, "Sibyl MacSponge", "B", tr("Of 6 points and more from one source others give you 1."), "C8-29"
        ),
        Member(ANDERSON, "Derek Anderson", "B", tr("Once: move a tile to another territory."), "C8-31"),
        Member(
            CASTLE,
            "Mike McCastle",
            "B",
            tr("A Scot of yours in another home castle: one there does not count, he counts for you."),
            "C8-33",
            1,
            min_players=3,
        ),
        Member(
            QUACK,
            "Calum McQuack",
            "B",
            tr("When boats pass each other you may hand over a penny; once a second reward."),
            "C8-35",
            needs="boat_race",
        ),
        Member(
            MUSCLE,
            "Bully McMuscle",
            "B",
            tr("Your boat skips others for nothing; once a second reward."),
            "C8-37",
            needs="boat_race",
        ),
        Member(
            STARVE,
            "Fraser McStarve",
            "B",
            tr("Once, before a haggis scoring, a player gives you a token."),
            "C8-39",
            needs="haggis",
        ),
        Member(
            HAGG,
            "Oonagh McHagg",
            "B",
            tr("In each haggis scoring one of the four rolls is rolled again."),
            "C8-40",
            needs="haggis",
        ),
        Member(
            TRICK,
            "Elspeth McTrick",
            "S",
            tr("Passing or leaving the mountain, swap a coin or good on it for any good."),
            "C8-41",
            needs="highlander",
        ),
        Member(
            MALT,
            "Erin MacMalt",
            "B",
            tr("Passing a sale tile, sell to the bonus space too."),
            "C8-42",
            needs="single_cask",
        ),
        Member(
            CLAIM,
            "John McClaim",
            "S",
            tr("His tokens on others' unturned cards make them count for you."),
            "C8-43",
            3,
            needs="turbulent",
        ),
    )
}


def drawable_members(players: int, chronicles: Sequence[str]) -> list[Member]:
    """Members that can be drawn: the base ones and those whose chronicle is in the game (C8-06)."""
    return [m for m in MEMBERS.values() if players >= m.min_players and (not m.needs or m.needs in chronicles)]


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


class TokenRemoved(ev.Event, frozen=True):
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


class BruceCoinSpent(ev.Event, frozen=True):
    """A coin left Bruce McMail's card (C8-18)."""


class SpongePointTaken(ev.Event, frozen=True):
    """Sibyl had her point of this turn (C8-29)."""

    turn: int
    """`Turn.number`: once in each turn of another player."""
