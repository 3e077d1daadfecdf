"""Order of cells in lists and on maps: the cells that players most likely mean come first. No placement rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.state.territory.grid import Cell, Spot, Territory, around
from companion.state.territory.placement import Place


def likeliest(cells: Iterable[Place], spots: Sequence[Spot], worth: Mapping[Cell, int]) -> list[Place]:
    """Return the cells sorted by how likely players mean them.

    Legal cells come first, then those that touch the highest worth, then those that touch most tiles.
    """
    lying = {spot.cell for spot in spots}

    def merit(place: Place) -> tuple[bool, int, int]:
        near = around(place.cell)
        return bool(place.rule), -sum(map(worth.__getitem__, worth.keys() & near)), -len(lying.intersection(near))

    return sorted(cells, key=merit)


def free_beside(territory: Territory, without: Cell | None = None) -> tuple[Cell, ...]:
    """Return the free cells that touch a tile, without the tile at `without`, from north-west to south-east."""
    lying = {spot.cell for spot in territory.spots}
    cells = {cell for each in lying - {without} for cell in around(each)} - lying
    return tuple(sorted(cells, key=lambda cell: (-cell.y, cell.x)))
