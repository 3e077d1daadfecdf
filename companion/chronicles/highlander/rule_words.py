"""What the rules of the mountain say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C2-05": (tr("Whose pawn passes the mountain puts 1 coin or 1 good of their own on it."),),
    "C2-06": (
        tr("The coin comes from your supply, the good from your tiles."),
        tr("Barrels and Scots cannot be used."),
    ),
    "C2-07": (tr("Only who has neither a coin nor a good passes the mountain for nothing."),),
    "C2-08": (
        tr("Instead of taking a tile you may stop on the mountain, but only one pawn stands there at a time."),
    ),
    "C2-11": (
        tr("When a pawn leaves the mountain in its next turn, its player may take everything that lies there."),
        tr("A tile holds 3 goods."),
    ),
    "C2-13": (
        tr("After a turn that ended on the mountain nothing is laid; the end of the next turn closes the gap."),
    ),
    "C2-17": (tr("Whoever stands on the mountain when the game ends gets everything that lies there."),),
    "C2-20": (
        tr(
            "For the die the mountain is one step, but it never stops there; passing it puts 1 coin of the "
            "supply on it."
        ),
    ),
    "C2-21": (
        tr(
            "Turned sideways the mountain covers only 1 space, so one more tile lies on the rondel; that is "
            "harder."
        ),
    ),
    "C2-22": (tr("Only players' pawns stop on the mountain; any other pawn passes it and pays nothing."),),
}
