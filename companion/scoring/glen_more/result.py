"""Scorings of Glen More: from counts to points with reasons, ranks and winners. Pure.

A scoring round compares barrels, chieftains and special locations (G1-SCR-01); nothing is spent (G1-SCR-04). The
final scoring adds three cards, coins and the territory (G1-FIN-02 to G1-FIN-04). Goods give no points
(G1-FIN-05) but break ties.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal

import msgspec

from companion.engine.message import Message, tr, trn
from companion.scoring.ending import coin_gains, large_territory_gains
from companion.scoring.gains import Count, PlayerGain, Result, build_result, compare_counts, player_gain
from companion.state.glen_more.model import HouseRules

Round = Literal["1", "2", "3", "final"]
"""The three scoring rounds; "final" is the third round followed by the final scoring."""


class Standing(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's counts before a scoring."""

    name: str
    """Player id in a game, name in `companion score`."""
    points: int
    """Victory points before this scoring."""
    whisky: int
    """Whisky barrels."""
    chieftains: int
    """Chieftains set aside, before Castle of Mey doubles them."""
    cards: tuple[str, ...] = ()
    """Ids of the cards of special locations."""
    bonnets: int = 0
    """All bonnets on these cards."""
    coins: int = 0
    """Coins left. Only the final scoring uses this and the counts below."""
    goods: int | None = None
    """Goods left on tiles; None if unknown, because only a tie needs them (G1-FIN-06)."""
    tiles: int = 0
    """Tiles of the territory with the start village (G1-FIN-04)."""
    green_tiles: int = 0
    """Tiles with a green border."""
    yellow_tiles: int = 0
    """Tiles with a yellow border, Iona Abbey included."""
    villages: int = 0
    """Villages with the start village, without castles."""


CASTLE_OF_MEY = "castle_of_mey"
CASTLE_OF_MEY_FACTOR = 2


def whisky_count(standing: Standing, _rules: HouseRules) -> Count:
    """Return the whisky barrels."""
    return Count(standing.name, standing.whisky)


def chieftain_count(standing: Standing, rules: HouseRules) -> Count:
    """Return chieftains and bonnets. Castle of Mey doubles chieftains, by a house rule bonnets too (G1-CRD-08)."""
    if CASTLE_OF_MEY not in standing.cards:
        return _with_bonnets(standing)
    if rules.mey_doubles_bonnets:
        return _both_doubled(standing)
    return _doubled(standing)


def _with_bonnets(standing: Standing) -> Count:
    n, more = standing.chieftains, standing.bonnets
    arithmetic = tr("{n} + {more} for bonnets = {all}", n=n, more=more, all=n + more) if more else None
    return Count(standing.name, n + more, arithmetic)


def _doubled(standing: Standing) -> Count:
    n, more, times = standing.chieftains, standing.bonnets, CASTLE_OF_MEY_FACTOR
    if not n:
        return _with_bonnets(standing)
    number = n * times + more
    arithmetic = tr(
        "{n} × {times} with Castle of Mey + {more} for bonnets = {all}", n=n, times=times, more=more, all=number
    )
    return Count(standing.name, number, arithmetic)


def _both_doubled(standing: Standing) -> Count:
    n, more, times = standing.chieftains, standing.bonnets, CASTLE_OF_MEY_FACTOR
    number = (n + more) * times
    arithmetic = tr(
        "({n} + {more} for bonnets) × {times} with Castle of Mey = {all}", n=n, times=times, more=more, all=number
    )
    return Count(standing.name, number, arithmetic)


def special_location_count(standing: Standing, _rules: HouseRules) -> Count:
    """Return the cards of special locations."""
    return Count(standing.name, len(standing.cards))


CATEGORIES: Mapping[str, Callable[[Standing, HouseRules], Count]] = MappingProxyType(
    {
        "whisky": whisky_count,
        "chieftains": chieftain_count,
        "special_locations": special_location_count,
    }
)


def scoring_round(standings: Sequence[Standing], rules: HouseRules) -> Iterator[PlayerGain]:
    """Yield the gains of the three categories, each for the lead over the fewest (G1-SCR-02, G1-SCR-03)."""
    for category, counted in CATEGORIES.items():
        yield from compare_counts(category, [counted(standing, rules) for standing in standings])


LOCH_MORAR, IONA_ABBEY, DUART_CASTLE = "loch_morar", "iona_abbey", "duart_castle"
POINTS_PER_TILE = 2
POINTS_PER_VILLAGE = 3

CardWorth = tuple[int, Message]
"""Points at the end of the game, and their reason."""


def loch_morar_points(standing: Standing, _rules: HouseRules) -> CardWorth:
    """Return 2 points for each green tile (G1-CRD-05)."""
    points = POINTS_PER_TILE * standing.green_tiles
    because = trn(
        "{n} green tile, points: {points}",
        "{n} green tiles, points: {points}",
        standing.green_tiles,
        points=points,
    )
    return points, because


def iona_abbey_points(standing: Standing, _rules: HouseRules) -> CardWorth:
    """Return 2 points for each yellow tile, the abbey included (G1-CRD-07)."""
    points = POINTS_PER_TILE * standing.yellow_tiles
    because = trn(
        "{n} yellow tile, points: {points}",
        "{n} yellow tiles, points: {points}",
        standing.yellow_tiles,
        points=points,
    )
    return points, because


def duart_castle_points(standing: Standing, rules: HouseRules) -> CardWorth:
    """Return 3 points for each village; a house rule excludes the start village (G1-CRD-09)."""
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


END_CARDS: Mapping[str, Callable[[Standing, HouseRules], CardWorth]] = MappingProxyType(
    {LOCH_MORAR: loch_morar_points, IONA_ABBEY: iona_abbey_points, DUART_CASTLE: duart_castle_points}
)


def final_scoring(standings: Sequence[Standing], rules: HouseRules) -> Iterator[PlayerGain]:
    """Yield the gains for cards, then coins, then tiles."""
    for standing in standings:
        for card, worth in END_CARDS.items():
            points, because = worth(standing, rules)
            if points and card in standing.cards:
                yield player_gain(standing.name, card, points, because)
        yield from coin_gains(standing.name, standing.coins)
    yield from large_territory_gains([Count(standing.name, standing.tiles) for standing in standings])


DEFAULT_RULES = HouseRules()


def score_standings(round: Round, standings: Sequence[Standing], rules: HouseRules = DEFAULT_RULES) -> Result:
    """Return the result of a scoring round, or of the third round and the final scoring ("final").

    Rules: G1-FIN-01, G1-FIN-07. At the end goods break ties; if they are equal too, the victory is shared
    (G1-FIN-06).
    """
    before = {standing.name: standing.points for standing in standings}
    gains = list(scoring_round(standings, rules))
    if round != "final":
        return build_result(round, before, gains)
    gains += final_scoring(standings, rules)
    return build_result(round, before, gains, {standing.name: standing.goods for standing in standings})
