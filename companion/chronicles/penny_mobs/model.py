"""Members, state and events of the Penny Mobs.

First the sixteen members as data, with the number drawn (C8-03, C8-04, C8-06, C8-07); their penalties are printed
only on the cards and asked for (C8-13). Then the state: jail, owners, pennies and tokens; then its events.
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
DRAWN_MEMBER_COUNTS = {2: 3, 3: 4, 4: 6}
"""Number of members drawn, by number of players (C8-07)."""
MIN_SHARED_POINTS = 6
"""Smallest number of points from one source of which Sibyl gets one (C8-29, C8-30)."""

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
    """A member as its card shows it."""

    id: str
    """Id in the journal and on stickers."""
    name: str
    """Printed name, never translated."""
    back: str
    """"S": in jail from the start; "B": in jail from the first B tile on."""
    text: Message
    """What the member does for its owner."""
    rule: str
    """Rule id of the power."""
    tokens: int = 0
    """Number of tokens that come with the member."""
    needs: str = ""
    """Slug of the chronicle that the member belongs to; "" if it can always be drawn."""
    min_players: int = 2
    """Smallest number of players with which the member can be drawn."""


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
    """Return the members that can be drawn: those of the base game and of the chronicles in play (C8-06)."""
    return [m for m in MEMBERS.values() if players >= m.min_players and (not m.needs or m.needs in chronicles)]


OUT_OF_GAME, JAIL = "out", "jail"
"""Places of a member that no player controls."""


class Mob(msgspec.Struct, frozen=True):
    """Members, pennies and tokens. A missing member or player in a dict means none or 0."""

    jail: tuple[str, ...] = ()
    """Members in jail."""
    owners: dict[str, str] = {}
    """Player who controls a member, by member."""
    pennies_on: dict[str, int] = {}
    """Pennies on a member in jail, by member."""
    minus_pennies: dict[str, int] = {}
    """Pennies with their -1 side up, by player."""
    plus_pennies: dict[str, int] = {}
    """+1 pennies in front of a player, by player."""
    tokens: dict[str, int] = {}
    """Tokens left on a controlled member, by member."""
    hidden_members: int = 0
    """Number of drawn "B" members that are not in jail yet."""
    used_powers: tuple[str, ...] = ()
    """Members whose once-a-game power is used up."""
    crest_tokens: dict[str, int] = {}
    """Coins on the token on a crest, by crest."""
    card_tokens: dict[str, str] = {}
    """Owner of the token on a landmark card, by card."""
    hosts: dict[str, str] = {}
    """Player in whose territory Kenneth, Fergus or Mike stands, by member."""
    tracked_positions: dict[str, tuple[int, int]] | msgspec.UnsetType = msgspec.UNSET
    """Tile on which a member stands, by member; set only at referee depth."""
    reserved: tuple[str, int] = ("", 0)
    """Tile under Peggy McLaird's token, and the coins of the token."""
    reserved_in: int = 0
    """Number of the turn in which it was reserved; it must be taken only in a later turn (C8-21)."""
    bruce_coins: int = 0
    """Coins on Bruce McMail's card."""
    asked: int = 0
    """Number of the turn in which the penny was decided."""
    last: str = ""
    """Member that got the last penny."""
    sponge_turn: int = 0
    """Number of the turn in which Sibyl got her point."""

    def controls(self, player_id: str, member: str) -> bool:
        """True if the player controls the member."""
        return self.owners.get(member) == player_id

    @property
    def member_positions(self) -> dict[str, tuple[int, int]]:
        """Tiles on which members are known to stand."""
        return {} if isinstance(self.tracked_positions, msgspec.UnsetType) else self.tracked_positions

    @property
    def mike_owner(self) -> str:
        """Player whose Scot stands in another player's home castle, or "" (C8-33)."""
        return self.owners.get(CASTLE, "") if CASTLE in self.hosts else ""


def _begin(state: State) -> Mob:
    """Return the mobs at the start: an empty jail, all pennies with the players (C8-05)."""
    return Mob(minus_pennies={p.id: PENNIES for p in state.players}, plus_pennies={p.id: 0 for p in state.players})


def _joined(now: Mob, player: str) -> Mob:
    """Return the mobs with a new player, who has all pennies; the members drawn do not change."""
    return replace(
        now, minus_pennies={**now.minus_pennies, player: PENNIES}, plus_pennies={**now.plus_pennies, player: 0}
    )


OWN_STATE = ExpansionState(SLUG, begin=_begin, joined=_joined)
"""Members, pennies and tokens of the mobs."""


class MemberCame(ev.Event, frozen=True):
    """A member went to jail, face up (C8-08, C8-09)."""

    member: str


class MembersHidden(ev.Event, frozen=True):
    """The remaining drawn members, all "B", wait for the first B tile."""

    members: int
    """Number of members."""


class PennyLaid(ev.Event, frozen=True):
    """A -1 penny was turned to +1 and laid on a member in jail (C8-10)."""

    player: str
    member: str


class MemberTaken(ev.Event, frozen=True):
    """A player took a member from jail with all pennies on it (C8-10, C8-12)."""

    player: str
    member: str


class PennyDecided(ev.Event, frozen=True):
    """The player on turn used or declined the penny of this turn."""


class PennyGiven(ev.Event, frozen=True):
    """A player gave a -1 penny to another (C8-35)."""

    player: str
    """Player who gives it; the other may use it like an own penny."""
    to: str


class TokenUsed(ev.Event, frozen=True):
    """A token left its member."""

    member: str
    where: str = ""
    """Where it lies: "crest:ID", "card:ID" or "tile:ID"; "" if it is spent."""
    coins: int = 0
    """Coins printed on the token, paid by other players (C8-15, C8-20); 0 if it shows none."""


class TokenRemoved(ev.Event, frozen=True):
    """A token on a crest, card or tile left the game."""

    member: str
    where: str
    """As in `TokenUsed`."""


class MemberPlaced(ev.Event, frozen=True):
    """The Scot that represents Kenneth, Fergus or Mike was placed with another player."""

    member: str
    host: str
    """Player in whose territory the member stands."""
    x: int | None = None
    """Column of the tile, at referee depth."""
    y: int | None = None


class PowerUsed(ev.Event, frozen=True):
    """A once-a-game power was used."""

    member: str


class PenniesSet(ev.Event, frozen=True):
    """A correction of a player's pennies."""

    player: str
    minus: int
    """Pennies in the home castle, -1 side up."""
    plus: int
    """Pennies in front of the player, +1 side up."""


class MemberSet(ev.Event, frozen=True):
    """A correction of a member's place."""

    member: str
    place: str
    """`OUT_OF_GAME`, `JAIL`, or the id of the player who controls the member."""
    number: int = 0
    """Pennies in jail; tokens with a player; coins of Bruce McMail with a player."""


class CardTurned(ev.Event, frozen=True):
    """Peggy McLaird's card was turned over: her tokens leave, her penalty stays (C8-22)."""


class BruceCoinSpent(ev.Event, frozen=True):
    """A coin of Bruce McMail's card was spent (C8-18)."""


class SpongePointTaken(ev.Event, frozen=True):
    """Sibyl got her point of this turn (C8-29)."""

    turn: int
    """`Turn.number`; one point in each turn of another player."""
