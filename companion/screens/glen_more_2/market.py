"""The market on a screen: what the next good costs and what selling one brings, row by row.

Knows no rule of the market; the view says what is possible.
"""

from __future__ import annotations

from companion.engine.message import Message, literal, tr
from companion.screens.glen_more_2 import icons
from companion.screens.icons import SMALL
from companion.screens.paper import SMALLEST, Box, Face, capital, length, line_height
from companion.screens.pen import Pen
from companion.state.glen_more_2.labels import GOODS_WORDS
from companion.state.glen_more_2.view import RowView, View

FULL, SHORT, PICTURES, NONE = "full", "short", "pictures", "none"
"""How it is shown: words and two lines of prices; words and one line; one line with pictures; not at all."""

BUY, SELL = tr("buy"), tr("sell")
NOT_POSSIBLE = "–"
GAP = 3


def row_word(row: RowView) -> Message:
    """A good, or whatever else has a row."""
    return row.label or GOODS_WORDS.get(row.good, literal(row.good))


def price(value: int | None) -> str:
    """A price, or a dash where nothing can be bought or sold."""
    return NOT_POSSIBLE if value is None else str(value)


def price_pair(row: RowView) -> str:
    """What buying costs and selling brings, in a breath."""
    return f"{price(row.buy)}/{price(row.sell)}"


def height(pen: Pen, view: View, style: str) -> int:
    """Pixels it takes in this style."""
    if style == NONE or not view.market:
        return 0
    if style == PICTURES:
        return SMALL + 2
    return _name_height(pen) + _price_height(pen) * (1 if style == SHORT else 2)


def fits(pen: Pen, width: int, view: View, style: str) -> bool:
    """Whether the goods' names have room side by side; pictures always have."""
    if style in (PICTURES, NONE):
        return True
    face = SMALLEST
    columns = Box(0, 0, width - _side(pen, width, style), 0).columns(max(1, len(view.market)), GAP)
    words = [length(pen.translate(row_word(row)), face) for row in view.market]
    return all(word <= column.w for word, column in zip(words, columns, strict=False))


def market(pen: Pen, box: Box, view: View, style: str) -> None:
    """Draw it at the top of the box."""
    if style == NONE or not view.market:
        return
    side = _side(pen, box.w, style)
    below = 0 if style == PICTURES else _name_height(pen)
    _labels(pen, Box(box.x, box.y + below - (style == PICTURES), side, box.h), pen.paper.face("note"), style)
    draw = _picture if style == PICTURES else _short if style == SHORT else _full
    for place, row in zip(box.from_left(side).columns(len(view.market), GAP), view.market, strict=True):
        draw(pen, place, row)


def _side(pen: Pen, width: int, style: str) -> int:
    """Room for "buy" and "sell"."""
    face = pen.paper.face("note")
    return min(width // 4, max(length(word, face) for word in _sides(pen, style)) + pen.paper.px(6))


def _sides(pen: Pen, style: str) -> tuple[str, ...]:
    buy, sell = pen.translate(BUY), pen.translate(SELL)
    return (buy, sell) if style == FULL else (f"{buy}/{sell}",)


def _name_height(pen: Pen) -> int:
    return line_height(pen.paper.face("note")) + (0 if pen.paper.tight else pen.paper.px(2))


def _price_height(pen: Pen) -> int:
    return capital(_price_face(pen)) + (3 if pen.paper.tight else pen.paper.px(6))


def _price_face(pen: Pen, bold: bool = False) -> Face:
    return pen.paper.face("body" if pen.paper.tight else "text", bold)


def _labels(pen: Pen, box: Box, face: Face, style: str) -> None:
    high = SMALL + 2 if style == PICTURES else _price_height(pen)
    for at, word in enumerate(_sides(pen, style)):
        pen.text(Box(box.x, box.y + at * high, box.w, high), word, face, middle=True)


def _named(pen: Pen, box: Box, row: RowView) -> Box:
    """The good's name; gives what is below."""
    high = _name_height(pen)
    pen.text(box.top(high), row_word(row), pen.paper.face("note"), align="centre", middle=True)
    return box.below(high)


def _full(pen: Pen, box: Box, row: RowView) -> None:
    below, high = _named(pen, box, row), _price_height(pen)
    pen.text(below.top(high), price(row.buy), _price_face(pen, bold=True), align="centre", middle=True)
    pen.text(below.below(high).top(high), price(row.sell), _price_face(pen), align="centre", middle=True)


def _short(pen: Pen, box: Box, row: RowView) -> None:
    below, bold = _named(pen, box, row), _price_face(pen, bold=True)
    pen.text(below.top(_price_height(pen)), price_pair(row), bold, align="centre", middle=True)


def _picture(pen: Pen, box: Box, row: RowView) -> None:
    face = _price_face(pen, bold=True)
    picture = icons.GOODS.get(row.good)
    if picture:
        pen.icon(box.x, box.y, picture)
        pen.text(box.from_left(SMALL + 2).top(SMALL), price_pair(row), face, middle=True)
        return
    word = pen.translate(row_word(row))
    # A row that a chronicle brings has no picture.
    whole = f"{word} {price_pair(row)}"
    shown = whole if length(whole, face) <= box.w else f"{word[:1].upper()} {price_pair(row)}"
    pen.text(box.top(SMALL), shown, face, middle=True)
