"""Which of several cells people most likely mean: an order for lists and cursors, no rule of laying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.state.territory.grid import Cell, Spot, Territory, around
from companion.state.territory.placement import Place


def likeliest(cells: Iterable[Place], spots: Sequence[Spot], worth: Mapping[Cell, int]) -> list[Place]:
    """Legal cells first: where what touches them brings most, then where most touches them."""
    lying = {spot.cell for spot in spots}

    def merit(place: Place) -> tuple[bool, int, int]:
        near = around(place.cell)
        return bool(place.rule), -sum(map(worth.__getitem__, worth.keys() & near)), -len(lying.intersection(near))

    return sorted(cells, key=merit)


def free_beside(territory: Territory, without: Cell | None = None) -> tuple[Cell, ...]:
    """Every free cell that touches a tile, one tile left out, from north-west to south-east."""
    lying = {spot.cell for spot in territory.spots}
    cells = {cell for each in lying - {without} for cell in around(each)} - lying
    return tuple(sorted(cells, key=lambda cell: (-cell.y, cell.x)))
