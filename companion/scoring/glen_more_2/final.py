"""What only the end of the game scores: territory, coins, landmark cards.

Goods, Scots, markers and movement points left over bring nothing (GM-END-12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import trn
from companion.scoring.compare import Count
from companion.scoring.ending import POINTS_PER_COIN, coins_left, too_large
from companion.scoring.gains import Given, given
from companion.scoring.glen_more_2.parts import ScoringInput, ScoringPart, coin_worth
from companion.scoring.glen_more_2.standing import Standing

ARMADALE_CASTLE = "armadale_castle"
ARMADALE_COINS = 8
ARMADALE_POINTS_PER_COIN = 2


def territory_penalty(sheet: ScoringInput) -> Iterator[Given]:
    """3 points lost for each tile more than the smallest territory (GM-END-08)."""
    return too_large([Count(standing.name, _tiles(standing)) for standing in sheet.standings])


def _tiles(standing: Standing) -> int:
    if standing.tiles is None:
        raise ValueError(f"the final scoring needs the tiles of {standing.name}")
    return standing.tiles


def coins(sheet: ScoringInput) -> Iterator[Given]:
    """1 point for each coin left (GM-END-09)."""
    for standing in sheet.standings:
        each = coin_worth(standing, sheet.parts, POINTS_PER_COIN)
        yield from coins_left(standing.name, standing.coins, each)


def armadale_castle(standing: Standing, parts: Sequence[ScoringPart]) -> Iterator[Given]:
    """What is missing to 2 points for each of the first 8 coins (GM-LMK-01)."""
    first = min(standing.coins, ARMADALE_COINS)
    more = ARMADALE_POINTS_PER_COIN - coin_worth(standing, parts, POINTS_PER_COIN, on_cards=True)
    if points := first * more:
        because = trn("{n} coin: +{more}", "{n} coins: +{more} each", first, more=more)
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
