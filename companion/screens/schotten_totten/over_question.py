"""The border over a question that is answered in a list, where the list leaves it room. Decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screens.game_screens import SmallTable
from companion.screens.paper import Box
from companion.screens.pen import Pen
from companion.screens.schotten_totten.border import border, height
from companion.screens.schotten_totten.home import middle_stone
from companion.state.schotten_totten.view import View


def over_question(view: View) -> Sequence[SmallTable]:
    """While cards are laid; on small glass it would hide the list."""
    if view.phase not in ("play", "place"):
        return ()

    def high(pen: Pen) -> int:
        return pen.paper.height if pen.paper.tight else height(pen, view)

    def draw(pen: Pen, box: Box) -> None:
        border(pen, box.top(height(pen, view)), view, middle_stone(view))

    return (SmallTable(high, draw),)
