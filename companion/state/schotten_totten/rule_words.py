"""What the rules of Schotten Totten say, in our own words: a sentence or two for each that the product can name.

Decides nothing.
"""

from __future__ import annotations

from companion.engine.message import Message, tr

RULE_WORDS: dict[str, tuple[Message, ...]] = {
    "ST-CLM-04": (
        tr("Where both sides are full, the stronger formation takes the stone."),
        tr("The strongest first: colour run, all of a kind, one colour, run, sum."),
    ),
    "ST-TIE-01": (tr("Of two sides of the same formation the one with the higher total is stronger."),),
    "ST-TIE-02": (
        tr("Where formation and total are the same, the stone goes to the player whose side was full first."),
        tr("A side that lost a card counts from when it was filled again."),
    ),
    "ST-TEC-01": (tr("At a stone with Blind Man's Bluff only the total of each side counts, no formation."),),
    "ST-PRF-04": (
        tr("A stone can be claimed while the other side is open, if nothing that may come there is stronger."),
        tr("Whatever lies nowhere on the table may come, also what you hold yourself."),
    ),
    "ST-PRF-05": (tr("What can only become equal does not stand against a claim: your side is full first."),),
    "ST-PRF-06": (tr("A side that too few cards are left for can't be filled any more, and so can't win."),),
    "ST-END-01": (tr("Whoever owns three stones side by side wins the round at once."),),
    "ST-END-02": (tr("Whoever owns any five stones wins the round at once."),),
}
