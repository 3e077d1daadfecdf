"""Command cards: spare stickers on a printed sheet, so that any entry is one tap. What each says, as data.

Does nothing itself: the game turns a card into an answer, the sheet is printed elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from companion.engine.message import Message, tr, trn
from companion.state.glen_more_2.facts import GOODS, Facts

PAID = (1, 2, 3)
GAINED_COINS = (1, 3)
MAX_POINTS = 10

SELL = {
    "wood": tr("Sell wood"),
    "stone": tr("Sell stone"),
    "barley": tr("Sell barley"),
    "sheep": tr("Sell sheep"),
    "cattle": tr("Sell cattle"),
}
BUY = {
    "wood": tr("Buy wood"),
    "stone": tr("Buy stone"),
    "barley": tr("Buy barley"),
    "sheep": tr("Buy sheep"),
    "cattle": tr("Buy cattle"),
}


class CommandCard(msgspec.Struct, frozen=True):
    """One card. what: the good or the crest. n: how many points or coins.

    act: sell, buy, points, barrel, coins, scot_home, scot_away, pay, pay_barrel, crest, worlds_end, done, undo.
    """

    id: str
    label: Message
    act: str
    what: str = ""
    n: int = 0


def command_cards(facts: Facts) -> dict[str, CommandCard]:
    """Every card by its id, in the order of the printed sheet."""
    cards = (*_market(), *_gains(), *_payments(), *_crests(facts), *_turn())
    return {card.id: card for card in cards}


def _market() -> Iterator[CommandCard]:
    for good in GOODS:
        yield CommandCard(f"sell_{good}", SELL[good], "sell", good)
    for good in GOODS:
        yield CommandCard(f"buy_{good}", BUY[good], "buy", good)


def _gains() -> Iterator[CommandCard]:
    for n in range(1, MAX_POINTS + 1):
        yield CommandCard(f"points_{n}", trn("{n} point", "{n} points", n), "points", n=n)
    yield CommandCard("barrel", tr("Take 1 barrel"), "barrel", n=1)
    for n in GAINED_COINS:
        yield CommandCard(f"coins_{n}", trn("Take {n} coin", "Take {n} coins", n), "coins", n=n)
    yield CommandCard("scot_home", tr("A Scot comes home"), "scot_home", n=1)
    yield CommandCard("scot_away", tr("A Scot leaves home"), "scot_away", n=1)


def _payments() -> Iterator[CommandCard]:
    for n in PAID:
        yield CommandCard(f"pay_{n}", trn("Pay {n} coin", "Pay {n} coins", n), "pay", n=n)
    yield CommandCard("pay_barrel", tr("Pay 1 barrel"), "pay_barrel", n=1)


def _crests(facts: Facts) -> Iterator[CommandCard]:
    for crest in sorted(facts.crests.values(), key=lambda crest: crest.name.casefold()):
        yield CommandCard(f"crest_{crest.id}", tr("Crest {name}", name=crest.name), "crest", crest.id)


def _turn() -> Iterator[CommandCard]:
    yield CommandCard("worlds_end", tr("Onto World's End"), "worlds_end")
    yield CommandCard("done", tr("Done"), "done")
    yield CommandCard("undo", tr("Take back"), "undo")
