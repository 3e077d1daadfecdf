"""The cellars: where every barrel lies, what its place is worth, and where it may move (C3-05 to C3-18).

A place is "0" (the area worth nothing) or "LEVEL.SPACE", counted from the left. Knows neither questions nor words.

Tiles of the single casks, as data: five distilleries swapped, two new, three sale tiles (C3-02 to C3-04).

Costs and icons that no book tells stay unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.expansions import ExpansionState
from companion.state.glen_more_2.facts import LAND, Facts, Piece
from companion.state.glen_more_2.model import State

SLUG = "single_cask"
SALE_CAUSE = f"{SLUG}.sale"
ZERO_AREA = "0"
FIRST_CELLAR = (1, 2, 3)
LEVELS = (1, 2, 3)


def spaces_fact(level: int) -> str:
    """The points of a cellar's spaces, as its card shows them."""
    return f"{SLUG}.cellar_{level}"


class Cellars(msgspec.Struct, frozen=True):
    """Barrels in the cellars and on sale tiles."""

    places: dict[str, tuple[str, ...]] = {}
    """Of every barrel, by player."""
    owned: dict[str, int] = {}
    """How many cellars a player has."""
    sold: dict[str, tuple[bool, int]] = {}
    """By sale tile, whether the bonus space is taken and how many of the others are."""


class CaskStored(ev.Event, frozen=True):
    """A barrel came to a place."""

    player: str
    place: str
    """ZERO_AREA or "LEVEL.SPACE"."""


class CaskRemoved(ev.Event, frozen=True):
    """A barrel left its place."""

    player: str
    place: str
    """ZERO_AREA or "LEVEL.SPACE"."""


class CaskMatured(ev.Event, frozen=True):
    """A barrel moved one space to the right (C3-11)."""

    player: str
    place: str
    """From where."""
    to: str
    """The next space, perhaps of the next cellar (C3-13)."""


class CellarBuilt(ev.Event, frozen=True):
    """A player has the next cellar (C3-18)."""

    player: str
    level: int
    """2 or 3; everybody begins with the first (C3-05)."""


class CaskSold(ev.Event, frozen=True):
    """A barrel lies on a sale tile."""

    player: str
    sale: str
    """The tile's piece id."""
    bonus: bool
    """On the space at the upper left, else on one at the lower right (C3-24)."""


class SaleEmptied(ev.Event, frozen=True):
    """Barrels of a discarded sale tile are back in the supply (C3-29)."""

    sale: str
    """The tile's piece id."""


class CaskPlaced(ev.Event, frozen=True):
    """A correction: a barrel lies elsewhere in the cellars."""

    player: str
    place: str
    """Where it was believed: ZERO_AREA or "LEVEL.SPACE"."""
    to: str
    """Where it lies."""


class CellarsCounted(ev.Event, frozen=True):
    """A correction: how many cellars a player has; barrels of those that are gone lie in the 0 area."""

    player: str
    cellars: int


class SaleCounted(ev.Event, frozen=True):
    """A correction: which spaces of a sale tile are taken."""

    sale: str
    """The tile's piece id."""
    bonus: bool
    """The space at the upper left is taken."""
    others: int
    """How many at the lower right are."""


OWN_STATE = ExpansionState(
    SLUG,
    begin=lambda state: Cellars({p.id: () for p in state.players}, {p.id: 1 for p in state.players}),
    joined=lambda now, player: replace(now, places={**now.places, player: ()}, owned={**now.owned, player: 1}),
)
"""The cellars now; everybody begins with the first (C3-05)."""


# ---- what places are worth, and where barrels go


def space_points(more: Mapping[str, Any], level: int) -> tuple[int, ...] | None:
    """Points of a cellar's spaces from the left; None while unknown (a fact of the box)."""
    if level == 1:
        return FIRST_CELLAR
    points = more.get(spaces_fact(level))
    return tuple(int(part) for part in str(points).split()) if points else None


def cellar_places(more: Mapping[str, Any], owned: int) -> list[str]:
    """All places of a player's cellars from left to right, one cellar after the other (C3-18)."""
    return [
        f"{level}.{space}"
        for level in LEVELS[:owned]
        for space in range(1, len(space_points(more, level) or ()) + 1)
    ]


def place_points(more: Mapping[str, Any], place: str) -> int:
    """Points for selling a barrel from this place (C3-23); nothing from the 0 area (C3-28)."""
    if place == ZERO_AREA:
        return 0
    level, _, space = place.partition(".")
    # A space that the card doesn't have after all, told otherwise before, is worth nothing.
    return dict(enumerate(space_points(more, int(level)) or (), 1)).get(int(space), 0)


def new_place(places: Sequence[str]) -> str:
    """The leftmost free space of the first cellar, else the 0 area (C3-07, C3-08)."""
    # C3-07 says "may"; nobody is asked, for every space is worth more than the 0 area (C3-09).
    first = [f"1.{space}" for space in range(1, len(FIRST_CELLAR) + 1)]
    return next((place for place in first if place not in places), ZERO_AREA)


def next_place(row: Sequence[str], place: str) -> str | None:
    """One to the right, on to the next cellar (C3-13); from the 0 area onto the first space."""
    if place not in (*row, ZERO_AREA):
        return None
    at = -1 if place == ZERO_AREA else row.index(place)
    return row[at + 1] if at + 1 < len(row) else None


def possible_maturings(row: Sequence[str], places: Sequence[str], from_area: bool = True) -> list[tuple[str, str]]:
    """Moves of one barrel to the right onto an empty space (C3-12); house rule C3-14: also out of the 0 area."""
    moves = []
    for place in sorted(set(places)):
        to = next_place(row, place)
        if to is not None and to not in places and (place != ZERO_AREA or from_area):
            moves.append((place, to))
    return moves


def places_by_points(more: Mapping[str, Any], places: Sequence[str]) -> list[str]:
    """Different places, those worth least first."""
    return sorted(set(places), key=lambda place: (place_points(more, place), place))


REPLACED_DISTILLERIES = ("pulteney", "glen_mhor", "glenlochy", "edradour", "millburn")
NEW_DISTILLERIES = (
    Piece("ben_wyvis", "Ben Wyvis", LAND, "B", kind="whisky", symbol=True),
    Piece("glen_albyn", "Glen Albyn", LAND, "C", kind="whisky", symbol=True),
)
DISTILLERIES = (*(f"{id}_single_cask" for id in REPLACED_DISTILLERIES), *(tile.id for tile in NEW_DISTILLERIES))
SALES = tuple(
    Piece(f"single_cask_sale_{deck.lower()}", f"Single cask sale {deck}", LAND, deck, symbol=True, stays=True)
    for deck in ("B", "C", "D")
)
SALE_IDS = tuple(piece.id for piece in SALES)


def add_pieces(facts: Facts, _state: State) -> Facts:
    """Base distilleries give way to tiles of the same names in the same decks; decks B, C and D grow."""
    pieces = dict(facts.pieces)
    for id in REPLACED_DISTILLERIES:
        if base := pieces.pop(id, None):
            # Same name, other print: what the base tile shows says nothing about this one (C3-03).
            new = Piece(f"{id}_single_cask", base.name, LAND, base.deck, kind="whisky", symbol=True)
            pieces[new.id] = new
    for piece in (*NEW_DISTILLERIES, *SALES):
        pieces[piece.id] = piece
    decks = dict(facts.decks)
    for piece in (*NEW_DISTILLERIES, *SALES):
        decks[str(piece.deck)] += 1
    return replace(facts, pieces=pieces, decks=decks)
