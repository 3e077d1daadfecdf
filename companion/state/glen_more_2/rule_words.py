"""What the rules of the base game say, in our own words: a sentence or two for each that the product can name.

The words of a landmark card or a crest are not here: the facts of the box have them. Decides nothing.
"""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C0-01": (tr("Chronicles may be put together freely, but some need 3 players or more."),),
    "GM-CMP-01": (tr("2 to 4 people play."),),
    "GM-CMP-03": (
        tr("Everybody has 10 Scots and one of them is the pawn on the rondel, so at most 9 stand in a territory."),
    ),
    "GM-SET-01": (
        tr("Each player picks a colour of their own and takes its home tile, 10 Scots and 10 clan markers."),
    ),
    "GM-SET-05": (
        tr("The pawns are mixed and set on the rondel in a random order, one behind the other."),
        tr("Whoever is last begins."),
    ),
    "GM-SET-08": (tr("With 2 players the die always plays along: it discards tiles, so the game is shorter."),),
    "GM-SET-09": (
        tr("With 3 or 4 players you choose whether the die plays along."),
        tr("It discards tiles, so the game is shorter."),
    ),
    "GM-SET-11": (tr("World's End lies about half-way down deck D; from the moment it appears the end is near."),),
    "GM-SET-12": (tr("In a first or a shorter game World's End lies on top of deck D instead of half-way down."),),
    "GM-SET-13": (
        tr(
            "The 5 start tiles, with an S on the back, lie face up in random order in front of the foremost pawn, "
            "or of the die if you use it."
        ),
    ),
    "GM-SET-15": (
        tr(
            "From the back lie the pawns, the die if you use it, the 5 start tiles, then tiles of deck A; the "
            "space behind the last pawn stays empty."
        ),
        tr("So the spaces of the rondel say how many A tiles are laid."),
    ),
    "GM-SET-18": (
        tr("Chronicles are chosen before the set-up, for they change it."),
        tr("Play your first games without them."),
    ),
    "GM-RND-01": (
        tr("The turn belongs to whoever's pawn is last on the rondel; there is no fixed order of players."),
    ),
    "GM-RND-02": (
        tr(
            "A pawn moves forward as far as you like, onto a space with a tile; never back and never onto "
            "another pawn."
        ),
    ),
    "GM-RND-04": (
        tr(
            "When the last tile of deck A, B or C is laid on the rondel, a scoring round follows before the "
            "next turn."
        ),
    ),
    "GM-RND-05": (tr("A tile that all players' pawns have passed goes to the discard pile at once."),),
    "GM-RND-06": (
        tr(
            "At the end of a turn tiles of the current deck are laid at the front, until only the space "
            "behind the last pawn is empty."
        ),
    ),
    "GM-DIE-02": (tr("When the die is last on the rondel, somebody rolls it: 1, 1, 1, 2, 2 or 3."),),
    "GM-DIE-03": (
        tr("The die moves forward by as many tiles as it shows."),
        tr("Spaces with pawns are not counted."),
    ),
    "GM-DIE-05": (
        tr("The tile on which the die ends goes to the discard pile, and the die stands in its place."),
    ),
    "GM-DIE-06": (
        tr("The die never discards World's End."),
        tr("It leaves the game as soon as it is on it or past it."),
    ),
    "GM-DIE-07": (
        tr(
            "Without a tile ahead that it may discard the die goes to the empty space; the first such tile "
            "laid there is discarded."
        ),
    ),
    "GM-DIE-11": (
        tr("After the die's move nothing is laid; the end of the next player's turn fills the rondel."),
    ),
    "GM-TRN-03": (
        tr(
            "A tile for the territory is laid beside your tiles by the rules for Scots and river, and makes "
            "your territory larger by 1."
        ),
    ),
    "GM-TRN-04": (tr("Everything that a tile brings at once is finished before the turn ends."),),
    "GM-TRN-09": (
        tr("In your own turn you may buy and sell at any moment; what your tiles gave is entered then, too."),
    ),
    "GM-TIL-02": (
        tr("A tile may cost goods, coins, barrels or Scots, all paid to take it."),
        tr("With no cost printed it is free."),
    ),
    "GM-TIL-03": (
        tr("The printed kind says where a tile goes: into the territory, or beside it as a person."),
        tr("A landmark brings a card as well."),
    ),
    "GM-TIL-04": (tr("Through a tile with the river symbol the river runs, from its left edge to its right."),),
    "GM-TIL-09": (tr("At most 3 goods lie on a tile, and what finds no room is lost."),),
    "GM-TIL-08": (tr("A tile with the no-entry sign may be passed, but no pawn may stop there."),),
    "GM-MKT-03": (
        tr(
            "To buy, put as many coins as the leftmost free space of the row shows onto it, and use the good "
            "at once for a cost."
        ),
        tr("Nothing can be bought from a full row."),
    ),
    "GM-MKT-07": (
        tr("To sell, give back 1 good from your tiles and take the rightmost coins of its row."),
        tr("In an empty row nothing can be sold."),
    ),
    "GM-TAK-01": (
        tr("The whole cost is paid before you take the tile."),
        tr("Who cannot pay it cannot take it."),
    ),
    "GM-TAK-02": (tr("The goods of a cost come from any of your tiles, or are bought on the market at once."),),
    "GM-TAK-04": (
        tr("A Scot that is paid leaves any tile of your territory and goes back to your supply."),
        tr("The pawn cannot pay."),
    ),
    "GM-TAK-05": (tr("A barrel that is paid leaves your own supply."),),
    "GM-TAK-07": (
        tr("Who can take no tile at all moves to any tile, discards it and gets 1 coin or 1 movement point."),
    ),
    "GM-PLC-01": (tr("A new tile shares an edge with a tile of the territory; a corner is not enough."),),
    "GM-PLC-02": (tr("On a neighbour of its place, by edge or corner, must stand a Scot of yours."),),
    "GM-RIV-02": (tr("A tile with river is laid at either end of the river; there is only one."),),
    "GM-RIV-03": (tr("Directly left and right of a tile with river lie only tiles with river."),),
    "GM-RBD-02": (tr("A rebuild tile covers a tile of the same kind: a village a village, a castle a castle."),),
    "GM-RBD-05": (tr("A tile with river covers only one with river, a tile without river only one without."),),
    "GM-RBD-01": (tr("A rebuild tile is laid only on top of a tile of its own kind, never on its own."),),
    "GM-RBD-03": (tr("For a rebuild tile a Scot must stand on a neighbour or on the tile that is covered."),),
    "GM-RBD-11": (
        tr("A rebuild tile and what it covers count as 1 tile together, so the territory does not get larger."),
    ),
    "GM-ONE-06": (tr("A good of your choice comes onto the new tile; whisky is no good."),),
    "GM-ONE-04": (
        tr("A landmark tile brings the card of the same name."),
        tr("There is one of each, and it stays with whoever took it."),
    ),
    "GM-MOV-08": (
        tr("1 movement point takes 1 Scot to a tile beside or diagonally across."),
        tr("Only Scots in the home castle count in scoring rounds."),
    ),
    "GM-PER-05": (tr("A person lets you place 1 clan marker at once; you may also do without."),),
    "GM-CLN-01": (
        tr("A clan marker goes onto a free crest."),
        tr("You have 10; with none left you place none."),
    ),
    "GM-CLN-06": (
        tr("First you pay the coins on the roads to the crest, from the start or from any marker."),
        tr("Who cannot pay cannot take it."),
    ),
    "GM-CLN-08": (tr("Each crest is taken once in a game; only Douglas may be taken again and again."),),
    "GM-SCR-03": (
        tr(
            "Scots in the home castle, landmark cards, barrels and persons are compared one by one, each "
            "with the player who has the fewest."
        ),
    ),
    "GM-SCR-05": (tr("1, 2, 3, 4 or 5 more than the fewest bring 1, 2, 3, 5 or 8 points."),),
    "GM-END-01": (
        tr("The game is over when the last pawn is on World's End or past it; then comes the final scoring."),
    ),
    "GM-END-03": (
        tr("Who moves onto World's End takes no tile and is out of the game."),
        tr("Trade and movement come before that."),
    ),
    "GM-END-05": (
        tr("World's End stays where it is: nobody takes or discards it, and any number of pawns may stop there."),
    ),
    "GM-END-08": (tr("At the end every tile that you have more than the smallest territory costs you 3 points."),),
    "GM-TIE-01": (
        tr("With equal points whoever has more goods left on the tiles wins."),
        tr("If those are equal too, it is a shared victory."),
    ),
    "GM-EDG-03": (tr("A Scot is paid first: the one that is left must stand beside the place of the tile."),),
    "GM-EDG-08": (
        tr("Scots on other castles or tiles never score, so the companion counts only those in the home castle."),
        tr("A Scot on another tile leaves it without an entry."),
    ),
    "GM-EDG-04": (
        tr("A removed tile is out of the game."),
        tr(
            "Goods and Scots on it go to the home castle, its card stays yours, and the other tiles must "
            "still lie by the rules."
        ),
    ),
}
