"""The market on a screen: its coin spaces as on the board, below them the good and its two prices.

On tight paper each good is an icon and two prices such as "3/2". The rows state prices and coins; no rule of a
market is known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.engine.message import Message, tr
from companion.screens.icons import LARGE_ICON, MEDIUM_ICON, SMALL_ICON, Icon
from companion.screens.paper import (
    BIG,
    BOLD,
    MIDDLE,
    REGULAR,
    SMALLEST,
    WIDE,
    Box,
    Face,
    capital_height,
    text_width,
)
from companion.screens.paper import SMALL as SMALL_PANEL
from companion.screens.pen import Pen

BUY, SELL = tr("buy"), tr("sell")
BUY_SELL = tr("buy/sell")
"""Label of the two prices of a good, on tight paper."""
NOT_POSSIBLE = "–"
COIN_SPACES = 3
"""Number of coin spaces in a row."""
COIN_SIZE, SMALL_COIN_SIZE = 8, 6
"""Diameter in pixels of a coin on tight paper, and beside a word."""
MIN_GOOD_WIDTH = 36
"""Minimum width in pixels of a good with its prices on tight paper."""


class MarketRow(NamedTuple):
    """One row of the market as it is drawn."""

    words: Message
    """Name of the row for players."""
    icon: Icon | None
    """Icon of the good; None if the row only takes and gives coins and nothing is bought or sold there."""
    filled: int
    """Number of coin spaces with a coin, from the left, 0 to 3."""
    buy: int | None
    """Price of the next good; None if the row is full."""
    sell: int | None
    """Coins for selling one good; None if the row is empty."""


class BoardStyle(NamedTuple):
    """Layout of the market on the larger panels."""

    coin: int
    """Diameter of a coin space, in pixels."""
    icon: int
    price: Face
    word: Face
    """Face of "buy" and "sell"."""
    figure: Face
    """Face of the number in a coin space."""
    own: Face
    """Face of the text of a row without a good."""
    step: int
    """Pixels from one line of prices to the next."""


BOARD_STYLES = {
    BIG: BoardStyle(21, LARGE_ICON, Face(22, BOLD), Face(17), Face(15, BOLD), Face(15, BOLD), 23),
    MIDDLE: BoardStyle(15, MEDIUM_ICON, Face(17, BOLD), Face(13, REGULAR), Face(12, "N"), SMALLEST, 17),
}
LINE_FACES = {WIDE: Face(15, BOLD), SMALL_PANEL: Face(13, BOLD)}


def price_text(value: int | None) -> str:
    """Return a price, or a dash if buying or selling is not possible."""
    return NOT_POSSIBLE if value is None else str(value)


def price_pair(row: MarketRow) -> str:
    """Return both prices as "buy/sell"."""
    return f"{price_text(row.buy)}/{price_text(row.sell)}"


def market_height(pen: Pen) -> int:
    """Return the height of the market on this paper, in pixels."""
    board = BOARD_STYLES.get(pen.paper.panel)
    return board.coin + 2 * board.step + 2 if board else SMALL_ICON


def spaces_height(pen: Pen) -> int:
    """Return the height of the coin spaces above the prices in pixels; 0 if this paper shows none."""
    board = BOARD_STYLES.get(pen.paper.panel)
    return board.coin if board else 0


def draw_market(pen: Pen, box: Box, rows: Sequence[MarketRow], spaces: bool = True) -> None:
    """Draw the market at the top of the box; prices keep their place without coin spaces. Nothing without rows."""
    if not rows:
        return
    board = BOARD_STYLES.get(pen.paper.panel)
    if board is None:
        _line(pen, box, rows)
        return
    side = max(text_width(pen.translate(word), board.word) for word in (BUY, SELL)) + 10
    base = box.y + board.coin + board.step + 1
    pen.write(box.x, base, BUY, board.word)
    pen.write(box.x, base + board.step, SELL, board.word)
    for at, place in enumerate(box.from_left(side).columns(len(rows))):
        _row(pen, place, rows[at], board, spaces)
        if at:
            top = box.y if spaces else box.y + board.coin
            pen.dots_down(place.x - 1, top, box.y + board.coin + 2 * board.step - top)


def _row(pen: Pen, place: Box, row: MarketRow, board: BoardStyle, spaces: bool) -> None:
    """Draw the coin spaces, and both prices centred below the third space, as each is one digit."""
    run = COIN_SPACES * (board.coin + 1) - 1
    left = place.x + (place.w - run) // 2
    for space in range(COIN_SPACES if spaces else 0):
        at = Box(left + space * (board.coin + 1), place.y, board.coin, board.coin)
        _space(pen, at, space + 1, space < row.filled, board)
    if row.icon is None:
        _draw_coin_row(pen, Box(place.x, place.y + board.coin, place.w, 2 * board.step), row, board)
        return
    pen.icon(left, place.y + board.coin + (2 * board.step + 4 - board.icon) // 2, row.icon, board.icon)
    middle = left + 2 * (board.coin + 1) + board.coin // 2 + 1
    base = place.y + board.coin + board.step + 1
    pen.write(middle, base, price_text(row.buy), board.price, align="centre")
    pen.write(middle, base + board.step, price_text(row.sell), board.price, align="centre")


def _draw_coin_row(pen: Pen, box: Box, row: MarketRow, board: BoardStyle) -> None:
    """Draw the texts "pay" and "take": "buy" and "sell" would be wrong for a row without a good."""
    said = [row.words]
    said += [tr("pay {n}", n=row.buy)] if row.buy is not None else []
    said += [tr("take {n}", n=row.sell)] if row.sell is not None else []
    for at, words in enumerate(said):
        pen.write(
            box.x + box.w // 2, box.y + (at + 1) * (box.h // 3), words, board.own, align="centre", room=box.w - 2
        )


def _space(pen: Pen, at: Box, number: int, filled: bool, board: BoardStyle) -> None:
    """Draw a coin space: filled with a coin, or empty with its number."""
    pen.disc(at, filled=filled)
    base = at.y + (at.h + capital_height(board.figure)) // 2
    pen.write(at.x + (at.w + 1) // 2, base, str(number), board.figure, align="centre", white=filled)


def _line(pen: Pen, box: Box, rows: Sequence[MarketRow]) -> None:
    """Draw all rows in one line; a row without a good gets space for its name if the goods leave it.

    The label of the two prices stands before the rows if there is space.
    """
    wide = [0 if row.icon else _word_width(pen, row) for row in rows]
    goods = wide.count(0)
    label = text_width(pen.translate(BUY_SELL), SMALLEST) + 4
    if goods and (box.w - label - sum(wide)) // goods >= MIN_GOOD_WIDTH:
        pen.write(box.x, box.y + (SMALL_ICON + capital_height(SMALLEST)) // 2, BUY_SELL, SMALLEST)
        box = box.from_left(label)
    each = (box.w - sum(wide)) // goods if goods else 0
    named = each >= MIN_GOOD_WIDTH
    places = box.columns(len(rows))
    x = box.x
    for place, row, own in zip(places, rows, wide, strict=True):
        _draw_in_line(pen, place._replace(x=x, w=own or each) if named else place, row, named)
        x += own or each


def _word_width(pen: Pen, row: MarketRow) -> int:
    """Return the width in pixels of a row without a good: its name and its coin spaces."""
    return text_width(pen.translate(row.words), SMALLEST) + 3 + COIN_SPACES * (SMALL_COIN_SIZE + 1)


def _draw_in_line(pen: Pen, place: Box, row: MarketRow, named: bool) -> None:
    face = LINE_FACES[pen.paper.panel]
    base = place.y + (SMALL_ICON + capital_height(face)) // 2
    if row.icon is None:
        _draw_coin_row_in_line(pen, place, base, row, named)
        return
    after = pen.icon(place.x, place.y, row.icon) + 2
    wide = text_width(price_pair(row), face)
    pen.write(after, base, price_pair(row), face if after + wide <= place.right else SMALLEST)


def _draw_coin_row_in_line(pen: Pen, place: Box, base: int, row: MarketRow, named: bool) -> None:
    """Draw the name or its initial and the coins; the amounts to pay and take are shown by the instruction."""
    word, face = pen.translate(row.words), LINE_FACES[pen.paper.panel]
    size = SMALL_COIN_SIZE if named else COIN_SIZE
    first = pen.write(place.x, base, word if named else word[:1].upper(), SMALLEST if named else face)
    for space in range(COIN_SPACES):
        at = Box(first.right + 3 + space * (size + 1), base - COIN_SIZE + (COIN_SIZE - size) // 2, size, size)
        pen.disc(at, filled=space < row.filled)
