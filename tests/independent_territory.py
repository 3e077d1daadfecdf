"""Where a tile may lie, by trying it out: a second mind, written from both ledgers, sharing nothing with ours.

It lays the tile, looks at the whole map as it then is, and says what is wrong with it. A map is a dict from (x, y)
to a tile: a dict with "marks" (a set), "kind" and "scots". axes: for each mark the steps along which it runs.
"""

from __future__ import annotations

from typing import Any

Tile = dict[str, Any]
Map = dict[tuple[int, int], Tile]
Axes = dict[str, tuple[tuple[int, int], tuple[int, int]]]

NORTH_SOUTH = ((0, 1), (0, -1))
WEST_EAST = ((-1, 0), (1, 0))


def cells_near(map: Map) -> list[tuple[int, int]]:
    """The whole rectangle round the map, two cells wider on each side."""
    xs, ys = [x for x, _ in map], [y for _, y in map]
    return [(x, y) for y in range(min(ys) - 2, max(ys) + 3) for x in range(min(xs) - 2, max(xs) + 3)]


def wrong_beside(map: Map, tile: Tile, cell: tuple[int, int], axes: Axes) -> list[str]:
    """All that is wrong with a tile laid there, in the order of the books; [] where it is legal."""
    if cell in map:
        return ["edge"]
    tried = {**map, cell: tile}
    wrong = [] if len(hanging_together(tried)) == len(tried) else ["edge"]
    wrong += [mark for mark in sorted(tile["marks"]) if not one_line(tried, mark, axes[mark])]
    if mismatches(tried, axes):
        wrong.append("alike")
    if not scots_near(map, cell):
        wrong.append("scot")
    return wrong


def wrong_over(map: Map, tile: Tile, cell: tuple[int, int], own_scot_counts: bool) -> list[str]:
    """The same for a rebuild tile."""
    if cell not in map:
        return ["rebuild"]
    covered, wrong = map[cell], []
    if covered["kind"] != tile["kind"]:
        wrong.append("rebuild_kind")
    if covered["marks"] ^ tile["marks"]:
        wrong.append("rebuild_marks")
    if not scots_near(map, cell) and not (own_scot_counts and covered["scots"]):
        wrong.append("rebuild_scot")
    return wrong


def can_go(map: Map, cell: tuple[int, int], home: set[tuple[int, int]], axes: Axes) -> bool:
    """Whether what is left is still a territory."""
    left = {at: tile for at, tile in map.items() if at != cell}
    lines = all(one_line(left, mark, axis) for mark, axis in axes.items())
    return cell not in home and lines and len(hanging_together(left)) == len(left)


def hanging_together(map: Map) -> set[tuple[int, int]]:
    """Colours spread from the first tile to whatever touches by an edge, until nothing changes."""
    coloured = set(list(map)[:1])
    while True:
        more = {(x, y) for x, y in map if any(abs(x - a) + abs(y - b) == 1 for a, b in coloured)} - coloured
        if not more:
            return coloured
        coloured |= more


def one_line(map: Map, mark: str, axis: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    """All tiles with the mark, put in order, follow each other along the axis without a gap."""
    (dx, dy), _ = axis
    marked = [cell for cell, tile in map.items() if mark in tile["marks"]]
    line = sorted(marked, key=lambda cell: cell[0] * dx + cell[1] * dy)
    return all(line[n + 1] == (line[n][0] + dx, line[n][1] + dy) for n in range(len(line) - 1))


def mismatches(map: Map, axes: Axes) -> int:
    """How many edges show a mark on one side and not on the other."""
    found = 0
    for (x, y), tile in map.items():
        for mark, steps in axes.items():
            others = [map[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in map]
            found += sum((mark in tile["marks"]) != (mark in other["marks"]) for other in others)
    return found


def scots_near(map: Map, cell: tuple[int, int]) -> int:
    """How many Scots stand on the tiles round a place."""
    x, y = cell
    return sum(tile["scots"] for (a, b), tile in map.items() if max(abs(a - x), abs(b - y)) == 1)
