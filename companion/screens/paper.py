"""Paper of any size: shares of it, type sizes that suit it, and text measured before it is drawn.

Never draws (`companion.screens.pen` does) and knows no screen.

The panels we draw for: a panel is a row in a table, not a class of its own.

Vendor module and refresh kinds are data for the driver. Never imports one.
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
# No greys: smoothed letters fray when a panel that knows black and white only cuts them off at a threshold.
MODE = "1"
# Accents above and tails below, of every language shipped: a line must have room for whichever comes.
TALLEST = "ÁŘŽÅgjÇ(|,"
ELLIPSIS = "…"
MINUS, TIMES = re.compile(r"(?<![\w-])-(?=\d|$)"), re.compile(r"(?<=\d )x(?= \d)")
"""A hyphen that is none, and a letter that is none."""

REGULAR, BOLD, NARROW, SERIF = "R", "B", "N", "D"
"""The kinds of letters: for what may be overlooked; what is read across the table; the foot; names and titles."""

FILES = {
    REGULAR: "PTSans-Regular.ttf",
    BOLD: "PTSans-Bold.ttf",
    NARROW: "PTSansNarrow-Bold.ttf",
    SERIF: "PTSerif-Bold.ttf",
}
SIZES = {
    REGULAR: (20, 17, 15, 13),
    BOLD: (40, 30, 26, 24, 22, 20, 18, 17, 15, 13),
    NARROW: (17, 16, 12),
    SERIF: (96, 40, 24, 22),
}
"""The sizes in which each kind has even stems and clear accents on glass that knows no grey; the biggest first."""

NARROWER = {20: 17, 18: 17, 17: 17, 15: 16, 13: 12}
"""For sizes of regular and bold letters the narrow one beside them."""

BIG, MIDDLE, WIDE, SMALL = range(4)
"""Panels of 480 lines, of 300, of 128 and of 122."""

ROLES: dict[str, tuple[tuple[str, str, str, str], tuple[int, int, int, int]]] = {
    "name": (("D", "D", "D", "D"), (40, 24, 22, 22)),
    "title": (("D", "D", "B", "B"), (40, 22, 17, 17)),
    "owed": (("B", "B", "B", "B"), (40, 30, 20, 18)),
    "booked": (("B", "B", "R", "R"), (24, 20, 13, 13)),
    "text": (("R", "R", "R", "R"), (20, 17, 15, 15)),
    "body": (("R", "R", "R", "R"), (20, 15, 13, 13)),
    "note": (("R", "R", "R", "R"), (17, 13, 13, 13)),
}
"""For each role the kind and size of its letters, by panel from the biggest down."""


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
    """A letter size and kind."""

    size: int
    """Pixels of the em square, as Pillow counts; a capital is about 0.7 of it."""
    kind: str = REGULAR
    """REGULAR, BOLD, NARROW or SERIF."""

    @property
    def strong(self) -> Face:
        """The same size in bold; letters that are black enough stay."""
        return Face(self.size, BOLD) if self.kind == REGULAR else self


SMALLEST = Face(12, NARROW)
"""No letter is smaller: 12 pixels are 2.5 mm."""


class Fitted(NamedTuple):
    """Text as it fits."""

    face: Face
    lines: tuple[str, ...]
    """From above; never empty, an empty text is one empty line."""
    whole: bool = True
    """Nothing had to be left out."""


@lru_cache(maxsize=128)
def font_of(face: Face) -> FreeTypeFont:
    """The shipped font at this size."""
    from PIL import ImageFont  # late: starting up needs no picture

    # BASIC everywhere: Pillow's other engine is not in every build and measures otherwise, so lines would break
    # elsewhere than in the tests.
    return ImageFont.truetype(str(FONTS / FILES[face.kind]), face.size, layout_engine=ImageFont.Layout.BASIC)


class Glyph(NamedTuple):
    """A letter as it is printed. Its hints cost more time than all else, so each is rasterised once and kept."""

    advance: int
    """Pixels to the next letter."""
    left: int
    """Where its ink begins, from the start of the baseline; also `top`."""
    top: int
    right: int
    """Where its ink ends; also `bottom`."""
    bottom: int
    print: Image | None
    """1 where there is ink; None for a space."""
    before: int = 0
    """White pixels before its first ink, from where it starts; also `after`, to where the next letter starts."""
    after: int = 0


@lru_cache(maxsize=4096)
def glyph_of(letter: str, face: Face) -> Glyph:
    """One letter of a face."""
    from PIL import Image, ImageDraw

    letters = font_of(face)
    left, top, right, bottom = (int(each) for each in letters.getbbox(letter, mode=MODE, anchor="ls"))
    advance = round(letters.getlength(letter, mode=MODE))
    if letter.isspace() or right <= left or bottom <= top:
        return Glyph(advance, 0, 0, 0, 0, None)
    printed = Image.new(MODE, (right - left, bottom - top), 0)
    ImageDraw.Draw(printed).text((-left, -top), letter, fill=1, font=letters, anchor="ls")
    first, _, end, _ = printed.getbbox() or (0, 0, 0, 0)
    return Glyph(advance, left, top, right, bottom, printed, left + first, advance - left - end)


def place_glyphs(text: str, face: Face) -> Iterator[tuple[int, Glyph]]:
    """The letters of a line with where each starts, in pixels from the start of the first.

    They follow each other by whole pixels, without kerning, as in Pillow's basic layout. But a space is as wide as
    it takes: in the narrow faces a bracket or a plus would stand against the word before it.
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
    """Where the ink of `text` lies around the start of its baseline: left, top, right, bottom."""
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
    """Pixels from the start of `text` to where the next letter would start, or its ink ends."""
    return max((x + max(each.advance, each.right) for x, each in place_glyphs(text, face)), default=0)


@lru_cache(maxsize=128)
def ascent_of(face: Face) -> int:
    """Pixels above the baseline that the tallest letter takes."""
    return -ink_box(TALLEST, face)[1]


@lru_cache(maxsize=128)
def line_height(face: Face) -> int:
    """Pixels from the top of the tallest letter to the foot of the deepest."""
    return ascent_of(face) + ink_box(TALLEST, face)[3]


@lru_cache(maxsize=128)
def capital_height(face: Face) -> int:
    """Height of a capital without accent, and of a figure."""
    return -ink_box("H", face)[1]


@lru_cache(maxsize=2048)
def wrap_words(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Lines no wider than `width`; a word that is wider stands alone on its line (and doesn't fit)."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        words = paragraph.split(" ")
        found = words[:1]
        for word in words[1:]:
            if text_width(f"{found[-1]} {word}", face) <= width:
                found[-1] += f" {word}"
            else:
                found.append(word)
        lines += _with_company(found, width, face)
    return tuple(lines)


def _with_company(lines: list[str], width: int, face: Face) -> list[str]:
    """The lines, with a word that would end them alone joined by the one before it."""
    if len(lines) < 2 or " " in lines[-1] or lines[-2].count(" ") < 2:
        return lines
    rest, _, word = lines[-2].rpartition(" ")
    last = f"{word} {lines[-1]}"
    return [*lines[:-2], rest, last] if text_width(last, face) <= width else lines


def break_words(text: str, width: int, face: Face) -> tuple[str, ...]:
    """Like `wrap`, but a word that is too wide goes on in the next line, between two letters."""
    lines: list[str] = []
    for each in wrap_words(text, width, face):
        while text_width(each, face) > width and len(each) > 1:
            keep = next((n for n in range(len(each) - 1, 1, -1) if text_width(each[:n], face) <= width), 1)
            lines.append(each[:keep])
            each = each[keep:]
        lines.append(each)
    return tuple(lines)


def shorten_text(text: str, width: int, face: Face) -> str:
    """As much of `text` as fits, with an ellipsis where it ends too early. Whole letters only."""
    if text_width(text, face) <= width:
        return text
    cut = [text[:n].rstrip() + ELLIPSIS for n in range(len(text))]
    # Longer ones are never narrower: whichever fits is found without measuring all of them.
    return cut[max(1, bisect_right(cut, width, key=lambda each: text_width(each, face))) - 1]


@lru_cache(maxsize=128)
def smaller_faces(face: Face) -> tuple[tuple[Face, ...], ...]:
    """This face and the smaller ones of use, the biggest first; beside some the narrow one of the same height."""
    smaller = [each for each in SIZES[face.kind] if each < face.size]
    if face.kind == NARROW:
        return ((face,), *((Face(each, NARROW),) for each in smaller))
    if face.kind == SERIF:
        below = next(each for each in SIZES[BOLD] if each < min((face.size, *smaller)))
        return ((face,), *((Face(each, SERIF),) for each in smaller), *smaller_faces(Face(below, BOLD)))
    return tuple(_with_narrow(Face(each, face.kind)) for each in (face.size, *smaller))


def _with_narrow(face: Face) -> tuple[Face, ...]:
    """Regular letters only get black and narrow where no smaller ones are left."""
    narrow = NARROWER.get(face.size) if face.kind == BOLD or face.size == SIZES[REGULAR][-1] else None
    return (face, Face(narrow, NARROW)) if narrow else (face,)


def same_height(face: Face) -> tuple[tuple[Face, ...], ...]:
    """The face and the narrow one of its height; regular letters have none, the black one comes last."""
    if face.kind not in (BOLD, REGULAR) or face.size not in NARROWER:
        return ((face,),)
    narrow = Face(NARROWER[face.size], NARROW)
    return ((face, narrow),) if face.kind == BOLD else ((face,), (narrow,))


@lru_cache(maxsize=2048)
def fit_text(text: str, width: int, height: int, faces: tuple[tuple[Face, ...], ...], lines: int) -> Fitted:
    """The first of the faces (as `steps` gives them) in which `text` fits the room with at most so many lines.

    Narrow letters come before another line, smaller ones before broken words, broken words before anything is
    left out.
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
    """A line alone needs only the room of its own letters."""
    if len(found) > 1:
        return text_height(len(found), face)
    _, top, _, bottom = ink_box(found[0], face)
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
        """A length of the reference paper as the same share of this one; at least 1."""
        return max(1, round(pixels * self.unit))

    @property
    def panel(self) -> int:
        """Which of the four kinds of panel it is nearest to: BIG, MIDDLE, WIDE or SMALL."""
        if self.tight:
            return WIDE if self.width >= 280 else SMALL
        return BIG if self.height >= 400 else MIDDLE

    def face(self, role: str, bold: bool = False) -> Face:
        """The letters for a role of ROLES; `bold` makes regular ones black."""
        kinds, sizes = ROLES[role]
        face = Face(sizes[self.panel], kinds[self.panel])
        return face.strong if bold else face

    def fit(self, text: str, width: int, height: int, face: Face, lines: int = 1) -> Fitted:
        """`text` as big as fits, at most as big as `face`."""
        return fit_text(text, width, height, smaller_faces(face), lines)


def typeset_signs(words: str) -> str:
    """Words with the signs that printers use: a minus before a number, a cross between two."""
    return TIMES.sub("×", MINUS.sub("−", words))


def signed_plain(value: int) -> str:
    """A number with the minus sign that is as wide as a plus."""
    return str(value) if value >= 0 else f"−{-value}"


class Panel(msgspec.Struct, frozen=True):
    """One e-ink panel, in landscape."""

    name: str
    """As in companion.toml."""
    module: str
    """The vendor's driver; _V2 or _V4 is the version on the back of the panel."""
    width: int
    """Pixels of the long side."""
    height: int
    """Pixels of the short side."""
    refreshes: tuple[str, ...]
    """The kinds it can do: "full", "fast", "partial"."""
    busy: int
    """The level of BUSY while it works, 0 or 1."""
    inverted: bool = False
    """The driver wants the bitwise inverse of the picture."""

    def paper(self) -> Paper:
        """What pictures for this panel are drawn on."""
        return Paper(self.width, self.height)


REFERENCE = "4in2"

PANELS = {
    panel.name: panel
    for panel in (
        Panel("4in2", "epd4in2_V2", 400, 300, ("full", "fast", "partial"), busy=1),
        Panel("7in5", "epd7in5_V2", 800, 480, ("full", "fast", "partial"), busy=0, inverted=True),
        Panel("2in9", "epd2in9_V2", 296, 128, ("full", "fast", "partial"), busy=1),
        Panel("2in13", "epd2in13_V4", 250, 122, ("full", "fast", "partial"), busy=1),
    )
}
