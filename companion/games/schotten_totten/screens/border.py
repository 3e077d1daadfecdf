"""The border of Schotten Totten: stones in a row with the cards of both sides, the far side upside down.

All nine stones are shown if there is space, else a window around one of them. A stone that can be claimed has a
thick edge, thickest on the side of the player who can claim it. A claimed stone is black, at the edge of its
owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion.games.schotten_totten.screens.icons import TECHNIQUE_SIGNS, sign_of
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON, SMALL_ICON, icon_mask
from companion.screens.paper import BIG, BOLD, MIDDLE, SMALLEST, WIDE, Box, Face, capital_height, text_width
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen
from companion.state.schotten_totten.suggestions import Spot
from companion.state.schotten_totten.view import CardView, LastPlay, StoneView, View

NEAR, FAR = "A", "B"
"""The sides of the border: nearest to the panel's lower edge, and opposite."""
BARRED_STRENGTHS = (6, 9)
"""Strengths drawn with a bar below, as they would be ambiguous upside down."""
USUAL_SIDE_SIZE, MUD_FIGHT_SIDE_SIZE = 3, 4
"""Number of cards on a side: usually, and with a Mud Fight."""


class Style(NamedTuple):
    """Layout of the border."""

    sign: int
    """Size of a colour's sign, in pixels."""
    figure: Face
    """Face of a strength."""
    row: int
    """Pixels from one row of cards to the next."""
    stone: int
    """Pixels of the row of stones."""
    number: Face
    """Face of a stone's number."""
    rim: int
    """Pixels of a thick edge."""
    gap: int
    """Pixels between sign and strength."""
    across: int = 1
    """Number of cards of a side beside each other."""
    shown: int = 9
    """Number of stones that fit."""
    between: int = 3
    """Additional pixels for a card if several are beside each other."""
    apart: int = 0
    """Additional pixels between the cards of two stones."""


STYLES = {
    BIG: {
        USUAL_SIDE_SIZE: Style(LARGE_ICON, Face(40, BOLD), 40, 46, Face(24, BOLD), 5, 8),
        MUD_FIGHT_SIDE_SIZE: Style(MEDIUM_ICON, Face(30, BOLD), 30, 44, Face(24, BOLD), 5, 7),
    },
    MIDDLE: {
        USUAL_SIDE_SIZE: Style(SMALL_ICON, Face(22, BOLD), 22, 28, Face(15, BOLD), 3, 3),
        MUD_FIGHT_SIDE_SIZE: Style(SMALL_ICON, Face(20, BOLD), 19, 26, Face(15, BOLD), 3, 3),
    },
    WIDE: dict.fromkeys(
        (USUAL_SIDE_SIZE, MUD_FIGHT_SIDE_SIZE),
        Style(SMALL_ICON, Face(15, BOLD), 20, 24, Face(13, BOLD), 3, 1, 2, 3, 2, 4),
    ),
    SMALL_PANEL: dict.fromkeys(
        (USUAL_SIDE_SIZE, MUD_FIGHT_SIDE_SIZE),
        Style(SMALL_ICON, Face(13, BOLD), 19, 24, Face(13, BOLD), 3, 1, 2, 3, 2, 4),
    ),
}
CORNER_RADIUS = 5
"""Radius of a stone's corners, in pixels."""
SMALL_NUMBER = Face(13, BOLD)
"""Face of a stone's number if its usual face does not fit beside the signs."""
JOKER_STAR = ("..#..", "#.#.#", ".###.", "#.#.#", "..#..")
"""The small star after a strength that was declared for a Joker."""


class Cursor(NamedTuple):
    """A place, a card or a stone that can be chosen."""

    spot: Spot
    card: CardView | None
    """The card that is there or would be placed there; None for a stone alone."""
    closed: bool


def style_of(pen: Pen, view: View) -> Style:
    """Return one layout for the whole border: with a Mud Fight at any stone all rows are closer."""
    return STYLES[pen.paper.panel][
        MUD_FIGHT_SIDE_SIZE
        if any(stone.needed == MUD_FIGHT_SIDE_SIZE for stone in view.stones)
        else USUAL_SIDE_SIZE
    ]


def border_rows(style: Style, view: View) -> int:
    """Return the number of rows of cards on a side."""
    most = (
        MUD_FIGHT_SIDE_SIZE
        if any(stone.needed == MUD_FIGHT_SIDE_SIZE for stone in view.stones)
        else USUAL_SIDE_SIZE
    )
    return -(-most // style.across)


def border_height(pen: Pen, view: View) -> int:
    """Return the height of the whole border, in pixels."""
    style = style_of(pen, view)
    return 2 * border_rows(style, view) * style.row + style.stone


def border_width(pen: Pen, view: View, room: int) -> int:
    """Return the width of the border in pixels, if the paper leaves `room` pixels."""
    style = style_of(pen, view)
    if style.shown == len(view.stones):
        return room
    return style.shown * (style.across * (card_width(style) + style.between) + style.apart)


def card_width(style: Style) -> int:
    """Return the width of a card in pixels: its sign and its strength."""
    return style.sign + style.gap + text_width("8", style.figure)


def draw_border(pen: Pen, box: Box, view: View, around: int, cursor: Cursor | None = None) -> None:
    """Draw the border into a box of its height; `around`: number of the stone in the middle of a window."""
    style = style_of(pen, view)
    stones = _window(view.stones, style.shown, around)
    high = border_rows(style, view) * style.row
    near = Box(box.x, box.y + high + style.stone, box.w, high)
    half = _Half(style, view.last, cursor)
    half.draw(pen, near, stones, NEAR)
    pen.draw_upside_down(
        Box(box.x, box.y, box.w, high), lambda other, there: half.draw(other, there, stones[::-1], FAR)
    )
    row = Box(box.x, box.y + high, box.w, style.stone)
    for column, stone in zip(row.columns(len(stones)), stones, strict=True):
        here = cursor if cursor and cursor.spot == Spot(stone.number, None) else None
        (partial(_draw_stone_at_cursor, cursor=here) if here else _stone)(pen, column.inset(1, 1), style, stone)


def _window(stones: Sequence[StoneView], most: int, around: int) -> Sequence[StoneView]:
    first = max(0, min(around - 1 - most // 2, len(stones) - most))
    return stones[first : first + most]


class _Half(NamedTuple):
    """One side of the border, as its player sees it."""

    style: Style
    last: LastPlay | None
    cursor: Cursor | None

    def draw(self, pen: Pen, box: Box, stones: Sequence[StoneView], side: str) -> None:
        """Draw the cards of each stone, the first card next to the stone."""
        for column, stone in zip(box.columns(len(stones)), stones, strict=True):
            cards = stone.side(side).cards
            here = self.cursor if self.cursor and self.cursor.spot[:2] == (stone.number, side) else None
            under = min(here.spot.card, self.style.across * (box.h // self.style.row) - 1) if here else -1
            for at, each in enumerate(cards):
                if at != under:
                    self._card(pen, self._place(column, at), each, self._is_last(stone, side, each))
            if here:
                self._cursor(pen, self._place(column, under), here)

    def _place(self, column: Box, at: int) -> Box:
        """Return the box of the card with this index on its side."""
        style = self.style
        part = column.inset(style.apart // 2).columns(style.across)[at % style.across]
        return Box(part.x, part.y + at // style.across * style.row, part.w, style.row)

    def _is_last(self, stone: StoneView, side: str, card: CardView) -> bool:
        last = self.last
        return last is not None and (last.stone, last.side, last.card.id) == (stone.number, side, card.id)

    def _card(self, pen: Pen, box: Box, card: CardView, framed: bool) -> None:
        if framed:
            wide = min(box.w, card_width(self.style) + 2 * self.style.gap + 4)
            pen.frame(Box(box.x + (box.w - wide) // 2, box.y, wide, box.h))
        draw_card(pen, box, self.style, card)

    def _cursor(self, pen: Pen, box: Box, cursor: Cursor) -> None:
        pen.bar(box, 3)
        if cursor.card and not cursor.closed:
            draw_card(pen, box, self.style, cursor.card, white=True)
        else:
            _cross(pen, box, self.style.number)


def _cross(pen: Pen, box: Box, face: Face) -> None:
    """Draw the cross that shows that nothing can be chosen."""
    size = capital_height(face) * 2 // 3 + 2
    pen.cross(box.x + (box.w - size) // 2, box.y + (box.h + capital_height(face)) // 2, face, white=True)


def draw_card(pen: Pen, box: Box, style: Style, card: CardView, white: bool = False) -> None:
    """Draw a card in the middle of the box: its sign, then its strength."""
    x = box.x + (box.w - card_width(style)) // 2
    y = box.y + (box.h - style.sign) // 2
    if white:
        # A pattern inverted to white on black would be another pattern.
        pen.square(Box(x, y, style.sign, style.sign).inset(-1, -1), white=True)
    pen.icon(x, y, sign_of(card), style.sign)
    figure = str(card.strength) if card.strength else "?"
    x += style.sign + style.gap
    high = capital_height(style.figure)
    base = box.y + (box.h + high) // 2 - (1 if card.strength in BARRED_STRENGTHS else 0)
    wide, thick = text_width("8", style.figure), 3 if style.sign == LARGE_ICON else 2
    if card.kind == "joker" and card.colour:
        beside = Box(x + wide + 1, base - high, len(JOKER_STAR), len(JOKER_STAR))
        if beside.right <= box.right:
            pen.picture(beside, JOKER_STAR, white)
        else:  # No other strength has an inverted background.
            pen.square(
                Box(x - 1, base - high - 1, wide + 2, high + (4 if card.strength in BARRED_STRENGTHS else 2)),
                white,
            )
            white = not white
    pen.set(x, base, figure, style.figure, white=white)
    if card.strength in BARRED_STRENGTHS:
        pen.square(Box(x, base + 1, wide, thick), white)


def _stone(pen: Pen, box: Box, style: Style, stone: StoneView) -> None:
    if stone.owner:
        high = (box.h + 4) // 2
        there = Box(box.x, box.bottom - high if stone.owner == NEAR else box.y, box.w, high)
        pen.bar(there, CORNER_RADIUS)
        pen.text(there, str(stone.number), style.number, align="centre", middle=True, white=True)
        return
    pen.frame(box, CORNER_RADIUS, style.rim if stone.claimable else 1)
    if stone.claimable:
        edge = box.bottom - 2 * style.rim if stone.claimable == NEAR else box.y
        pen.bar(Box(box.x, edge, box.w, 2 * style.rim), min(CORNER_RADIUS, style.rim))
    _inside(pen, _room_in(box, style, stone), style, stone)


def _draw_stone_at_cursor(pen: Pen, box: Box, style: Style, stone: StoneView, cursor: Cursor) -> None:
    """Draw the stone under the cursor with the card to be placed on it; a closed one has a cross."""
    pen.bar(box, CORNER_RADIUS)
    if cursor.closed:
        half, other = box.columns(2)
        pen.text(half, str(stone.number), style.number, align="centre", middle=True, white=True)
        _cross(pen, other, style.number)
        return
    _inside(pen, box, style, stone, (cursor.card,) if cursor.card else (), white=True)


def _room_in(box: Box, style: Style, stone: StoneView) -> Box:
    """Return the box of the stone without its edge."""
    if not stone.claimable:
        return box.inset(1, 1)
    top, bottom = (2 * style.rim if stone.claimable == side else style.rim for side in (FAR, NEAR))
    return Box(box.x, box.y + top, box.w, box.h - top - bottom).inset(style.rim)


def _inside(
    pen: Pen, box: Box, style: Style, stone: StoneView, more: Sequence[CardView] = (), white: bool = False
) -> None:
    """Draw the number and the combat techniques that are, or would be, on the stone."""
    signs = [TECHNIQUE_SIGNS[card.id] for card in (*stone.techniques, *more)]
    size = MEDIUM_ICON if style.sign > SMALL_ICON else SMALL_ICON
    number, wides = str(stone.number), [icon_mask(sign, size).width for sign in signs]
    face, gap = _number_face_and_gap(style, number, wides, box.w - 1)
    wide = text_width(number, face)
    x = box.x + (box.w - wide - sum(wides) - gap * len(signs)) // 2
    pen.set(x, box.y + (box.h + capital_height(face)) // 2, number, face, white=white)
    x += wide
    for sign in signs:
        x = pen.icon(x + gap, box.y + (box.h - size) // 2, sign, size, white)


def _number_face_and_gap(style: Style, number: str, signs: Sequence[int], room: int) -> tuple[Face, int]:
    """Return the face of a stone's number and the pixels before each of its signs, both as large as they fit."""
    for face in (style.number, SMALL_NUMBER):
        for gap in (4, 3, 2):
            if text_width(number, face) + sum(signs) + gap * len(signs) <= room:
                return face, gap
    return SMALLEST, 1
