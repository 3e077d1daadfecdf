"""What the rules of haggis tokens and their scoring say, in our own words. Decides nothing."""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "C5-02": (tr("There are 13 haggis tokens, each with a value from 1 to 3 on one side."),),
    "C5-03": (tr("The 6 haggis tiles are shuffled into the decks of the letters on their backs."),),
    "C5-04": (tr("All 13 haggis tokens lie face down in the supply; then 2 random ones are turned face up."),),
    "C5-05": (tr("A haggis token is either one of those face up in the supply or one drawn unseen."),),
    "C5-07": (
        tr("2 haggis tokens always lie face up in the supply: when one is taken, another is turned up at once."),
    ),
    "C5-09": (
        tr("A table holds 5 haggis tokens."),
        tr("On a full table you may first give one back; if not, you take none."),
    ),
    "C5-10": (tr("With an empty supply nobody gains a haggis token, and no sheep is paid for one."),),
    "C5-11": (tr("Each time a tile with that sign is activated you may pay 1 sheep for 1 haggis token."),),
    "C5-12": (tr("A tile with the haggis sign as its one-time effect gives 1 haggis token at once."),),
    "C5-13": (tr("Haggis is scored after the scoring rounds of decks B and C and after the final scoring."),),
    "C5-15": (tr("In a haggis scoring the die is rolled 4 times, for all players together."),),
    "C5-16": (
        tr(
            "After each roll everybody who has a face-down haggis token of that value turns one such token "
            "face up, up to 3 in all."
        ),
    ),
    "C5-19": (
        tr(
            "After the fourth roll who has fewer than 3 tokens face up may pay 1 barrel for one more roll of "
            "their own, again and again."
        ),
    ),
    "C5-21": (tr("A player scores the number of face-up haggis tokens times the sum of their values."),),
}
