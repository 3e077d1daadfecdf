"""The eight tiles and four new landmark cards of the Turbulent Chapters, as data (C6-02 to C6-06).

What is on the event sides is not here but in `chapters`.
"""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.engine.message import tr
from companion.state.glen_more_2.facts import CARD, LAND, LANDMARK, Effect, Facts, Landmark, Piece
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.set_up_steps import Stage, Step

STORR, WALLACE = "old_man_of_storr", "wallace_monument"
DUNVEGAN, FORT_GEORGE = "dunvegan_castle", "fort_george"

GATHERINGS = tuple(
    Piece(f"gathering_{deck.lower()}", f"Gathering ({deck})", LAND, deck, symbol=True)
    for deck in ("A", "B", "C", "D")
)
GATHERING_IDS = tuple(tile.id for tile in GATHERINGS)
LANDMARKS = (
    Piece(STORR, "Old Man of Storr", LANDMARK, "A", symbol=True),
    Piece(WALLACE, "Wallace Monument", LANDMARK, "B", symbol=True),
    Piece(DUNVEGAN, "Dunvegan Castle", LANDMARK, "C", kind="castle", symbol=True),
    Piece(FORT_GEORGE, "Fort George", LANDMARK, "D", symbol=True),
)
TILES = (*GATHERINGS, *LANDMARKS)
NEW_CARDS = (
    Landmark(
        STORR,
        "Old Man of Storr",
        "A",
        "one_time",
        (Effect("gain", "stone", 2),),
        tr("Put 2 stone on the Old Man of Storr tile."),
        "C6-18",
    ),
    Landmark(
        WALLACE,
        "Wallace Monument",
        "B",
        "one_time",
        (Effect("tell"),),
        tr("You may activate all your tiles once, instead of the new one and its neighbours."),
        "C6-19",
    ),
    Landmark(
        DUNVEGAN,
        "Dunvegan Castle",
        "C",
        "one_time",
        (Effect("gain", "sheep", 2),),
        tr("Put 2 sheep on the Dunvegan Castle tile."),
        "C6-20",
    ),
    Landmark(
        FORT_GEORGE,
        "Fort George",
        "D",
        "one_time",
        (Effect("tell"),),
        tr("Move any number of your Scots from your territory to your home castle for no movement."),
        "C6-21",
    ),
)


ALL_TILES = Effect("activate_all")


def _card(card: Landmark, follows: bool) -> Landmark:
    """What is told in words elsewhere is done where territories are followed (C6-19)."""
    return replace(card, effects=(ALL_TILES,)) if follows and card.id == WALLACE else card


def with_pieces(facts: Facts, state: State) -> Facts:
    """Each deck grows by two tiles; four landmark cards more, the others keep what they do (C6-09).

    The cards that replace those of the base game and of another chronicle have the same names, so nothing else
    changes: what is on their other side stands in the table of chapters.
    """
    cards = tuple(Piece(f"card_{tile.id}", tile.name, CARD, "") for tile in LANDMARKS)
    more = Counter(str(tile.deck) for tile in TILES)
    return replace(
        facts,
        pieces={**facts.pieces, **{piece.id: piece for piece in (*TILES, *cards)}},
        landmarks={**facts.landmarks, **{card.id: _card(card, state.follows) for card in NEW_CARDS}},
        decks={letter: size + more[letter] for letter, size in facts.decks.items()},
    )


NEW = 4
"""Landmark cards that the chronicle adds (C6-03)."""


def preparation(state: State) -> tuple[Step, ...]:
    """Cards and tiles (C6-04, C6-05, C6-07)."""
    swapped = len(state.facts.landmarks) - NEW
    return (
        Step(Stage.CARDS, tr("Swap the {n} landmark cards for those with an event side", n=swapped)),
        Step(
            Stage.CARDS,
            tr("Add the 4 new cards: Old Man of Storr, Wallace Monument, Dunvegan Castle, Fort George"),
        ),
        Step(Stage.DECKS, tr("The 8 tiles of Turbulent Chapters into their decks")),
    )
