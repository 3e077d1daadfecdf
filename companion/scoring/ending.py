"""Points for large territories and for coins at the end of the game. Imports no game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.engine.message import Message, trn
from companion.scoring.gains import Count, Gain, PlayerGain, names_with_fewest, player_gain

TERRITORY_SOURCE, COINS_SOURCE = "territory", "coins"
"""Sources of points."""
POINTS_LOST_PER_TILE = 3
POINTS_PER_COIN = 1


def large_territory_gains(counts: Sequence[Count]) -> Iterator[PlayerGain]:
    """Yield 3 points lost for each tile more than the smallest territory."""
    smallest = min(count.number for count in counts)
    for count in counts:
        if more := count.number - smallest:
            lost = -POINTS_LOST_PER_TILE * more
            yield player_gain(
                count.name,
                TERRITORY_SOURCE,
                lost,
                _too_large(count, more, names_with_fewest(counts), smallest, lost),
            )


def _too_large(count: Count, more: int, player: str | Message, smallest: int, lost: int) -> Message:
    return trn(
        "{more} tile more than {who}: {points} points ({tiles} to {fewest})",
        "{more} tiles more than {who}: {points} points ({tiles} to {fewest})",
        more,
        tiles=count.number,
        more=more,
        who=player,
        fewest=smallest,
        points=lost,
    )


def coin_gains(name: str, coins: int, each: int = POINTS_PER_COIN) -> Iterator[PlayerGain]:
    """Yield the points for coins left. each: points per coin."""
    if points := coins * each:
        because = trn("{n} coin left, points: {points}", "{n} coins left, points: {points}", coins, points=points)
        yield player_gain(name, COINS_SOURCE, points, because)


def with_short_coin_reason(gain: Gain) -> Gain:
    """Return the gain with the number of coins as short reason, taken from its full reason."""
    left = dict(gain.because.values).get("n") if gain.source == COINS_SOURCE else None
    return replace(gain, short=trn("{n} coin", "{n} coins", left)) if isinstance(left, int) else gain
