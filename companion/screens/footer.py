"""The foot of a screen: what each of the five keys does now, in five cells that stand as the keys do on the case.

The upper line is a tap, the lower one a hold, with the same key and a long bar under it. A key that does nothing
has a white cell. Which keys do something now, the page says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.menu.pages import Hint
from companion.screens.icons import KEYS, MEDIUM, SMALL, mask
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital,
    length,
    shortened,
)
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen

ORDER = ("UP", "DOWN", "OK", "BACK", "UNDO")
"""As on the case, from the left."""


class Style(NamedTuple):
    """How the foot looks on a panel."""

    icon: int
    """Size of the keys."""
    faces: tuple[Face, ...]
    """The letters, the first that fits: one for the whole foot."""
    line: int
    """Pixels of a line."""
    pad: int
    """Pixels before a key in its cell."""
    holds: bool = True
    """Whether there is room for the lower line."""


STYLES = {
    BIG: Style(MEDIUM, (Face(17, BOLD), Face(16, NARROW), SMALLEST), 28, 10),
    MIDDLE: Style(SMALL, (Face(16, NARROW), SMALLEST), 18, 4),
    WIDE: Style(SMALL, (SMALLEST,), 17, 2, holds=False),
    SMALL_PANEL: Style(SMALL, (SMALLEST,), 16, 1, holds=False),
}
GAP = 4
"""Pixels between a key and its words."""


def footer(pen: Pen, hints: Sequence[Hint]) -> int:
    """Draw the cells at the foot of the paper; gives the y of the rule over them."""
    style, words = STYLES[pen.paper.panel], {each.button: pen.translate(each.label) for each in hints}
    top = footer_top(pen, hints)
    if not words:
        return top
    pen.rule(0, top, pen.paper.width, 2)
    rows = ("", "+") if _held(pen, hints) else ("",)
    shown = {key: said for key, said in words.items() if key in ORDER or len(rows) > 1}
    face, signs = _laid_out(pen, style, shown)
    for at, cell in enumerate(_cells(pen, top)):
        if at:
            pen.dots_down(cell.x, cell.y + 2, cell.h - 2)
        for row, held in enumerate(rows):
            if key := shown.get(ORDER[at] + held):
                line = Box(cell.x, cell.y + 1 + row * style.line, cell.w, style.line)
                _cell(pen, line, ORDER[at] + held, key, face, signs)
    return top


def footer_top(pen: Pen, hints: Sequence[Hint]) -> int:
    """Where the foot begins: lower where no key is to be held, and at the paper's end where none does anything."""
    if not hints:
        return pen.paper.height
    style = STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if _held(pen, hints) else 1) - (0 if pen.paper.tight else 1)


def one_line_top(pen: Pen) -> int:
    """Where the foot begins when no key is to be held."""
    return pen.paper.height - 3 - STYLES[pen.paper.panel].line - (0 if pen.paper.tight else 1)


def _held(pen: Pen, hints: Sequence[Hint]) -> bool:
    return STYLES[pen.paper.panel].holds and any(each.button.endswith("+") for each in hints)


def _cells(pen: Pen, top: int) -> list[Box]:
    return Box(0, top + 2, pen.paper.width, pen.paper.height - top - 2).columns(len(ORDER))


def _laid_out(pen: Pen, style: Style, words: dict[str, str]) -> tuple[Face, bool]:
    """The letters, and whether the keys' signs have room beside them; else the cell's place says which."""
    cell = pen.paper.width // len(ORDER)
    for signs in (True, False):
        for face in style.faces:
            if all(length(said, face) <= _room(cell, style, key, signs) for key, said in words.items()):
                return face, signs
    return style.faces[-1], False


def _room(cell: int, style: Style, key: str, signs: bool) -> int:
    """Pixels for words: at least one stays white before the next cell."""
    return cell - style.pad - mask(KEYS[key], style.icon).width - GAP - 1 if signs else cell - 3


def _cell(pen: Pen, line: Box, key: str, words: str, face: Face, signs: bool) -> None:
    style = STYLES[pen.paper.panel]
    base = line.y + (line.h + capital(face)) // 2
    room = _room(line.w, style, key, signs)
    said = shortened(words, room, face)
    if signs:
        after = pen.icon(line.x + style.pad, line.y + (line.h - style.icon) // 2, KEYS[key], style.icon)
        pen.write(after + GAP, base, said, face)
    else:
        pen.write(line.x + (line.w + 1) // 2, base, said, face, align="centre")
    if said != words:
        pen.drawn[-1] = pen.drawn[-1]._replace(whole=False)
