"""How people call a cell: by the way there from the home tile; they see it, and no numbers."""

from __future__ import annotations

from companion.engine.message import Message, listed, tr
from companion.state.territory import Cell


def way_to(cell: Cell) -> Message:
    """Up and down, then left and right; of the home tile itself nothing is said."""
    ways = [
        tr("{n} up", n=cell.y) if cell.y > 0 else tr("{n} down", n=-cell.y) if cell.y else None,
        tr("{n} right", n=cell.x) if cell.x > 0 else tr("{n} left", n=-cell.x) if cell.x else None,
    ]
    return listed(way for way in ways if way)
