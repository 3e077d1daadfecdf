"""What the die may end on (GM-DIE-03, GM-TIL-05). Pure functions of a state."""

from __future__ import annotations

from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.ring import tiles_ahead


def carries_symbol(state: State, piece: str) -> bool:
    """A chronicle symbol protects from the die (GM-TIL-05); without chronicles no tile carries one."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def with_symbol(state: State) -> frozenset[str]:
    """The tiles on the rondel that the die may not end on."""
    return frozenset(s.piece for s in state.line if carries_symbol(state, s.piece))


def all_is_told(state: State, place: int) -> bool:
    """Whether people have told every tile up to that place, and whether the last carries a symbol is known."""
    way = [state.line[at] for at in tiles_ahead(state.line) if at <= place]
    known = state.facts.pieces.get(state.line[place].piece)
    symbol_is_known = not state.chronicles or (known is not None and known.symbol is not None)
    return symbol_is_known and not any(space.unidentified for space in way)


def uncounted(state: State) -> frozenset[str]:
    """What lies on the rondel and is no step for the die."""
    known = (state.facts.pieces.get(s.piece) for s in state.line if s.fixed)
    return frozenset(piece.id for piece in known if piece and piece.uncounted)
