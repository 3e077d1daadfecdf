"""The cellars: where every barrel lies, what its place is worth, and where it may move (C3-05 to C3-18).

A place is "0" (the area worth nothing) or "LEVEL.SPACE", counted from the left. Pure functions of plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.model import State

SLUG = "single_cask"
AREA = "0"
FIRST_CELLAR = (1, 2, 3)
LEVELS = (1, 2, 3)


class Cellars(msgspec.Struct, frozen=True):
    """The drawer. places: of every barrel, by player. owned: how many cellars a player has. sold: by sale tile,
    whether the bonus space is taken and how many of the others are."""

    places: dict[str, tuple[str, ...]] = {}
    owned: dict[str, int] = {}
    sold: dict[str, tuple[bool, int]] = {}


class CaskStored(ev.Event, frozen=True):
    """A barrel came to a place."""

    player: str
    place: str


class CaskGone(ev.Event, frozen=True):
    """A barrel left its place."""

    player: str
    place: str


class CaskMatured(ev.Event, frozen=True):
    """A barrel moved one space to the right (C3-11)."""

    player: str
    place: str
    to: str


class CellarBuilt(ev.Event, frozen=True):
    """A player has the next cellar (C3-18)."""

    player: str
    level: int


class CaskSold(ev.Event, frozen=True):
    """A barrel lies on a sale tile; bonus: on its upper left space."""

    player: str
    sale: str
    bonus: bool


class SaleEmptied(ev.Event, frozen=True):
    """Barrels of a discarded sale tile are back in the supply (C3-29)."""

    sale: str


def cellars(state: State) -> Cellars:
    drawer: Cellars = state.drawers[SLUG]
    return drawer


def drawer(state: State) -> Cellars:
    """Everybody has the first cellar (C3-05)."""
    return Cellars({p.id: () for p in state.players}, {p.id: 1 for p in state.players})


def _with(state: State, **fields: Any) -> State:
    return replace(state, drawers={**state.drawers, SLUG: replace(cellars(state), **fields)})


def _with_places(state: State, player_id: str, places: Sequence[str]) -> State:
    return _with(state, places={**cellars(state).places, player_id: tuple(sorted(places))})


def stored(state: State, e: CaskStored) -> State:
    return _with_places(state, e.player, (*cellars(state).places[e.player], e.place))


def gone(state: State, e: CaskGone) -> State:
    left = list(cellars(state).places[e.player])
    if e.place in left:
        left.remove(e.place)
    return _with_places(state, e.player, left)


def matured(state: State, e: CaskMatured) -> State:
    left = list(cellars(state).places[e.player])
    left.remove(e.place)
    return _with_places(state, e.player, (*left, e.to))


def built(state: State, e: CellarBuilt) -> State:
    return _with(state, owned={**cellars(state).owned, e.player: e.level})


def sold(state: State, e: CaskSold) -> State:
    bonus, others = cellars(state).sold.get(e.sale, (False, 0))
    now = (True, others) if e.bonus else (bonus, others + 1)
    return _with(state, sold={**cellars(state).sold, e.sale: now})


def emptied(state: State, e: SaleEmptied) -> State:
    return _with(state, sold={sale: s for sale, s in cellars(state).sold.items() if sale != e.sale})


CHANGES: dict[type[ev.Event], Callable[[State, Any], State]] = {
    CaskStored: stored,
    CaskGone: gone,
    CaskMatured: matured,
    CellarBuilt: built,
    CaskSold: sold,
    SaleEmptied: emptied,
}


# ---- what places are worth, and where barrels go


def spaces_of(more: Mapping[str, Any], level: int) -> tuple[int, ...] | None:
    """Points of a cellar's spaces from the left; None while nobody has told (a fact of the box)."""
    if level == 1:
        return FIRST_CELLAR
    told = more.get(f"{SLUG}.cellar_{level}")
    return tuple(int(part) for part in str(told).split()) if told else None


def row_of(more: Mapping[str, Any], owned: int) -> list[str]:
    """All places of a player's cellars from left to right, one cellar after the other (C3-18)."""
    return [
        f"{level}.{space}" for level in LEVELS[:owned] for space in range(1, len(spaces_of(more, level) or ()) + 1)
    ]


def worth(more: Mapping[str, Any], place: str) -> int:
    """Points for selling a barrel from this place (C3-23); nothing from the 0 area (C3-28)."""
    if place == AREA:
        return 0
    level, _, space = place.partition(".")
    return (spaces_of(more, int(level)) or ())[int(space) - 1]


def new_place(places: Sequence[str]) -> str:
    """The leftmost free space of the first cellar, else the 0 area (C3-07, C3-08)."""
    first = [f"1.{space}" for space in range(1, len(FIRST_CELLAR) + 1)]
    return next((place for place in first if place not in places), AREA)


def next_place(row: Sequence[str], place: str) -> str | None:
    """One to the right, on to the next cellar (C3-13); from the 0 area onto the first space."""
    at = -1 if place == AREA else row.index(place)
    return row[at + 1] if at + 1 < len(row) else None


def may_mature(row: Sequence[str], places: Sequence[str], from_area: bool = True) -> list[tuple[str, str]]:
    """Moves of one barrel to the right onto an empty space (C3-12); switch C3-14: also out of the 0 area."""
    moves = []
    for place in sorted(set(places)):
        to = next_place(row, place)
        if to is not None and to not in places and (place != AREA or from_area):
            moves.append((place, to))
    return moves


def cheapest_first(more: Mapping[str, Any], places: Sequence[str]) -> list[str]:
    """Different places, those worth least first."""
    return sorted(set(places), key=lambda place: (worth(more, place), place))
