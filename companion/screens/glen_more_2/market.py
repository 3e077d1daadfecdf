"""The rows of this game's market as they are drawn and said: goods, and what else has one. Draws nothing."""

from __future__ import annotations

from companion.engine.message import Message, literal
from companion.screens.glen_more_2 import icons
from companion.screens.market import MarketRow
from companion.state.glen_more_2.labels import GOODS_WORDS
from companion.state.glen_more_2.view import RowView, View


def row_word(row: RowView) -> Message:
    """A good, or whatever else has a row."""
    return row.label or GOODS_WORDS.get(row.good, literal(row.good))


def is_of_a_good(row: RowView) -> bool:
    """Whether something is bought and sold there; the row of an expansion may only take and give coins."""
    return row.good in GOODS_WORDS


def rows(view: View) -> tuple[MarketRow, ...]:
    """As they are drawn."""
    return tuple(
        MarketRow(row_word(row), icons.GOODS.get(row.good), row.filled, row.buy, row.sell) for row in view.market
    )
