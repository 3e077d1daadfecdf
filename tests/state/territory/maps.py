"""Territories as drawings: rows from north to south, one word a cell.

`.` nothing, `t` a tile, `r` one with river, `d` one with road, `h` a start village of Glen More; `v` and `c` the
halves of a home tile of Glen More II; `V`, `C` a village and a castle, `R` a village with river; `*` behind it a
Scot. A digit names an empty cell. `h` or `v` lies at 0,0.
"""

from __future__ import annotations

from companion.state.glen_more.model import RIVER, ROAD
from companion.state.territory.grid import Cell, Spot, Territory
from companion.state.territory.placement import PlacementRules, TileGround, rule_against_placing

GROUNDS = {
    "t": TileGround((), "land"),
    "r": TileGround((RIVER,), "land"),
    "d": TileGround((ROAD,), "land"),
    "h": TileGround((RIVER, ROAD), "village"),
    "v": TileGround((RIVER,), "village"),
    "c": TileGround((RIVER,), "castle"),
    "V": TileGround((), "village"),
    "C": TileGround((), "castle"),
    "R": TileGround((RIVER,), "village"),
}


def drawn(text: str) -> tuple[Territory, dict[str, Cell]]:
    """The territory, and its cells by their words: digits, and of several like tiles the last."""
    rows = [line.split() for line in text.strip().splitlines()]
    found = {(x, -y): word for y, row in enumerate(rows) for x, word in enumerate(row) if word != "."}
    ((x0, y0),) = [at for at, word in found.items() if word[0] in "hv"]
    named = {word: Cell(x - x0, y - y0) for (x, y), word in found.items()}
    spots = [
        Spot(x - x0, y - y0, (word[0],), scots=word.count("*"))
        for (x, y), word in found.items()
        if not word.isdigit()
    ]
    return Territory(tuple(spots)), named


def closing(text: str, tile: TileGround, rules: PlacementRules) -> dict[str, str]:
    """What closes each place that has a digit or, for a rebuild tile, each named tile."""
    territory, named = drawn(text)
    wanted = {name: cell for name, cell in named.items() if name.isdigit() or tile.rebuild}
    return {name: rule_against_placing(territory, tile, cell, GROUNDS, rules) for name, cell in wanted.items()}
