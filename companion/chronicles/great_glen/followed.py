"""What the cards compare, read off the territories where they are followed (C7-16 to C7-24).

Never asks: None is what nobody has told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from companion.chronicles.great_glen.cards import MAX_CASTLES
from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.referee.tiles import CASTLE_CELL, printed
from companion.state.territory.grid import Cell, Spot, Territory, around, beside
from companion.state.territory.payment_options import stock_of

Kinds = dict[Cell, str | None]
"""The kind of the tile on each cell; None while nobody has told."""


def count(state: State, card: str, player_id: str) -> int | None:
    """What a player has of the thing that a card compares; None where a kind that nobody told decides."""
    territory = state.player(player_id).territory
    if card in BY_KIND:
        kinds: Kinds = {spot.cell: printed(state, spot.top).kind for spot in territory.spots}
        return None if None in kinds.values() else BY_KIND[card](territory, kinds)
    return BY_PLACE[card](territory)


def _goods(*goods: str) -> Callable[[Territory], int]:
    return lambda territory: sum(stock_of(territory).get(good, 0) for good in goods)


def _largest_square(territory: Territory) -> int:
    """The side of the largest full one (C7-17)."""
    cells, side = {spot.cell for spot in territory.spots}, 0
    while any(_is_full(cells, cell, side + 1) for cell in cells):
        side += 1
    return side


def _is_full(cells: Collection[Cell], corner: Cell, side: int) -> bool:
    return all(Cell(corner.x + x, corner.y + y) in cells for x in range(side) for y in range(side))


def _castles(territory: Territory, kinds: Kinds) -> int:
    """Castles, the home castle among them, on which a Scot stands (C7-20)."""
    return sum(spot.scots > 0 for spot in territory.spots if kinds[spot.cell] == "castle")


def _whisky_tiles(_territory: Territory, kinds: Kinds) -> int:
    return list(kinds.values()).count("whisky")


def _largest_animal_group(_territory: Territory, kinds: Kinds) -> int:
    """Joined by edges, not by corners (C7-23)."""
    left, most = {cell for cell, kind in kinds.items() if kind == "animal"}, 0
    while left:
        group = _ways({left.pop()}, left, beside)
        left -= group.keys()
        most = max(most, len(group))
    return most


def _farthest_scot(territory: Territory) -> int:
    """Movement points on the shortest way over own tiles, by edges and corners (C7-24)."""
    ways = _ways({CASTLE_CELL}, {spot.cell for spot in territory.spots}, around)
    return max((ways.get(spot.cell, 0) for spot in _with_scots(territory)), default=0)


def _with_scots(territory: Territory) -> Iterable[Spot]:
    return (spot for spot in territory.spots if spot.scots)


def _ways(start: set[Cell], cells: Collection[Cell], near: Callable[[Cell], Iterable[Cell]]) -> dict[Cell, int]:
    """How many steps it is to each cell that can be reached."""
    ways, edge, steps = dict.fromkeys(start, 0), set(start), 0
    while edge:
        steps += 1
        edge = {cell for each in edge for cell in near(each) if cell in cells and cell not in ways}
        ways.update(dict.fromkeys(edge, steps))
    return ways


BY_KIND: dict[str, Callable[[Territory, Kinds], int]] = {
    MAX_CASTLES: _castles,
    "most_whisky_tiles": _whisky_tiles,
    "largest_animal_group": _largest_animal_group,
}
BY_PLACE: dict[str, Callable[[Territory], int]] = {
    "most_animals": _goods("sheep", "cattle"),
    "most_stone_and_wood": _goods("stone", "wood"),
    "largest_square": _largest_square,
    "farthest_scot": _farthest_scot,
}
