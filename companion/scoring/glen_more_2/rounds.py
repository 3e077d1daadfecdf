"""A scoring round: Scots in the home castle, landmark cards, barrels and persons, each compared (GM-SCR-03).

All four rounds are this one; the fourth is the first step of the final scoring (GM-END-07).
Nothing is spent (GM-SCR-07): only points come out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from companion.engine.message import Message, tr, trn
from companion.scoring.compare import Count, compared
from companion.scoring.gains import Given
from companion.scoring.glen_more_2.parts import ScoringInput, own_table
from companion.scoring.glen_more_2.standing import Standing

SCOTS = "scots_in_home_castle"
CASTLE_MOIL = "castle_moil"
SCOTS_WITH_CASTLE_MOIL = 2
DAVID_HUME_PERSONS = 2
_DOUBLED, _ADDED = "{n} × {times} = {all}", "{n} + {more} = {all}"
"""The sums that lead to a count, as they are kept."""


def scots_counted(standing: Standing) -> Count:
    """Scots in the home castle, twice as many with Castle Moil (GM-LMK-03)."""
    scots = standing.scots_in_home_castle
    if not scots or not standing.has_working(CASTLE_MOIL):
        return Count(standing.name, scots)
    twice = scots * SCOTS_WITH_CASTLE_MOIL
    reckoned = tr("{n} × {times} = {all}", n=scots, times=SCOTS_WITH_CASTLE_MOIL, all=twice)
    return Count(standing.name, twice, reckoned)


def landmarks_counted(standing: Standing) -> Count:
    """Landmark cards, whatever became of their tiles (GM-RBD-07, GM-EDG-05)."""
    return Count(standing.name, len(standing.landmarks))


def whisky_counted(standing: Standing) -> Count:
    """Whisky barrels."""
    return Count(standing.name, standing.whisky)


def persons_counted(standing: Standing) -> Count:
    """Person tiles; David Hume is as good as two (GM-PER-07)."""
    persons = standing.persons
    if not standing.david_hume:
        return Count(standing.name, persons)
    both = persons + DAVID_HUME_PERSONS
    return Count(standing.name, both, tr("{n} + {more} = {all}", n=persons, more=DAVID_HUME_PERSONS, all=both))


def with_what_counts(because: Message) -> Message:
    """The reason with what doubles a count or adds to it; kept games have no more of it than the sum."""
    told = dict(because.values)
    named = _named(told.get("count"))
    if named is None:
        return because
    return trn(
        "{count}: {more} more than {who} ({fewest}), {points} point",
        "{count}: {more} more than {who} ({fewest}), {points} points",
        because.count,
        count=named,
        more=told["more"],
        who=told["who"],
        fewest=told["fewest"],
        points=told["points"],
    )


def _named(count: int | str | Message | None) -> Message | None:
    """A sum with what makes it; None for a plain number."""
    if not isinstance(count, Message):
        return None
    of = dict(count.values)
    if count.text == _DOUBLED:
        return tr("{n} × {times} with Castle Moil = {all}", n=of["n"], times=of["times"], all=of["all"])
    if count.text == _ADDED:
        return tr("{n} + {more} for David Hume = {all}", n=of["n"], more=of["more"], all=of["all"])
    return None


CATEGORIES: Mapping[str, Callable[[Standing], Count]] = MappingProxyType(
    {
        SCOTS: scots_counted,
        "landmarks": landmarks_counted,
        "whisky": whisky_counted,
        "persons": persons_counted,
    }
)


def scoring_round(sheet: ScoringInput) -> Iterator[Given]:
    """The four categories, each on its own: more than the fewest by the table (GM-SCR-04 to GM-SCR-06)."""
    for category, counted in CATEGORIES.items():
        counts = [counted(standing) for standing in sheet.standings]
        tables = [own_table(standing, category, sheet.parts) for standing in sheet.standings]
        yield from compared(category, counts, sheet.rules.difference_above_five, tables)
