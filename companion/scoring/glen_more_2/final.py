"""What only the end of the game scores: territory, coins, landmark cards; and how ties are broken.

Goods, Scots, markers and movement points left over bring nothing (GM-END-12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from companion.engine.message import Message, trn
from companion.scoring.glen_more_2.compare import Count, fewest_of
from companion.scoring.glen_more_2.parts import ScoringInput, ScoringPart, coin_worth
from companion.scoring.glen_more_2.standing import Gain, Given, Scored, Standing, given

POINTS_LOST_PER_TILE = 3
POINTS_PER_COIN = 1
ARMADALE_CASTLE = "armadale_castle"
ARMADALE_COINS = 8
ARMADALE_POINTS_PER_COIN = 2


def territory_penalty(sheet: ScoringInput) -> Iterator[Given]:
    """3 points lost for each tile more than the smallest territory (GM-END-08)."""
    counts = [Count(standing.name, _tiles(standing)) for standing in sheet.standings]
    smallest = min(count.number for count in counts)
    for count in counts:
        if more := count.number - smallest:
            lost = -POINTS_LOST_PER_TILE * more
            yield given(count.name, "territory", lost, _too_large(count, more, fewest_of(counts), smallest, lost))


def _tiles(standing: Standing) -> int:
    if standing.tiles is None:
        raise ValueError(f"the final scoring needs the tiles of {standing.name}")
    return standing.tiles


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


def coins(sheet: ScoringInput) -> Iterator[Given]:
    """1 point for each coin left (GM-END-09)."""
    for standing in sheet.standings:
        points = standing.coins * coin_worth(standing, sheet.parts, POINTS_PER_COIN)
        if points:
            because = trn(
                "{n} coin left, points: {points}",
                "{n} coins left, points: {points}",
                standing.coins,
                points=points,
            )
            yield given(standing.name, "coins", points, because)


def coins_in_short(gain: Gain) -> Gain:
    """The gain of coins left with their number alone, read from its arithmetic as `compare.in_short` does."""
    left = dict(gain.because.values).get("n") if gain.source == "coins" else None
    return replace(gain, short=trn("{n} coin", "{n} coins", left)) if isinstance(left, int) else gain


def armadale_castle(standing: Standing, parts: Sequence[ScoringPart]) -> Iterator[Given]:
    """What is missing to 2 points for each of the first 8 coins (GM-LMK-01)."""
    first = min(standing.coins, ARMADALE_COINS)
    more = ARMADALE_POINTS_PER_COIN - coin_worth(standing, parts, POINTS_PER_COIN, on_cards=True)
    if points := first * more:
        because = trn(
            "{n} coin is worth {more} more, points: {points}",
            "{n} coins are worth {more} more each, points: {points}",
            first,
            more=more,
            points=points,
        )
        yield given(standing.name, ARMADALE_CASTLE, points, because)


END_CARDS: Mapping[str, Callable[[Standing, Sequence[ScoringPart]], Iterator[Given]]] = MappingProxyType(
    {ARMADALE_CASTLE: armadale_castle}
)


def landmark_cards(sheet: ScoringInput) -> Iterator[Given]:
    """Landmark cards with an effect at the end of the game (GM-END-10)."""
    for standing in sheet.standings:
        for card, effect in END_CARDS.items():
            if standing.has_working(card):
                yield from effect(standing, sheet.parts)


def leaders(players: Sequence[Scored]) -> tuple[str, ...]:
    """Everybody with the most points."""
    most = max(player.points for player in players)
    return tuple(player.name for player in players if player.points == most)


def places(points: Mapping[str, int], goods: Mapping[str, int | None]) -> dict[str, int]:
    """Everybody's place, as in sports: of equal points most goods come first; equal in both share it (GM-TIE-02).

    goods: left on tiles; while somebody's of the tied are not counted, they share the place.
    """
    return {name: 1 + sum(_is_ahead(other, name, points, goods) for other in points) for name in points}


def _is_ahead(one: str, other: str, points: Mapping[str, int], goods: Mapping[str, int | None]) -> bool:
    if points[one] != points[other]:
        return points[one] > points[other]
    counted = {name: goods.get(name) for name in points if points[name] == points[one]}
    known = {name: number for name, number in counted.items() if number is not None}
    return len(known) == len(counted) and known[one] > known[other]


def goods_decided(players: Sequence[Scored]) -> bool:
    """Equal points and yet not the same place."""
    return any(one.points == other.points and one.rank != other.rank for one in players for other in players)


def winners(players: Sequence[Scored], standings: Sequence[Standing]) -> tuple[str, ...]:
    """Most points; among the tied most goods (GM-TIE-01); equal, or goods not counted: shared (GM-TIE-02)."""
    first = leaders(players)
    goods = {standing.name: standing.goods for standing in standings if standing.name in first}
    known = [number for number in goods.values() if number is not None]
    if len(known) < len(first):
        return first
    return tuple(name for name in first if goods[name] == max(known))
