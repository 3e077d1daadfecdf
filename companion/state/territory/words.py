"""How people call a cell: by the way there from the home tile; they see it, and no numbers."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.message import Message, listed, tr
from companion.engine.offers import Tract
from companion.state.territory.grid import Cell


def way_to(cell: Cell) -> Message:
    """Up and down, then left and right; of the home tile itself nothing is said."""
    if not cell.y:
        return _to_the_side(cell.x) if cell.x else listed(())
    ways = [tr("{n} up", n=cell.y) if cell.y > 0 else tr("{n} down", n=-cell.y)]
    if cell.x:
        ways.append(tr("{n} right", n=cell.x) if cell.x > 0 else tr("{n} left", n=-cell.x))
    return listed(ways)


def _to_the_side(steps: int) -> Message:
    """Alone, "1 left" would be read as what is left over."""
    return tr("{n} to the right", n=steps) if steps > 0 else tr("{n} to the left", n=-steps)


def where_to(start: Message) -> Message:
    """The title of the map on which a Scot goes on from there."""
    return tr("Scot ({where}): where to?", where=start)


def marked(tracts: Iterable[Tract], cell: Cell) -> tuple[Tract, ...]:
    """The same map with that cell marked."""
    return tuple(replace(each, marked=True) if (each.x, each.y) == cell else each for each in tracts)
