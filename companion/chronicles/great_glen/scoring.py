"""Prizes of the Great Glen: 10 points for the best of each accepted card (C7-13, C7-14).

`counts_for` collects what a card compares for every player. At referee depth `territory_count` reads it from the
territories (C7-16 to C7-24) and returns None where a needed fact is unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from companion.chronicles.great_glen.model import (
    CARDS,
    MAX_CASTLES,
    MAX_DISCARDS,
    MAX_SETS,
    OWN_STATE,
    PRIZE_POINTS,
    SLUG,
    SMALLEST_TERRITORY,
)
from companion.chronicles.interactions import OWNER_OF_SCOT_ABROAD
from companion.engine.message import trn
from companion.scoring.gains import PlayerGain, player_gain
from companion.scoring.glen_more_2.model import GainsPart, ScoringPart, Standing
from companion.scoring.glen_more_2.scoring import count_persons, count_scots
from companion.state.glen_more_2.model import CASTLE_CELL, State
from companion.state.glen_more_2.referee.territory_tiles import printed_piece
from companion.state.glen_more_2.ruleset import expansion_rule, run_query
from companion.state.territory.grid import Cell, Spot, Territory, edge_neighbours, neighbours
from companion.state.territory.payment_options import goods_stock


def scoring_parts(state: State) -> tuple[ScoringPart, ...]:
    """Return one scoring part for all accepted cards, in the phase "prizes" (C0-13)."""

    def gains(standings: Sequence[Standing], _before: Sequence[PlayerGain]) -> Iterator[PlayerGain]:
        for card in OWN_STATE.of(state).accepted_cards():
            yield from prize_gains(state, card, counts_for(state, card, standings))

    return (GainsPart(SLUG, "prizes", gains),)


def counts_for(state: State, card: str, standings: Sequence[Standing]) -> dict[str, int]:
    """Return each player's count of what a card compares."""
    if card == SMALLEST_TERRITORY:
        return {s.name: s.tiles or 0 for s in standings}
    if card == MAX_SETS:
        return {
            s.name: complete_sets(s, bool(expansion_rule(state, f"{SLUG}.hume_counts_once"))) for s in standings
        }
    if card == MAX_DISCARDS:
        return {s.name: sum(t.pile == s.name for t in state.discards) for s in standings}
    counted = OWN_STATE.of(state).counts.get(card, {})
    more = castles_of_others(state) if card == MAX_CASTLES else {}
    return {s.name: counted.get(s.name, 0) + more.get(s.name, 0) for s in standings}


def castles_of_others(state: State) -> dict[str, int]:
    """Return 1 for the player whose Scot stands in another player's home castle (C7-20)."""
    owner = run_query(OWNER_OF_SCOT_ABROAD, state)
    return {owner: 1} if owner else {}


def complete_sets(standing: Standing, counts_hume_once: bool = False) -> int:
    """Return the number of sets: a Scot in the home castle, a barrel, a landmark card and a person (C7-19)."""
    persons = count_persons(standing).number - (counts_hume_once and standing.david_hume)
    return min(count_scots(standing).number, standing.whisky, len(standing.landmarks), persons)


def prize_gains(state: State, card: str, counts: Mapping[str, int]) -> Iterator[PlayerGain]:
    """Yield the prize of the best players, shared on a tie (C7-14). A tie at zero counts too, except by house rule
    (C7-15).
    """
    best = min(counts.values()) if card == SMALLEST_TERRITORY else max(counts.values())
    if best == 0 and card != SMALLEST_TERRITORY and expansion_rule(state, f"{SLUG}.zero_gives_nothing"):
        return
    winners = [player_id for player_id, count in counts.items() if count == best]
    points = prize_share(len(winners))
    for player_id in winners:
        because = trn(
            "{card}, {best}: {points}",
            "{card}, {best}, shared by {n}: {points}",
            len(winners),
            card=CARDS[card].name,
            best=best,
            points=trn("{n} point", "{n} points", points),
        )
        yield player_gain(player_id, SLUG, points, because)


def prize_share(winners: int) -> int:
    """Return 10 points divided by the number of winners, rounded up (C7-14)."""
    return -(-PRIZE_POINTS // winners)


TileKinds = dict[Cell, str | None]
"""Kind of the tile on each cell; None if unknown."""


def territory_count(state: State, card: str, player_id: str) -> int | None:
    """Return a player's count for a card; None if it depends on an unknown kind of tile."""
    territory = state.player(player_id).territory
    if card in COUNTS_BY_TILE_KIND:
        kinds: TileKinds = {spot.cell: printed_piece(state, spot.top).kind for spot in territory.spots}
        return None if None in kinds.values() else COUNTS_BY_TILE_KIND[card](territory, kinds)
    return COUNTS_BY_TERRITORY[card](territory)


def _goods(*goods: str) -> Callable[[Territory], int]:
    return lambda territory: sum(goods_stock(territory).get(good, 0) for good in goods)


def _largest_square(territory: Territory) -> int:
    """Return the side of the largest full square of tiles (C7-17)."""
    cells, side = {spot.cell for spot in territory.spots}, 0
    while any(_is_full(cells, cell, side + 1) for cell in cells):
        side += 1
    return side


def _is_full(cells: Collection[Cell], corner: Cell, side: int) -> bool:
    return all(Cell(corner.x + x, corner.y + y) in cells for x in range(side) for y in range(side))


def _castles(territory: Territory, kinds: TileKinds) -> int:
    """Return the number of castles with a Scot, including the home castle (C7-20)."""
    return sum(spot.scots > 0 for spot in territory.spots if kinds[spot.cell] == "castle")


def _whisky_tiles(_territory: Territory, kinds: TileKinds) -> int:
    return list(kinds.values()).count("whisky")


def _largest_animal_group(_territory: Territory, kinds: TileKinds) -> int:
    """Return the size of the largest group of animal tiles joined by edges (C7-23)."""
    left, most = {cell for cell, kind in kinds.items() if kind == "animal"}, 0
    while left:
        group = _distances({left.pop()}, left, edge_neighbours)
        left -= group.keys()
        most = max(most, len(group))
    return most


def _farthest_scot(territory: Territory) -> int:
    """Return the movement points to the farthest Scot, over own tiles, by edges and corners (C7-24)."""
    ways = _distances({CASTLE_CELL}, {spot.cell for spot in territory.spots}, neighbours)
    return max((ways.get(spot.cell, 0) for spot in _with_scots(territory)), default=0)


def _with_scots(territory: Territory) -> Iterable[Spot]:
    return (spot for spot in territory.spots if spot.scots)


def _distances(
    start: set[Cell], cells: Collection[Cell], near: Callable[[Cell], Iterable[Cell]]
) -> dict[Cell, int]:
    """Return the number of steps to each cell that can be reached."""
    ways, edge, steps = dict.fromkeys(start, 0), set(start), 0
    while edge:
        steps += 1
        edge = {cell for each in edge for cell in near(each) if cell in cells and cell not in ways}
        ways.update(dict.fromkeys(edge, steps))
    return ways


COUNTS_BY_TILE_KIND: dict[str, Callable[[Territory, TileKinds], int]] = {
    MAX_CASTLES: _castles,
    "most_whisky_tiles": _whisky_tiles,
    "largest_animal_group": _largest_animal_group,
}
COUNTS_BY_TERRITORY: dict[str, Callable[[Territory], int]] = {
    "most_animals": _goods("sheep", "cattle"),
    "most_stone_and_wood": _goods("stone", "wood"),
    "largest_square": _largest_square,
    "farthest_scot": _farthest_scot,
}
