"""Scoring rules: a whole scoring from counts to points, ranks and winners, every gain with its reason.

Each of the four rounds compares Scots in the home castle, landmark cards, barrels and persons (GM-SCR-03) and
spends nothing (GM-SCR-07). The final scoring is the fourth round and then territory, coins and landmark cards
(GM-END-07). Left-over goods, Scots, markers and movement points score nothing (GM-END-12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from companion.engine.message import Message, tr, trn
from companion.scoring.ending import POINTS_PER_COIN, large_territory_gains
from companion.scoring.ending import coin_gains as ending_coin_gains
from companion.scoring.gains import Count, PlayerGain, Result, build_result, compare_counts, player_gain
from companion.scoring.glen_more_2.model import (
    SCORING_ORDER,
    Round,
    ScoringInput,
    ScoringPart,
    ScoringRules,
    ScoringStep,
    Standing,
    changed_standings,
    coin_value,
    part_gains,
    player_points_table,
)

SCOTS_SOURCE = "scots_in_home_castle"
CASTLE_MOIL = "castle_moil"
SCOTS_WITH_CASTLE_MOIL = 2
DAVID_HUME_PERSONS = 2
_DOUBLED, _ADDED = "{n} × {times} = {all}", "{n} + {more} = {all}"
"""Message ids of the sums in stored results."""


def count_scots(standing: Standing) -> Count:
    """Return the Scots in the home castle, doubled by Castle Moil (GM-LMK-03)."""
    scots = standing.scots_in_home_castle
    if not scots or not standing.has_working_card(CASTLE_MOIL):
        return Count(standing.name, scots)
    twice = scots * SCOTS_WITH_CASTLE_MOIL
    arithmetic = tr("{n} × {times} = {all}", n=scots, times=SCOTS_WITH_CASTLE_MOIL, all=twice)
    return Count(standing.name, twice, arithmetic)


def count_landmarks(standing: Standing) -> Count:
    """Return the number of landmark cards, even if their tiles are covered or removed (GM-RBD-07, GM-EDG-05)."""
    return Count(standing.name, len(standing.landmarks))


def count_whisky(standing: Standing) -> Count:
    """Return the number of whisky barrels."""
    return Count(standing.name, standing.whisky)


def count_persons(standing: Standing) -> Count:
    """Return the number of persons; David Hume counts two (GM-PER-07)."""
    persons = standing.persons
    if not standing.david_hume:
        return Count(standing.name, persons)
    both = persons + DAVID_HUME_PERSONS
    return Count(standing.name, both, tr("{n} + {more} = {all}", n=persons, more=DAVID_HUME_PERSONS, all=both))


def reason_with_counts(because: Message) -> Message:
    """Return the reason with an explanation of a doubled or added count; stored results contain only the sum."""
    told = dict(because.values)
    named = _named_count(told.get("count"))
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


def _named_count(count: int | str | Message | None) -> Message | None:
    """Return a sum with its explanation; None for a plain number."""
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
        SCOTS_SOURCE: count_scots,
        "landmarks": count_landmarks,
        "whisky": count_whisky,
        "persons": count_persons,
    }
)


def category_gains(sheet: ScoringInput) -> Iterator[PlayerGain]:
    """Yield the gains of the four categories: points for the difference to the fewest (GM-SCR-04 to GM-SCR-06)."""
    for category, counted in CATEGORIES.items():
        counts = [counted(standing) for standing in sheet.standings]
        tables = [player_points_table(standing, category, sheet.parts) for standing in sheet.standings]
        yield from compare_counts(category, counts, sheet.rules.difference_above_five, tables)


ARMADALE_CASTLE = "armadale_castle"
ARMADALE_COINS = 8
ARMADALE_POINTS_PER_COIN = 2


def territory_penalties(sheet: ScoringInput) -> Iterator[PlayerGain]:
    """Yield the loss of 3 points for each tile more than the smallest territory (GM-END-08)."""
    return large_territory_gains([Count(standing.name, _territory_size(standing)) for standing in sheet.standings])


def _territory_size(standing: Standing) -> int:
    if standing.tiles is None:
        raise ValueError(f"the final scoring needs the tiles of {standing.name}")
    return standing.tiles


def coin_gains(sheet: ScoringInput) -> Iterator[PlayerGain]:
    """Yield 1 point for each coin left (GM-END-09)."""
    for standing in sheet.standings:
        each = coin_value(standing, sheet.parts, POINTS_PER_COIN)
        yield from ending_coin_gains(standing.name, standing.coins, each)


def armadale_castle_gains(standing: Standing, parts: Sequence[ScoringPart]) -> Iterator[PlayerGain]:
    """Yield the points that complete 2 points for each of the first 8 coins (GM-LMK-01)."""
    first = min(standing.coins, ARMADALE_COINS)
    more = ARMADALE_POINTS_PER_COIN - coin_value(standing, parts, POINTS_PER_COIN, on_cards=True)
    if points := first * more:
        because = trn("{n} coin: +{more}", "{n} coins: +{more} each", first, more=more)
        yield player_gain(standing.name, ARMADALE_CASTLE, points, because)


END_CARDS: Mapping[str, Callable[[Standing, Sequence[ScoringPart]], Iterator[PlayerGain]]] = MappingProxyType(
    {ARMADALE_CASTLE: armadale_castle_gains}
)


def landmark_card_gains(sheet: ScoringInput) -> Iterator[PlayerGain]:
    """Yield the gains of landmark cards with an effect at the end of the game (GM-END-10)."""
    for standing in sheet.standings:
        for card, effect in END_CARDS.items():
            if standing.has_working_card(card):
                yield from effect(standing, sheet.parts)


GainRule = Callable[[ScoringInput], Iterator[PlayerGain]]

DEFAULT_RULES = ScoringRules()


def extra_gains(sheet: ScoringInput) -> Iterator[PlayerGain]:
    """Yield additional points from other calculations."""
    for standing in sheet.standings:
        for source, points in standing.extra:
            if points:
                because = trn("carried over: {n} point", "carried over: {n} points", points)
                yield player_gain(standing.name, source, points, because)


RULES_BY_STEP: Mapping[ScoringStep, GainRule] = MappingProxyType(
    {
        "compared": category_gains,
        "territory": territory_penalties,
        "coins": coin_gains,
        "cards": landmark_card_gains,
        "elsewhere": extra_gains,
    }
)
"""Rules of the base game by step of `SCORING_ORDER`."""


def score_standings(
    round: Round,
    standings: Sequence[Standing],
    rules: ScoringRules = DEFAULT_RULES,
    parts: Sequence[ScoringPart] = (),
) -> Result:
    """Return the result of a scoring round; "final" is the fourth round with all that the end of the game adds.

    "final" needs tiles and coins of all players, and goods of tied players only. Goods decide the win and the
    other ranks (GM-TIE-01, GM-TIE-02), by exact totals, negative ones too (GM-END-11). Raises ValueError if tiles
    are missing.
    """
    sheet = ScoringInput(changed_standings(standings, parts), rules, tuple(parts))
    spare = {each.name: each.goods for each in sheet.standings} if round == "final" else None
    return build_result(round, {each.name: each.points for each in sheet.standings}, _gains(round, sheet), spare)


def _gains(round: Round, sheet: ScoringInput) -> list[PlayerGain]:
    gains: list[PlayerGain] = []
    for moment, in_every_round in SCORING_ORDER:
        if in_every_round or round == "final":
            if rule := RULES_BY_STEP.get(moment):
                gains += rule(sheet)
            gains += part_gains(moment, sheet, gains)
    return gains
