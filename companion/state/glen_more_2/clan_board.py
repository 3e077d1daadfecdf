"""What a way to a crest costs, from the roads that are entered as facts of the box. A sum is never reused."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush

import msgspec

from companion.state.glen_more_2.facts import Road

START = "start"
MAX_ROAD = 5


class Route(msgspec.Struct, frozen=True):
    """The cheapest way to a crest that is known."""

    coins: int
    """What it costs in all (GM-CLN-04)."""
    certain: bool
    """No other way can be cheaper, known or not."""


@lru_cache(maxsize=256)
def cheapest_routes(roads: tuple[Road, ...], occupied: frozenset[str], complete: bool) -> dict[str, Route]:
    """The cheapest known way to every crest from the start area or any occupied crest (GM-CLN-02..05).

    A sum printed for a whole way (from the start on an empty board) is only used from the start. Nothing is
    certain unless every road is known or the way is free.
    """
    steps: dict[str, list[tuple[str, int]]] = {}
    for road in roads:
        steps.setdefault(road.a, []).append((road.b, road.coins))
        # A whole sum is no road: back from its end it may be cheaper to somewhere in between.
        if not road.whole:
            steps.setdefault(road.b, []).append((road.a, road.coins))
    cheapest = _cheapest(steps, {START, *occupied})
    return {
        crest: Route(coins, complete or coins == 0 or (not occupied and _from_start(roads, crest) == coins))
        for crest, coins in cheapest.items()
        if crest != START
    }


def _cheapest(steps: dict[str, list[tuple[str, int]]], sources: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    heap = [(0, source) for source in sorted(sources)]
    while heap:
        coins, place = heappop(heap)
        if place in found:
            continue
        found[place] = coins
        for other, more in steps.get(place, ()):
            if other not in found:
                heappush(heap, (coins + more, other))
    return found


def _from_start(roads: tuple[Road, ...], crest: str) -> int | None:
    """The printed sum from the start on an empty board, where one is known."""
    return next((r.coins for r in roads if r.a == START and r.b == crest), None)
