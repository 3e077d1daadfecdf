"""Tiles of the single casks, as data: five distilleries swapped, two new, three sale tiles (C3-02 to C3-04).

Costs and icons that no book tells stay unknown.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.state.glen_more_2.facts import LAND, Facts, Piece
from companion.state.glen_more_2.model import State

SWAPPED = ("pulteney", "glen_mhor", "glenlochy", "edradour", "millburn")
NEW = (
    Piece("ben_wyvis", "Ben Wyvis", LAND, "B", kind="whisky", symbol=True),
    Piece("glen_albyn", "Glen Albyn", LAND, "C", kind="whisky", symbol=True),
)
DISTILLERIES = (*(f"{id}_single_cask" for id in SWAPPED), *(tile.id for tile in NEW))
SALES = tuple(
    Piece(f"single_cask_sale_{deck.lower()}", f"Single cask sale {deck}", LAND, deck, symbol=True, stays=True)
    for deck in ("B", "C", "D")
)
SALE_IDS = tuple(piece.id for piece in SALES)


def with_pieces(facts: Facts, _state: State) -> Facts:
    """Base distilleries give way to tiles of the same names in the same decks; decks B, C and D grow."""
    pieces = dict(facts.pieces)
    for id in SWAPPED:
        if base := pieces.pop(id, None):
            # Same name, other print: what the base tile shows says nothing about this one (C3-03).
            new = Piece(f"{id}_single_cask", base.name, LAND, base.deck, kind="whisky", symbol=True)
            pieces[new.id] = new
    for piece in (*NEW, *SALES):
        pieces[piece.id] = piece
    decks = dict(facts.decks)
    for piece in (*NEW, *SALES):
        decks[str(piece.deck)] += 1
    return replace(facts, pieces=pieces, decks=decks)
