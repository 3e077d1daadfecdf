"""What only the end of Glen More scores: three cards, coins, the territory (G1-FIN-02 to G1-FIN-04).

Goods left over bring nothing (G1-FIN-05); they break ties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import Message, trn
from companion.scoring.compare import Count
from companion.scoring.ending import coins_left, too_large
from companion.scoring.gains import Given, given
from companion.scoring.glen_more.standing import Standing
from companion.state.glen_more.house_rules import HouseRules

LOCH_MORAR, IONA_ABBEY, DUART_CASTLE = "loch_morar", "iona_abbey", "duart_castle"
POINTS_PER_TILE = 2
POINTS_PER_VILLAGE = 3

Worth = tuple[int, Message]
"""Points at the end, and why."""


def loch_morar(standing: Standing, _rules: HouseRules) -> Worth:
    """2 points for each green tile (G1-CRD-05)."""
    points = POINTS_PER_TILE * standing.green_tiles
    because = trn(
        "{n} green tile, points: {points}",
        "{n} green tiles, points: {points}",
        standing.green_tiles,
        points=points,
    )
    return points, because


def iona_abbey(standing: Standing, _rules: HouseRules) -> Worth:
    """2 points for each yellow tile, the abbey among them (G1-CRD-07)."""
    points = POINTS_PER_TILE * standing.yellow_tiles
    because = trn(
        "{n} yellow tile, points: {points}",
        "{n} yellow tiles, points: {points}",
        standing.yellow_tiles,
        points=points,
    )
    return points, because


def duart_castle(standing: Standing, rules: HouseRules) -> Worth:
    """3 points for each village; the start village is one, unless the table says otherwise (G1-CRD-09)."""
    if rules.duart_counts_start:
        points = POINTS_PER_VILLAGE * standing.villages
        return points, trn(
            "{n} village, points: {points}", "{n} villages, points: {points}", standing.villages, points=points
        )
    others = max(0, standing.villages - 1)
    points = POINTS_PER_VILLAGE * others
    return points, trn(
        "{n} village without the start village, points: {points}",
        "{n} villages without the start village, points: {points}",
        others,
        points=points,
    )


END_CARDS: Mapping[str, Callable[[Standing, HouseRules], Worth]] = MappingProxyType(
    {LOCH_MORAR: loch_morar, IONA_ABBEY: iona_abbey, DUART_CASTLE: duart_castle}
)


def final_scoring(standings: Sequence[Standing], rules: HouseRules) -> Iterator[Given]:
    """Cards, then coins, then tiles."""
    for standing in standings:
        for card, worth in END_CARDS.items():
            points, because = worth(standing, rules)
            if points and card in standing.cards:
                yield given(standing.name, card, points, because)
        yield from coins_left(standing.name, standing.coins)
    yield from too_large([Count(standing.name, standing.tiles) for standing in standings])
