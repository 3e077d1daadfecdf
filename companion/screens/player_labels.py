"""Players as 1-bit glass can show them: a mark by their place at the table, and a name or colour word.

Never draws anything else than marks and names.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.message import Message, literal, tr
from companion.screens.paper import Box, Face, Fitted, capital, length, line_height
from companion.screens.pen import Pen
from companion.state.glen_more_2.labels import COLOUR_WORDS, colour
from companion.state.glen_more_2.model import DIE as DIE
from companion.state.glen_more_2.view import PlayerView, View


def seat(view: View | None, player: str) -> int | None:
    """The player's place at the table, from 0; None for nobody we know. A player's id and name both do."""
    players = view.players if view else ()
    for number, each in enumerate(players):
        if player and player in (each.id, each.name):
            return number
    return None


def called(player: PlayerView) -> Message:
    """What people call a player: the name, before there is one the colour."""
    if player.name and player.name != player.colour:
        return literal(player.name)
    return colour(player.colour or player.id)


def name_of(view: View | None, figure: str) -> Message:
    """What people call a figure: a player, the die, or whoever else stands on the rondel."""
    at = seat(view, figure)
    if view is not None and at is not None:
        return called(view.players[at])
    return tr("The die") if figure == DIE else colour(figure)


def is_person(view: View | None, figure: str) -> bool:
    """Whether its name is a person's own, which alone may be shortened."""
    at = seat(view, figure)
    if view is None or at is None:
        return figure not in COLOUR_WORDS and figure != DIE
    return called(view.players[at]).text == "{name}"


def mark(pen: Pen, box: Box, view: View | None, figure: str, white: bool = False) -> None:
    """The figure's mark: filled disc, open square, filled triangle, open diamond, or the die."""
    at = seat(view, figure)
    if at is None:
        _die(pen, box, white)
    else:
        SHAPES[at % len(SHAPES)](pen, box, white)


def _disc(pen: Pen, box: Box, white: bool) -> None:
    pen.disc(box, white)


def _square(pen: Pen, box: Box, white: bool) -> None:
    pen.square(box, white, filled=False, thick=max(2, box.w // 6))


def _triangle(pen: Pen, box: Box, white: bool) -> None:
    far = box.w - 1
    pen.shape(box, [(far // 2, 0), (far - far // 2, 0), (far, far), (0, far)], white)


def _diamond(pen: Pen, box: Box, white: bool) -> None:
    far, thick = box.w - 1, max(2, box.w // 5)
    half, other = far // 2, far - far // 2
    pen.shape(
        box,
        [(half, 0), (other, 0), (far, half), (far, other), (other, far), (half, far), (0, other), (0, half)],
        white,
    )
    hole = Box(box.x + thick, box.y + thick, box.w - 2 * thick, box.h - 2 * thick)
    far = hole.w - 1
    half, other = far // 2, far - far // 2
    pen.shape(
        hole,
        [(half, 0), (other, 0), (far, half), (far, other), (other, far), (half, far), (0, other), (0, half)],
        not white,
    )


def _die(pen: Pen, box: Box, white: bool) -> None:
    pen.square(box, white, filled=False, thick=max(1, box.w // 12))
    pip = max(2, box.w // 5)
    for x, y in ((1, 1), (3, 3), (2, 2)):
        at = Box(box.x + box.w * x // 4 - pip // 2, box.y + box.h * y // 4 - pip // 2, pip, pip)
        pen.square(at, white)


SHAPES: tuple[Callable[[Pen, Box, bool], None], ...] = (_disc, _square, _triangle, _diamond)


def mark_size(face: Face) -> int:
    """How big a mark stands beside words in this face: a little more than a capital."""
    return capital(face) + (2 if face.size > 12 else 1)


def gap(face: Face) -> int:
    """Room between a mark and the name after it."""
    return max(3, face.size // 3)


def width(pen: Pen, view: View | None, figure: str, face: Face) -> int:
    """Pixels that mark and whole name take."""
    return mark_size(face) + gap(face) + length(pen.translate(name_of(view, figure)), face)


def label(
    pen: Pen, box: Box, view: View | None, figure: str, face: Face, *, align: str = "left", white: bool = False
) -> None:
    """Mark and name in one line, in the middle of the box's height; a long name smaller, then shortened.

    A colour word is not shortened: where it doesn't fit the mark stands alone.
    """
    size, between = mark_size(face), gap(face)
    fitted = pen.fit(name_of(view, figure), box.w - size - between, max(box.h, line_height(face)), face)
    if not fitted.whole and not is_person(view, figure):
        fitted = Fitted(face, ("",))
    used = size + (between + length(fitted.lines[0], fitted.face) if fitted.lines[0] else 0)
    x = box.x + {"left": 0, "centre": (box.w - used) // 2, "right": box.w - used}[align]
    mark(pen, Box(x, box.y + (box.h - size) // 2, size, size), view, figure, white)
    rest = Box(x + size + between, box.y, box.right - x - size - between, box.h)
    pen.fitted(rest, fitted, middle=True, white=white, person=is_person(view, figure))
