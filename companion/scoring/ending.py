"""What the end of the games with a territory scores alike: territory too large, coins left.

Knows none of these games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.engine.message import Message, trn
from companion.scoring.compare import Count, fewest_of
from companion.scoring.gains import Gain, Given, given

TERRITORY, COINS = "territory", "coins"
"""The sources, as they are told."""
POINTS_LOST_PER_TILE = 3
POINTS_PER_COIN = 1


def too_large(counts: Sequence[Count]) -> Iterator[Given]:
    """3 points lost for each tile more than the smallest territory."""
    smallest = min(count.number for count in counts)
    for count in counts:
        if more := count.number - smallest:
            lost = -POINTS_LOST_PER_TILE * more
            yield given(count.name, TERRITORY, lost, _too_large(count, more, fewest_of(counts), smallest, lost))


def _too_large(count: Count, more: int, who: str | Message, smallest: int, lost: int) -> Message:
    return trn(
        "{more} tile more than {who}: {points} points ({tiles} to {fewest})",
        "{more} tiles more than {who}: {points} points ({tiles} to {fewest})",
        more,
        tiles=count.number,
        more=more,
        who=who,
        fewest=smallest,
        points=lost,
    )


def coins_left(name: str, coins: int, each: int = POINTS_PER_COIN) -> Iterator[Given]:
    """Points for each coin left."""
    if points := coins * each:
        because = trn("{n} coin left, points: {points}", "{n} coins left, points: {points}", coins, points=points)
        yield given(name, COINS, points, because)


def coins_in_short(gain: Gain) -> Gain:
    """The gain of coins left with their number alone, read from its arithmetic as `compare.in_short` does."""
    left = dict(gain.because.values).get("n") if gain.source == COINS else None
    return replace(gain, short=trn("{n} coin", "{n} coins", left)) if isinstance(left, int) else gain
