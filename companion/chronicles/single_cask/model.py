"""State, events and tiles of Single Cask Whisky: where barrels lie, what a place is worth, where barrels may move.

A place is "0" (the area worth nothing) or "LEVEL.SPACE", counted from the left (C3-05 to C3-18). The tiles are
data: five distilleries replaced, two new ones, three sale tiles (C3-02 to C3-04); what the rulebook does not print
is unknown.
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


def cellar_points_fact(level: int) -> str:
    """Return the name of the box fact with the points of a cellar's spaces."""
    return f"{SLUG}.cellar_{level}"


class Cellars(msgspec.Struct, frozen=True):
    """Barrels in cellars and on sale tiles."""

    barrel_places: dict[str, tuple[str, ...]] = {}
    """Place of each barrel, by player."""
    cellar_counts: dict[str, int] = {}
    """Number of cellars, by player."""
    sale_spaces: dict[str, tuple[bool, int]] = {}
    """By sale tile: whether the bonus space is taken, and how many of the lower spaces are."""


class CaskStored(ev.Event, frozen=True):
    """A barrel was stored at a place."""

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
    """Place before."""
    to: str
    """Next space, which may belong to the next cellar (C3-13)."""


class CellarBuilt(ev.Event, frozen=True):
    """A player built the next cellar (C3-18)."""

    player: str
    level: int
    """2 or 3; every player begins with the first (C3-05)."""


class CaskSold(ev.Event, frozen=True):
    """A barrel was sold on a sale tile."""

    player: str
    sale: str
    """Piece id of the tile."""
    bonus: bool
    """True for the bonus space at the upper left, False for a space at the lower right (C3-24)."""


class SaleEmptied(ev.Event, frozen=True):
    """The barrels on a discarded sale tile went back to the supply (C3-29)."""

    sale: str
    """Piece id of the tile."""


class CaskPlaced(ev.Event, frozen=True):
    """A correction: a barrel lies elsewhere in the cellars."""

    player: str
    place: str
    """Place recorded so far: ZERO_AREA or "LEVEL.SPACE"."""
    to: str
    """Correct place."""


class CellarsCounted(ev.Event, frozen=True):
    """A correction of the number of cellars. Barrels of removed cellars move to the 0 area."""

    player: str
    cellars: int


class SaleCounted(ev.Event, frozen=True):
    """A correction of the barrels on a sale tile."""

    sale: str
    """Piece id of the tile."""
    bonus: bool
    """True if the bonus space at the upper left is taken."""
    others: int
    """Number of spaces taken at the lower right."""


OWN_STATE = ExpansionState(
    SLUG,
    begin=lambda state: Cellars({p.id: () for p in state.players}, {p.id: 1 for p in state.players}),
    joined=lambda now, player: replace(
        now, barrel_places={**now.barrel_places, player: ()}, cellar_counts={**now.cellar_counts, player: 1}
    ),
)
"""Cellars of all players; each begins with the first (C3-05)."""


def space_points(more: Mapping[str, Any], level: int) -> tuple[int, ...] | None:
    """Return the points of a cellar's spaces from the left; None while this box fact is unknown."""
    if level == 1:
        return FIRST_CELLAR
    points = more.get(cellar_points_fact(level))
    return tuple(int(part) for part in str(points).split()) if points else None


def cellar_places(more: Mapping[str, Any], owned: int) -> list[str]:
    """Return all places in a player's cellars from left to right, one cellar after the other (C3-18)."""
    return [
        f"{level}.{space}"
        for level in LEVELS[:owned]
        for space in range(1, len(space_points(more, level) or ()) + 1)
    ]


def place_points(more: Mapping[str, Any], place: str) -> int:
    """Return the points for selling a barrel from this place (C3-23); 0 for the 0 area (C3-28)."""
    if place == ZERO_AREA:
        return 0
    level, _, space = place.partition(".")
    # A space that the cellar lost through a correction of its card is worth nothing.
    return dict(enumerate(space_points(more, int(level)) or (), 1)).get(int(space), 0)


def free_place_for_new_barrel(places: Sequence[str]) -> str:
    """Return the leftmost free space of the first cellar, else the 0 area (C3-07, C3-08)."""
    # C3-07 says "may", but no question is needed: every space is worth more than the 0 area (C3-09).
    first = [f"1.{space}" for space in range(1, len(FIRST_CELLAR) + 1)]
    return next((place for place in first if place not in places), ZERO_AREA)


def next_place(row: Sequence[str], place: str) -> str | None:
    """Return the next place to the right, on to the next cellar (C3-13); None at the end or for an unknown
    place."""
    if place not in (*row, ZERO_AREA):
        return None
    at = -1 if place == ZERO_AREA else row.index(place)
    return row[at + 1] if at + 1 < len(row) else None


def possible_maturings(row: Sequence[str], places: Sequence[str], from_area: bool = True) -> list[tuple[str, str]]:
    """Return the moves (from, to) of a barrel onto an empty space to its right (C3-12).

    `from_area`: house rule C3-14, barrels may also leave the 0 area.
    """
    moves = []
    for place in sorted(set(places)):
        to = next_place(row, place)
        if to is not None and to not in places and (place != ZERO_AREA or from_area):
            moves.append((place, to))
    return moves


def places_by_points(more: Mapping[str, Any], places: Sequence[str]) -> list[str]:
    """Return the distinct places, those worth least first."""
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
    """Return the facts with five distilleries replaced by tiles of the same name, and larger decks B, C and D."""
    pieces = dict(facts.pieces)
    for id in REPLACED_DISTILLERIES:
        if base := pieces.pop(id, None):
            # The base tile of the same name has another print, so its facts do not apply to the new tile (C3-03).
            new = Piece(f"{id}_single_cask", base.name, LAND, base.deck, kind="whisky", symbol=True)
            pieces[new.id] = new
    for piece in (*NEW_DISTILLERIES, *SALES):
        pieces[piece.id] = piece
    decks = dict(facts.decks)
    for piece in (*NEW_DISTILLERIES, *SALES):
        decks[str(piece.deck)] += 1
    return replace(facts, pieces=pieces, decks=decks)
