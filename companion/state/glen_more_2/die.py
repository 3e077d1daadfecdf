"""What the die may end on (GM-DIE-03, GM-TIL-05). Pure functions of a state."""

from __future__ import annotations

from companion.state.glen_more_2.model import State
from companion.state.glen_more_2.piece_locations import may_come
from companion.state.glen_more_2.ring import tiles_ahead
from companion.state.glen_more_2.worlds_end import unidentified_of_d


def carries_symbol(state: State, piece: str) -> bool:
    """A chronicle symbol protects from the die (GM-TIL-05); without chronicles no tile carries one."""
    known = state.facts.pieces.get(piece)
    return bool(known and known.symbol)


def with_symbol(state: State) -> frozenset[str]:
    """The tiles on the rondel that the die may not end on."""
    return frozenset(s.piece for s in state.line if carries_symbol(state, s.piece))


def may_be_symbol(state: State, place: int) -> bool:
    """Whether the tile there may carry a chronicle symbol, as far as anybody has told."""
    space = state.line[place]
    if not state.chronicles:
        return False
    pieces = may_come(state, space.deck) if space.unidentified else (state.facts.pieces.get(space.piece),)
    return any(piece is None or piece.symbol is not False for piece in pieces)


def must_be_asked(state: State, place: int) -> bool:
    """Whether it changes anything which tile the die meets there, or on its way, and nobody has told.

    Which of its deck goes to the pile changes nothing.
    """
    return may_be_symbol(state, place) or any(at <= place for at in _may_be_end(state))


def _may_be_end(state: State) -> list[int]:
    """Tiles ahead that may turn out to be World's End (GM-DIE-06)."""
    ahead = tiles_ahead(state.line)
    return [at for at in unidentified_of_d(state) if at in ahead]


def uncounted(state: State) -> frozenset[str]:
    """What lies on the rondel and is no step for the die."""
    known = (state.facts.pieces.get(s.piece) for s in state.line if s.fixed)
    return frozenset(piece.id for piece in known if piece and piece.uncounted)
