"""Where a tile may be laid in a territory, and which rule closes each other place. Of the games with a territory.

What runs over tiles from edge to edge is a *mark* (a river, a road). It runs along one axis, so a tile shows it on
two of its edges; where two tiles touch, both edges show the same.

        river from north to south         river from east to west

                   ✓
             [ ]  [~]  [ ]                     [ ]  [ ]
             [ ]  [h]                  ✓  [~]  [h]  [h]  [~]  ✓
              x   [~]   x                   x   x    x    x
                   ✓
                                          the next [~] lies at either end, nowhere else

Rule ids come from the game. Never changes a territory and never knows which game it is. Pure; the work grows with
the number of tiles, no faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from companion.engine.caching import memoize_last
from companion.state.territory.grid import Cell, Territory, around, beside

Axis = Literal["east_west", "north_south"]


class Ground(msgspec.Struct, frozen=True, gc=False):
    """What counts of a tile where it is laid."""

    marks: tuple[str, ...] = ()
    """What runs over it."""
    kind: str | None = None
    """What a rebuild tile's kind is compared with; None = nobody has told it, and then it closes nothing."""
    rebuild: bool = False
    """It is laid on top of another tile, never beside."""


class Mark(msgspec.Struct, frozen=True, gc=False):
    """What runs over tiles."""

    axis: Axis
    """Along which."""
    rule: str
    """There is one such line, without a gap, and it only grows at its ends."""


class PlacementRules(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A game's own words for what is the same in each: the ids of its rules, and what runs where."""

    home: tuple[Cell, ...]
    """Where the home tile lies."""
    edge: str
    """A tile shares an edge with one that lies there."""
    scot: str
    """A Scot stands on a neighbour, by edge or corner."""
    marks: Mapping[str, Mark]
    """By the words of `Ground.marks`."""
    alike: str
    """Where two tiles touch, their edges show the same."""
    rebuild: str = ""
    """A rebuild tile covers another one; "" where a game has none, as for all below."""
    rebuild_kind: str = ""
    """It covers a tile of its kind."""
    rebuild_marks: str = ""
    """It covers a tile that the same runs over."""
    rebuild_scot: str = ""
    """A Scot stands on a neighbour or on the covered tile."""
    covered_scot_counts: bool = True
    """The one on the covered tile is enough."""
    removing: str = ""
    """What is left of a territory hangs together, and its lines have no gap."""


class Place(NamedTuple):
    """A cell for a tile."""

    cell: Cell
    """Where."""
    rule: str
    """What closes it; "" = it is legal."""


class _Board(NamedTuple):
    """A territory as placing looks at it."""

    tops: Mapping[Cell, Ground]
    joining: Collection[Cell]
    """What shares an edge with a tile."""
    held: Collection[Cell]
    near: Collection[Cell]
    """What a Scot stands beside, by edge or corner."""
    shown: Mapping[str, Collection[Cell]]
    """By mark, the cells at an edge that shows it."""
    blank: Mapping[str, Collection[Cell]]
    """By mark, the cells at an edge that could show it and doesn't."""
    rules: PlacementRules


def places(
    territory: Territory,
    tile: Ground,
    grounds: Mapping[str, Ground],
    rules: PlacementRules,
    also_held: Collection[Cell] = (),
) -> tuple[Place, ...]:
    """Every cell that lies there or touches one that does, from north-west to south-east, and what closes it.

    grounds: of all tiles of the territory, by id. also_held: cells that count as holding a Scot. A tile that isn't
    for rebuilding has no place where one lies. A Scot that is paid is taken off before this is asked.

         x   ✓   ✓   x    ✓  beside a tile, and near the Scot on [S]
         ✓  [S] [ ]  o    x  only by a corner
         x   ✓   ✓   x    o  beside a tile, but no Scot is near
    """
    board = _board(territory, grounds, rules, also_held)
    cells = {near for cell in board.tops for near in around(cell)}
    cells = cells | board.tops.keys() if tile.rebuild else cells - board.tops.keys()
    return tuple(Place(cell, _closed(board, tile, cell)) for cell in sorted(cells, key=_as_read))


def legal(
    territory: Territory,
    tile: Ground,
    grounds: Mapping[str, Ground],
    rules: PlacementRules,
    also_held: Collection[Cell] = (),
) -> Iterator[Cell]:
    """The legal cells in any order, each found when it is read: only those near a Scot are looked at."""
    board = _board(territory, grounds, rules, also_held)
    cells = (cell for cell in _suiting(board, tile) if tile.rebuild or cell in board.near)
    return (cell for cell in cells if not _closed(board, tile, cell))


def nearly_legal(
    territory: Territory,
    tile: Ground,
    grounds: Mapping[str, Ground],
    rules: PlacementRules,
    also_held: Collection[Cell] = (),
) -> Iterator[Place]:
    """Those of `places` that only marks, kinds and Scots can close, in any order."""
    board = _board(territory, grounds, rules, also_held)
    return (Place(cell, _closed(board, tile, cell)) for cell in _suiting(board, tile))


def _suiting(board: _Board, tile: Ground) -> Iterable[Cell]:
    """What it covers, or what shares an edge with a tile."""
    return board.tops if tile.rebuild else (cell for cell in board.joining if cell not in board.tops)


def why_closed(
    territory: Territory,
    tile: Ground,
    cell: Cell,
    grounds: Mapping[str, Ground],
    rules: PlacementRules,
    also_held: Collection[Cell] = (),
) -> str:
    """The rule that closes any cell at all, the first in the order of the book; "" where the tile may lie."""
    return _closed(_board(territory, grounds, rules, also_held), tile, cell)


def why_stays(territory: Territory, cell: Cell, grounds: Mapping[str, Ground], rules: PlacementRules) -> str:
    """The rule by which the stack there cannot be removed; "" where it can.

        [h] [b] [a]     [b] alone holds [a]: it stays, and so does the home tile [h]. [a] and [c] can go.
            [c]

    Tiles that lie need no Scot beside them.
    """
    board = _board(territory, grounds, rules, ())
    rest = {at: ground for at, ground in board.tops.items() if at != cell}
    if cell in rules.home or _between(board, cell) or len(_joined(rest, rules.home)) < len(rest):
        return rules.removing
    return ""


@memoize_last
def _board(
    territory: Territory, grounds: Mapping[str, Ground], rules: PlacementRules, also_held: Collection[Cell]
) -> _Board:
    tops = {spot.cell: grounds[spot.top] for spot in territory.spots}
    joining = {near for cell in tops for near in beside(cell)}
    held = {*also_held, *(spot.cell for spot in territory.spots if spot.scots)}
    near = {each for cell in held for each in around(cell)}
    shown = {mark: _along_all(tops, mark, rules, True) for mark in rules.marks}
    blank = {mark: _along_all(tops, mark, rules, False) for mark in rules.marks}
    return _Board(tops, joining, held, near, shown, blank, rules)


def _along_all(tops: Mapping[Cell, Ground], mark: str, rules: PlacementRules, shows: bool) -> set[Cell]:
    axis = rules.marks[mark].axis
    lying = (cell for cell, ground in tops.items() if (mark in ground.marks) is shows)
    return {near for cell in lying for near in _along(cell, axis)}


def _as_read(cell: Cell) -> tuple[int, int]:
    return -cell.y, cell.x


def _closed(board: _Board, tile: Ground, cell: Cell) -> str:
    return _closed_over(board, tile, cell) if tile.rebuild else _closed_beside(board, tile, cell)


def _closed_beside(board: _Board, tile: Ground, cell: Cell) -> str:
    rules = board.rules
    if cell in board.tops or cell not in board.joining:
        return rules.edge
    for mark in tile.marks:
        if cell not in board.shown[mark]:
            return rules.marks[mark].rule
    for mark in rules.marks:
        # On each edge where a tile lies, both show the same.
        if cell in (board.blank if mark in tile.marks else board.shown)[mark]:
            return rules.alike
    return "" if cell in board.near else rules.scot


def _closed_over(board: _Board, tile: Ground, cell: Cell) -> str:
    rules, covered = board.rules, board.tops.get(cell)
    if covered is None:
        return rules.rebuild
    if None not in (tile.kind, covered.kind) and tile.kind != covered.kind:
        return rules.rebuild_kind
    if {*tile.marks} != {*covered.marks}:
        return rules.rebuild_marks
    stands = cell in board.near or (rules.covered_scot_counts and cell in board.held)
    return "" if stands else rules.rebuild_scot


def _along(cell: Cell, axis: Axis) -> tuple[Cell, Cell]:
    """The two neighbours whose edges show what runs along this axis."""
    west, north, east, south = beside(cell)
    return (west, east) if axis == "east_west" else (south, north)


def _shows(board: _Board, cell: Cell, mark: str) -> bool:
    return cell in board.tops and mark in board.tops[cell].marks


def _between(board: _Board, cell: Cell) -> bool:
    """Something runs over the tile there and goes on at both sides."""
    marks = ((name, board.rules.marks[name].axis) for name in board.tops[cell].marks)
    return any(all(_shows(board, near, name) for near in _along(cell, axis)) for name, axis in marks)


def _joined(cells: Collection[Cell], home: tuple[Cell, ...]) -> set[Cell]:
    """All that hangs together with the home tile by edges."""
    found: set[Cell] = set()
    ways = [cell for cell in home if cell in cells]
    while ways:
        cell = ways.pop()
        if cell not in found:
            found.add(cell)
            ways += (near for near in beside(cell) if near in cells)
    return found
