"""Draws on paper in black and white, and keeps a record of every box it drew.

The record lets tests look for overlaps, cut words and stray ink. Never decides what is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.engine.message import Message, Translate
from companion.screens.paper import MODE, Box, Face, Fitted, Paper, ascent, capital, font, ink, length, line_height

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

BLACK, WHITE = 0, 1


class Drawn(NamedTuple):
    """One thing drawn, for tests that look for overlaps and cut words."""

    kind: str
    """"text", "line", "bar" (black ground), "frame" (a border) or "mark" (a small picture)."""
    box: Box
    """Where its ink is."""
    text: str = ""
    """One line of it; "" for what is no text."""
    whole: bool = True
    """Nothing of the text is missing."""
    person: bool = False
    """It is somebody's name, which alone may be shortened."""
    face: Face | None = None
    """A text's letters; None for what is no text."""


class Pen:
    """One picture in the making."""

    def __init__(self, paper: Paper, translate: Translate) -> None:
        from PIL import Image, ImageDraw  # late: starting up needs no picture

        self.paper = paper
        self._translate = translate
        self.image: Picture = Image.new(MODE, (paper.width, paper.height), WHITE)
        self.draw = ImageDraw.Draw(self.image)
        self.drawn: list[Drawn] = []

    def translate(self, words: Message | str) -> str:
        """Words in the language of this picture; a string is a name or number and stays."""
        return words if isinstance(words, str) else self._translate(words)

    def fit(self, words: Message | str, width: int, height: int, face: Face, lines: int = 1) -> Fitted:
        """How the words would fit."""
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
        """Write into the box, smaller or on more lines if need be; gives the room that was used.

        In the middle a line of capitals and figures fits tightly; accents and tails may stand out.
        """
        high = max(box.h, line_height(face)) if middle else box.h
        fitted = self.fit(words, box.w, high, face, lines)
        return self.fitted(box, fitted, align=align, middle=middle, white=white, person=person)

    def fitted(
        self,
        box: Box,
        fitted: Fitted,
        *,
        align: str = "left",
        middle: bool = False,
        white: bool = False,
        person: bool = False,
    ) -> Box:
        """Write what has been fitted before. `middle`: centred in the height, else from the top."""
        face, pitch = fitted.face, line_height(fitted.face) + 1
        used = pitch * len(fitted.lines) - 1
        first = box.y + ascent(face)
        if middle:
            first = box.y + (box.h - (len(fitted.lines) - 1) * pitch + capital(face)) // 2
        for number, each in enumerate(fitted.lines):
            if each:
                drawn = self._line(box, first + number * pitch, each, face, align, white)
                self.drawn.append(Drawn("text", drawn, each, fitted.whole, person, face))
        return Box(box.x, first - ascent(face), box.w, used)

    def _line(self, box: Box, base: int, text: str, face: Face, align: str, white: bool) -> Box:
        left, top, right, bottom = ink(text, face)
        spare = box.w - length(text, face)
        x = box.x - min(0, left) + {"left": 0, "centre": spare // 2, "right": spare}[align]
        self.draw.text((x, base), text, fill=WHITE if white else BLACK, font=font(face), anchor="ls")
        return Box(x + left, base + top, right - left, bottom - top)

    def rule(self, x: int, y: int, width: int, thick: int = 1) -> None:
        """A horizontal line."""
        self._record("line", Box(x, y, width, thick))
        self.draw.rectangle((x, y, x + width - 1, y + thick - 1), fill=BLACK)

    def dots(self, x: int, y: int, width: int) -> None:
        """A dotted line: a rule that keeps quiet."""
        self._record("line", Box(x, y, width, 1))
        self.draw.point([(each, y) for each in range(x, x + width, 3)], fill=BLACK)

    def bar(self, box: Box) -> None:
        """Black ground for white words."""
        self._record("bar", box)
        self.draw.rectangle((box.x, box.y, box.right - 1, box.bottom - 1), fill=BLACK)

    def frame(self, box: Box, radius: int = 3) -> None:
        """A thin border with round corners."""
        self._record("frame", box)
        self.draw.rounded_rectangle((box.x, box.y, box.right - 1, box.bottom - 1), radius, outline=BLACK)

    def key(self, box: Box) -> None:
        """A black key with round corners for white words."""
        self._record("bar", box)
        self.draw.rounded_rectangle((box.x, box.y, box.right - 1, box.bottom - 1), 3, fill=BLACK)

    def shape(self, box: Box, points: list[tuple[int, int]], white: bool = False) -> None:
        """A filled polygon, given in pixels of the box."""
        self._record("mark", box)
        places = [(box.x + x, box.y + y) for x, y in points]
        colour = WHITE if white else BLACK
        self.draw.polygon(places, fill=colour, outline=colour)

    def disc(self, box: Box, white: bool = False, filled: bool = True) -> None:
        """A circle that fills the box."""
        self._record("mark", box)
        colour = WHITE if white else BLACK
        around = (box.x, box.y, box.right - 1, box.bottom - 1)
        self.draw.ellipse(around, fill=colour if filled else None, outline=colour)

    def square(self, box: Box, white: bool = False, filled: bool = True, thick: int = 1) -> None:
        """A square or rectangle, filled or only its border."""
        self._record("mark", box)
        colour = WHITE if white else BLACK
        around = (box.x, box.y, box.right - 1, box.bottom - 1)
        self.draw.rectangle(around, fill=colour if filled else None, outline=colour, width=thick)

    def strokes(self, box: Box, points: list[tuple[int, int]], thick: int, white: bool = False) -> None:
        """A line through points, given in pixels of the box."""
        self._record("mark", box)
        places = [(box.x + x, box.y + y) for x, y in points]
        self.draw.line(places, fill=WHITE if white else BLACK, width=thick)

    def picture(self, box: Box, rows: tuple[str, ...], white: bool = False) -> None:
        """A small picture as big as the box; bold ones stay readable where it is smaller than they are."""
        self._record("mark", box)
        for y in range(box.h):
            row = rows[y * len(rows) // box.h]
            for x in range(box.w):
                if row[x * len(row) // box.w] == "#":
                    self.draw.point((box.x + x, box.y + y), fill=WHITE if white else BLACK)

    def stamp(self, x: int, y: int, rows: tuple[str, ...], times: int = 1, white: bool = False) -> None:
        """A small picture given as rows of "#" and " "."""
        self._record("mark", Box(x, y, len(rows[0]) * times, len(rows) * times))
        for down, row in enumerate(rows):
            for along, letter in enumerate(row):
                if letter == "#":
                    at = (x + along * times, y + down * times)
                    self.draw.rectangle(
                        (*at, at[0] + times - 1, at[1] + times - 1), fill=WHITE if white else BLACK
                    )

    def _record(self, kind: str, box: Box) -> None:
        self.drawn.append(Drawn(kind, box))
