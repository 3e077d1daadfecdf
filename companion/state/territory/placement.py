"""Placement rules: where a tile may be placed in a territory, and which rule forbids each other cell.

A *mark* is something that runs over tiles from edge to edge (a river, a road). It runs along one axis, so a tile
shows it on two of its edges. Where two tiles touch, both edges must show the same.

        river from north to south         river from east to west

                   ✓
             [ ]  [~]  [ ]                     [ ]  [ ]
             [ ]  [h]                  ✓  [~]  [h]  [h]  [~]  ✓
              x   [~]   x                   x   x    x    x
                   ✓
                                          the next [~] goes to either end, nowhere else

The game supplies the rule ids. Functions are pure, and work grows linearly with the number of tiles.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from companion.engine.caching import memoize_last
from companion.state.territory.grid import Cell, Spot, Territory, edge_neighbours, neighbours

Axis = Literal["east_west", "north_south"]


class TileGround(msgspec.Struct, frozen=True, gc=False):
    """The properties of a tile that matter for placement."""

    marks: tuple[str, ...] = ()
    """Marks that run over the tile."""
    kind: str | None = None
    """Kind that a rebuild tile must match; None if unknown, which matches every kind."""
    rebuild: bool = False
    """True if the tile is placed on top of another tile, never beside one."""


class Mark(msgspec.Struct, frozen=True, gc=False):
    """A mark that runs over tiles."""

    axis: Axis
    """Axis along which it runs."""
    rule: str
    """Rule id: there is one such line, without a gap, and it only grows at its ends."""


class PlacementRules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The rule ids, home cells and marks of one game."""

    home_cells: tuple[Cell, ...]
    """Cells of the home tile."""
    edge_rule: str
    """Rule id: a tile shares an edge with another tile."""
    scot_rule: str
    """Rule id: a Scot is on a neighbour, by edge or corner."""
    paid_scot: str
    """Rule id: a Scot that pays for the tile does not count as a neighbour."""
    marks: Mapping[str, Mark]
    """Marks by name, as in `TileGround.marks`."""
    matching_edges_rule: str
    """Rule id: where two tiles touch, their edges show the same."""
    rebuild_rule: str = ""
    """Rule id: a rebuild tile covers another tile. This and the rule ids below are empty if the game has no such
    rule."""
    rebuild_kind_rule: str = ""
    """Rule id: a rebuild tile covers a tile of its kind."""
    rebuild_marks_rule: str = ""
    """Rule id: a rebuild tile covers a tile with the same marks."""
    rebuild_scot_rule: str = ""
    """Rule id: a Scot is on a neighbour or on the covered tile."""
    covered_scot_counts: bool = True
    """True if the Scot on the covered tile is enough."""
    removal_rule: str = ""
    """Rule id: what remains of a territory is connected, and its marks have no gap."""


class CandidateCell(NamedTuple):
    """A cell and the rule that forbids a tile there."""

    cell: Cell
    """Cell for the tile."""
    rule: str
    """Rule id that forbids it; empty if the cell is legal."""


class _Board(NamedTuple):
    """What placement needs of a territory, computed once."""

    tops: Mapping[Cell, TileGround]
    joining: Collection[Cell]
    """Cells that share an edge with a tile."""
    held: Collection[Cell]
    near: Collection[Cell]
    """Cells beside a Scot, by edge or corner."""
    shown: Mapping[str, Collection[Cell]]
    """By mark: cells at an edge that shows it."""
    blank: Mapping[str, Collection[Cell]]
    """By mark: cells at an edge that could show it and does not."""
    rules: PlacementRules


def candidate_cells(
    territory: Territory,
    tile: TileGround,
    grounds: Mapping[str, TileGround],
    rules: PlacementRules,
    also_scots: Collection[Cell] = (),
) -> tuple[CandidateCell, ...]:
    """Return every candidate cell with the rule that forbids it, from north-west to south-east.

    Candidates are the cells that touch a tile; for a rebuild tile also those with a tile. grounds: all tiles of
    the territory, by id. also_scots: cells that count as if a Scot were on them. A Scot that pays for the tile
    must be removed before this call.

         x   ✓   ✓   x    ✓  beside a tile, and near the Scot on [S]
         ✓  [S] [ ]  o    x  only by a corner
         x   ✓   ✓   x    o  beside a tile, but no Scot is near
    """
    board = _board(territory, grounds, rules, also_scots)
    cells = {near for cell in board.tops for near in neighbours(cell)}
    cells = cells | board.tops.keys() if tile.rebuild else cells - board.tops.keys()
    return tuple(CandidateCell(cell, _closed(board, tile, cell)) for cell in sorted(cells, key=_as_read))


def legal_cells(
    territory: Territory,
    tile: TileGround,
    grounds: Mapping[str, TileGround],
    rules: PlacementRules,
    also_scots: Collection[Cell] = (),
) -> Iterator[Cell]:
    """Yield the legal cells in any order. Only cells near a Scot are examined, each when it is read."""
    board = _board(territory, grounds, rules, also_scots)
    cells = (cell for cell in _suiting(board, tile) if tile.rebuild or cell in board.near)
    return (cell for cell in cells if not _closed(board, tile, cell))


def nearly_legal_cells(
    territory: Territory,
    tile: TileGround,
    grounds: Mapping[str, TileGround],
    rules: PlacementRules,
    also_scots: Collection[Cell] = (),
) -> Iterator[CandidateCell]:
    """Yield the places of `candidate_cells` that only marks, kinds and Scots can forbid, in any order."""
    board = _board(territory, grounds, rules, also_scots)
    return (CandidateCell(cell, _closed(board, tile, cell)) for cell in _suiting(board, tile))


def _suiting(board: _Board, tile: TileGround) -> Iterable[Cell]:
    """Return the cells that a rebuild tile can cover, or the free cells that share an edge with a tile."""
    return board.tops if tile.rebuild else (cell for cell in board.joining if cell not in board.tops)


def rule_against_placing(
    territory: Territory,
    tile: TileGround,
    cell: Cell,
    grounds: Mapping[str, TileGround],
    rules: PlacementRules,
    also_scots: Collection[Cell] = (),
) -> str:
    """Return the first rule, in the order of the rulebook, that forbids a tile at any cell; "" if it is legal."""
    return _closed(_board(territory, grounds, rules, also_scots), tile, cell)


def rule_against_removing(
    territory: Territory, cell: Cell, grounds: Mapping[str, TileGround], rules: PlacementRules
) -> str:
    """Return the rule that forbids removing the stack at a cell, "" if it can be removed.

        [h] [b] [a]     Only [b] connects [a], so it stays, as does the home tile [h]. [a] and [c] can go.
            [c]

    Tiles already placed need no Scot beside them.
    """
    board = _board(territory, grounds, rules, ())
    rest = {at: ground for at, ground in board.tops.items() if at != cell}
    if cell in rules.home_cells or _between(board, cell) or len(_joined(rest, rules.home_cells)) < len(rest):
        return rules.removal_rule
    return ""


@memoize_last
def _board(
    territory: Territory, grounds: Mapping[str, TileGround], rules: PlacementRules, also_scots: Collection[Cell]
) -> _Board:
    tops = {spot.cell: grounds[spot.top] for spot in territory.spots}
    joining = {near for cell in tops for near in edge_neighbours(cell)}
    held = {*also_scots, *(spot.cell for spot in territory.spots if spot.scots)}
    near = {each for cell in held for each in neighbours(cell)}
    shown = {mark: _along_all(tops, mark, rules, True) for mark in rules.marks}
    blank = {mark: _along_all(tops, mark, rules, False) for mark in rules.marks}
    return _Board(tops, joining, held, near, shown, blank, rules)


def _along_all(tops: Mapping[Cell, TileGround], mark: str, rules: PlacementRules, shows: bool) -> set[Cell]:
    axis = rules.marks[mark].axis
    lying = (cell for cell, ground in tops.items() if (mark in ground.marks) is shows)
    return {near for cell in lying for near in _along(cell, axis)}


def _as_read(cell: Cell) -> tuple[int, int]:
    return -cell.y, cell.x


def _closed(board: _Board, tile: TileGround, cell: Cell) -> str:
    return _closed_over(board, tile, cell) if tile.rebuild else _closed_beside(board, tile, cell)


def _closed_beside(board: _Board, tile: TileGround, cell: Cell) -> str:
    rules = board.rules
    if cell in board.tops or cell not in board.joining:
        return rules.edge_rule
    for mark in tile.marks:
        if cell not in board.shown[mark]:
            return rules.marks[mark].rule
    for mark in rules.marks:
        # On each edge between two tiles, both tiles must show the same.
        if cell in (board.blank if mark in tile.marks else board.shown)[mark]:
            return rules.matching_edges_rule
    return "" if cell in board.near else rules.scot_rule


def _closed_over(board: _Board, tile: TileGround, cell: Cell) -> str:
    rules, covered = board.rules, board.tops.get(cell)
    if covered is None:
        return rules.rebuild_rule
    if None not in (tile.kind, covered.kind) and tile.kind != covered.kind:
        return rules.rebuild_kind_rule
    if {*tile.marks} != {*covered.marks}:
        return rules.rebuild_marks_rule
    stands = cell in board.near or (rules.covered_scot_counts and cell in board.held)
    return "" if stands else rules.rebuild_scot_rule


def _along(cell: Cell, axis: Axis) -> tuple[Cell, Cell]:
    """Return the two neighbours whose edges show a mark of this axis."""
    west, north, east, south = edge_neighbours(cell)
    return (west, east) if axis == "east_west" else (south, north)


def _shows(board: _Board, cell: Cell, mark: str) -> bool:
    return cell in board.tops and mark in board.tops[cell].marks


def _between(board: _Board, cell: Cell) -> bool:
    """True if a mark runs over the tile and continues on both sides."""
    marks = ((name, board.rules.marks[name].axis) for name in board.tops[cell].marks)
    return any(all(_shows(board, near, name) for near in _along(cell, axis)) for name, axis in marks)


def _joined(cells: Collection[Cell], home: tuple[Cell, ...]) -> set[Cell]:
    """Return the cells connected with the home tile by edges."""
    found: set[Cell] = set()
    ways = [cell for cell in home if cell in cells]
    while ways:
        cell = ways.pop()
        if cell not in found:
            found.add(cell)
            ways += (near for near in edge_neighbours(cell) if near in cells)
    return found


def sort_by_suggestion(
    cells: Iterable[CandidateCell], spots: Sequence[Spot], worth: Mapping[Cell, int]
) -> list[CandidateCell]:
    """Return the cells sorted by how likely players mean them.

    Legal cells come first, then those that touch the highest worth, then those that touch most tiles.
    """
    lying = {spot.cell for spot in spots}

    def merit(place: CandidateCell) -> tuple[bool, int, int]:
        near = neighbours(place.cell)
        return bool(place.rule), -sum(map(worth.__getitem__, worth.keys() & near)), -len(lying.intersection(near))

    return sorted(cells, key=merit)


def free_cells_touching_tiles(territory: Territory, without: Cell | None = None) -> tuple[Cell, ...]:
    """Return the free cells that touch a tile, without the tile at `without`, from north-west to south-east."""
    lying = {spot.cell for spot in territory.spots}
    cells = {cell for each in lying - {without} for cell in neighbours(each)} - lying
    return tuple(sorted(cells, key=lambda cell: (-cell.y, cell.x)))
