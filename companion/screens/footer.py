"""The foot of a screen: what each of the five keys does now, in five cells that stand as the keys do on the case.

The upper line is a tap, the lower one a hold, with the same key and a long bar under it. Words that leave the key
no room stand beside it in smaller letters; where these have none either, alone, the bar under them. They change no
other cell: a foot looks the same from picture to picture.
Small paper has words alone, and the lower line only for what nobody would look for. A key that does nothing has a
white cell. Which keys do something now, the page says.
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
    small: bool = False
    """There is room neither for keys beside the words nor for the lower line whatever it says."""


STYLES = {
    BIG: Style(MEDIUM, (Face(17, BOLD), Face(16, NARROW), SMALLEST), 28, 10),
    MIDDLE: Style(SMALL, (Face(16, NARROW), SMALLEST), 18, 4),
    WIDE: Style(SMALL, (SMALLEST,), 17, 2, small=True),
    SMALL_PANEL: Style(SMALL, (SMALLEST,), 16, 1, small=True),
}
GAP = 4
"""Pixels between a key and its words."""
AFTER = 3
"""White pixels from the words behind a key to the next cell at least."""


def footer(pen: Pen, hints: Sequence[Hint]) -> int:
    """Draw the cells at the foot of the paper; gives the y of the rule over them."""
    style, top = STYLES[pen.paper.panel], footer_top(pen, hints)
    if not hints:
        return top
    pen.rule(0, top, pen.paper.width, 2)
    rows = ("", "+") if _held(pen, hints) else ("",)
    words = {each.button: pen.translate(each.label) for each in _shown(pen, hints)}
    cells = Box(0, top + 2, pen.paper.width, pen.paper.height - top - 2).columns(len(ORDER))
    foot = _Foot(style, cells, words)
    look = foot.look()
    for at, cell in enumerate(cells):
        if at and not (look.spill and foot.is_white(at)):
            pen.dots_down(cell.x, cell.y + 2, cell.h - 2)
        for number, row in enumerate(rows):
            if (key := ORDER[at] + row) in words:
                line = Box(cell.x, cell.y + 1 + number * style.line, cell.w, style.line)
                _cell(pen, style, line, key, words[key], look, foot.room(at, look))
    return top


def footer_top(pen: Pen, hints: Sequence[Hint]) -> int:
    """Where the foot begins: lower where no key is to be held, and at the paper's end where none does anything."""
    if not hints:
        return pen.paper.height
    style = STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if _held(pen, hints) else 1) - (0 if pen.paper.tight else 1)


def highest_top(pen: Pen) -> int:
    """Where the foot begins when a key is to be held, on glass that says so."""
    style = STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if not style.small else 1) - (0 if pen.paper.tight else 1)


def _shown(pen: Pen, hints: Sequence[Hint]) -> list[Hint]:
    small = STYLES[pen.paper.panel].small
    return [each for each in hints if not small or each.always or each.button in ORDER]


def _held(pen: Pen, hints: Sequence[Hint]) -> bool:
    return any(each.button.endswith("+") for each in _shown(pen, hints))


class Look(NamedTuple):
    """What all cells have alike."""

    face: Face
    spill: bool = False
    """A word may go on into the white cells beside its own."""


class _Foot(NamedTuple):
    """The words of a foot and the room for them."""

    style: Style
    cells: Sequence[Box]
    words: dict[str, str]
    """By key."""

    def look(self) -> Look:
        """The first in which every word has room without its key: first the big letters go, then the cells."""
        looks = [Look(face, spill) for spill in (False, True) for face in self.style.faces]
        return next((each for each in looks if self._fits(each)), looks[-1])

    def _fits(self, look: Look) -> bool:
        rooms = ((said, self.room(ORDER.index(key.rstrip("+")), look)) for key, said in self.words.items())
        return all(length(said, look.face) <= room for said, room in rooms)

    def is_white(self, at: int) -> bool:
        """Whether the key of that cell does nothing."""
        return ORDER[at] not in self.words and ORDER[at] + "+" not in self.words

    def room(self, at: int, look: Look) -> int:
        """Pixels for words that stand alone: the dots before the next cell stay clear."""
        last = at
        while look.spill and last + 1 < len(self.cells) and self.is_white(last + 1):
            last += 1
        return self.cells[last].right - self.cells[at].x - 2


def _cell(pen: Pen, style: Style, line: Box, key: str, words: str, look: Look, room: int) -> None:
    before = style.pad + mask(KEYS[key], style.icon).width + GAP
    face = _face_beside_key(style, words, look, room + 2 - AFTER - before)
    if face:
        x = pen.icon(line.x + style.pad, line.y + (line.h - style.icon) // 2, KEYS[key], style.icon) + GAP
        pen.set(x, line.y + (line.h + capital(look.face)) // 2, words, face)
    else:
        _words_alone(pen, style, line, words, look, room, held=key.endswith("+"))


def _face_beside_key(style: Style, words: str, look: Look, room: int) -> Face | None:
    """The letters of the foot or smaller ones, whichever leave the key room; None: it has none."""
    if style.small:
        return None
    faces = style.faces[style.faces.index(look.face) :]
    return next((face for face in faces if length(words, face) <= room), None)


def _words_alone(pen: Pen, style: Style, line: Box, words: str, look: Look, room: int, held: bool) -> None:
    said, base = shortened(words, room, look.face), line.y + (line.h + capital(look.face)) // 2
    wide = length(said, look.face)
    spare = max(0, line.w - 2 - wide)
    x = line.x + 1 + (spare // 2 if style.small else min(style.pad - 1, spare))
    if held:
        # The words make room for the bar under them.
        base -= 2
        pen.rule(x, line.bottom - 2, wide, 2)
    pen.set(x, base, said, look.face, whole=said == words)
