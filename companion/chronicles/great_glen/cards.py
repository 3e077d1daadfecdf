"""The ten cards of the Great Glen: what each compares, and where its counts come from. Data only."""

from __future__ import annotations

import msgspec

from companion.engine.message import Said, say

SLUG = "great_glen"
PRIZE = 10
CARDS_IN_PLAY = 5
MOST_DISCARDS = "most_discards"
MOST_SETS = "most_sets"
MOST_CASTLES = "most_castles_with_scot"
SMALLEST = "smallest_territory"


class Card(msgspec.Struct, frozen=True):
    """A card: words for people; what is counted for it at the end, None where the companion knows it."""

    id: str
    name: Said
    rule: str
    counted: Said | None = None


CARDS = {
    card.id: card
    for card in (
        Card("most_animals", say("Most animals"), "C7-16", say("sheep and cattle")),
        Card("largest_square", say("Largest square"), "C7-17", say("the side of the largest square of tiles")),
        Card("most_stone_and_wood", say("Most stone and wood"), "C7-18", say("stone and wood")),
        Card(MOST_SETS, say("Most sets"), "C7-19"),
        Card(MOST_CASTLES, say("Most castles with a Scot"), "C7-20", say("castles with an own Scot")),
        Card("most_whisky_tiles", say("Most whisky tiles"), "C7-21", say("whisky tiles")),
        Card(SMALLEST, say("Smallest territory"), "C7-22"),
        Card(
            "largest_animal_group", say("Largest group of animal tiles"), "C7-23", say("animal tiles in one group")
        ),
        Card("farthest_scot", say("Farthest Scot"), "C7-24", say("movement points to the farthest Scot")),
        Card(MOST_DISCARDS, say("Most discards"), "C7-25"),
    )
}

TOKENS = {2: (3, 3), 3: (3, 2), 4: (4, 3)}
"""Aye and Nay tokens of each player, by the number of players (C7-04)."""
