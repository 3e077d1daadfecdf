"""Where tiles of Glen More may lie: the ids of its rules, and what counts of a tile (section 5 of the ledger)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.state.glen_more.facts import Tile
from companion.state.territory.grid import Cell
from companion.state.territory.placement import Ground, Mark, PlacementRules

RIVER, ROAD = "river", "road"

LAYING = PlacementRules(
    home=(Cell(0, 0),),
    edge="G1-PLC-01",
    scot="G1-PLC-02",
    marks={RIVER: Mark("north_south", "G1-PLC-03"), ROAD: Mark("east_west", "G1-PLC-04")},
    alike="G1-PLC-05",
)


def ground_of(tile: Tile) -> Ground:
    """What counts of it; no tile of this game covers another."""
    runs_over = {RIVER: tile.river, ROAD: tile.road}
    return Ground(tuple(mark for mark, runs in runs_over.items() if runs))


def grounds_of(tiles: Iterable[Tile]) -> dict[str, Ground]:
    """The same of several, by id."""
    return {tile.id: ground_of(tile) for tile in tiles}
