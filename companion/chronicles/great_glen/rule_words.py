"""What the rules of the Great Glen cards and the votes say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C7-03": (tr("5 of the 10 Great Glen cards lie face up beside the rondel; the others stay in the box."),),
    "C7-04": (
        tr("Each player has 3 Aye and 3 Nay with 2 players, 3 and 2 with 3 players, 4 and 3 with 4."),
        tr("A token that voted is spent."),
    ),
    "C7-07": (tr("Whoever took a person chooses a Great Glen card that has not been voted on."),),
    "C7-08": (
        tr("All vote at the same time with Aye or Nay from their fists."),
        tr("With as many Aye as Nay, or more, the card will be scored."),
    ),
    "C7-10": (tr("Each person tile that is taken calls a vote, but David Hume does not."),),
    "C7-15": (tr("If nobody has anything of what a card compares, all are tied and share its prize."),),
    "C7-16": (tr("10 points for most sheep and cattle together in the territory; who are tied share them."),),
    "C7-17": (tr("10 points for the largest full square of tiles in the territory; who are tied share them."),),
    "C7-18": (tr("10 points for most stone and wood together in the territory; who are tied share them."),),
    "C7-19": (
        tr(
            "10 points for most sets of a Scot in the home castle, a barrel, a landmark card and a person; "
            "who are tied share them."
        ),
    ),
    "C7-20": (
        tr(
            "10 points for most castles with a Scot of your own on them, the home castle included; who are "
            "tied share them."
        ),
    ),
    "C7-21": (tr("10 points for most whisky tiles; who are tied share them."),),
    "C7-22": (tr("10 points for the smallest territory; who are tied share them."),),
    "C7-23": (
        tr("10 points for the largest group of animal tiles that touch by their edges; who are tied share them."),
    ),
    "C7-24": (
        tr(
            "10 points for the Scot farthest from the home castle, counted in movement points; who are tied "
            "share them."
        ),
    ),
    "C7-25": (
        tr(
            "10 points for most tiles in the personal discard pile: it gets the tiles that leave the rondel "
            "because of your moves."
        ),
    ),
}
