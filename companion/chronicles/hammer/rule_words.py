"""What the rules of the Englishman say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C4-07": (
        tr(
            "The England marker goes to the first player whose pawn passes the Englishman, or who first "
            "gains one of the four landmark cards of this chronicle."
        ),
        tr("Who has it moves him."),
    ),
    "C4-08": (
        tr("Whoever gains one of the four landmark cards of this chronicle takes the England marker at once."),
    ),
    "C4-09": (
        tr("When the Englishman is last, all pawns have passed him, so somebody must have the England marker."),
    ),
    "C4-10": (
        tr(
            "When the Englishman is last on the rondel, whoever has the England marker plays an extra turn "
            "with him."
        ),
    ),
    "C4-15": (tr("The Englishman cannot take the four landmark tiles of this chronicle."),),
    "C4-16": (
        tr(
            "Who does not pay for the Englishman moves him to any tile, discards it and takes the rightmost "
            "coins of the England row, if there are any."
        ),
    ),
    "C4-17": (
        tr("To use the Englishman put coins onto the leftmost free space of the England row."),
        tr("With a full row or too few coins he can only discard a tile."),
    ),
    "C4-18": (tr("The Englishman may discard any tile, of the chronicles too; World's End is none and stays."),),
    "C4-20": (tr("A tile that all players have passed is discarded; it does not wait for the Englishman."),),
    "C4-25": (tr("Loch Lomond brings the England marker."),),
    "C4-26": (
        tr("Glenfinnan Church brings the England marker."),
        tr("When it is activated, 1 barrel may be given for 4 points."),
    ),
    "C4-27": (
        tr("Glenfinnan Monument costs 1 Scot and brings the England marker."),
        tr("When it is activated, it gives 3 points."),
    ),
    "C4-28": (
        tr("General Wade's Military Roads bring the England marker and 1 Scot from your supply onto the tile."),
    ),
    "C4-29": (tr("The England sign on a tile brings the England marker at once."),),
}
