"""Paper of any size: shares of it, type sizes that suit it, and text measured before it is drawn.

Never draws (`companion.screens.pen` does) and knows no screen.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

FONTS = Path(__file__).parent / "fonts"
# No greys: smoothed letters fray when a panel that knows black and white only cuts them off at a threshold.
MODE = "1"
# Accents above and tails below, of every language shipped: a line must have room for whichever comes.
TALLEST = "ÁŘŽÅgjÇ(|,"
ELLIPSIS = "…"

ROOMY = {"huge": 34.0, "big": 22.0, "title": 18.0, "body": 17.0, "small": 14.0, "tiny": 12.0}
TIGHT = {"huge": 18.0, "big": 16.0, "title": 14.0, "body": 12.0, "small": 11.0, "tiny": 10.0}
SMALLEST = {False: 12, True: 10}
"""No letter is smaller, on roomy and on tight paper: 12 pixels are 2.5 mm, 10 are 2 mm."""


class Box(NamedTuple):
    """A rectangle on the paper, in pixels; `right` and `bottom` are the first ones outside."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    def inset(self, dx: int, dy: int = 0) -> Box:
        """The same box with less at every side."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def below(self, dy: int) -> Box:
        """What is left when `dy` pixels at the top are used."""
        return Box(self.x, self.y + dy, self.w, self.h - dy)

    def from_left(self, dx: int) -> Box:
        """What is left when `dx` pixels at the left are used."""
        return Box(self.x + dx, self.y, self.w - dx, self.h)

    def top(self, h: int) -> Box:
        """Its first `h` pixels from above."""
        return Box(self.x, self.y, self.w, h)

    def columns(self, n: int, gap: int = 0) -> list[Box]:
        """`n` columns that fill it, as equal as pixels allow."""
        edges = [self.x + i * (self.w + gap) // n for i in range(n + 1)]
        return [Box(a, self.y, b - a - gap, self.h) for a, b in pairwise(edges)]


class Face(NamedTuple):
    """A letter size and weight."""

    size: int
    """Pixels of the em square, as Pillow counts; a capital is about 0.73 of it."""
    bold: bool = False


class Fitted(NamedTuple):
    """Text as it fits."""

    face: Face
    lines: tuple[str, ...]
    """From above; never empty, an empty text is one empty line."""
    whole: bool = True
    """Nothing had to be left out."""


@lru_cache(maxsize=64)
def font(face: Face) -> FreeTypeFont:
    """The shipped font at this size."""
    from PIL import ImageFont  # late: starting up needs no picture

    name = "DejaVuSans-Bold.ttf" if face.bold else "DejaVuSans.ttf"
    # BASIC everywhere: Pillow's other engine is not in every build and measures otherwise, so lines would break
    # elsewhere than in the tests.
    return ImageFont.truetype(str(FONTS / name), face.size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=8192)
def ink(text: str, face: Face) -> tuple[int, int, int, int]:
    """Where the ink of `text` lies around the start of its baseline: left, top, right, bottom."""
    left, top, right, bottom = font(face).getbbox(text, mode=MODE, anchor="ls")
    return int(left), int(top), int(right), int(bottom)


@lru_cache(maxsize=8192)
def length(text: str, face: Face) -> int:
    """Pixels from the start of `text` to where the next letter would start, or its ink ends."""
    return max(round(font(face).getlength(text, mode=MODE)), ink(text, face)[2]) if text else 0


@lru_cache(maxsize=64)
def ascent(face: Face) -> int:
    """Pixels above the baseline that the tallest letter takes."""
    return -ink(TALLEST, face)[1]


@lru_cache(maxsize=64)
def line_height(face: Face) -> int:
    """Pixels from the top of the tallest letter to the foot of the deepest."""
    return ascent(face) + ink(TALLEST, face)[3]


@lru_cache(maxsize=64)
def capital(face: Face) -> int:
    """Height of a capital without accent, and of a figure."""
    return -ink("H", face)[1]


@lru_cache(maxsize=2048)
def wrap(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Lines no wider than `width`; a word that is wider stands alone on its line (and doesn't fit)."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        current = words[0]
        for word in words[1:]:
            if length(f"{current} {word}", face) <= width:
                current = f"{current} {word}"
            else:
                lines.append(current)
                current = word
        lines.append(current)
    return tuple(lines)


def broken(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Like `wrap`, but a word that is too wide goes on in the next line, between two letters."""
    lines: list[str] = []
    for each in wrap(text, width, face):
        while length(each, face) > width and len(each) > 1:
            keep = next((n for n in range(len(each) - 1, 1, -1) if length(each[:n], face) <= width), 1)
            lines.append(each[:keep])
            each = each[keep:]
        lines.append(each)
    return tuple(lines)


def shortened(text: str, width: int, face: Face) -> str:
    """As much of `text` as fits, with an ellipsis where it ends too early. Whole letters only."""
    if length(text, face) <= width:
        return text
    return next(
        (cut for n in range(len(text) - 1, 0, -1) if length(cut := text[:n].rstrip() + ELLIPSIS, face) <= width),
        ELLIPSIS,
    )


@lru_cache(maxsize=2048)
def fit(text: str, width: int, height: int, biggest: Face, smallest: int, lines: int) -> Fitted:
    """The biggest face in which `text` fits into the room with at most so many lines.

    Smaller letters come before broken words, broken words before anything is left out.
    """
    for size in range(max(biggest.size, smallest), smallest - 1, -1):
        face = Face(size, biggest.bold)
        found = wrap(text, width, face)
        if _fits(found, width, height, face, lines):
            return Fitted(face, found)
    face = Face(smallest, biggest.bold)
    found = broken(text, width, face)
    if _fits(found, width, height, face, lines):
        return Fitted(face, found)
    most = max(1, min(lines, (height + 1) // (line_height(face) + 1)))
    kept = (*found[: most - 1], shortened(" ".join(found[most - 1 :]), width, face))
    return Fitted(face, kept, whole=False)


def _fits(found: tuple[str, ...], width: int, height: int, face: Face, lines: int) -> bool:
    if len(found) > lines or any(length(each, face) > width for each in found):
        return False
    return _height(found, face) <= height


def _height(found: tuple[str, ...], face: Face) -> int:
    """A line alone needs only the room of its own letters."""
    if len(found) > 1:
        return text_height(len(found), face)
    _, top, _, bottom = ink(found[0], face)
    return bottom - top


def text_height(lines: int, face: Face) -> int:
    """Pixels that so many lines take, with one between them."""
    return lines * line_height(face) + max(0, lines - 1)


class Paper:
    """A size, and everything that follows from it. Immutable; one can serve every picture.

    tight: too small for words wherever a picture of the thing will do.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # Between the small panels (122 and 128 lines) and the next bigger one (300).
        self.tight = height < 200
        # Sizes in these modules are pixels of one of these two, on which they were tried out by eye.
        self._reference = (296, 128) if self.tight else (400, 300)
        self.unit = min(width / self._reference[0], height / self._reference[1])
        self.margin = 3 if self.tight else self.px(8)

    @property
    def box(self) -> Box:
        """The whole paper."""
        return Box(0, 0, self.width, self.height)

    @property
    def inner(self) -> Box:
        """The paper without its margins."""
        return self.box.inset(self.margin, self.margin - 1 if self.tight else self.px(5))

    def px(self, pixels: float) -> int:
        """A length of the reference paper as the same share of this one; at least 1."""
        return max(1, round(pixels * self.unit))

    @property
    def smallest(self) -> int:
        """The smallest letter size here."""
        return SMALLEST[self.tight]

    def face(self, name: str, bold: bool = False) -> Face:
        """The face for "huge", "big", "title", "body", "small" or "tiny" words."""
        scale = TIGHT if self.tight else ROOMY
        return Face(max(self.smallest, round(scale[name] * self.unit)), bold)

    def fit(self, text: str, width: int, height: int, face: Face, lines: int = 1) -> Fitted:
        """`text` as big as fits, at most as big as `face`."""
        return fit(text, width, height, face, self.smallest, lines)


def signed_plain(value: int) -> str:
    """A number with the minus sign that is as wide as a plus."""
    return str(value) if value >= 0 else f"−{-value}"
