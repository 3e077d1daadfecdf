"""Pen: draws in black and white on paper and records every box it draws.

Tests use the record to find overlaps, shortened texts and ink outside the margins. `write_sentences` sets as many
whole sentences as fit in a box, as large as possible; only the first sentence may be shortened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from companion.engine.message import Message, Translate
from companion.screens.icons import SMALL_ICON, Icon, icon_mask
from companion.screens.paper import (
    BOLD,
    FACE_SIZES,
    IMAGE_MODE,
    REGULAR,
    SMALLEST,
    Box,
    Face,
    Fitted,
    Paper,
    ascent_of,
    break_words,
    capital_height,
    faces_of_same_height,
    ink_box,
    line_height,
    place_glyphs,
    shorten_text,
    text_height,
    text_width,
    with_typographic_signs,
    wrap_words,
)

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


BLACK, WHITE = 0, 1


class DrawnElement(NamedTuple):
    """One drawn element, recorded for tests that look for overlaps and shortened texts."""

    kind: str
    """"text", "line", "bar" (black background), "frame" (border), "curve" or "mark" (small picture)."""
    box: Box
    """Box of its ink."""
    text: str = ""
    """One line of text; "" if it is not a text."""
    whole: bool = True
    """True if no part of the text is missing."""
    person: bool = False
    """True for a player's name, the only kind of text that may be shortened."""
    face: Face | None = None
    """Face of the text; None if it is not a text."""


def _pixels_before_anchor(align: str, wide: int) -> int:
    """Return the pixels between the start of a line and its anchor."""
    return {"left": 0, "centre": wide // 2, "right": wide}[align]


def _rotated_box(box: Box, paper: Paper) -> Box:
    """Return the box rotated by 180 degrees on the paper."""
    return Box(paper.width - box.right, paper.height - box.bottom, box.w, box.h)


class Pen:
    """One picture being drawn."""

    def __init__(self, paper: Paper, translate: Translate) -> None:
        from PIL import Image, ImageDraw  # Imported late: starting up needs no picture.

        self.paper = paper
        self._translate = translate
        self.image: Picture = Image.new(IMAGE_MODE, (paper.width, paper.height), WHITE)
        self.draw = ImageDraw.Draw(self.image)
        self.draw.fontmode = IMAGE_MODE
        self.drawn: list[DrawnElement] = []

    def translate(self, words: Message | str) -> str:
        """Return the text in the language of this picture; a string is a name or number and is not translated."""
        return with_typographic_signs(words if isinstance(words, str) else self._translate(words))

    def fit(self, words: Message | str, width: int, height: int, face: Face, lines: int = 1) -> Fitted:
        """Return how the text fits into a box of this size."""
        return self.paper.fit(self.translate(words), width, height, face, lines)

    def text(
        self,
        box: Box,
        words: Message | str,
        face: Face,
        *,
        align: str = "left",
        lines: int = 1,
        middle: bool = False,
        white: bool = False,
        person: bool = False,
    ) -> Box:
        """Write into the box, smaller or on more lines if necessary; return the box that was used.

        With `middle`, one line of capitals and digits fits exactly; accents and descenders may extend beyond the
        box.
        """
        high = max(box.h, line_height(face)) if middle else box.h
        fitted = self.fit(words, box.w, high, face, lines)
        return self.write_fitted(box, fitted, align=align, middle=middle, white=white, person=person)

    def write_fitted(
        self,
        box: Box,
        fitted: Fitted,
        *,
        align: str = "left",
        middle: bool = False,
        white: bool = False,
        person: bool = False,
    ) -> Box:
        """Write text that was fitted before. `middle`: vertically centred, else at the top."""
        face, pitch = fitted.face, line_height(fitted.face) + 1
        used = pitch * len(fitted.lines) - 1
        first = box.y + ascent_of(face)
        if middle:
            first = box.y + (box.h - (len(fitted.lines) - 1) * pitch + capital_height(face)) // 2
        for number, each in enumerate(fitted.lines):
            if each:
                drawn = self._line(box, first + number * pitch, each, face, align, white)
                self.drawn.append(DrawnElement("text", drawn, each, fitted.whole, person, face))
        return Box(box.x, first - ascent_of(face), box.w, used)

    def _line(self, box: Box, base: int, text: str, face: Face, align: str, white: bool) -> Box:
        left, top, right, bottom = ink_box(text, face)
        spare = box.w - text_width(text, face)
        x = box.x - min(0, left) + {"left": 0, "centre": spare // 2, "right": spare}[align]
        colour = WHITE if white else BLACK
        for at, each in place_glyphs(text, face):
            if each.print:
                self.image.paste(colour, (x + at + each.left, base + each.top), each.print)
        return Box(x + left, base + top, right - left, bottom - top)

    def write(
        self,
        x: int,
        base: int,
        words: Message | str,
        face: Face,
        *,
        room: int | None = None,
        align: str = "left",
        lines: int = 1,
        pitch: int = 0,
        white: bool = False,
        person: bool = False,
    ) -> Box:
        """Write on a baseline, aligned at `x`; return the box of the text.

        If the text is wider than `room`: the narrow face of the same height, then up to `lines` lines (`pitch`
        pixels apart), then an ellipsis. Only a player's name or a reason should need an ellipsis.
        """
        found = self.set_lines(words, face, room, lines)
        pitch = pitch or line_height(found.face) + 1
        wides = [text_width(each, found.face) for each in found.lines]
        for number, (each, wide) in enumerate(zip(found.lines, wides, strict=True)):
            if each:
                place = Box(x - _pixels_before_anchor(align, wide), 0, wide, 0)
                drawn = self._line(place, base + number * pitch, each, found.face, "left", white)
                self.drawn.append(DrawnElement("text", drawn, each, found.whole, person, found.face))
        high = capital_height(found.face)
        left = x - _pixels_before_anchor(align, max(wides))
        return Box(left, base - high, max(wides), high + (len(wides) - 1) * pitch)

    def set(self, x: int, base: int, words: str, face: Face, *, white: bool = False, whole: bool = True) -> None:
        """Write one line that was fitted before, on a baseline."""
        if words:
            drawn = self._line(Box(x, 0, text_width(words, face), 0), base, words, face, "left", white)
            self.drawn.append(DrawnElement("text", drawn, words, whole, face=face))

    def set_lines(self, words: Message | str, face: Face, room: int | None = None, lines: int = 1) -> Fitted:
        """Return the face and lines that `write` uses for the text."""
        text = self.translate(words)
        if room is None:
            return Fitted(face, (text,))
        tried = [
            (most, each) for step in faces_of_same_height(face) for most in range(1, lines + 1) for each in step
        ]
        for most, each in tried:
            found = wrap_words(text, room, each)
            if len(found) <= most and all(text_width(line, each) <= room for line in found):
                return Fitted(each, found)
        last = tried[-1][1]
        found = break_words(text, room, last)
        kept = (*found[: lines - 1], shorten_text(" ".join(found[lines - 1 :]), room, last))
        return Fitted(last, kept, whole=len(found) <= lines)

    def has_room(self, words: Message | str, face: Face, room: int) -> bool:
        """True if `write` sets the text in one line without shortening it."""
        text = self.translate(words)
        return any(text_width(text, each) <= room for step in faces_of_same_height(face) for each in step)

    def icon(self, x: int, y: int, icon: Icon, size: int = SMALL_ICON, white: bool = False) -> int:
        """Draw an icon with its top left corner at (x, y); return the x after it. On black a swatch has
        a border."""
        picture = icon_mask(icon, size)
        box = Box(x, y, picture.width, picture.height)
        if white and icon.is_swatch:
            self.square(box.inset(-1, -1), white=True)
        self._record("mark", box)
        self.image.paste(WHITE if white and not icon.is_swatch else BLACK, (x, y), picture)
        return box.right

    def arrow(self, x: int, base: int, face: Face, white: bool = False) -> int:
        """Draw the mark of an instruction, a solid arrow of capital height; return the x after it."""
        high = capital_height(face) | 1
        colour, y = WHITE if white else BLACK, base - high
        self._record("mark", Box(x, y, (high + 1) // 2, high))
        for row in range(high):
            self.draw.line((x, y + row, x + min(row, high - 1 - row), y + row), fill=colour)
        return x + (high + 1) // 2

    def tick(self, x: int, base: int, face: Face, white: bool = False) -> int:
        """Draw the mark of an entry, a tick of capital height; return the x after it."""
        high = capital_height(face)
        colour, y, short = WHITE if white else BLACK, base - high, high // 3
        self._record("mark", Box(x, y, high + 1, high))
        stroke = max(3, high // 5)
        for thick in range(stroke):
            knee = (x + short, y + high - 1 - stroke + thick)
            self.draw.line((x, y + high // 2 - 1 + thick, *knee), fill=colour)
            self.draw.line((*knee, x + high, y + 1 + thick), fill=colour)
        return x + high + 1

    def cross(self, x: int, base: int, face: Face, white: bool = False) -> int:
        """Draw the mark of something closed, a small cross beside text in this face; return the x after it."""
        size = capital_height(face) * 2 // 3 + 1
        y = base - (capital_height(face) + size) // 2
        self._record("mark", Box(x, y, size + 1, size))
        for step in range(size):
            for along in (step, size - 1 - step):
                self.draw.rectangle((x + along, y + step, x + along + 1, y + step), fill=WHITE if white else BLACK)
        return x + size + 1

    def rule(self, x: int, y: int, width: int, thick: int = 1) -> None:
        """Draw a horizontal line."""
        self._record("line", Box(x, y, width, thick))
        self.draw.rectangle((x, y, x + width - 1, y + thick - 1), fill=BLACK)

    def post(self, x: int, y: int, height: int, thick: int = 1) -> None:
        """Draw a vertical line."""
        self._record("line", Box(x, y, thick, height))
        self.draw.rectangle((x, y, x + thick - 1, y + height - 1), fill=BLACK)

    def dots(self, x: int, y: int, width: int) -> None:
        """Draw a dotted horizontal line."""
        self._record("line", Box(x, y, width, 1))
        self.draw.point([(each, y) for each in range(x + x % 2, x + width, 2)], fill=BLACK)

    def dots_down(self, x: int, y: int, height: int) -> None:
        """Draw a dotted vertical line."""
        self._record("line", Box(x, y, 1, height))
        self.draw.point([(x, each) for each in range(y + y % 2, y + height, 2)], fill=BLACK)

    def bar(self, box: Box, radius: int = 0) -> None:
        """Draw a black background for white text."""
        self._record("bar", box)
        self.draw.rounded_rectangle((box.x, box.y, box.right - 1, box.bottom - 1), radius, fill=BLACK)

    def frame(self, box: Box, radius: int = 3, thick: int = 1) -> None:
        """Draw a border with round corners."""
        self._record("frame", box)
        around = (box.x, box.y, box.right - 1, box.bottom - 1)
        self.draw.rounded_rectangle(around, radius, outline=BLACK, width=thick)

    def draw_upside_down(self, box: Box, draw: Callable[[Pen, Box], None]) -> None:
        """Draw into the box upside down, for a player who sits across the table."""
        from PIL.Image import Transpose

        paper, other = self.paper, Pen(self.paper, self._translate)
        there = _rotated_box(box, paper)
        draw(other, there)
        part = other.image.crop((there.x, there.y, there.right, there.bottom))
        self.image.paste(part.transpose(Transpose.ROTATE_180), (box.x, box.y))
        self.drawn += [each._replace(box=_rotated_box(each.box, paper)) for each in other.drawn]

    def shape(self, box: Box, points: list[tuple[int, int]], white: bool = False) -> None:
        """Draw a filled polygon; points are in pixels relative to the box."""
        self._record("mark", box)
        places = [(box.x + x, box.y + y) for x, y in points]
        colour = WHITE if white else BLACK
        self.draw.polygon(places, fill=colour, outline=colour)

    def disc(self, box: Box, white: bool = False, filled: bool = True) -> None:
        """Draw a circle that fills the box."""
        self._record("mark", box)
        colour = WHITE if white else BLACK
        around = (box.x, box.y, box.right - 1, box.bottom - 1)
        self.draw.ellipse(around, fill=colour if filled else None, outline=colour)

    def square(self, box: Box, white: bool = False, filled: bool = True, thick: int = 1) -> None:
        """Draw a rectangle, filled or only its border."""
        self._record("mark", box)
        colour = WHITE if white else BLACK
        around = (box.x, box.y, box.right - 1, box.bottom - 1)
        self.draw.rectangle(around, fill=colour if filled else None, outline=colour, width=thick)

    def strokes(self, box: Box, points: list[tuple[int, int]], thick: int, white: bool = False) -> None:
        """Draw a line through points, in pixels relative to the box."""
        self._record("mark", box)
        places = [(box.x + x, box.y + y) for x, y in points]
        self.draw.line(places, fill=WHITE if white else BLACK, width=thick)

    def curve(self, box: Box, points: list[tuple[int, int]], thick: int, dash: tuple[int, int] = (1, 0)) -> None:
        """Draw a line through points, in pixels relative to the box. `dash`: pixels drawn and left out in turn."""
        self._record("curve", Box(box.x - thick, box.y - thick, box.w + 2 * thick, box.h + 2 * thick))
        drawn, left_out = dash
        walked = 0
        for (x, y), (to_x, to_y) in pairwise(points):
            steps = max(abs(to_x - x), abs(to_y - y), 1)
            for step in range(steps):
                walked += 1
                if walked % (drawn + left_out) >= drawn:
                    continue
                at_x, at_y = box.x + x + (to_x - x) * step // steps, box.y + y + (to_y - y) * step // steps
                top = at_y - thick // 2
                self.draw.rectangle((at_x, top, at_x + thick - 1, top + thick - 1), fill=BLACK)

    def picture(self, box: Box, rows: tuple[str, ...], white: bool = False) -> None:
        """Draw rows of "#" and other characters, scaled to the box; bold drawings stay readable when reduced."""
        self._record("mark", box)
        for y in range(box.h):
            row = rows[y * len(rows) // box.h]
            for x in range(box.w):
                if row[x * len(row) // box.w] == "#":
                    self.draw.point((box.x + x, box.y + y), fill=WHITE if white else BLACK)

    def _record(self, kind: str, box: Box) -> None:
        self.drawn.append(DrawnElement(kind, box))


class Sentence(NamedTuple):
    """A sentence and its weight."""

    message: Message
    bold: bool = False
    """True for the most urgent sentence; it is bold only if the others are regular at that size."""


def write_sentences(
    pen: Pen,
    box: Box,
    sentences: Sequence[Sentence],
    biggest: str = "body",
    align: str = "left",
    middle: bool = False,
) -> int:
    """Write as many sentences as fit, in the largest face possible; return the y under them."""
    for count in range(len(sentences), 0, -1):
        for face in _faces(pen, biggest, count):
            if found := _set_at_size(pen, box, sentences[:count], face):
                return _write(pen, box, found, align, middle)
    if sentences:
        face = SMALLEST
        pen.text(box, sentences[0].message, face, lines=max(1, (box.h + 1) // (line_height(face) + 1)))
    return box.bottom if sentences else box.y


def sentences_fit(pen: Pen, box: Box, sentences: Sequence[Sentence]) -> bool:
    """True if all sentences fit unshortened."""
    return any(_set_at_size(pen, box, sentences, face) for face in _faces(pen, "body", len(sentences)))


def _faces(pen: Pen, biggest: str, count: int) -> list[Face]:
    """Return bold faces from the largest down, then the regular face.

    Only a single sentence may use the smallest face: the first one is not made small to fit the others.
    """
    least = pen.paper.face("note" if count == 1 else "body").size
    sizes = [each for each in FACE_SIZES[BOLD] if least <= each <= pen.paper.face(biggest).size]
    return [*(Face(size, BOLD) for size in sizes), Face(least), *([SMALLEST] if count == 1 else [])]


def _set_at_size(pen: Pen, box: Box, sentences: Sequence[Sentence], at: Face) -> list[Fitted] | None:
    """Return all sentences set at this size, or None if they do not fit. Only a bold face allows bold ones."""
    found: list[Fitted] = []
    left = box.h
    for each in sentences:
        # All sentences have one size: two sizes read as two texts.
        face = Face(at.size) if at.kind == BOLD and not each.bold and at.size in FACE_SIZES[REGULAR] else at
        lines = wrap_words(pen.translate(each.message), box.w, face)
        left -= text_height(len(lines), face) + (_between(pen) if found else 0)
        if left < 0 or any(text_width(words, face) > box.w for words in lines):
            return None
        found.append(Fitted(face, lines))
    return found


def _between(pen: Pen) -> int:
    return pen.paper.px(1 if pen.paper.tight else 4)


def _write(pen: Pen, box: Box, found: list[Fitted], align: str, middle: bool) -> int:
    used = sum(text_height(len(each.lines), each.face) + _between(pen) for each in found) - _between(pen)
    y = box.y + ((box.h - used) // 2 if middle else 0)
    for each in found:
        pen.write_fitted(Box(box.x, y, box.w, box.bottom - y), each, align=align)
        y += text_height(len(each.lines), each.face) + _between(pen)
    return y
