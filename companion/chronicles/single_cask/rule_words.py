"""What the rules of the single casks say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C3-10": (tr("A barrel that you pay may come from any place in your cellars."),),
    "C3-11": (tr("The sign for maturing moves 1 barrel in one of your cellars to the right."),),
    "C3-12": (
        tr("A barrel matures by 1 space to the right."),
        tr("That space must be empty; barrels do not jump over each other."),
    ),
    "C3-13": (
        tr("From the last space of a cellar a barrel matures onto the first space of your next one."),
        tr("How many spaces a cellar has stands only on its card."),
    ),
    "C3-14": (
        tr("A barrel of the 0 area may mature onto the first space of the first cellar, if that is empty."),
    ),
    "C3-16": (tr("1 barley and 1 wood make 1 barrel, and 1 barrel may mature besides."),),
    "C3-17": (tr("In your own turn you may build a cellar at any time, for what its card costs."),),
    "C3-18": (tr("Cellars are built in their order, first, second, third, and each only once."),),
    "C3-21": (
        tr("A sale tile takes 1 barrel on each of its spaces."),
        tr("How many spaces count with your number of players stands only on the tile."),
    ),
    "C3-22": (
        tr(
            "Who passes a sale tile may sell 1 barrel onto a free space at its lower right, for the points "
            "of the cellar space it came from."
        ),
    ),
    "C3-24": (
        tr(
            "Who stops on a sale tile sells 1 or 2 barrels, one on each space; the bonus space at the upper "
            "left may be used then, too."
        ),
    ),
    "C3-25": (tr("Only who can sell at least 1 barrel may stop on a sale tile."),),
    "C3-26": (tr("Only one pawn stands on a sale tile at a time."),),
    "C3-27": (
        tr("A sale tile is not taken but stays under the pawn."),
        tr("Nothing is laid after that turn; the end of the next one closes the gap."),
    ),
    "C3-31": (
        tr("Only players sell there: another pawn passes the sale tile without selling and cannot stop on it."),
    ),
}
