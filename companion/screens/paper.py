"""Paper of any size: panels, faces, and text that is measured before it is drawn.

`Panel` is a row of a table: name, driver module and size in pixels. `Paper` gives margins, lengths and faces for a
size. The functions measure, wrap and shorten text. `companion.screens.pen` draws it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont


FONTS = Path(__file__).parent / "fonts"
# No greys: anti-aliased letters fray when a black-and-white panel cuts them off at a threshold.
IMAGE_MODE = "1"
# Accents and descenders of every language shipped: a line must have room for any of them.
TALLEST_LETTERS = "ÁŘŽÅgjÇ(|,"
ELLIPSIS = "…"
MINUS_PATTERN, TIMES_PATTERN = re.compile(r"(?<![\w-])-(?=\d|$)"), re.compile(r"(?<=\d )x(?= \d)")
"""A hyphen that stands for a minus sign, and an x that stands for a multiplication sign."""

REGULAR, BOLD, NARROW, SERIF = "R", "B", "N", "D"
"""Kinds of faces: for details, for what is read across the table, for the footer, for names and titles."""

FONT_FILES = {
    REGULAR: "PTSans-Regular.ttf",
    BOLD: "PTSans-Bold.ttf",
    NARROW: "PTSansNarrow-Bold.ttf",
    SERIF: "PTSerif-Bold.ttf",
}
FACE_SIZES = {
    REGULAR: (20, 17, 15, 13),
    BOLD: (40, 30, 26, 24, 22, 20, 18, 17, 15, 13),
    NARROW: (17, 16, 12),
    SERIF: (96, 40, 24, 22),
}
"""Sizes in pixels, largest first, in which each kind has even stems and clear accents without greys."""

NARROW_FACE_SIZES = {20: 17, 18: 17, 17: 17, 15: 16, 13: 12}
"""Size of the narrow face with the same height, by size of the regular or bold face."""

BIG, MIDDLE, WIDE, SMALL = range(4)
"""Kinds of panels: 480, 300, 128 and 122 lines high."""

FACE_ROLES: dict[str, tuple[tuple[str, str, str, str], tuple[int, int, int, int]]] = {
    "name": (("D", "D", "D", "D"), (40, 24, 22, 22)),
    "title": (("D", "D", "B", "B"), (40, 22, 17, 17)),
    "instructions": (("B", "B", "B", "B"), (40, 30, 20, 18)),
    "turn_log": (("B", "B", "R", "R"), (24, 20, 13, 13)),
    "text": (("R", "R", "R", "R"), (20, 17, 15, 15)),
    "body": (("R", "R", "R", "R"), (20, 15, 13, 13)),
    "note": (("R", "R", "R", "R"), (17, 13, 13, 13)),
}
"""Kind and size of the letters for each role, by kind of panel from BIG to SMALL."""


class Box(NamedTuple):
    """A rectangle on the paper, in pixels; `right` and `bottom` are the first pixels outside."""

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
        """Return the box reduced by `dx` and `dy` pixels on each side."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def below(self, dy: int) -> Box:
        """Return the box without its top `dy` pixels."""
        return Box(self.x, self.y + dy, self.w, self.h - dy)

    def from_left(self, dx: int) -> Box:
        """Return the box without its left `dx` pixels."""
        return Box(self.x + dx, self.y, self.w - dx, self.h)

    def top(self, h: int) -> Box:
        """Return the top `h` pixels of the box."""
        return Box(self.x, self.y, self.w, h)

    def columns(self, n: int, gap: int = 0) -> list[Box]:
        """Return `n` columns that fill the box, as equal as pixels allow."""
        edges = [self.x + i * (self.w + gap) // n for i in range(n + 1)]
        return [Box(a, self.y, b - a - gap, self.h) for a, b in pairwise(edges)]


class Face(NamedTuple):
    """Size and kind of letters."""

    size: int
    """Pixels of the em square, as in Pillow; a capital is about 0.7 of it."""
    kind: str = REGULAR
    """REGULAR, BOLD, NARROW or SERIF."""

    @property
    def strong(self) -> Face:
        """The bold face of this size; other kinds than regular stay."""
        return Face(self.size, BOLD) if self.kind == REGULAR else self


SMALLEST = Face(12, NARROW)
"""The smallest letters used: 12 pixels are 2.5 mm."""


class Fitted(NamedTuple):
    """Text as it fits into a box."""

    face: Face
    lines: tuple[str, ...]
    """Lines from the top; never empty: an empty text is one empty line."""
    whole: bool = True
    """True if no part of the text was left out."""


@lru_cache(maxsize=128)
def font_of(face: Face) -> FreeTypeFont:
    """Return the shipped font at this size."""
    from PIL import ImageFont  # Imported late: starting up needs no picture.

    # Always the BASIC layout engine: Pillow's other engine is not in every build and measures differently, so
    # lines would break at other places than in the tests.
    return ImageFont.truetype(str(FONTS / FONT_FILES[face.kind]), face.size, layout_engine=ImageFont.Layout.BASIC)


class Glyph(NamedTuple):
    """A rasterised letter. Hinting is slow, so each letter is rasterised once and cached."""

    advance: int
    """Pixels to the start of the next letter."""
    left: int
    """Left edge of the ink, from the start of the baseline; `top` is its upper edge."""
    top: int
    right: int
    """Right edge of the ink; `bottom` is its lower edge."""
    bottom: int
    print: Image | None
    """Mask with 1 where there is ink; None for a space."""
    before: int = 0
    """White pixels from the letter's start to its first ink; `after`: from its last ink to the next letter."""
    after: int = 0


@lru_cache(maxsize=4096)
def glyph_of(letter: str, face: Face) -> Glyph:
    """Return one letter of a face."""
    from PIL import Image, ImageDraw

    letters = font_of(face)
    left, top, right, bottom = (int(each) for each in letters.getbbox(letter, mode=IMAGE_MODE, anchor="ls"))
    advance = round(letters.getlength(letter, mode=IMAGE_MODE))
    if letter.isspace() or right <= left or bottom <= top:
        return Glyph(advance, 0, 0, 0, 0, None)
    printed = Image.new(IMAGE_MODE, (right - left, bottom - top), 0)
    ImageDraw.Draw(printed).text((-left, -top), letter, fill=1, font=letters, anchor="ls")
    first, _, end, _ = printed.getbbox() or (0, 0, 0, 0)
    return Glyph(advance, left, top, right, bottom, printed, left + first, advance - left - end)


def place_glyphs(text: str, face: Face) -> Iterator[tuple[int, Glyph]]:
    """Yield each letter of a line and its x in pixels from the start of the line.

    Letters advance by whole pixels without kerning, as in Pillow's basic layout. A space is widened where needed:
    in the narrow faces a bracket or a plus would touch the word before it.
    """
    letters, x = [glyph_of(each, face) for each in text], 0
    white = 3 if face.size < 15 else 4
    for at, each in enumerate(letters):
        yield x, each
        x += each.advance
        if text[at] == " " and 0 < at < len(letters) - 1:
            x += max(0, white - letters[at - 1].after - each.advance - letters[at + 1].before)


@lru_cache(maxsize=8192)
def ink_box(text: str, face: Face) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the ink of `text`, relative to the start of its baseline."""
    inked = [
        (x + each.left, each.top, x + each.right, each.bottom)
        for x, each in place_glyphs(text, face)
        if each.print
    ]
    if not inked:
        return 0, 0, 0, 0
    lefts, tops, rights, bottoms = zip(*inked, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


@lru_cache(maxsize=8192)
def text_width(text: str, face: Face) -> int:
    """Return the pixels from the start of `text` to the next letter, or to the end of its ink if further."""
    return max((x + max(each.advance, each.right) for x, each in place_glyphs(text, face)), default=0)


@lru_cache(maxsize=128)
def ascent_of(face: Face) -> int:
    """Return the pixels above the baseline that the tallest letter takes."""
    return -ink_box(TALLEST_LETTERS, face)[1]


@lru_cache(maxsize=128)
def line_height(face: Face) -> int:
    """Return the pixels from the top of the tallest letter to the bottom of the deepest."""
    return ascent_of(face) + ink_box(TALLEST_LETTERS, face)[3]


@lru_cache(maxsize=128)
def capital_height(face: Face) -> int:
    """Return the height of a capital without accent, which is also that of a digit."""
    return -ink_box("H", face)[1]


@lru_cache(maxsize=2048)
def wrap_words(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Return lines no wider than `width`; a wider word stands alone on its line and does not fit."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        found = words[:1]
        for word in words[1:]:
            if text_width(f"{found[-1]} {word}", face) <= width:
                found[-1] += f" {word}"
            else:
                found.append(word)
        lines += _without_lonely_last_word(found, width, face)
    return tuple(lines)


def _without_lonely_last_word(lines: list[str], width: int, face: Face) -> list[str]:
    """Return the lines; a single word on the last line is joined by the word before it, if that fits."""
    if len(lines) < 2 or " " in lines[-1] or lines[-2].count(" ") < 2:
        return lines
    rest, _, word = lines[-2].rpartition(" ")
    last = f"{word} {lines[-1]}"
    return [*lines[:-2], rest, last] if text_width(last, face) <= width else lines


def break_words(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Return lines like `wrap_words`, but split a word that is too wide between two letters."""
    lines: list[str] = []
    for each in wrap_words(text, width, face):
        while text_width(each, face) > width and len(each) > 1:
            keep = next((n for n in range(len(each) - 1, 1, -1) if text_width(each[:n], face) <= width), 1)
            lines.append(each[:keep])
            each = each[keep:]
        lines.append(each)
    return tuple(lines)


def shorten_text(text: str, width: int, face: Face) -> str:
    """Return as much of `text` as fits, followed by an ellipsis if it was shortened."""
    if text_width(text, face) <= width:
        return text
    cut = [text[:n].rstrip() + ELLIPSIS for n in range(len(text))]
    # Longer texts are never narrower, so a binary search avoids measuring every length.
    return cut[max(1, bisect_right(cut, width, key=lambda each: text_width(each, face))) - 1]


@lru_cache(maxsize=128)
def smaller_faces(face: Face) -> tuple[tuple[Face, ...], ...]:
    """Return this face and the smaller useful ones, largest first, some with the narrow face of their height."""
    smaller = [each for each in FACE_SIZES[face.kind] if each < face.size]
    if face.kind == NARROW:
        return ((face,), *((Face(each, NARROW),) for each in smaller))
    if face.kind == SERIF:
        below = next(each for each in FACE_SIZES[BOLD] if each < min((face.size, *smaller)))
        return ((face,), *((Face(each, SERIF),) for each in smaller), *smaller_faces(Face(below, BOLD)))
    return tuple(_face_with_narrow_one(Face(each, face.kind)) for each in (face.size, *smaller))


def _face_with_narrow_one(face: Face) -> tuple[Face, ...]:
    """Return the face with the narrow one of its height; for regular letters only at their smallest size."""
    narrow = (
        NARROW_FACE_SIZES.get(face.size) if face.kind == BOLD or face.size == FACE_SIZES[REGULAR][-1] else None
    )
    return (face, Face(narrow, NARROW)) if narrow else (face,)


def faces_of_same_height(face: Face) -> tuple[tuple[Face, ...], ...]:
    """Return the face and the narrow one of its height, in the steps that `write` tries."""
    if face.kind not in (BOLD, REGULAR) or face.size not in NARROW_FACE_SIZES:
        return ((face,),)
    narrow = Face(NARROW_FACE_SIZES[face.size], NARROW)
    return ((face, narrow),) if face.kind == BOLD else ((face,), (narrow,))


@lru_cache(maxsize=2048)
def fit_text(text: str, width: int, height: int, faces: tuple[tuple[Face, ...], ...], lines: int) -> Fitted:
    """Return `text` in the first face (steps as in `smaller_faces`) that fits the box with at most `lines` lines.

    Order of measures: narrow letters, another line, smaller letters, broken words, an ellipsis.
    """
    for step in faces:
        for most in range(1, lines + 1):
            for face in step:
                found = wrap_words(text, width, face)
                if _fits(found, width, height, face, most):
                    return Fitted(face, found)
    face = faces[-1][-1]
    found = break_words(text, width, face)
    if _fits(found, width, height, face, lines):
        return Fitted(face, found)
    most = max(1, min(lines, (height + 1) // (line_height(face) + 1)))
    kept = (*found[: most - 1], shorten_text(" ".join(found[most - 1 :]), width, face))
    return Fitted(face, kept, whole=False)


def _fits(found: tuple[str, ...], width: int, height: int, face: Face, lines: int) -> bool:
    if len(found) > lines or any(text_width(each, face) > width for each in found):
        return False
    return _height(found, face) <= height


def _height(found: tuple[str, ...], face: Face) -> int:
    """Return the height in pixels; a single line needs only the height of its own ink."""
    if len(found) > 1:
        return text_height(len(found), face)
    _, top, _, bottom = ink_box(found[0], face)
    return bottom - top


def text_height(lines: int, face: Face) -> int:
    """Return the pixels that this many lines take, with one pixel between them."""
    return lines * line_height(face) + max(0, lines - 1)


class Paper:
    """A size in pixels and all lengths derived from it. Immutable: one paper serves any number of pictures.

    `tight`: True if the paper is so small that pictures replace text where possible.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        # The limit is between the small panels (122 and 128 lines) and the next larger one (300).
        self.tight = height < 200
        # Lengths in the screens are pixels on one of these two sizes, on which the layouts were tried out.
        self._reference = (296, 128) if self.tight else (400, 300)
        self.unit = min(width / self._reference[0], height / self._reference[1])
        self.margin = {BIG: 16, MIDDLE: 8, WIDE: 6, SMALL: 5}[self.panel]

    @property
    def box(self) -> Box:
        """The whole paper."""
        return Box(0, 0, self.width, self.height)

    @property
    def inner(self) -> Box:
        """The paper without its margins."""
        return self.box.inset(self.margin, self.margin - 1 if self.tight else self.px(5))

    def px(self, pixels: float) -> int:
        """Return a length on the reference paper scaled to this paper; at least 1 pixel."""
        return max(1, round(pixels * self.unit))

    @property
    def panel(self) -> int:
        """The most similar kind of panel: BIG, MIDDLE, WIDE or SMALL."""
        if self.tight:
            return WIDE if self.width >= 280 else SMALL
        return BIG if self.height >= 400 else MIDDLE

    def face(self, role: str, bold: bool = False) -> Face:
        """Return the face for a role of FACE_ROLES; `bold` makes a regular face bold."""
        kinds, sizes = FACE_ROLES[role]
        face = Face(sizes[self.panel], kinds[self.panel])
        return face.strong if bold else face

    def fit(self, text: str, width: int, height: int, face: Face, lines: int = 1) -> Fitted:
        """Return `text` as large as fits, at most in the size of `face`."""
        return fit_text(text, width, height, smaller_faces(face), lines)


def with_typographic_signs(words: str) -> str:
    """Return the text with typographic signs: a minus before a number, a multiplication sign between two."""
    return TIMES_PATTERN.sub("×", MINUS_PATTERN.sub("−", words))


def number_with_minus_sign(value: int) -> str:
    """Return the number with the typographic minus sign, which is as wide as a plus."""
    return str(value) if value >= 0 else f"−{-value}"


class Panel(msgspec.Struct, frozen=True):
    """One e-ink panel, in landscape format."""

    name: str
    """Name as in companion.toml."""
    module: str
    """Module of the vendor's driver; _V2 or _V4 is the version printed on the back of the panel."""
    width: int
    """Pixels of the long side."""
    height: int
    """Pixels of the short side."""
    refreshes: tuple[str, ...]
    """Kinds of refresh it supports: "full", "fast", "partial"."""
    busy: int
    """Level of the BUSY pin while the panel is working, 0 or 1."""
    inverted: bool = False
    """True if the driver expects the bitwise inverse of the picture."""

    def paper(self) -> Paper:
        """Return the paper on which pictures for this panel are drawn."""
        return Paper(self.width, self.height)


REFERENCE_PANEL = "4in2"

PANELS = {
    panel.name: panel
    for panel in (
        Panel("4in2", "epd4in2_V2", 400, 300, ("full", "fast", "partial"), busy=1),
        Panel("7in5", "epd7in5_V2", 800, 480, ("full", "fast", "partial"), busy=0, inverted=True),
        Panel("2in9", "epd2in9_V2", 296, 128, ("full", "fast", "partial"), busy=1),
        Panel("2in13", "epd2in13_V4", 250, 122, ("full", "fast", "partial"), busy=1),
    )
}
