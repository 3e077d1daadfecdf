"""How people call a cell: by the way there from the home tile; they see it, and no numbers."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr
from companion.state.territory import Cell


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
