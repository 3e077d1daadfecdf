"""Players as 1-bit glass can show them: a mark by their place at the table, and a name or colour word.

Never draws anything else than marks and names.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.outline import Figure, GameOutline, unknown_figure
from companion.screens.icons import FIGURE
from companion.screens.paper import SMALLEST, Box, Face, Fitted, capital, length
from companion.screens.pen import Pen


def figure_of(outline: GameOutline | None, who: str) -> Figure:
    """The figure with that id or name; before there is a game it goes by what it is asked as."""
    return outline.figure(who) if outline else unknown_figure(who)


def mark(pen: Pen, box: Box, outline: GameOutline | None, who: str, white: bool = False) -> None:
    """The figure's mark, one of SHAPES by its seat; a die, its own picture, or a figure for who has no seat."""
    figure = figure_of(outline, who)
    if figure.seat is not None:
        SHAPES[figure.seat % len(SHAPES)](pen, box, white)
    elif figure.is_die:
        _die(pen, box, white)
    elif figure.picture:
        pen.picture(box, figure.picture, white)
    else:
        pen.icon(box.x, box.y, FIGURE, box.w, white)


def _disc(pen: Pen, box: Box, white: bool) -> None:
    pen.disc(box, white)


def _square(pen: Pen, box: Box, white: bool) -> None:
    pen.square(box, white, filled=False, thick=max(2, box.w // 6))


def _triangle(pen: Pen, box: Box, white: bool) -> None:
    far = box.w - 1
    # Two points at the tip: an even width has two pixels in the middle, and one of them alone leans.
    pen.shape(box, [(far // 2, 0), (far - far // 2, 0), (far, far), (0, far)], white)


def _diamond(pen: Pen, box: Box, white: bool) -> None:
    _rhomb(pen, box, white)
    _rhomb(pen, box.inset(max(3, box.w // 6 + box.w // 8), max(3, box.w // 6 + box.w // 8)), not white)


def _rhomb(pen: Pen, box: Box, white: bool) -> None:
    far = box.w - 1
    half, other = far // 2, far - far // 2
    pen.shape(
        box,
        [(half, 0), (other, 0), (far, half), (far, other), (other, far), (half, far), (0, other), (0, half)],
        white,
    )


def _die(pen: Pen, box: Box, white: bool) -> None:
    pen.square(box, white, filled=False, thick=max(1, box.w // 12))
    pip = max(2, box.w // 5)
    for x, y in ((1, 1), (3, 3), (2, 2)):
        at = Box(box.x + box.w * x // 4 - pip // 2, box.y + box.h * y // 4 - pip // 2, pip, pip)
        pen.square(at, white)


def _plus(pen: Pen, box: Box, white: bool) -> None:
    arm = (box.w - _bar(box)) // 2
    for at in (Box(box.x + arm, box.y, box.w - 2 * arm, box.h), Box(box.x, box.y + arm, box.w, box.h - 2 * arm)):
        pen.square(at, white)


def _cross(pen: Pen, box: Box, white: bool) -> None:
    far, thick = box.w - 1, _bar(box) * 2 // 3
    bar = [(0, 0), (thick, 0), (far, far - thick), (far, far), (far - thick, far), (0, thick)]
    pen.shape(box, bar, white)
    pen.shape(box, [(far - x, y) for x, y in bar], white)


def _bar(box: Box) -> int:
    """How thick the bars of a cross are."""
    return max(2, box.w // 4)


# In turn filled and open, then crosses: at ten pixels the outline alone does not tell them apart.
SHAPES: tuple[Callable[[Pen, Box, bool], None], ...] = (_disc, _square, _triangle, _diamond, _plus, _cross)
"""By the place at the table. `companion.web.page_data.MARKS` are the same in letters."""


def mark_size(face: Face) -> int:
    """How big a mark stands beside words in this face: a little more than a capital."""
    return capital(face) + 1


def gap(face: Face) -> int:
    """Room between a mark and the name after it."""
    return max(3, face.size // 3)


def width(pen: Pen, outline: GameOutline | None, who: str, face: Face) -> int:
    """Pixels that mark and whole name take."""
    return mark_size(face) + gap(face) + length(pen.translate(figure_of(outline, who).label), face)


def label(
    pen: Pen,
    box: Box,
    outline: GameOutline | None,
    who: str,
    face: Face,
    *,
    align: str = "left",
    white: bool = False,
) -> None:
    """Mark and name in one line, in the middle of the box's height; a long name smaller, then shortened.

    A colour word is not shortened: where it doesn't fit the mark stands alone.
    """
    figure, size, between = figure_of(outline, who), mark_size(face), gap(face)
    fitted = pen.set_lines(figure.label, face, box.w - size - between)
    if not fitted.whole and figure.seat is None:
        # Its mark alone says less than a seat's: its name stands even if it is small.
        fitted = pen.set_lines(figure.label, SMALLEST, box.w - size - between)
    if not fitted.whole and not figure.has_own_name:
        fitted = Fitted(face, ("",))
    used = size + (between + length(fitted.lines[0], fitted.face) if fitted.lines[0] else 0)
    x = box.x + {"left": 0, "centre": (box.w - used) // 2, "right": box.w - used}[align]
    mark(pen, Box(x, box.y + (box.h - size) // 2, size, size), outline, who, white)
    rest = Box(x + size + between, box.y, box.right - x - size - between, box.h)
    pen.fitted(rest, fitted, middle=True, white=white, person=figure.has_own_name)
