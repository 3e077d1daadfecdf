"""Printed command cards of the market, one for each good that is sold or bought. Words only; books nothing."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.message import tr
from companion.state.glen_more_2.facts import Facts
from companion.state.glen_more_2.rows import MARKET, CommandCard

# Whole phrases: in other languages the good's name changes after the verb.
SELL_WORDS = {
    "wood": tr("Sell wood"),
    "stone": tr("Sell stone"),
    "barley": tr("Sell barley"),
    "sheep": tr("Sell sheep"),
    "cattle": tr("Sell cattle"),
}
BUY_WORDS = {
    "wood": tr("Buy wood"),
    "stone": tr("Buy stone"),
    "barley": tr("Buy barley"),
    "sheep": tr("Buy sheep"),
    "cattle": tr("Buy cattle"),
}


def sell_cards(_facts: Facts) -> Iterator[CommandCard]:
    for good, words in SELL_WORDS.items():
        yield CommandCard(f"sell_{good}", words, (good,), "sell", good, place=MARKET)


def buy_cards(_facts: Facts) -> Iterator[CommandCard]:
    for good, words in BUY_WORDS.items():
        yield CommandCard(f"buy_{good}", words, (good,), "buy", good, place=MARKET)
