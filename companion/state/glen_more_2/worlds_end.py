"""World's End: where it lies, or may lie, and when everybody has reached it (GM-END-01 to GM-END-05)."""

from __future__ import annotations

from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.model import State, is_neutral
from companion.state.glen_more_2.ring import all_at_worlds_end, last_figure, place_of_piece
from companion.state.glen_more_2.ruleset import figure_turn


def game_ends(state: State) -> bool:
    """Every pawn, and every figure that is waited for, stands on World's End or beyond it (GM-END-01)."""
    end = place_of_piece(state.line, WORLDS_END)
    waited = (f for s in state.line[: max(end, 0)] for f in s.figures)
    return all_at_worlds_end(state.line) and not any((t := figure_turn(state, f)) and t.holds_end for f in waited)


def is_on_worlds_end(state: State, player_id: str) -> bool:
    """This player's pawn has moved onto World's End, not beyond it."""
    end = place_of_piece(state.line, WORLDS_END)
    return end >= 0 and player_id in state.line[end].figures


def may_be_laid(state: State) -> bool:
    """It goes about half-way down deck D (GM-SET-11): not among its first third, as far as hands can tell."""
    deck = state.deck_of("D")
    return state.short_game or deck.left * 3 <= deck.size * 2


def needs_worlds_end(state: State) -> bool:
    """Deck D is out and nobody has said where World's End lies."""
    return state.deck == "D" and not state.deck_of("D").left and bool(unidentified_of_d(state))


def unidentified_of_d(state: State) -> list[int]:
    """Places of the tiles that may turn out to be World's End."""
    if state.worlds_end_found:
        return []
    return [i for i, s in enumerate(state.line) if s.unidentified and s.deck == "D"]


def unidentified_passed(state: State, place: int) -> list[int]:
    """Places of unidentified D tiles that a move to `place` would throw out; one of them may be World's End."""
    figure, unidentified = last_figure(state.line), unidentified_of_d(state)
    if not unidentified:
        return []
    # A tile stays while another pawn is still behind it (GM-RND-05); neutral figures hold none (GM-DIE-09).
    others = [i for i, s in enumerate(state.line) if any(f != figure and not is_neutral(f) for f in s.figures)]
    return [i for i in unidentified if i < min([place, *others])]
