"""The market on a screen: what the next good costs and what selling one brings, row by row.

Knows no rule of the market; the view says what is possible.
"""

from __future__ import annotations

from companion.frame.said import Said, literal, say
from companion.screens.paper import Box, Face, capital, length, line
from companion.screens.pen import Pen
from companion.state.view import RowView, View

GOODS: dict[str, Said] = {
    "wood": say("wood"),
    "stone": say("stone"),
    "barley": say("barley"),
    "sheep": say("sheep"),
    "cattle": say("cattle"),
}
BUY, SELL = say("buy"), say("sell")
NOT_POSSIBLE = "–"


def good_word(good: str) -> Said:
    """A good, or whatever else has a row."""
    return GOODS.get(good, literal(good.replace("_", " ")))


def price(value: int | None) -> str:
    """A price, or a dash where nothing can be bought or sold."""
    return NOT_POSSIBLE if value is None else str(value)


def height(pen: Pen, short: bool = False) -> int:
    """Pixels it takes: a line of names and two of prices, or one of both prices (`short`)."""
    return _name_height(pen) + _price_height(pen) * (1 if short else 2)


def market(pen: Pen, box: Box, view: View, short: bool = False) -> None:
    """Draw it at the top of the box."""
    if not view.market:
        return
    face = pen.paper.face("tiny")
    side = max(length(pen.said(word), face) for word in _sides(pen, short)) + pen.paper.px(6)
    _labels(pen, Box(box.x, box.y + _name_height(pen), side, box.h), face, short)
    for place, row in zip(box.from_left(side).columns(len(view.market), 3), view.market, strict=True):
        _row(pen, place, row, short)


def _sides(pen: Pen, short: bool) -> tuple[Said | str, ...]:
    return (f"{pen.said(BUY)}/{pen.said(SELL)}",) if short else (BUY, SELL)


def _name_height(pen: Pen) -> int:
    return line(pen.paper.face("tiny")) + (0 if pen.paper.tight else pen.paper.px(2))


def _price_height(pen: Pen) -> int:
    return capital(pen.paper.face("body")) + (3 if pen.paper.tight else pen.paper.px(6))


def _labels(pen: Pen, box: Box, face: Face, short: bool) -> None:
    high = _price_height(pen)
    for at, word in enumerate(_sides(pen, short)):
        pen.text(Box(box.x, box.y + at * high, box.w, high), word, face, middle=True)


def _row(pen: Pen, box: Box, row: RowView, short: bool) -> None:
    high = _price_height(pen)
    pen.text(box.top(_name_height(pen)), good_word(row.good), pen.paper.face("tiny"), align="centre", middle=True)
    below = box.below(_name_height(pen))
    bold, plain = pen.paper.face("body", bold=True), pen.paper.face("body")
    if short:
        pen.text(below.top(high), f"{price(row.buy)}/{price(row.sell)}", bold, align="centre", middle=True)
        return
    pen.text(below.top(high), price(row.buy), bold, align="centre", middle=True)
    pen.text(below.below(high).top(high), price(row.sell), plain, align="centre", middle=True)
