"""How a figure moves on the rondel: onto a tile ahead, by all those between."""

from __future__ import annotations

from companion.state.glen_more_2 import events as ev
from companion.state.glen_more_2.resolution import Resolution
from companion.state.glen_more_2.ring import place_of


def move_pawn(resolution: Resolution, figure: str, ahead: int, place: int) -> None:
    """Move onto the `ahead`-th tile; what it goes by is named in the event."""
    back = place_of(resolution.state.line, figure)
    # Not for the discards, which are events of their own: chronicles react to what is passed.
    passed = tuple(s.piece or s.deck for s in resolution.state.line[back + 1 : place] if s.has_tile)
    resolution.do(ev.PawnMoved(figure, ahead, passed))
