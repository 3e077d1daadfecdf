"""The sixteen members, as data (C8-03, C8-04), and how many are drawn (C8-06, C8-07).

Penalties are not here: they stand only on the cards, and are asked (C8-13).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.engine.message import Message, tr

SLUG = "penny_mobs"
PENNIES = 7
DRAWN = {2: 3, 3: 4, 4: 6}
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


def pool(players: int, chronicles: Sequence[str]) -> list[Member]:
    """Members that can be drawn: the base ones and those whose chronicle is in the game (C8-06)."""
    return [m for m in MEMBERS.values() if players >= m.min_players and (not m.needs or m.needs in chronicles)]
