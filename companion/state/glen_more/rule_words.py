"""What the rules of Glen More say, in our own words: a sentence or two for each that the product can name.

Decides nothing.
"""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "G1-PLC-01": (tr("A new tile touches a tile of the territory edge to edge; a corner is not enough."),),
    "G1-PLC-02": (
        tr("On at least one tile that touches its place, by edge or corner, must stand a Scot of yours."),
    ),
    "G1-PLC-03": (
        tr("There is one river, straight from north to south without a gap."),
        tr("A tile with river is laid at its upper or lower end."),
    ),
    "G1-PLC-04": (
        tr("There is one road, straight from west to east without a gap."),
        tr("A tile with road is laid at its left or right end."),
    ),
    "G1-PLC-05": (tr("Where two tiles touch, both edges show a river, both a road, or both neither."),),
    "G1-CMP-01": (tr("Glen More is for 2 to 5 players; 2 or 3 play with the die."),),
    "G1-SET-02": (
        tr("Each player begins with a start village, 1 Scot on it, 1 pawn and 6 coins."),
        tr("Everybody may see everybody's coins."),
    ),
    "G1-SET-04": (
        tr(
            "One tile goes onto each space ahead of the foremost pawn or die, first all of deck 0, then of deck 1."
        ),
        tr("The space directly behind the hindmost pawn stays empty."),
    ),
    "G1-TRK-05": (
        tr("Tiles directly behind the hindmost pawn leave the game at the end of its turn."),
        tr("As many tiles more are laid then; until that they lie there, and nobody can take them."),
    ),
    "G1-TRN-02": (
        tr("You may take any tile ahead, near or far, if you can lay it and pay all of its cost."),
        tr("Goods may come from your tiles or from the market."),
    ),
    "G1-TRN-04": (
        tr("What stands at the bottom right of a tile is gained once, when it is laid."),
        tr("What stands at the bottom centre is gained whenever it is activated."),
    ),
    "G1-TRN-05": (
        tr("At the end of a turn tiles are laid ahead of all others until one space of the rondel is empty."),
        tr("They come from deck 0, then from 1, 2 and 3; the end of 1, 2 and 3 brings a scoring."),
    ),
    "G1-TRN-07": (
        tr("Who can take no tile moves the pawn onto any tile ahead, and that tile leaves the game."),
        tr("The rest of the turn is as usual."),
    ),
    "G1-ACT-02": (
        tr("The new tile and all that touch it, by edge or corner, may be activated, each once, in any order."),
        tr("Nobody must activate a tile; Scots move when all activating is done."),
    ),
    "G1-PRD-02": (
        tr("A tile never holds more than 3 goods; what would be too much is not taken."),
        tr("A good that is sold first makes room."),
    ),
    "G1-WHS-02": (tr("In your own turn you may trade on the market at any time, as often as you like."),),
    "G1-WHS-03": (
        tr("A good costs what the cheapest free space of its row says; so many coins go onto it."),
        tr("In a full row nothing can be bought."),
    ),
    "G1-WHS-05": (
        tr("For a good you sell you get the coins of the dearest covered space of its row."),
        tr("An empty row buys nothing."),
    ),
    "G1-CLN-05": (
        tr("1 movement point makes any Scot of your territory a chieftain, who is set aside for good."),
    ),
    "G1-CLN-07": (
        tr("Without a Scot in your territory you can lay no tile any more; it is allowed all the same."),
    ),
    "G1-LOC-04": (tr("Loch Ness costs a Scot of your territory or one of your chieftains."),),
    "G1-SCR-01": (
        tr("Barrels, chieftains with bonnets, and cards of special locations are compared one after the other."),
        tr("Who has more than the player with the fewest gets 1, 2, 3, 5 or, from 5 more, 8 points."),
    ),
    "G1-FIN-06": (tr("Of players with equal points the one with more goods left wins; then they share it."),),
    "G1-DIE-04": (
        tr("When the die is hindmost it is rolled: it takes away the first, second or third tile ahead."),
        tr("Then it stands on that space; pawns on the way are not counted."),
    ),
    "G1-DIE-05": (tr("The tile that the die takes is out of the game."),),
    "G1-APP-03": (
        tr("The companion counts coins, barrels, Scots, chieftains, cards, tiles and points of everybody."),
    ),
}
