"""What the rules of the mobs and their members say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C8-07": (tr("6 members are drawn with 4 players, 4 with 3, 3 with 2; the others stay in the box."),),
    "C8-08": (tr("Drawn members with an S on the back lie in jail from the start."),),
    "C8-09": (
        tr("Drawn members with a B on the back go to jail when the first tile of deck B is laid on the rondel."),
    ),
    "C8-10": (
        tr(
            "At the end of your turn you may either put one of your -1 pennies, turned to +1, on a member in "
            "jail, or take a member with all pennies on it."
        ),
    ),
    "C8-13": (tr("At the end each of your members costs the points printed on its card."),),
    "C8-15": (
        tr("Peggy McWander puts tokens on free crests."),
        tr("Another player who wants such a crest pays you the coins of the token first."),
    ),
    "C8-17": (
        tr("In a later turn of yours a token of Joe McDuff takes the largest stack of coins of one market row."),
        tr("Several may be used in a turn."),
    ),
    "C8-18": (
        tr("Bruce McMail has 3 coins."),
        tr(
            "When another player's animal or material tile makes a good, you may pay them 1 of these coins "
            "and take it."
        ),
        tr("Coins left on him do not count."),
    ),
    "C8-19": (
        tr(
            "In a later turn of yours a token of Peggy McLaird reserves a tile ahead of your pawn that you "
            "could take."
        ),
        tr("Only one tile is reserved at a time."),
    ),
    "C8-20": (tr("Who takes a tile that another reserved pays the coins of the token to its owner first."),),
    "C8-21": (
        tr(
            "A tile that you reserved must be taken in your next turn, and no other, unless somebody took it "
            "before."
        ),
    ),
    "C8-23": (tr("In your last turn, onto World's End or past it, you cannot reserve a tile."),),
    "C8-22": (
        tr("If the reserved tile cannot be taken on your next turn, the card of Peggy McLaird is turned over."),
        tr("Her tokens leave the game; the points she costs stay."),
    ),
    "C8-24": (
        tr("Kenneth McSnitch is a Scot of yours in another territory."),
        tr("He moves with your movement points and steals unguarded goods."),
    ),
    "C8-25": (
        tr("Kenneth steals 1 good of a tile that he moves onto, if no Scot stands there."),
        tr("After that he may go to another player's territory at once."),
    ),
    "C8-27": (
        tr(
            "Who lays a tile beside Fergus MacDarkie pays you 1 coin as part of the cost; then he goes to "
            "another territory."
        ),
    ),
    "C8-29": (
        tr(
            "When another player gains 6 points or more from one source in their turn, they give 1 of them "
            "to the owner of Sibyl MacSponge, once a turn."
        ),
    ),
    "C8-30": (
        tr(
            "In a scoring each source that brings another player 6 points or more gives 1 of them to the "
            "owner of Sibyl MacSponge."
        ),
    ),
    "C8-31": (
        tr("Once a game Derek Anderson moves a tile of another player to a different territory, yours too."),
        tr("Nothing is activated by it."),
    ),
    "C8-32": (
        tr("Derek Anderson takes no trade tile and no home tile."),
        tr("What stands on the tile goes to its old owner's home castle."),
    ),
    "C8-33": (
        tr(
            "Mike McCastle is a Scot of yours in another home castle: one Scot there does not count, and "
            "Mike counts for you."
        ),
    ),
    "C8-35": (tr("When boats pass each other, the owner of Calum McQuack may give the other player a -1 penny."),),
    "C8-36": (tr("Once a game Calum McQuack gives a second reward token, drawn at random."),),
    "C8-37": (tr("With Bully McMuscle river tiles with boats of others cost your boat no movement."),),
    "C8-38": (tr("Once a game Bully McMuscle gives a second reward token, drawn at random."),),
    "C8-39": (
        tr(
            "Once a game, before the first roll of a haggis scoring, Fraser McStarve takes a haggis token of "
            "any player, who chooses which."
        ),
    ),
    "C8-40": (
        tr(
            "Oonagh McHagg has one of the 4 common rolls of each haggis scoring rolled again; the new one "
            "counts for all."
        ),
    ),
    "C8-41": (
        tr(
            "When your pawn passes or leaves the mountain, Elspeth McTrick swaps a coin or good on it for a "
            "good of the supply."
        ),
    ),
    "C8-42": (tr("Passing a sale tile Erin MacMalt sells onto its bonus space as well."),),
    "C8-43": (
        tr(
            "Tokens of John McClaim lie on others' landmark cards that are not turned: those count for you, "
            "until they are turned."
        ),
    ),
}
