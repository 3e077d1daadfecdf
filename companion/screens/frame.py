"""Footer, player marks and headline: the parts that most screens have in common.

The footer has one cell per key of the case, in the same order. The upper line of a cell is the short press, the
lower line the long press (with a bar under the key). The key is drawn before its label. A long label is set in
smaller letters, and if it still does not fit, without the key. Other cells keep their layout. Small panels show
labels only, and the lower line only for hints with `always`. A key without a function has an empty cell.

A player's mark is one of MARK_SHAPES by seat, beside a name or a colour word.

The headline is a title over a rule, with the player who is asked and the position in a list at the right. A
one-line title has the same height on every screen, so turning pages does not move the content below it.
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

KEY_ORDER = ("UP", "DOWN", "OK", "BACK", "UNDO")
"""The keys from left to right, as on the case."""


class FooterStyle(NamedTuple):
    """Layout of the footer on one kind of panel."""

    icon: int
    """Size of the key icons, in pixels."""
    faces: tuple[Face, ...]
    """Faces to try, largest first; one face is used for the whole footer."""
    line: int
    """Height of a line, in pixels."""
    pad: int
    """Pixels before a key icon in its cell."""
    small: bool = False
    """True if the panel shows neither key icons nor, except for hints with `always`, the lower line."""


FOOTER_STYLES = {
    BIG: FooterStyle(MEDIUM_ICON, (Face(17, BOLD), Face(16, NARROW), SMALLEST), 28, 10),
    MIDDLE: FooterStyle(SMALL_ICON, (Face(16, NARROW), SMALLEST), 18, 4),
    WIDE: FooterStyle(SMALL_ICON, (SMALLEST,), 17, 2, small=True),
    SMALL_PANEL: FooterStyle(SMALL_ICON, (SMALLEST,), 16, 1, small=True),
}
KEY_GAP = 4
"""Pixels between a key icon and its label."""
LABEL_GAP = 3
"""Least number of white pixels between a label behind a key icon and the next cell."""


def draw_footer(pen: Pen, hints: Sequence[Hint]) -> int:
    """Draw the footer and return the y of the rule above it."""
    style, top = FOOTER_STYLES[pen.paper.panel], footer_top(pen, hints)
    if not hints:
        return top
    pen.rule(0, top, pen.paper.width, 2)
    rows = ("", "+") if _has_long_presses(pen, hints) else ("",)
    words = {each.button: pen.translate(each.label) for each in _shown_hints(pen, hints)}
    cells = Box(0, top + 2, pen.paper.width, pen.paper.height - top - 2).columns(len(KEY_ORDER))
    foot = _Footer(style, cells, words)
    look = foot.look()
    for at, cell in enumerate(cells):
        if at and not (look.uses_empty_cells and foot.is_white(at)):
            pen.dots_down(cell.x, cell.y + 2, cell.h - 2)
        for number, row in enumerate(rows):
            if (key := KEY_ORDER[at] + row) in words:
                line = Box(cell.x, cell.y + 1 + number * style.line, cell.w, style.line)
                _draw_cell(pen, style, line, key, words[key], look, foot.room(at, look))
    return top


def footer_top(pen: Pen, hints: Sequence[Hint]) -> int:
    """Return the y of the footer: lower without long presses, and the height of the paper without hints."""
    if not hints:
        return pen.paper.height
    style = FOOTER_STYLES[pen.paper.panel]
    return (
        pen.paper.height
        - 3
        - style.line * (2 if _has_long_presses(pen, hints) else 1)
        - (0 if pen.paper.tight else 1)
    )


def highest_footer_top(pen: Pen) -> int:
    """Return the y of a footer with both lines, on panels that show the lower line."""
    style = FOOTER_STYLES[pen.paper.panel]
    return pen.paper.height - 3 - style.line * (2 if not style.small else 1) - (0 if pen.paper.tight else 1)


def _shown_hints(pen: Pen, hints: Sequence[Hint]) -> list[Hint]:
    small = FOOTER_STYLES[pen.paper.panel].small
    return [each for each in hints if not small or each.always or each.button in KEY_ORDER]


def _has_long_presses(pen: Pen, hints: Sequence[Hint]) -> bool:
    return any(each.button.endswith("+") for each in _shown_hints(pen, hints))


class FooterLook(NamedTuple):
    """Layout that all cells of a footer share."""

    face: Face
    uses_empty_cells: bool = False
    """True if a label may extend into the empty cells to the right of its own."""


class _Footer(NamedTuple):
    """The labels of a footer and the cells they are drawn in."""

    style: FooterStyle
    cells: Sequence[Box]
    words: dict[str, str]
    """Labels by key; "+" after the key means a long press."""

    def look(self) -> FooterLook:
        """Return the first layout in which every label fits alone: smaller faces first, then wider cells."""
        looks = [
            FooterLook(face, uses_empty_cells) for uses_empty_cells in (False, True) for face in self.style.faces
        ]
        return next((each for each in looks if self._fits(each)), looks[-1])

    def _fits(self, look: FooterLook) -> bool:
        rooms = ((said, self.room(KEY_ORDER.index(key.rstrip("+")), look)) for key, said in self.words.items())
        return all(text_width(said, look.face) <= room for said, room in rooms)

    def is_white(self, at: int) -> bool:
        """True if the key of this cell has no function."""
        return KEY_ORDER[at] not in self.words and KEY_ORDER[at] + "+" not in self.words

    def room(self, at: int, look: FooterLook) -> int:
        """Return the width in pixels for a label without its key; the dots before the next cell stay clear."""
        last = at
        while look.uses_empty_cells and last + 1 < len(self.cells) and self.is_white(last + 1):
            last += 1
        return self.cells[last].right - self.cells[at].x - 2


def _draw_cell(pen: Pen, style: FooterStyle, line: Box, key: str, words: str, look: FooterLook, room: int) -> None:
    before = style.pad + icon_mask(KEYS[key], style.icon).width + KEY_GAP
    face = _face_beside_key(style, words, look, room + 2 - LABEL_GAP - before)
    if face:
        x = pen.icon(line.x + style.pad, line.y + (line.h - style.icon) // 2, KEYS[key], style.icon) + KEY_GAP
        pen.set(x, line.y + (line.h + capital_height(look.face)) // 2, words, face)
    else:
        _draw_label_alone(pen, style, line, words, look, room, held=key.endswith("+"))


def _face_beside_key(style: FooterStyle, words: str, look: FooterLook, room: int) -> Face | None:
    """Return the first face, from the footer's own down, that leaves room for the key; None if none does."""
    if style.small:
        return None
    faces = style.faces[style.faces.index(look.face) :]
    return next((face for face in faces if text_width(words, face) <= room), None)


def _draw_label_alone(
    pen: Pen, style: FooterStyle, line: Box, words: str, look: FooterLook, room: int, held: bool
) -> None:
    said, base = shorten_text(words, room, look.face), line.y + (line.h + capital_height(look.face)) // 2
    wide = text_width(said, look.face)
    spare = max(0, line.w - 2 - wide)
    x = line.x + 1 + (spare // 2 if style.small else min(style.pad - 1, spare))
    if held:
        # The label moves up for the bar under it.
        base -= 2
        pen.rule(x, line.bottom - 2, wide, 2)
    pen.set(x, base, said, look.face, whole=said == words)


def figure_of(outline: GameOutline | None, figure_id: str) -> Figure:
    """Return the figure with this id or name; without a game, a figure labelled with the given text."""
    return outline.figure(figure_id) if outline else unknown_figure(figure_id)


def draw_mark(pen: Pen, box: Box, outline: GameOutline | None, figure_id: str, white: bool = False) -> None:
    """Draw the figure's mark: a shape by seat, a die, its own picture, or a figure icon without a seat."""
    figure = figure_of(outline, figure_id)
    if figure.seat is not None:
        MARK_SHAPES[figure.seat % len(MARK_SHAPES)](pen, box, white)
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
    # Two points at the tip: an even width has two pixels in the middle, and a single one would look crooked.
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
    """Return the thickness of a cross's bars, in pixels."""
    return max(2, box.w // 4)


# Filled and open shapes alternate, then crosses: at ten pixels the outline alone does not distinguish them.
MARK_SHAPES: tuple[Callable[[Pen, Box, bool], None], ...] = (_disc, _square, _triangle, _diamond, _plus, _cross)
"""Mark by seat. `companion.web.page_data.MARKS` holds the same marks as characters."""


def mark_size(face: Face) -> int:
    """Return the size of a mark beside text in this face: one pixel more than a capital."""
    return capital_height(face) + 1


def mark_gap(face: Face) -> int:
    """Return the pixels between a mark and the name after it."""
    return max(3, face.size // 3)


def player_label_width(pen: Pen, outline: GameOutline | None, figure_id: str, face: Face) -> int:
    """Return the width in pixels of the mark with the unshortened name."""
    return mark_size(face) + mark_gap(face) + text_width(pen.translate(figure_of(outline, figure_id).label), face)


def draw_player_label(
    pen: Pen,
    box: Box,
    outline: GameOutline | None,
    figure_id: str,
    face: Face,
    *,
    align: str = "left",
    white: bool = False,
) -> None:
    """Draw mark and name in one line, vertically centred; a long name is set smaller, then shortened.

    A colour word is never shortened: if it does not fit, the mark stands alone.
    """
    figure, size, between = figure_of(outline, figure_id), mark_size(face), mark_gap(face)
    fitted = pen.set_lines(figure.label, face, box.w - size - between)
    if not fitted.whole and figure.seat is None:
        # A figure without a seat is hard to recognize by its mark alone, so its name is shown even if it is small.
        fitted = pen.set_lines(figure.label, SMALLEST, box.w - size - between)
    if not fitted.whole and not figure.has_own_name:
        fitted = Fitted(face, ("",))
    used = size + (between + text_width(fitted.lines[0], fitted.face) if fitted.lines[0] else 0)
    x = box.x + {"left": 0, "centre": (box.w - used) // 2, "right": box.w - used}[align]
    draw_mark(pen, Box(x, box.y + (box.h - size) // 2, size, size), outline, figure_id, white)
    rest = Box(x + size + between, box.y, box.right - x - size - between, box.h)
    pen.write_fitted(rest, fitted, middle=True, white=white, person=figure.has_own_name)


class HeadlineStyle(NamedTuple):
    """Layout of the headline on one kind of panel."""

    high: int
    """Height of a one-line headline including its rule, in pixels."""
    base: int
    """Baseline of the first line."""
    alone: tuple[Face, ...]
    """Faces to try for a one-line title, largest first."""
    more: tuple[Face, ...]
    """Faces to try for a title of several lines."""
    side: Face
    """Face of the name and list position at the right."""


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
"""White pixels under the rule."""


def draw_headline(
    pen: Pen,
    title: Message,
    outline: GameOutline | None = None,
    player: str = "",
    where: str = "",
    lines: int = 4,
    moment: GameOutline | None = None,
) -> Box:
    """Draw the headline and its rule; return the box below it, within the margins.

    `player`: the player who is asked. `where`: position in a list. `moment`: outline of the game at the time the
    page is about; its neutral figure on turn is shown beside the player who answers for it.
    """
    paper, style = pen.paper, HEADLINE_STYLES[pen.paper.panel]
    words = pen.translate(capitalize_start(title))
    moving = _moving_figure(moment, player)
    side = _draw_headline_side(pen, style, words, outline, player, where, moving)
    found = _set(words, paper.width - 2 * paper.margin - side, style, lines)
    pitch = line_height(found.face) + 1
    for number, each in enumerate(found.lines):
        pen.set(paper.margin, style.base + number * pitch, each, found.face, whole=found.whole)
    bottom = style.high + (len(found.lines) - 1) * pitch
    pen.rule(0, bottom - 2, paper.width, 2)
    return _below(pen, bottom)


def headline_bottom(pen: Pen) -> int:
    """Return the y below any headline of one line."""
    return _below(pen, HEADLINE_STYLES[pen.paper.panel].high).y


def _below(pen: Pen, bottom: int) -> Box:
    paper = pen.paper
    top = bottom + UNDER_RULE[paper.panel]
    return Box(paper.margin, top, paper.width - 2 * paper.margin, paper.inner.bottom - top)


def _set(words: str, room: int, style: HeadlineStyle, lines: int) -> Fitted:
    """Return the title in one line if a face allows it, else in as few lines of smaller letters as possible."""
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


def _draw_headline_side(
    pen: Pen, style: HeadlineStyle, title: str, outline: GameOutline | None, player: str, where: str, moving: str
) -> int:
    """Draw the player asked and the list position at the right; return the width they take."""
    face, right = style.side, pen.paper.width - pen.paper.margin
    start = right
    if where:
        start = pen.write(start, style.base, where, face, align="right").x - capital_height(face)
    if player:
        start = _draw_asked_player(pen, start, style, title, outline, player) - capital_height(face)
        if moving:
            start = _draw_asked_player(pen, start, style, title, outline, moving, wanted=True) - capital_height(
                face
            )
    return right - start if start < right else 0


def _moving_figure(outline: GameOutline | None, player: str) -> str:
    """Return the id of the neutral figure on turn if a player answers for it, else ""."""
    figure = outline.figure(outline.on_turn) if outline and outline.on_turn else None
    return figure.id if figure and figure.seat is None and figure.id != player else ""


def _draw_asked_player(
    pen: Pen,
    right: int,
    style: HeadlineStyle,
    title: str,
    outline: GameOutline | None,
    player: str,
    wanted: bool = False,
) -> int:
    """Draw mark and name, or the mark alone if the title contains the name; return the x where they begin.

    On tight paper the name is drawn only if `wanted` and if the title still fits in one line.
    """
    figure, size = figure_of(outline, player), mark_size(style.side)
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
    draw_mark(pen, box, outline, player)
    return box.x
