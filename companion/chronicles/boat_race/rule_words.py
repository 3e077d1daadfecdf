"""What the rules of the boat race say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C1-05": (tr("The 2 Ship Builders are shuffled into the decks of the letters on their backs."),),
    "C1-09": (
        tr("The race begins for everybody when the first player's pawn passes Start."),
        tr("Before that no boat moves."),
    ),
    "C1-11": (
        tr("Start is only passed, no pawn stops there."),
        tr("Where yours shows no such sign your table decides, and says itself when the race begins."),
    ),
    "C1-13": (
        tr(
            "A boat moves clockwise along the rivers of all territories and the neutral ones, 1 movement "
            "point for each river tile."
        ),
    ),
    "C1-14": (tr("Neutral rivers lie in the way of the boats and are rowed tile by tile."),),
    "C1-17": (
        tr(
            "Whose boat reaches or passes a castle with reward tokens looks at them, takes 1 and lays the "
            "others back face down."
        ),
    ),
    "C1-25": (tr("A boat that has come home leaves the game and moves no more."),),
    "C1-26": (tr("As soon as all other boats are home, the last player gets a last-place card."),),
    "C1-28": (
        tr("Coins bring nothing at the end to whoever has a last-place card; Armadale Castle still scores."),
    ),
    "C1-29": (tr("A boat that is not home when the game ends brings its player a last-place card."),),
    "C1-31": (tr("A tile with a boat on it leaves no territory."),),
}
