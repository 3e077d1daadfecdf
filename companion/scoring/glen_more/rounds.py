"""A scoring round of Glen More: barrels, chieftains and special locations, each compared (G1-SCR-01).

All three rounds are this one. Nothing is spent (G1-SCR-04): only points come out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import tr
from companion.scoring.compare import Count, compared
from companion.scoring.gains import Given
from companion.scoring.glen_more.standing import Standing
from companion.state.glen_more.house_rules import HouseRules

CASTLE_OF_MEY = "castle_of_mey"
CHIEFTAINS_WITH_CASTLE_OF_MEY = 2


def whisky_counted(standing: Standing, _rules: HouseRules) -> Count:
    """Whisky barrels."""
    return Count(standing.name, standing.whisky)


def chieftains_counted(standing: Standing, rules: HouseRules) -> Count:
    """Chieftains and all bonnets; Castle of Mey doubles chieftains, as a house rule bonnets too (G1-CRD-08)."""
    if CASTLE_OF_MEY not in standing.cards:
        return _with_bonnets(standing)
    if rules.mey_doubles_bonnets:
        return _both_doubled(standing)
    return _doubled(standing)


def _with_bonnets(standing: Standing) -> Count:
    n, more = standing.chieftains, standing.bonnets
    reckoned = tr("{n} + {more} for bonnets = {all}", n=n, more=more, all=n + more) if more else None
    return Count(standing.name, n + more, reckoned)


def _doubled(standing: Standing) -> Count:
    n, more, times = standing.chieftains, standing.bonnets, CHIEFTAINS_WITH_CASTLE_OF_MEY
    if not n:
        return _with_bonnets(standing)
    number = n * times + more
    reckoned = tr(
        "{n} × {times} with Castle of Mey + {more} for bonnets = {all}", n=n, times=times, more=more, all=number
    )
    return Count(standing.name, number, reckoned)


def _both_doubled(standing: Standing) -> Count:
    n, more, times = standing.chieftains, standing.bonnets, CHIEFTAINS_WITH_CASTLE_OF_MEY
    number = (n + more) * times
    reckoned = tr(
        "({n} + {more} for bonnets) × {times} with Castle of Mey = {all}", n=n, times=times, more=more, all=number
    )
    return Count(standing.name, number, reckoned)


def special_locations_counted(standing: Standing, _rules: HouseRules) -> Count:
    """Cards of special locations."""
    return Count(standing.name, len(standing.cards))


CATEGORIES: Mapping[str, Callable[[Standing, HouseRules], Count]] = MappingProxyType(
    {
        "whisky": whisky_counted,
        "chieftains": chieftains_counted,
        "special_locations": special_locations_counted,
    }
)


def scoring_round(standings: Sequence[Standing], rules: HouseRules) -> Iterator[Given]:
    """The three categories, each on its own: more than the fewest by the table (G1-SCR-02, G1-SCR-03)."""
    for category, counted in CATEGORIES.items():
        yield from compared(category, [counted(standing, rules) for standing in standings])
