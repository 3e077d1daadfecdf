"""A place on a map as pages draw it: its cells, what lies there, and the pictures that stand for it.

Pure; knows no game and lays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.offers import Place, Tract, cell_in, cell_of
from companion.screens.icons import FIGURE, Icon, svg
from companion.screens.map_tiles import STANDING

INK, PAPER = "currentColor", "var(--tile)"
"""A page's own colours, dark or light."""


def map_data(place: Place, icons: Mapping[str, Icon]) -> dict[str, Any]:
    """All of it but what is said of each cell."""
    tracts = (*place.tracts, *([place.laid] if place.laid else []))
    wanted = {sign for each in tracts for sign in (each.sign, *(kind for kind, _ in each.pieces))}
    found = {STANDING: FIGURE, **icons}
    cells = [*((each.x, each.y) for each in place.tracts), *(cell_of(cell_in(each)) for each in place.choices)]
    easts, norths = [x for x, _ in cells] or [0], [y for _, y in cells] or [0]
    return {
        "west": min(easts),
        "north": max(norths),
        "columns": max(easts) - min(easts) + 1,
        "rows": max(norths) - min(norths) + 1,
        "tracts": [_tract(each) for each in place.tracts],
        "laid": place.laid and _tract(place.laid),
        "signs": {name: svg(found[name], INK, PAPER) for name in sorted({STANDING, *wanted}) if name in found},
    }


def _tract(tract: Tract) -> dict[str, Any]:
    return {
        "x": tract.x,
        "y": tract.y,
        "label": tract.label,
        "sign": tract.sign,
        "lines": tract.lines,
        "pieces": tract.pieces,
        "figures": tract.figures,
        "height": tract.height,
        "marked": tract.marked,
    }
