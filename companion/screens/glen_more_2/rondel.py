"""The rondel as a small loop of spaces on the biggest panel, clockwise from the last figure at the top left.

Draws what the view knows and no more: a tile nobody told about shows its deck only.
"""

from __future__ import annotations

from companion.screens import player_labels
from companion.screens.glen_more_2 import icons
from companion.screens.icons import LARGE, MEDIUM
from companion.screens.paper import BOLD, REGULAR, SERIF, Box, Face
from companion.screens.pen import Pen
from companion.state.glen_more_2.facts import WORLDS_END
from companion.state.glen_more_2.outline import outline_of
from companion.state.glen_more_2.view import SpaceView, View

ROWS = 3
"""Spaces down; the loop is as wide as the rondel needs."""
LISTED = 3
"""Tiles that are named inside the loop."""


def rondel(pen: Pen, box: Box, view: View) -> None:
    """Draw it into the box, as big as whole pixels allow."""
    columns = max(3, (max(view.spaces, len(view.ring)) - 2 * (ROWS - 2) + 1) // 2)
    wide, high = box.w // columns, box.h // ROWS
    path = _clockwise(columns)
    for at, (column, row) in enumerate(path):
        place = Box(box.x + column * wide, box.y + row * high, wide, high)
        if at < len(view.ring):
            _space(pen, place, view, view.ring[at], at == 0)
        elif at < view.spaces:
            _empty(pen, place)
    inside = Box(box.x + wide + 10, box.y + high + 2, (columns - 2) * wide - 16, high - 2)
    _names(pen, inside, view)


def _clockwise(columns: int) -> list[tuple[int, int]]:
    """Column and row of each space."""
    return [
        *((column, 0) for column in range(columns)),
        *((columns - 1, row) for row in range(1, ROWS)),
        *((column, ROWS - 1) for column in range(columns - 2, -1, -1)),
        *((0, row) for row in range(ROWS - 2, 0, -1)),
    ]


def _space(pen: Pen, place: Box, view: View, space: SpaceView, last: bool) -> None:
    inner = place.inset(1, 1)
    if space.figures:
        if last:
            pen.bar(inner)
        size = min(MEDIUM, (inner.w - 2) // len(space.figures))
        for at, figure in enumerate(space.figures):
            x = place.x + (place.w - size * len(space.figures)) // 2 + at * size
            mark = Box(x, place.y + (place.h - size) // 2, size - 1, size - 1)
            player_labels.mark(pen, mark, outline_of(view), figure, white=last)
    elif space.piece == WORLDS_END:
        pen.icon(place.x + (place.w - LARGE) // 2, place.y + (place.h - LARGE) // 2, icons.END, LARGE)
    elif space.label is not None:
        _tile(pen, inner, space)
    else:
        _empty(pen, place)


def _tile(pen: Pen, inner: Box, space: SpaceView) -> None:
    """The letter of its deck, and which tile ahead it is."""
    pen.frame(inner)
    middle = inner.x + inner.w // 2
    if space.deck:
        pen.write(middle, inner.y + 27, space.deck, Face(22, SERIF), align="centre")
    if space.ahead:
        pen.write(middle, inner.bottom - 7, str(space.ahead), Face(15, BOLD), align="centre")


def _empty(pen: Pen, place: Box) -> None:
    for y in (place.y + 5, place.bottom - 6):
        pen.dots(place.x + 5, y, place.w - 10)


def _names(pen: Pen, box: Box, view: View) -> None:
    """The first tiles ahead by name, as far as they are known."""
    known = [space for space in view.ring if space.ahead and space.known and space.label]
    for at, space in enumerate(known[:LISTED]):
        face = Face(15, BOLD if at == 0 else REGULAR)
        line = f"{space.ahead} {pen.translate(space.label or '')}"
        pen.write(box.x, box.y + 16 + at * 18, line, face, room=box.w, person=True)
