"""The ten cards of the Great Glen: what each compares, and where its counts come from. Data only."""

from __future__ import annotations

import msgspec

from companion.engine.message import Message, tr

SLUG = "great_glen"
PRIZE = 10
CARDS_IN_PLAY = 5
MAX_DISCARDS = "most_discards"
MAX_SETS = "most_sets"
MAX_CASTLES = "most_castles_with_scot"
SMALLEST = "smallest_territory"


class Card(msgspec.Struct, frozen=True):
    """One of the ten cards; the books print no names of theirs."""

    id: str
    """Ours, as in the journal."""
    name: Message
    """What we call it, by what it compares."""
    rule: str
    """C7-16 to C7-25."""
    counted: Message | None = None
    """What people are asked to count at the end; None where the companion knows it."""


CARDS = {
    card.id: card
    for card in (
        Card("most_animals", tr("Most animals"), "C7-16", tr("sheep and cattle")),
        Card("largest_square", tr("Largest square"), "C7-17", tr("the side of the largest square of tiles")),
        Card("most_stone_and_wood", tr("Most stone and wood"), "C7-18", tr("stone and wood")),
        Card(MAX_SETS, tr("Most sets"), "C7-19"),
        Card(MAX_CASTLES, tr("Most castles with a Scot"), "C7-20", tr("castles with a Scot of your own")),
        Card("most_whisky_tiles", tr("Most whisky tiles"), "C7-21", tr("whisky tiles")),
        Card(SMALLEST, tr("Smallest territory"), "C7-22"),
        Card(
            "largest_animal_group", tr("Largest group of animal tiles"), "C7-23", tr("animal tiles in one group")
        ),
        Card("farthest_scot", tr("Farthest Scot"), "C7-24", tr("movement points to the farthest Scot")),
        Card(MAX_DISCARDS, tr("Most discards"), "C7-25"),
    )
}

TOKENS = {2: (3, 3), 3: (3, 2), 4: (4, 3)}
"""Aye and Nay tokens of each player, by the number of players (C7-04)."""
