"""The last lines of a screen: what each button does now, as black keys with a word beside them.

Which buttons do something now, the page says.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.message import Message, literal, tr
from companion.menu.pages import Hint
from companion.screens.paper import Box, Face, Fitted, capital, length
from companion.screens.pen import Pen

ARROWS = {"UP": "▲", "DOWN": "▼"}


def key_words(button: str) -> Message:
    """What stands on the key: the button's name as printed on the case, an arrow, or that it is to be held."""
    name = button.removesuffix("+")
    shown = ARROWS.get(name, name)
    return tr("hold {key}", key=shown) if button.endswith("+") else literal(shown)


def footer(pen: Pen, hints: Sequence[Hint], lines: int = 2) -> int:
    """Draw the hints at the foot of the paper; gives the y where they begin.

    Hints that find no room even in the smallest letters are left out, the last ones first.
    """
    inner, paper = pen.paper.inner, pen.paper
    face, rows = _laid_out(pen, hints, inner.w, lines)
    above = _top(pen, face, len(rows))
    if rows:
        pen.rule(inner.x, above, inner.w)
    for number, row in enumerate(rows):
        y = above + _air(pen) + number * (_height(face) + paper.px(3))
        _draw(pen, Box(inner.x, y, inner.w, _height(face)), row, face)
    return above


def footer_top(pen: Pen, hints: Sequence[Hint], lines: int) -> int:
    """Where the hints would begin."""
    face, rows = _laid_out(pen, hints, pen.paper.inner.w, lines)
    return _top(pen, face, len(rows))


def one_line_top(pen: Pen) -> int:
    """Where one line of hints in full size begins, whatever it says."""
    return _top(pen, _biggest(pen), 1)


def _biggest(pen: Pen) -> Face:
    return pen.paper.face("tiny" if pen.paper.tight else "small")


def _top(pen: Pen, face: Face, rows: int) -> int:
    """The y of the rule over so many rows of hints."""
    paper = pen.paper
    high = rows * (_height(face) + paper.px(3)) - paper.px(3) + _air(pen)
    return paper.inner.bottom - (high if rows else 0)


def _air(pen: Pen) -> int:
    """Room between the rule and the keys."""
    return 2 if pen.paper.tight else pen.paper.px(4)


def _laid_out(pen: Pen, hints: Sequence[Hint], room: int, most: int) -> tuple[Face, list[list[Hint]]]:
    # Fewer hints only when the smallest letters don't help: a word that is missing is worse than a small one.
    for left in range(len(hints), 0, -1):
        for size in range(_biggest(pen).size, pen.paper.smallest - 1, -1):
            rows = _flowed(pen, hints[:left], room, Face(size))
            if rows is not None and len(rows) <= most:
                return Face(size), rows
    return Face(pen.paper.smallest), []


def _flowed(pen: Pen, hints: Sequence[Hint], room: int, face: Face) -> list[list[Hint]] | None:
    """Hints in rows; None when one of them is wider than the paper."""
    rows: list[list[Hint]] = []
    left = 0
    for hint in hints:
        wide = _width(pen, hint, face)
        if wide > room:
            return None
        if not rows or wide > left:
            rows.append([])
            left = room
        rows[-1].append(hint)
        left -= wide + _gap(face)
    return rows


def _gap(face: Face) -> int:
    return face.size * 3 // 4


def _height(face: Face) -> int:
    return capital(face) + (6 if face.size > 11 else 4)


def _key_text(pen: Pen, hint: Hint, face: Face) -> Fitted:
    return Fitted(Face(face.size, bold=True), (pen.translate(key_words(hint.button)),))


def _key_width(pen: Pen, hint: Hint, face: Face) -> int:
    words = _key_text(pen, hint, face)
    return length(words.lines[0], words.face) + 6


def _width(pen: Pen, hint: Hint, face: Face) -> int:
    return _key_width(pen, hint, face) + face.size // 3 + length(pen.translate(hint.label), face)


def _draw(pen: Pen, box: Box, row: list[Hint], face: Face) -> None:
    x = box.x
    spare = box.w - sum(_width(pen, hint, face) for hint in row)
    between = min(spare // (len(row) - 1), 2 * face.size) if len(row) > 1 else 0
    for hint in row:
        cap = Box(x, box.y, _key_width(pen, hint, face), box.h)
        pen.key(cap)
        pen.fitted(cap, _key_text(pen, hint, face), align="centre", middle=True, white=True)
        x = cap.right + face.size // 3
        wide = length(pen.translate(hint.label), face)
        pen.fitted(Box(x, box.y, wide, box.h), Fitted(face, (pen.translate(hint.label),)), middle=True)
        x += wide + between
