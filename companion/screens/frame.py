"""The foot of a screen: what each of the five keys does now, in five cells that stand as the keys do on the case.

The upper line is a tap, the lower one a hold, with the same key and a long bar under it. Words that leave the key
no room stand beside it in smaller letters; where these have none either, alone, the bar under them. They change no
other cell: a foot looks the same from picture to picture.
Small paper has words alone, and the lower line only for what nobody would look for. A key that does nothing has a
white cell. Which keys do something now, the page says.

Players as 1-bit glass can show them: a mark by their place at the table, and a name or colour word.

Never draws anything else than marks and names.

The head of every screen but the turn screen: a title over a rule, whom it is for, and where in a list we are.

A title of one line takes the same room on every screen, so that turning pages moves nothing below it. Knows no
page by its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.engine.game import Figure, GameOutline, unknown_figure
from companion.engine.message import Message, capitalize_start
from companion.menu.pages import Hint
from companion.screens.icons import FIGURE, KEYS, MEDIUM_ICON, SMALL_ICON, icon_mask
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    NARROW,
    SERIF,
    SMALLEST,
    WIDE,
    Box,
    Face,
    Fitted,
    break_words,
    capital_height,
    line_height,
    shorten_text,
    text_width,
    wrap_words,
)
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen

ORDER = ("UP", "DOWN", "OK", "BACK", "UNDO")
"""As on the case, from the left."""


class FooterStyle(NamedTuple):
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


FOOTER_STYLES = {
    BIG: FooterStyle(MEDIUM_ICON, (Face(17, BOLD), Face(16, NARROW), SMALLEST), 28, 10),
    MIDDLE: FooterStyle(SMALL_ICON, (Face(16, NARROW), SMALLEST), 18, 4),
    WIDE: FooterStyle(SMALL_ICON, (SMALLEST,), 17, 2, small=True),
    SMALL_PANEL: FooterStyle(SMALL_ICON, (SMALLEST,), 16, 1, small=True),
}
GAP = 4
"""Pixels between a key and its words."""
AFTER = 3
"""White pixels from the words behind a key to the next cell at least."""


def draw_footer(pen: Pen, hints: Sequence[Hint]) -> int:
    """Draw the cells at the foot of the paper; gives the y of the rule over them."""
    style, top = FOOTER_STYLES[pen.paper.panel], footer_top(pen, hints)
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
    style = FOOTER_STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if _held(pen, hints) else 1) - (0 if pen.paper.tight else 1)


def highest_top(pen: Pen) -> int:
    """Where the foot begins when a key is to be held, on glass that says so."""
    style = FOOTER_STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if not style.small else 1) - (0 if pen.paper.tight else 1)


def _shown(pen: Pen, hints: Sequence[Hint]) -> list[Hint]:
    small = FOOTER_STYLES[pen.paper.panel].small
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

    style: FooterStyle
    cells: Sequence[Box]
    words: dict[str, str]
    """By key."""

    def look(self) -> Look:
        """The first in which every word has room without its key: first the big letters go, then the cells."""
        looks = [Look(face, spill) for spill in (False, True) for face in self.style.faces]
        return next((each for each in looks if self._fits(each)), looks[-1])

    def _fits(self, look: Look) -> bool:
        rooms = ((said, self.room(ORDER.index(key.rstrip("+")), look)) for key, said in self.words.items())
        return all(text_width(said, look.face) <= room for said, room in rooms)

    def is_white(self, at: int) -> bool:
        """Whether the key of that cell does nothing."""
        return ORDER[at] not in self.words and ORDER[at] + "+" not in self.words

    def room(self, at: int, look: Look) -> int:
        """Pixels for words that stand alone: the dots before the next cell stay clear."""
        last = at
        while look.spill and last + 1 < len(self.cells) and self.is_white(last + 1):
            last += 1
        return self.cells[last].right - self.cells[at].x - 2


def _cell(pen: Pen, style: FooterStyle, line: Box, key: str, words: str, look: Look, room: int) -> None:
    before = style.pad + icon_mask(KEYS[key], style.icon).width + GAP
    face = _face_beside_key(style, words, look, room + 2 - AFTER - before)
    if face:
        x = pen.icon(line.x + style.pad, line.y + (line.h - style.icon) // 2, KEYS[key], style.icon) + GAP
        pen.set(x, line.y + (line.h + capital_height(look.face)) // 2, words, face)
    else:
        _words_alone(pen, style, line, words, look, room, held=key.endswith("+"))


def _face_beside_key(style: FooterStyle, words: str, look: Look, room: int) -> Face | None:
    """The letters of the foot or smaller ones, whichever leave the key room; None: it has none."""
    if style.small:
        return None
    faces = style.faces[style.faces.index(look.face) :]
    return next((face for face in faces if text_width(words, face) <= room), None)


def _words_alone(pen: Pen, style: FooterStyle, line: Box, words: str, look: Look, room: int, held: bool) -> None:
    said, base = shorten_text(words, room, look.face), line.y + (line.h + capital_height(look.face)) // 2
    wide = text_width(said, look.face)
    spare = max(0, line.w - 2 - wide)
    x = line.x + 1 + (spare // 2 if style.small else min(style.pad - 1, spare))
    if held:
        # The words make room for the bar under them.
        base -= 2
        pen.rule(x, line.bottom - 2, wide, 2)
    pen.set(x, base, said, look.face, whole=said == words)


def figure_of(outline: GameOutline | None, who: str) -> Figure:
    """The figure with that id or name; before there is a game it goes by what it is asked as."""
    return outline.figure(who) if outline else unknown_figure(who)


def draw_mark(pen: Pen, box: Box, outline: GameOutline | None, who: str, white: bool = False) -> None:
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
    return capital_height(face) + 1


def mark_gap(face: Face) -> int:
    """Room between a mark and the name after it."""
    return max(3, face.size // 3)


def label_width_of(pen: Pen, outline: GameOutline | None, who: str, face: Face) -> int:
    """Pixels that mark and whole name take."""
    return mark_size(face) + mark_gap(face) + text_width(pen.translate(figure_of(outline, who).label), face)


def draw_player_label(
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
    figure, size, between = figure_of(outline, who), mark_size(face), mark_gap(face)
    fitted = pen.set_lines(figure.label, face, box.w - size - between)
    if not fitted.whole and figure.seat is None:
        # Its mark alone says less than a seat's: its name stands even if it is small.
        fitted = pen.set_lines(figure.label, SMALLEST, box.w - size - between)
    if not fitted.whole and not figure.has_own_name:
        fitted = Fitted(face, ("",))
    used = size + (between + text_width(fitted.lines[0], fitted.face) if fitted.lines[0] else 0)
    x = box.x + {"left": 0, "centre": (box.w - used) // 2, "right": box.w - used}[align]
    draw_mark(pen, Box(x, box.y + (box.h - size) // 2, size, size), outline, who, white)
    rest = Box(x + size + between, box.y, box.right - x - size - between, box.h)
    pen.fitted(rest, fitted, middle=True, white=white, person=figure.has_own_name)


class HeadlineStyle(NamedTuple):
    """How a title looks on a panel."""

    high: int
    """Pixels with its rule, for one line."""
    base: int
    """The baseline of the first line."""
    alone: tuple[Face, ...]
    """The letters of a title of one line, the first that fits."""
    more: tuple[Face, ...]
    """The letters of a longer one."""
    side: Face
    """The letters of name and place at the right."""


_TIGHT = HeadlineStyle(
    22, 16, (Face(17, BOLD), Face(17, NARROW)), (Face(15, BOLD), Face(16, NARROW), SMALLEST), Face(13, BOLD)
)
HEADLINE_STYLES = {
    BIG: HeadlineStyle(
        56,
        39,
        (Face(40, SERIF), Face(24, SERIF)),
        (Face(24, BOLD), Face(20, BOLD), Face(17, NARROW)),
        Face(20, BOLD),
    ),
    MIDDLE: HeadlineStyle(
        34,
        23,
        (Face(22, SERIF), Face(20, BOLD), Face(17, NARROW)),
        (Face(17, BOLD), Face(17, NARROW), Face(16, NARROW)),
        Face(13, BOLD),
    ),
    WIDE: _TIGHT,
    SMALL_PANEL: _TIGHT,
}
UNDER_RULE = {BIG: 8, MIDDLE: 3, WIDE: 1, SMALL_PANEL: 1}
"""White under the rule."""


def draw_headline(
    pen: Pen,
    title: Message,
    outline: GameOutline | None = None,
    asked: str = "",
    where: str = "",
    lines: int = 4,
    moment: GameOutline | None = None,
) -> Box:
    """Draw it with a rule under it; gives the room below, within the margins.

    moment: the game at the time that the page is about, for whoever was on turn.
    """
    paper, style = pen.paper, HEADLINE_STYLES[pen.paper.panel]
    words = pen.translate(capitalize_start(title))
    moving = _moving(moment, asked)
    side = _side(pen, style, words, outline, asked, where, moving)
    found = _set(words, paper.width - 2 * paper.margin - side, style, lines)
    pitch = line_height(found.face) + 1
    for number, each in enumerate(found.lines):
        pen.set(paper.margin, style.base + number * pitch, each, found.face, whole=found.whole)
    bottom = style.high + (len(found.lines) - 1) * pitch
    pen.rule(0, bottom - 2, paper.width, 2)
    return _below(pen, bottom)


def one_line_bottom(pen: Pen) -> int:
    """Where the room below a title of one line begins, whatever it says."""
    return _below(pen, HEADLINE_STYLES[pen.paper.panel].high).y


def _below(pen: Pen, bottom: int) -> Box:
    paper = pen.paper
    top = bottom + UNDER_RULE[paper.panel]
    return Box(paper.margin, top, paper.width - 2 * paper.margin, paper.inner.bottom - top)


def _set(words: str, room: int, style: HeadlineStyle, lines: int) -> Fitted:
    """One line if the letters for one allow it, else as few as possible of the smaller ones."""
    for most in range(1, lines + 1):
        for face in style.alone if most == 1 else style.more:
            found = wrap_words(words, room, face)
            if len(found) <= most and all(text_width(each, face) <= room for each in found):
                return Fitted(face, found)
    face = style.more[-1]
    found = break_words(words, room, face)
    if len(found) <= lines:
        return Fitted(face, found)
    return Fitted(face, (*found[: lines - 1], shorten_text(" ".join(found[lines - 1 :]), room, face)), whole=False)


def _side(
    pen: Pen, style: HeadlineStyle, title: str, outline: GameOutline | None, asked: str, where: str, moving: str
) -> int:
    """What stands at the right: whom it is asked, and the place in a list; gives the width it takes."""
    face, right = style.side, pen.paper.width - pen.paper.margin
    start = right
    if where:
        start = pen.write(start, style.base, where, face, align="right").x - capital_height(face)
    if asked:
        start = _asked(pen, start, style, title, outline, asked) - capital_height(face)
        if moving:
            start = _asked(pen, start, style, title, outline, moving, wanted=True) - capital_height(face)
    return right - start if start < right else 0


def _moving(outline: GameOutline | None, asked: str) -> str:
    """The neutral figure on turn, when a player answers for it."""
    figure = outline.figure(outline.on_turn) if outline and outline.on_turn else None
    return figure.id if figure and figure.seat is None and figure.id != asked else ""


def _asked(
    pen: Pen,
    right: int,
    style: HeadlineStyle,
    title: str,
    outline: GameOutline | None,
    asked: str,
    wanted: bool = False,
) -> int:
    """Mark and name, the mark alone where the title says the name; gives where they begin.

    On tight paper the name stands only where it is wanted and leaves the title its line.
    """
    figure, size = figure_of(outline, asked), mark_size(style.side)
    name = pen.translate(figure.label)
    room = pen.paper.width // 4
    if pen.paper.tight:
        free = (
            right
            - pen.paper.margin
            - text_width(title, style.alone[0])
            - 2 * capital_height(style.side)
            - 2 * size
        )
        room = min(text_width(name, style.side), free) if wanted and free >= text_width(name, style.side) else 0
    if room and name not in title:
        right = pen.write(right, style.base, name, style.side, room=room, align="right", person=True).x
        right -= mark_gap(style.side)
    box = Box(right - size, style.base - size + 1, size, size)
    draw_mark(pen, box, outline, asked)
    return box.x
